"""Discord's markdown, line by line, in the browser that draws it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.page.driver import Window

DRAW = """
    const [text, done] = [arguments[0], arguments[1]];
    import("/page/text.js").then(({ markdown }) => {
        const person = { id: "1", name: "Alice" };
        const channels = new Map([["5", { id: "5", name: "lobby", kind: "text" }]]);
        const model = { me: person, channels, person: (id) => (id === "1" ? person : null), role: () => null };
        const holder = document.createElement("div");
        holder.append(markdown(text, { model, go() {}, useCommand() {} }));
        for (const node of holder.querySelectorAll("*")) {
            for (const name of node.getAttributeNames()) {
                if (!["href", "class", "start"].includes(name)) node.removeAttribute(name);
            }
        }
        done(holder.innerHTML);
    });
"""

CASES = {
    "bold and italics": (
        "**a *b* c** and *d **e** f*",
        "<strong>a <em>b</em> c</strong> and <em>d <strong>e</strong> f</em>",
    ),
    "both": ("***a***", "<strong><em>a</em></strong>"),
    "underscores inside a word": ("snake_case_name and _this_", "snake_case_name and <em>this</em>"),
    "a star alone": ("2 * 3 * 4", "2 * 3 * 4"),
    "marks that never close": ("**a and `b and ||c", "**a and `b and ||c"),
    "no marks inside code": ("`**a** <@1>`", "<code>**a** &lt;@1&gt;</code>"),
    "two ticks hold one": ("``a ` b``", "<code>a ` b</code>"),
    "escapes": (r"\*a\* \<@1>", "*a* &lt;@1&gt;"),
    "lines stay": ("a\nb", "a\nb"),
    "a script as a link": ("[a](javascript:alert(1))", "[a](javascript:alert(1))"),
    "an address ends before the full stop": (
        "(see https://example.org/a).",
        '(see <a href="https://example.org/a">https://example.org/a</a>).',
    ),
    "a hidden preview": (
        "<https://example.org/>",
        '<a href="https://example.org/">https://example.org/</a>',
    ),
    "people": ("<@1> <@!1> <@9>", "@Alice @Alice @somebody"),
    "channels and commands": ("<#5> <#9> </game new:7>", "#lobby #unknown /game new"),
    "a message of ours": ("https://discord.com/channels/3/5/8", "#lobby › message"),
    "markup": ("<b>a</b> &amp; <img src=x>", "&lt;b&gt;a&lt;/b&gt; &amp;amp; &lt;img src=x&gt;"),
}


@pytest.fixture(scope="module")
def draw(page_window: Window) -> Callable[[str], str]:
    def drawn(text: str) -> str:
        return str(page_window.front().execute_async_script(DRAW, text))

    return drawn


def bare(html: str) -> str:
    """Without the frames of paragraphs, mentions and buttons."""
    for tag in ("div", "span", "button"):
        html = html.replace(f"</{tag}>", "")
        for part in html.split("<")[1:]:
            if part.startswith(tag) and ">" in part:
                html = html.replace(f"<{part.partition('>')[0]}>", "", 1)
    return html


@pytest.mark.parametrize("case", CASES)
def test_a_line_of_text(draw: Callable[[str], str], case: str) -> None:
    text, wanted = CASES[case]
    assert bare(draw(text)) == wanted


def test_blocks(draw: Callable[[str], str]) -> None:
    html = draw("# A\n-# b\n1. c\n- d\n  - e\n>>> f\ng")
    assert html == (
        '<h3>A</h3><div class="small">b</div><ol start="1"><li>c</li></ol>'
        '<ul><li>d<ul><li>e</li></ul></li></ul><blockquote><div class="para">f\ng</div></blockquote>'
    )


def test_a_code_block_keeps_everything(draw: Callable[[str], str]) -> None:
    assert draw("a\n```py\n**b**\n  c\n```\nd") == (
        '<div class="para">a</div><pre><code>**b**\n  c</code></pre><div class="para">d</div>'
    )


@pytest.mark.parametrize(
    "hostile", ["*a" * 2000, "**a" * 1300, "_" * 4000, "||" * 2000, "[" * 4000, "`" * 3999]
)
def test_a_hostile_text_does_not_hang_the_page(draw: Callable[[str], str], hostile: str) -> None:
    assert len(draw(hostile)) >= len(hostile) / 2
