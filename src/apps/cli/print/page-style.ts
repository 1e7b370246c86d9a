// The style that pages share: for light and dark screens from 400 pixels on, and for paper.

/** The style sheet at the start of each page. */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --back: #ffffff; --text: #1c2024; --soft: #5b6470; --line: #d4d9e0; --raised: #f4f6f8;
  --free: #dff3e4; --free-edge: #1f7a3d; --taken: #fbe3e0; --taken-edge: #b3261e; --refused: #eceff3; --refused-edge: #566070;
  --picked: #dbe9ff; --picked-edge: #1a56c4; --bar: #8aa0bd; --left: #1f7a3d; --bad: #b3261e; --good: #1f7a3d; --help: #1a56c4;
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #14171a; --text: #e6e9ed; --soft: #a3adb9; --line: #373e47; --raised: #1d2226;
    --free: #173523; --free-edge: #67c587; --taken: #43201d; --taken-edge: #f2948b; --refused: #272d34; --refused-edge: #98a2af;
    --picked: #182f56; --picked-edge: #8ab4ff; --bar: #62748c; --left: #67c587; --bad: #f2948b; --good: #67c587; --help: #8ab4ff;
  }
}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem 1rem 3rem; max-width: 78rem; background: var(--back); color: var(--text);
  font: 1rem/1.45 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.35rem; margin: 0 0 .5rem; line-height: 1.25; }
h2 { font-size: 1.1rem; margin: 1.75rem 0 .5rem; }
h3 { font-size: 1rem; margin: 1rem 0 .4rem; }
h4 { font-size: .85rem; font-weight: 600; color: var(--soft); margin: .75rem 0 .3rem; }
p { margin: .4rem 0; }
.soft { color: var(--soft); }
code { font-family: ui-monospace, monospace; font-size: .9em; }
details { border: 1px solid var(--line); border-radius: .5rem; margin: .6rem 0; }
summary { padding: .6rem .8rem; cursor: pointer; }
details > .inside { padding: 0 .8rem .8rem; }
summary:focus-visible, a:focus-visible { outline: 3px solid var(--help); outline-offset: 2px; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .25rem .6rem .25rem 0; font-weight: 400; }
thead th { color: var(--soft); font-size: .85rem; }
`;
