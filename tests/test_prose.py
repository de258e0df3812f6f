"""The prose checker finds what is wrong in a text, and where."""

import json

import pytest

from tools.prose.check import Checker, settings, words
from tools.prose.texts import ROOT, Text, filled, sources, texts


@pytest.fixture(scope="module")
def checker():
    return Checker(settings(), words())


@pytest.fixture
def found(checker, tmp_path):
    """Return what is found in a file, as (line, rule, message)."""

    def check(name, written):
        path = tmp_path / name
        path.write_text(written, encoding="utf-8")
        return [(finding.line, finding.rule, finding.message) for finding in checker.check(list(texts(path)))]

    return check


def rules_of(findings):
    return [(line, rule) for line, rule, _ in findings]


def test_a_wrong_word_of_a_page_is_found_at_its_line(found):
    assert rules_of(found("page.md", "# Title\n\nA good line.\nThis line has an mistake and a tpyo.\n")) == [
        (4, "AnA"),
        (4, "SpellCheck"),
    ]


def test_code_is_not_read(found):
    assert found("page.md", "Call `tpyo_of(it)` or `an own`.\n\n```\nan own tpyo\n```\n") == []


def test_the_cells_of_a_table_are_read_one_by_one(found):
    page = "| key | what it holds |\n|---|---|\n| `a` | lowercase is fine here |\n| `b` | an mistake |\n"
    assert rules_of(found("page.md", page)) == [(4, "AnA")]


def test_the_texts_of_an_index_are_read_and_its_ids_are_not(found):
    index = (
        'id = "tpyo/wrnog"\n\ntext = "A good text."\noptions = [\n  { id = "tpyo", text = "it has an mistake" },\n]\n'
    )
    assert rules_of(found("rulebook.toml", index)) == [(5, "AnA")]


def test_a_text_over_several_lines_is_found_at_the_line_of_the_mistake(found):
    assert rules_of(found("rulebook.toml", 'text = """\nGood.\nAn mistake."""\n')) == [(3, "AnA")]


def test_the_notes_of_a_rule_are_read_with_their_placeholders_filled(found):
    rule = 'def search(g):\n    g.note("search/at-tpyo", "{who} takes {n} dice and an mistake")\n'
    assert rules_of(found("rule.py", rule)) == [(2, "AnA")]
    assert (
        found("rule.py", 'def search(g):\n    g.note("search/at-tpyo", "{who} takes {card} and has {n} items")\n') == []
    )


def test_an_f_string_is_read_as_one_text(found):
    assert rules_of(found("rule.py", 'WHY = f"there is an {count} mistake, an mistake of {who}"\n'))[-1] == (1, "AnA")


def test_a_docstring_is_read_paragraph_by_paragraph(found):
    function = '''def f(x):
    """Return good things.

    Args:
        x: lower case is fine.
        y: an mistake.
    """
    # An mistake
    # over two lines with a tpyo.
'''
    assert rules_of(found("code.py", function)) == [(6, "AnA"), (8, "AnA"), (9, "SpellCheck")]


def test_the_markdown_of_a_notebook_is_read_and_its_code_is_not(found):
    cells = [
        {"cell_type": "code", "source": ["an mistake"]},
        {"cell_type": "markdown", "source": ["Good.\n", "An mistake."]},
    ]
    assert [rule for _, rule in rules_of(found("n.ipynb", json.dumps({"cells": cells}, indent=1)))] == ["AnA"]


PHRASES = {
    "Everybody has an own supply.": "their own",
    "Ben looks at the own hand.": "your own",
    "The round begins anew.": "again",
    "Some groups read it so.": "take it to mean",
    "Default: it counts. Why: the book says so.": "By default",
    "The effect comes at once.": "takes effect",
    "This tile must look west.": "faces",
    "Cleo is dead since yesterday.": "died",
    "Look at the set-up.": "write “setup”",
    "The book is silent here.": "does not say",
    "You fail with a 12.": "on a number",
    "There are 0 monsters on the screen.": "negate",
    "Flip the token of Reel 2.": "Reel 2’s token",
    "Write a page a section.": "per",
    "It isn't there.": "write ’",
}


@pytest.mark.parametrize(("wrong", "instead"), PHRASES.items())
def test_a_phrase_that_must_not_come_back_is_found(found, wrong, instead):
    assert [
        (line, rule) for line, rule, said in found("rulebook.toml", f'\ntext = "{wrong}"\n') if instead in said
    ] == [(2, "phrase")]


def test_every_phrase_is_tested():
    assert len(settings()["phrase"]) == len(PHRASES)


@pytest.mark.parametrize(
    "right",
    [
        "She has a hand of her own.",
        "There are 10 monsters on the screen.",
        "You fail on a 12.",
        "This tile faces west.",
        "It isn’t there.",
    ],
)
def test_good_english_is_left_alone(found, right):
    assert found("rulebook.toml", f'text = "{right}"\n') == []


def test_the_names_of_cards_are_known(found):
    assert "Edjumacated" in words()
    assert found("rulebook.toml", 'text = "The Edjumacated takes her turn."\n') == []


def test_a_rule_that_harper_does_not_have_cannot_be_switched_off():
    wrong = settings() | {"off": [{"reason": "", "rules": ["NoSuchRule"]}]}
    with pytest.raises(ValueError, match="NoSuchRule"):
        Checker(wrong).check([Text(ROOT / "x.md", 1, "page", "Good.")])


def test_placeholders_become_words_that_differ():
    assert filled("{who} gives {n} tokens to {whom}") == "Ben gives 7 tokens to Cleo"


def test_every_kind_of_file_has_texts():
    read = {path.relative_to(ROOT).parts[0] + path.suffix for path in sources() if any(True for _ in texts(path))}
    assert read >= {"README.md.md", "docs.md", "notebooks.ipynb", "tutor.toml", "tutor.py", "walkthroughs.toml"}
