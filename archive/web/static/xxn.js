// The words of XXN, for colouring: one sticky expression, one match a token, as the reader has it.
// Only for the eye. What a text means the reader says (docs/notation.md).

const S = " \\t\\n\\r\\f\\v"; // white space is ASCII's alone; a browser's \s takes in more
const CARD = "(?:[A2-9TJQK?][cdhs]?)";
const CARDS = `${CARD}+(?::\\d{1,3})?(?:\\+${CARD}+(?::\\d{1,3})?)*`;
const END = `(?=[${S}{();$!?]|$)`;
const STOP = `(?=[${S}]|$)`;
const OPENING = /(?<![^\n\r])\ufeff?\[XXN "/;

const TOKEN = new RegExp(
  [
    `(?<space>[${S}]+|(?<![^])\\ufeff|(?<![^\\n\\r])\\ufeff(?=\\[XXN "))`,
    `(?<number>\\d{1,6}\\.)(?=[${S}]*p\\d)`,
    `(?<seat>p[1-9]\\d?)(?<gap>[${S}]+(?:\\^[A-Z]?[ \\t]*)?)` +
      `(?:(?<cards>${CARDS})(?<tally>=\\d{1,9})?(?<points>/-?\\d{1,9})?` +
      `|(?<deed>x(?:-|${CARD}+)(?:>${CARD}+)?|d${CARD}|in|out|pass))${END}`,
    `(?<owner>p[1-9]\\d?:)(?<held>[ \\t]*(?:${CARD}|\\+)*)(?=[${S}{;]|$)`,
    "(?<word>@[a-z][a-z-]*)(?<rest>[^\\n\\r{;]*)",
    "(?<brace>\\{)",
    `(?<glyph>\\$\\d{1,3}${END}|!!|\\?\\?|!\\?|\\?!|!|\\?)`,
    `(?<sign>[()]|[*+]${STOP})`,
    "(?<open>\\[)(?<name>[A-Za-z][A-Za-z0-9_]*)(?<blank>[ \\t]+)" +
      '(?<value>"(?:[^"\\\\\\n\\r]|\\\\[^\\n\\r])*")(?<shut>[ \\t]*\\])',
    "(?<remark>;[^\\n\\r]*|(?<![^\\n\\r])%[^\\n\\r]*)",
    `(?<odd>(?<![^\\n\\r])\\[[^\\n\\r]*|\`[^\`\\n\\r]*\`|[^${S}]+)`,
  ].join("|"),
  "y",
);
const ARGUMENT = new RegExp(
  [
    "(?<space>[ \\t\\f\\v]+)",
    `(?<key>[a-z]+=)(?<plain>[^${S}]*)`,
    `(?<who>p[1-9]\\d?:)(?<points>-?\\d{1,9})${STOP}`,
    `(?<prize>/-?\\d{1,9})${STOP}`,
    `(?<seat>p[1-9]\\d?)${STOP}`,
    `(?<cards>${CARD}+)(?<tally>=-?\\d{1,4})?${STOP}`,
    `(?<suit>[cdhs])${STOP}`,
    `(?<plain2>[^${S}]+)`,
  ].join("|"),
  "y",
);
const KINDS = {
  number: "number", seat: "seat", owner: "seat", who: "seat", cards: "cards", held: "cards",
  deed: "cards", suit: "cards", tally: "tally", points: "points", prize: "points", word: "word",
  name: "word", key: "number", glyph: "glyph", value: "string", remark: "comment", odd: "odd",
};

export const looksLikeXxn = (text) => /(?:^|[\r\n])\s*\[XXN[ \t]/.test(text.slice(0, 20000));

// The text in pieces, `[kind, text]`, kind being empty for what has no colour.
export function* pieces(text) {
  let at = 0;
  while (at < text.length) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    if (match === null) {
      yield ["odd", text[at++]];
      continue;
    }
    at = TOKEN.lastIndex;
    if (match.groups.brace !== undefined) {
      const end = commentEnd(text, at);
      yield ["comment", text.slice(at - 1, end)];
      at = end;
    } else {
      yield* parts(match, TOKEN);
    }
  }
}

// Behind the brace that closes a comment; where there is none, the next record or the end.
function commentEnd(text, from) {
  let at = from;
  while (at < text.length && text[at] !== "}") at += text[at] === "\\" ? 2 : 1;
  const end = Math.min(at + 1, text.length);
  const opened = text.slice(from - 1, end).search(OPENING);
  return opened < 0 ? end : from - 1 + opened;
}

const groupsOf = (pattern) => [...pattern.source.matchAll(/\(\?<([a-z]\w*)>/g)].map((found) => found[1]);
const NAMES = new Map([TOKEN, ARGUMENT].map((pattern) => [pattern, groupsOf(pattern)]));

function* parts(match, pattern) {
  const names = NAMES.get(pattern);
  for (let index = 0; index < names.length; index++) {
    const said = match[index + 1];
    if (!said) continue;
    if (names[index] === "rest" && match.groups.word !== "@gap") yield* line(said);
    else yield [KINDS[names[index]] ?? "", said];
  }
}

function* line(said) {
  ARGUMENT.lastIndex = 0;
  for (let match; (match = ARGUMENT.exec(said)); ) yield* parts(match, ARGUMENT);
}

// The same by lines, each a list of pieces without a line end.
export function lines(text) {
  const found = [[]];
  for (const [kind, said] of pieces(text)) {
    const [first, ...others] = said.split(/\r\n|\r|\n/);
    if (first) found.at(-1).push([kind, first]);
    for (const other of others) found.push(other ? [[kind, other]] : []);
  }
  return found;
}
