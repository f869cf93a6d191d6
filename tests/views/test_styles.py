"""Checks the style sheet of one report and that of a page."""

import re

from ag_notebook.views.styles import PAGE_COLOURS, RULES_LIMIT, TOKENS, page_style, style_block


def test_one_rule_lights_up_all_that_belongs_to_a_line_by_mouse_and_by_keyboard():
    css = style_block("agn-1", [7])
    (rule,) = re.findall(r"#agn-1:has\(\.l7:hover\) \.l7,#agn-1:has\(\.l7:focus-within\) \.l7\{(.*?)\}", css)
    assert "background" in rule


def test_highlight_rules_are_capped():
    css = style_block("agn-1", range(1000))
    assert css.count(":hover) ") == RULES_LIMIT
    assert f".l{RULES_LIMIT - 1}:focus-within" in css
    assert f".l{RULES_LIMIT}:focus-within" not in css


def test_colours_come_from_the_theme_or_stay_as_the_page_has_them():
    css = style_block("agn-1", [])
    for name, variable in TOKENS.items():
        themed = f"var({variable},currentColor)"
        mixed = f"color-mix(in srgb,{themed} 80%,currentColor)"
        assert f"#agn-1 .{name}{{color:var(--ag-plain,{themed});color:var(--ag-plain,{mixed})}}" in css
    assert not re.findall(r"[^-]color:#", css)


def test_a_page_gives_both_themes_every_colour_that_tokens_ask_for():
    for colours in PAGE_COLOURS.values():
        assert set(TOKENS.values()) <= set(colours)
    style = page_style()
    assert style.index(PAGE_COLOURS["light"]["--jp-layout-color0"]) < style.index("prefers-color-scheme:dark")
    assert style.count("--jp-mirror-editor-keyword-color:") == 2
