"""Languages are found by their folders, and read only when they are asked for."""

from __future__ import annotations

import subprocess
import sys

from archive.languages import ENGLISH, domains, language_of, languages, translations


def test_a_language_is_a_folder() -> None:
    assert languages()[0] == ENGLISH
    assert "de" in languages()
    assert "pages" in domains("de")


def test_a_regional_tag_means_its_language() -> None:
    asked = ("de", "de-AT", "DE_ch.UTF-8", "en-GB", "C", "xx", "")
    assert [language_of(tag) for tag in asked] == ["de", "de", "de", "en", None, None, None]


def test_sentences_have_plural_forms() -> None:
    german = translations("de", "pages")
    one, more = "%(num)s game", "%(num)s games"
    assert german.ngettext(one, more, 1) == "%(num)s Partie"
    assert german.ngettext(one, more, 2) == "%(num)s Partien"
    assert translations(ENGLISH, "pages").ngettext(one, more, 2) == more
    assert translations("de", "no such domain").gettext("Rules") == "Rules"


def test_english_waits_for_no_catalogue() -> None:
    asked = (
        "import sys; from archive.languages import languages, translations;"
        "languages(); translations('en', 'pages');"
        "raise SystemExit(any(name.startswith('babel') for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", asked], check=False).returncode == 0
