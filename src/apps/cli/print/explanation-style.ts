// The style of explanation pages, in addition to the style of all pages. Text repeats the information that colours give.

import { PAGE_STYLE } from './page-style.js';

export const EXPLANATION_STYLE = `${PAGE_STYLE}p.cause { font-size: 1.1rem; font-weight: 600; border-left: .25rem solid var(--bad); padding-left: .75rem; }
p.cause.allocated { border-color: var(--good); }
details.subject { padding: 0 .8rem .4rem; }
details.subject > summary { padding: .6rem 0; }
h2 { font-size: 1rem; margin: 1rem 0 .4rem; }
h3 { font-size: .85rem; font-weight: 600; color: var(--soft); margin: .75rem 0 .3rem; }
details.subject > summary h2 { display: inline; font-size: 1.1rem; margin: 0; }
.columns { display: grid; grid-template-columns: minmax(0, 1fr) 22rem; gap: 0 2rem; align-items: start; }
.columns > * { grid-row: 1; grid-column: 1; }
aside.changes { grid-column: 2; background: var(--raised); border: 1px solid var(--line); border-radius: .5rem; padding: 0 1rem 1rem; margin-top: 1.75rem;
  position: sticky; top: 1rem; max-height: calc(100vh - 2rem); overflow: auto; }
aside h2 { margin-top: 1rem; }
aside ol { padding-left: 1.5rem; margin: 0; }
aside li { margin: .6rem 0; }
aside li::marker { color: var(--help); font-weight: 600; }
aside details { margin: .3rem 0 0; border: 0; }
aside summary { padding: 0; color: var(--soft); font-size: .85rem; }
pre { margin: .3rem 0; padding: .5rem; background: var(--back); border: 1px solid var(--line); border-radius: .3rem; font-size: .8rem;
  white-space: pre-wrap; overflow-wrap: anywhere; }
.picks th, .picks td { overflow-wrap: break-word; max-width: 45vw; }
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
ul.groups, ul.tiles, ul.legend { list-style: none; margin: 0; padding: 0; }
.groups > li { border-left: .35rem solid var(--edge); background: var(--fill); border-radius: .3rem; padding: .35rem .6rem .5rem; margin: .4rem 0; }
.groups > li.refused { border-left-style: double; }
.groups p { margin: 0 0 .3rem; }
.groups .state { font-weight: 600; color: var(--edge); }
.groups details { margin: .3rem 0 0; border: 0; }
.groups summary { padding: 0; font-size: .85rem; }
ul.tiles { display: flex; flex-wrap: wrap; gap: .25rem; }
.tiles li { border: 1px solid var(--edge); border-radius: .3rem; background: var(--back); padding: .05rem .4rem; font-size: .85rem; line-height: 1.4; }
.tiles strong { font-weight: 500; }
.tiles small { color: var(--soft); font-size: .92em; }
ul.legend { display: flex; flex-wrap: wrap; gap: .2rem 1.25rem; margin-top: .75rem; font-size: .85rem; }
.swatch { display: inline-block; width: .9rem; height: .9rem; vertical-align: -.1em; border: 1px solid var(--edge); border-left-width: .35rem; border-radius: .2rem; background: var(--fill); }
details.counts > summary { font-size: .9rem; }
.free { --fill: var(--free); --edge: var(--free-edge); } .taken { --fill: var(--taken); --edge: var(--taken-edge); }
.refused { --fill: var(--refused); --edge: var(--refused-edge); } .picked { --fill: var(--picked); --edge: var(--picked-edge); }
@media (max-width: 60rem) {
  .picks th, .picks td { overflow-wrap: anywhere; }
  .columns { display: block; }
  aside { position: static; max-height: none; margin-top: .75rem; }
}
@media (prefers-contrast: more) { .tiles li { border-width: 2px; } :root { --soft: var(--text); } }
@media print { aside { position: static; max-height: none; } details { break-inside: avoid; } }
`;
