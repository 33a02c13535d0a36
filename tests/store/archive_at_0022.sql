CREATE TABLE alembic_version (
    version_num VARCHAR(32) NOT NULL,
    CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
CREATE TABLE account (
    id VARCHAR(10) NOT NULL,
    name VARCHAR(40) NOT NULL,
    "key" VARCHAR(40) NOT NULL,
    password VARCHAR(200) NOT NULL,
    created_at DATETIME NOT NULL,
    skeleton VARCHAR(400),
    disabled_at DATETIME,
    language VARCHAR(8),
    role VARCHAR(16) NOT NULL,
    CONSTRAINT pk_account PRIMARY KEY (id),
    CONSTRAINT uq_account_key UNIQUE ("key"),
    CONSTRAINT ck_account_role CHECK (role IN ('member', 'arbiter', 'moderator', 'admin'))
);
CREATE UNIQUE INDEX ix_account_skeleton ON account (skeleton);
CREATE TABLE signin (
    id VARCHAR(64) NOT NULL,
    account_id VARCHAR(10) NOT NULL,
    at DATETIME NOT NULL,
    CONSTRAINT pk_signin PRIMARY KEY (id),
    CONSTRAINT fk_signin_account_id FOREIGN KEY(account_id) REFERENCES account (id) ON DELETE CASCADE
);
CREATE INDEX ix_signin_account_id ON signin (account_id);
CREATE TABLE token (
    id VARCHAR(10) NOT NULL,
    account_id VARCHAR(10) NOT NULL,
    name VARCHAR(60) NOT NULL,
    hash VARCHAR(64) NOT NULL,
    scopes JSON NOT NULL,
    created_at DATETIME NOT NULL,
    expires_at DATETIME,
    used_at DATETIME,
    revoked_at DATETIME,
    CONSTRAINT pk_token PRIMARY KEY (id),
    CONSTRAINT uq_token_hash UNIQUE (hash),
    CONSTRAINT fk_token_account_id FOREIGN KEY(account_id) REFERENCES account (id)
);
CREATE INDEX ix_token_account_id ON token (account_id);
CREATE TABLE guess (
    "key" VARCHAR(64) NOT NULL,
    whole_at BIGINT NOT NULL,
    CONSTRAINT pk_guess PRIMARY KEY ("key")
);
CREATE TABLE audit (
    id INTEGER NOT NULL,
    at DATETIME NOT NULL,
    action VARCHAR(40) NOT NULL,
    subject VARCHAR(60) NOT NULL,
    actor_id VARCHAR(10),
    detail JSON,
    CONSTRAINT pk_audit PRIMARY KEY (id)
);
CREATE INDEX ix_audit_actor_id_at ON audit (actor_id, at);
CREATE INDEX ix_audit_subject_at ON audit (subject, at);
CREATE INDEX ix_audit_at ON audit (at);
CREATE TABLE identity (
    name VARCHAR(20) NOT NULL,
    mark VARCHAR(10) NOT NULL,
    CONSTRAINT pk_identity PRIMARY KEY (name)
);
CREATE TABLE blob (
    id VARCHAR(10) NOT NULL,
    size BIGINT NOT NULL,
    sha256 VARCHAR(64) NOT NULL,
    created_at DATETIME NOT NULL,
    CONSTRAINT pk_blob PRIMARY KEY (id)
);
CREATE INDEX ix_blob_created_at ON blob (created_at);
CREATE TABLE chunk (
    blob_id VARCHAR(10) NOT NULL,
    number INTEGER NOT NULL,
    content BLOB NOT NULL,
    CONSTRAINT pk_chunk PRIMARY KEY (blob_id, number),
    CONSTRAINT fk_chunk_blob_id FOREIGN KEY(blob_id) REFERENCES blob (id) ON DELETE CASCADE
);
CREATE TABLE upload (
    id VARCHAR(10) NOT NULL,
    owner_id VARCHAR(10),
    blob_id VARCHAR(10) NOT NULL,
    source VARCHAR(16) NOT NULL,
    size BIGINT NOT NULL,
    sha256 VARCHAR(64) NOT NULL,
    ranks VARCHAR(16) NOT NULL,
    received_at DATETIME NOT NULL,
    visibility VARCHAR(16) NOT NULL,
    state VARCHAR(16) NOT NULL,
    attempts INTEGER NOT NULL,
    due_at DATETIME NOT NULL,
    total INTEGER,
    ended_at DATETIME,
    trace VARCHAR(64),
    deletion_id VARCHAR(10),
    filename VARCHAR(200),
    note TEXT,
    tally JSON,
    CONSTRAINT pk_upload PRIMARY KEY (id),
    CONSTRAINT uq_upload_owner_id_sha256_ranks UNIQUE (owner_id, sha256, ranks),
    CONSTRAINT fk_upload_owner_id FOREIGN KEY(owner_id) REFERENCES account (id),
    CONSTRAINT fk_upload_blob_id FOREIGN KEY(blob_id) REFERENCES blob (id),
    CONSTRAINT ck_upload_visibility CHECK (visibility IN ('private', 'unlisted', 'public')),
    CONSTRAINT ck_upload_state CHECK (state IN ('queued', 'working', 'done', 'failed', 'cancelled'))
);
CREATE INDEX ix_upload_owner_id_received_at ON upload (owner_id, received_at);
CREATE INDEX ix_upload_deletion_id ON upload (deletion_id) WHERE deletion_id IS NOT NULL;
CREATE INDEX ix_upload_state_due_at ON upload (state, due_at);
CREATE TABLE document (
    upload_id VARCHAR(10) NOT NULL,
    number INTEGER NOT NULL,
    blob_id VARCHAR(10) NOT NULL,
    size BIGINT NOT NULL,
    records INTEGER,
    name VARCHAR(200),
    note TEXT,
    reading JSON,
    CONSTRAINT pk_document PRIMARY KEY (upload_id, number),
    CONSTRAINT fk_document_upload_id FOREIGN KEY(upload_id) REFERENCES upload (id),
    CONSTRAINT fk_document_blob_id FOREIGN KEY(blob_id) REFERENCES blob (id)
);
CREATE TABLE idempotencykey (
    owner VARCHAR(10) NOT NULL,
    "key" VARCHAR(255) NOT NULL,
    upload_id VARCHAR(10) NOT NULL,
    fingerprint VARCHAR(64) NOT NULL,
    created_at DATETIME NOT NULL,
    CONSTRAINT pk_idempotencykey PRIMARY KEY (owner, "key"),
    CONSTRAINT fk_idempotencykey_upload_id FOREIGN KEY(upload_id) REFERENCES upload (id) ON DELETE CASCADE
);
CREATE INDEX ix_idempotencykey_created_at ON idempotencykey (created_at);
CREATE TABLE record (
    id VARCHAR(10) NOT NULL,
    upload_id VARCHAR(10) NOT NULL,
    owner_id VARCHAR(10),
    number INTEGER NOT NULL,
    document INTEGER NOT NULL,
    start BIGINT NOT NULL,
    "end" BIGINT NOT NULL,
    line INTEGER NOT NULL,
    visibility VARCHAR(16) NOT NULL,
    hidden_at DATETIME,
    shown BOOLEAN NOT NULL,
    created_at DATETIME NOT NULL,
    state VARCHAR(16) NOT NULL,
    attempts INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    raw_hash VARCHAR(64),
    record_hash VARCHAR(64),
    play_hash VARCHAR(64),
    engine VARCHAR(64),
    game VARCHAR(200),
    rules VARCHAR(200),
    event VARCHAR(200),
    date VARCHAR(200),
    day VARCHAR(10) NOT NULL,
    standing VARCHAR(16) NOT NULL,
    winner VARCHAR(16),
    highest INTEGER,
    findings INTEGER NOT NULL,
    players JSON NOT NULL,
    answers JSON,
    score JSON,
    claimed JSON,
    note TEXT,
    CONSTRAINT pk_record PRIMARY KEY (id),
    CONSTRAINT uq_record_upload_id_number UNIQUE (upload_id, number),
    CONSTRAINT fk_record_upload_id_document FOREIGN KEY(upload_id, document) REFERENCES document (upload_id, number),
    CONSTRAINT fk_record_upload_id FOREIGN KEY(upload_id) REFERENCES upload (id),
    CONSTRAINT fk_record_owner_id FOREIGN KEY(owner_id) REFERENCES account (id),
    CONSTRAINT ck_record_visibility CHECK (visibility IN ('private', 'unlisted', 'public')),
    CONSTRAINT ck_record_state CHECK (state IN ('waiting', 'judged', 'failed', 'cancelled')),
    CONSTRAINT ck_record_standing CHECK (standing IN ('waiting', 'upheld', 'open', 'flawed', 'impossible'))
);
CREATE INDEX ix_record_game_standing_day_id ON record (game, standing, day, id) WHERE shown IS 1;
CREATE INDEX ix_record_owner_id_created_at_id ON record (owner_id, created_at, id) WHERE owner_id IS NOT NULL;
CREATE INDEX ix_record_created_at_id ON record (created_at, id) WHERE shown IS 1;
CREATE INDEX ix_record_play_hash ON record (play_hash) WHERE play_hash IS NOT NULL;
CREATE INDEX ix_record_event_day_id ON record (event, day, id) WHERE shown IS 1;
CREATE INDEX ix_record_game_standing_highest_id ON record (game, standing, highest, id) WHERE shown IS 1;
CREATE INDEX ix_record_game_standing_findings_id ON record (game, standing, findings, id) WHERE shown IS 1;
CREATE INDEX ix_record_game_standing_created_at_id ON record (game, standing, created_at, id) WHERE shown IS 1;
CREATE INDEX ix_record_day_id ON record (day, id) WHERE shown IS 1;
CREATE INDEX ix_record_findings_id ON record (findings, id) WHERE shown IS 1;
CREATE INDEX ix_record_rules_standing_created_at_id ON record (rules, standing, created_at, id) WHERE shown IS 1;
CREATE INDEX ix_record_highest_id ON record (highest, id) WHERE shown IS 1;
CREATE TABLE revision (
    record_id VARCHAR(10) NOT NULL,
    number INTEGER NOT NULL,
    author_id VARCHAR(10),
    created_at DATETIME NOT NULL,
    raw_hash VARCHAR(64) NOT NULL,
    comment TEXT NOT NULL,
    content BLOB NOT NULL,
    CONSTRAINT pk_revision PRIMARY KEY (record_id, number),
    CONSTRAINT fk_revision_record_id FOREIGN KEY(record_id) REFERENCES record (id),
    CONSTRAINT fk_revision_author_id FOREIGN KEY(author_id) REFERENCES account (id)
);
CREATE TABLE verdict (
    id VARCHAR(10) NOT NULL,
    record_id VARCHAR(10) NOT NULL,
    revision INTEGER NOT NULL,
    rules VARCHAR(200) NOT NULL,
    engine VARCHAR(64) NOT NULL,
    created_at DATETIME NOT NULL,
    raw_hash VARCHAR(64),
    body TEXT NOT NULL,
    CONSTRAINT pk_verdict PRIMARY KEY (id),
    CONSTRAINT uq_verdict_record_id_revision_rules_engine UNIQUE (record_id, revision, rules, engine),
    CONSTRAINT fk_verdict_record_id FOREIGN KEY(record_id) REFERENCES record (id)
);
CREATE TABLE finding (
    record_id VARCHAR(10) NOT NULL,
    number INTEGER NOT NULL,
    code VARCHAR(40) NOT NULL,
    severity VARCHAR(10) NOT NULL,
    clause VARCHAR(80) NOT NULL,
    ply INTEGER,
    at DATETIME NOT NULL,
    shown BOOLEAN NOT NULL,
    CONSTRAINT pk_finding PRIMARY KEY (record_id, number),
    CONSTRAINT fk_finding_record_id FOREIGN KEY(record_id) REFERENCES record (id)
)
 WITHOUT ROWID

;
CREATE INDEX ix_finding_clause_at_record_id ON finding (clause, at, record_id) WHERE shown IS 1;
CREATE INDEX ix_finding_code_at_record_id ON finding (code, at, record_id) WHERE shown IS 1;
CREATE TABLE analysis (
    record_id VARCHAR(10) NOT NULL,
    revision INTEGER NOT NULL,
    rules VARCHAR(200) NOT NULL,
    engine VARCHAR(64) NOT NULL,
    created_at DATETIME NOT NULL,
    body TEXT NOT NULL,
    CONSTRAINT pk_analysis PRIMARY KEY (record_id, revision, rules, engine),
    CONSTRAINT fk_analysis_record_id FOREIGN KEY(record_id) REFERENCES record (id)
);
CREATE TABLE unanalysed (
    record_id VARCHAR(10) NOT NULL,
    revision INTEGER NOT NULL,
    rules VARCHAR(200) NOT NULL,
    engine VARCHAR(64) NOT NULL,
    upload_id VARCHAR(10) NOT NULL,
    number INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    due_at DATETIME NOT NULL,
    state VARCHAR(16) NOT NULL,
    job_id VARCHAR(10),
    note TEXT,
    CONSTRAINT pk_unanalysed PRIMARY KEY (record_id, revision, rules, engine),
    CONSTRAINT fk_unanalysed_record_id FOREIGN KEY(record_id) REFERENCES record (id),
    CONSTRAINT ck_unanalysed_state CHECK (state IN ('waiting', 'taken', 'failed'))
);
CREATE INDEX ix_unanalysed_state_due_at ON unanalysed (state, due_at);
CREATE INDEX ix_unanalysed_upload_id_number ON unanalysed (upload_id, number);
CREATE TABLE annotation (
    record_id VARCHAR(10) NOT NULL,
    revision INTEGER NOT NULL,
    analyst VARCHAR(10) NOT NULL,
    engine VARCHAR(64) NOT NULL,
    state VARCHAR(16) NOT NULL,
    attempts INTEGER NOT NULL,
    asked_at DATETIME NOT NULL,
    due_at DATETIME NOT NULL,
    body TEXT,
    note TEXT,
    CONSTRAINT pk_annotation PRIMARY KEY (record_id, revision, analyst, engine),
    CONSTRAINT fk_annotation_record_id FOREIGN KEY(record_id) REFERENCES record (id),
    CONSTRAINT ck_annotation_state CHECK (state IN ('waiting', 'taken', 'done', 'failed'))
);
CREATE INDEX ix_annotation_state_due_at ON annotation (state, due_at);
CREATE TABLE player (
    id VARCHAR(10) NOT NULL,
    name VARCHAR(200) NOT NULL,
    created_at DATETIME NOT NULL,
    anonymised_at DATETIME,
    CONSTRAINT pk_player PRIMARY KEY (id)
);
CREATE TABLE alias (
    "key" VARCHAR(200) NOT NULL,
    player_id VARCHAR(10) NOT NULL,
    name VARCHAR(200) NOT NULL,
    created_at DATETIME NOT NULL,
    CONSTRAINT pk_alias PRIMARY KEY ("key"),
    CONSTRAINT fk_alias_player_id FOREIGN KEY(player_id) REFERENCES player (id)
);
CREATE INDEX ix_alias_player_id ON alias (player_id);
CREATE TABLE formerplayer (
    id VARCHAR(10) NOT NULL,
    player_id VARCHAR(10) NOT NULL,
    "key" VARCHAR(200) NOT NULL,
    CONSTRAINT pk_formerplayer PRIMARY KEY (id),
    CONSTRAINT fk_formerplayer_player_id FOREIGN KEY(player_id) REFERENCES player (id) ON DELETE CASCADE
);
CREATE INDEX ix_formerplayer_player_id ON formerplayer (player_id);
CREATE TABLE seat (
    record_id VARCHAR(10) NOT NULL,
    seat INTEGER NOT NULL,
    player_id VARCHAR(10) NOT NULL,
    points INTEGER,
    won BOOLEAN,
    at DATETIME NOT NULL,
    shown BOOLEAN NOT NULL,
    CONSTRAINT pk_seat PRIMARY KEY (record_id, seat),
    CONSTRAINT fk_seat_record_id FOREIGN KEY(record_id) REFERENCES record (id),
    CONSTRAINT fk_seat_player_id FOREIGN KEY(player_id) REFERENCES player (id)
)
 WITHOUT ROWID

;
CREATE INDEX ix_seat_player_id_shown_at_record_id ON seat (player_id, shown, at, record_id);
CREATE TABLE layer (
    id VARCHAR(10) NOT NULL,
    record_id VARCHAR(10) NOT NULL,
    owner_id VARCHAR(10) NOT NULL,
    visibility VARCHAR(16) NOT NULL,
    created_at DATETIME NOT NULL,
    latest INTEGER NOT NULL,
    hidden_at DATETIME,
    CONSTRAINT pk_layer PRIMARY KEY (id),
    CONSTRAINT uq_layer_record_id_owner_id UNIQUE (record_id, owner_id),
    CONSTRAINT fk_layer_record_id FOREIGN KEY(record_id) REFERENCES record (id),
    CONSTRAINT fk_layer_owner_id FOREIGN KEY(owner_id) REFERENCES account (id),
    CONSTRAINT ck_layer_visibility CHECK (visibility IN ('private', 'unlisted', 'public'))
);
CREATE INDEX ix_layer_owner_id ON layer (owner_id);
CREATE TABLE layerversion (
    layer_id VARCHAR(10) NOT NULL,
    number INTEGER NOT NULL,
    saved_at DATETIME NOT NULL,
    revision INTEGER NOT NULL,
    body TEXT NOT NULL,
    CONSTRAINT pk_layerversion PRIMARY KEY (layer_id, number),
    CONSTRAINT fk_layerversion_layer_id FOREIGN KEY(layer_id) REFERENCES layer (id) ON DELETE CASCADE
);
CREATE TABLE solved (
    account_id VARCHAR(10) NOT NULL,
    record_id VARCHAR(10) NOT NULL,
    ply INTEGER NOT NULL,
    at DATETIME NOT NULL,
    CONSTRAINT pk_solved PRIMARY KEY (account_id, record_id, ply),
    CONSTRAINT fk_solved_account_id FOREIGN KEY(account_id) REFERENCES account (id),
    CONSTRAINT fk_solved_record_id FOREIGN KEY(record_id) REFERENCES record (id)
);
CREATE INDEX ix_solved_record_id ON solved (record_id);
CREATE TABLE tag (
    record_id VARCHAR(10) NOT NULL,
    tag VARCHAR(40) NOT NULL,
    added_by VARCHAR(10),
    added_at DATETIME NOT NULL,
    shown BOOLEAN NOT NULL,
    at DATETIME,
    CONSTRAINT pk_tag PRIMARY KEY (record_id, tag),
    CONSTRAINT fk_tag_record_id FOREIGN KEY(record_id) REFERENCES record (id),
    CONSTRAINT fk_tag_added_by FOREIGN KEY(added_by) REFERENCES account (id)
);
CREATE INDEX ix_tag_tag_at_record_id ON tag (tag, at, record_id) WHERE shown IS 1;
CREATE INDEX ix_tag_tag_record_id ON tag (tag, record_id);
CREATE TABLE collection (
    id VARCHAR(10) NOT NULL,
    owner_id VARCHAR(10) NOT NULL,
    title VARCHAR(200) NOT NULL,
    about TEXT NOT NULL,
    created_at DATETIME NOT NULL,
    visibility VARCHAR(16) NOT NULL,
    CONSTRAINT pk_collection PRIMARY KEY (id),
    CONSTRAINT fk_collection_owner_id FOREIGN KEY(owner_id) REFERENCES account (id),
    CONSTRAINT ck_collection_visibility CHECK (visibility IN ('private', 'unlisted', 'public'))
);
CREATE INDEX ix_collection_owner_id ON collection (owner_id);
CREATE TABLE collectionitem (
    collection_id VARCHAR(10) NOT NULL,
    record_id VARCHAR(10) NOT NULL,
    position INTEGER NOT NULL,
    CONSTRAINT pk_collectionitem PRIMARY KEY (collection_id, record_id),
    CONSTRAINT fk_collectionitem_collection_id FOREIGN KEY(collection_id) REFERENCES collection (id) ON DELETE CASCADE,
    CONSTRAINT fk_collectionitem_record_id FOREIGN KEY(record_id) REFERENCES record (id)
);
CREATE INDEX ix_collectionitem_record_id ON collectionitem (record_id);
CREATE TABLE facetcount (
    scope VARCHAR(60) NOT NULL,
    game VARCHAR(200) NOT NULL,
    rules VARCHAR(200) NOT NULL,
    standing VARCHAR(16) NOT NULL,
    month VARCHAR(7) NOT NULL,
    records INTEGER NOT NULL,
    CONSTRAINT pk_facetcount PRIMARY KEY (scope, game, rules, standing, month)
)
 WITHOUT ROWID

;
CREATE INDEX ix_facetcount_scope_game_rules_standing_records ON facetcount (scope, game, rules, standing, records) WHERE month = '*';
CREATE TABLE recordtext (
    id INTEGER NOT NULL,
    record_id VARCHAR(10) NOT NULL,
    standing VARCHAR(16) DEFAULT '' NOT NULL,
    day VARCHAR(10) DEFAULT '' NOT NULL,
    shown BOOLEAN DEFAULT 0 NOT NULL,
    game VARCHAR(200),
    rules VARCHAR(200),
    at DATETIME,
    text TEXT NOT NULL,
    CONSTRAINT pk_recordtext PRIMARY KEY (id),
    CONSTRAINT uq_recordtext_record_id UNIQUE (record_id),
    CONSTRAINT fk_recordtext_record_id FOREIGN KEY(record_id) REFERENCES record (id)
);
CREATE TABLE job (
    id VARCHAR(10) NOT NULL,
    owner_id VARCHAR(10),
    kind VARCHAR(20) NOT NULL,
    asked JSON NOT NULL,
    cursor VARCHAR(80) NOT NULL,
    done INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    state VARCHAR(16) NOT NULL,
    created_at DATETIME NOT NULL,
    due_at DATETIME NOT NULL,
    ended_at DATETIME,
    total INTEGER,
    trace VARCHAR(64),
    result JSON,
    note TEXT,
    CONSTRAINT pk_job PRIMARY KEY (id),
    CONSTRAINT fk_job_owner_id FOREIGN KEY(owner_id) REFERENCES account (id),
    CONSTRAINT ck_job_state CHECK (state IN ('queued', 'working', 'done', 'failed', 'cancelled'))
);
CREATE INDEX ix_job_owner_id_created_at ON job (owner_id, created_at);
CREATE INDEX ix_job_state_due_at ON job (state, due_at);
CREATE TABLE difference (
    job_id VARCHAR(10) NOT NULL,
    record_id VARCHAR(10) NOT NULL,
    "before" JSON NOT NULL,
    "after" JSON NOT NULL,
    CONSTRAINT pk_difference PRIMARY KEY (job_id, record_id),
    CONSTRAINT fk_difference_job_id FOREIGN KEY(job_id) REFERENCES job (id) ON DELETE CASCADE,
    CONSTRAINT fk_difference_record_id FOREIGN KEY(record_id) REFERENCES record (id)
);
CREATE INDEX ix_difference_record_id ON difference (record_id);
CREATE TABLE report (
    id VARCHAR(10) NOT NULL,
    record_id VARCHAR(10) NOT NULL,
    reporter_id VARCHAR(10),
    settled_by VARCHAR(10),
    reason VARCHAR(20) NOT NULL,
    created_at DATETIME NOT NULL,
    text TEXT NOT NULL,
    answer TEXT NOT NULL,
    state VARCHAR(16) NOT NULL,
    settled_at DATETIME,
    CONSTRAINT pk_report PRIMARY KEY (id),
    CONSTRAINT fk_report_record_id FOREIGN KEY(record_id) REFERENCES record (id),
    CONSTRAINT fk_report_reporter_id FOREIGN KEY(reporter_id) REFERENCES account (id),
    CONSTRAINT fk_report_settled_by FOREIGN KEY(settled_by) REFERENCES account (id),
    CONSTRAINT ck_report_state CHECK (state IN ('open', 'upheld', 'dismissed'))
);
CREATE INDEX ix_report_state_created_at ON report (state, created_at);
CREATE INDEX ix_report_record_id ON report (record_id);
CREATE VIRTUAL TABLE recordtext_words USING fts5(
        text, content='recordtext', content_rowid='id', columnsize=0,
        tokenize="unicode61 remove_diacritics 0");
CREATE TRIGGER recordtext_words_insert AFTER INSERT ON recordtext BEGIN
        INSERT INTO recordtext_words (rowid, text) VALUES (new.id, new.text);
    END;
CREATE TRIGGER recordtext_words_delete AFTER DELETE ON recordtext BEGIN
        INSERT INTO recordtext_words (recordtext_words, rowid, text)
            VALUES ('delete', old.id, old.text);
    END;
CREATE TRIGGER recordtext_words_update AFTER UPDATE OF text ON recordtext BEGIN
        INSERT INTO recordtext_words (recordtext_words, rowid, text)
            VALUES ('delete', old.id, old.text);
        INSERT INTO recordtext_words (rowid, text) VALUES (new.id, new.text);
    END;
CREATE TRIGGER audit_keeps_update BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'the log is only ever added to'); END;
CREATE TRIGGER audit_keeps_delete BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'the log is only ever added to'); END;
INSERT INTO alembic_version VALUES ('0022');
