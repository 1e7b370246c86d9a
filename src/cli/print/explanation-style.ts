// The looks of the page of explanations: for light and dark screens, from 400 pixels on, and on paper. What colours tell, words tell too.

/** The style sheet. */
export const EXPLANATION_STYLE = `
:root {
  color-scheme: light dark;
  --back: #ffffff; --text: #1c2024; --soft: #5b6470; --line: #d4d9e0; --raised: #f4f6f8;
  --free: #dff3e4; --free-edge: #1f7a3d; --taken: #fbe3e0; --taken-edge: #b3261e; --refused: #eceff3; --refused-edge: #6a7380;
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
p.cause { font-size: 1.1rem; border-left: .25rem solid var(--bad); padding-left: .75rem; }
p.cause.allocated { border-color: var(--good); }
.soft { color: var(--soft); }
code { font-family: ui-monospace, monospace; font-size: .9em; }
section.subject + section.subject { border-top: 2px solid var(--line); margin-top: 2.5rem; padding-top: 1.5rem; }
.columns { display: grid; grid-template-columns: minmax(0, 1fr) 22rem; gap: 0 2rem; align-items: start; }
.columns > * { grid-row: 1; grid-column: 1; }
aside.changes { grid-column: 2; background: var(--raised); border: 1px solid var(--line); border-radius: .5rem; padding: 0 1rem 1rem; margin-top: 1.75rem;
  position: sticky; top: 1rem; max-height: calc(100vh - 2rem); overflow: auto; }
aside h2 { margin-top: 1rem; }
aside ol { padding-left: 1.5rem; margin: 0; }
aside li { margin: .6rem 0; }
aside li::marker { color: var(--help); font-weight: 600; }
details { border: 1px solid var(--line); border-radius: .5rem; margin: .6rem 0; }
summary { padding: .6rem .8rem; cursor: pointer; }
details > .inside { padding: 0 .8rem .8rem; }
aside details { margin: .3rem 0 0; border: 0; }
aside summary { padding: 0; color: var(--soft); font-size: .85rem; }
pre { margin: .3rem 0; padding: .5rem; background: var(--back); border: 1px solid var(--line); border-radius: .3rem; font-size: .8rem;
  white-space: pre-wrap; overflow-wrap: anywhere; }
summary:focus-visible, a:focus-visible { outline: 3px solid var(--help); outline-offset: 2px; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .25rem .6rem .25rem 0; font-weight: 400; }
.picks th, .picks td { overflow-wrap: break-word; max-width: 45vw; }
thead th { color: var(--soft); font-size: .85rem; }
.funnel td.count { text-align: right; width: 4rem; font-variant-numeric: tabular-nums; }
.funnel td.bar { width: 30%; min-width: 5rem; }
.funnel svg { display: block; width: 100%; height: 1rem; margin-top: .25rem; }
.funnel rect.rest { fill: var(--bar); } .funnel rect.lost { fill: var(--taken-edge); } .funnel rect.left { fill: var(--left); }
.funnel tr.left { font-weight: 600; }
.conflict { border: 1px solid var(--bad); border-radius: .5rem; padding: 0 .8rem .8rem; margin: 1rem 0; }
.conflict .scroll { overflow-x: auto; }
.conflict .scroll:focus-visible, pre:focus-visible { outline: 3px solid var(--help); outline-offset: 2px; }
.conflict table { width: auto; min-width: 60%; margin-top: .5rem; }
.conflict th, .conflict td { border: 1px solid var(--line); padding: .4rem .6rem; overflow-wrap: break-word; max-width: 18rem; }
.conflict td.none { color: var(--bad); }
.conflict tr.verdict td { color: var(--bad); font-weight: 600; }
ul.tiles { list-style: none; margin: 0; padding: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(9.5rem, 1fr)); gap: .4rem; }
.tiles li { border: 1px solid var(--edge); border-left-width: .35rem; border-radius: .3rem; background: var(--fill); padding: .3rem .5rem;
  font-size: .85rem; line-height: 1.3; }
.tiles strong { display: block; }
.tiles .state { font-weight: 600; color: var(--edge); }
.tiles small { display: block; font-size: .8rem; }
.free { --fill: var(--free); --edge: var(--free-edge); } .taken { --fill: var(--taken); --edge: var(--taken-edge); }
.refused { --fill: var(--refused); --edge: var(--refused-edge); } .tiles li.refused { border-style: dashed; border-left-style: solid; } .picked { --fill: var(--picked); --edge: var(--picked-edge); }
td ul.tiles { display: flex; flex-wrap: wrap; } td .tiles li { min-width: 5rem; }
@media (max-width: 60rem) {
  .columns { display: block; }
  aside { position: static; max-height: none; margin-top: .75rem; }
  ul.tiles { grid-template-columns: repeat(auto-fill, minmax(7.5rem, 1fr)); }
}
@media (prefers-contrast: more) { .tiles li { border-width: 2px; } :root { --soft: var(--text); } }
@media print { aside { position: static; max-height: none; } details { break-inside: avoid; } }
`;
