// The style of simulation pages, in addition to the style of all pages. Coloured lines have names, and distinct dashes if there are few.

import { PAGE_STYLE } from './page-style.js';

export const SIMULATION_STYLE = `${PAGE_STYLE}
:root { --c0: #1a56c4; --c1: #b3261e; --c2: #1f7a3d; --c3: #8a5a00; --c4: #6b3fa0; --c5: #00707a; --c6: #a0306f; --c7: #5b6470; }
@media (prefers-color-scheme: dark) {
  :root { --c0: #8ab4ff; --c1: #f2948b; --c2: #67c587; --c3: #e0b35c; --c4: #c3a3f0; --c5: #5fc4cc; --c6: #f09cc8; --c7: #a3adb9; }
}
.c0 { --c: var(--c0); } .c1 { --c: var(--c1); } .c2 { --c: var(--c2); } .c3 { --c: var(--c3); }
.c4 { --c: var(--c4); } .c5 { --c: var(--c5); } .c6 { --c: var(--c6); } .c7 { --c: var(--c7); }
p.note { border-left: .25rem solid var(--bad); padding-left: .75rem; }
figure { margin: .5rem 0 1.25rem; }
.scroll { overflow-x: auto; }
.scroll:focus-visible { outline: 3px solid var(--help); outline-offset: 2px; }
svg.timeline { display: block; width: 100%; background: var(--raised); border: 1px solid var(--line); border-radius: .5rem; }
.grid { stroke: var(--line); }
.tick { fill: var(--soft); font: 12px system-ui, sans-serif; paint-order: stroke; stroke: var(--raised); stroke-width: 3px; }
.line, .area, .layer { vector-effect: non-scaling-stroke; }
.line { fill: none; stroke: var(--c); stroke-width: 2; stroke-linejoin: round; }
.runs .line { stroke-width: 1.75; } .runs .line.c0 { stroke-width: 6; stroke-opacity: .55; } .runs .line.c1 { stroke-width: 3.5; stroke-opacity: .8; }
.runs .limit { stroke-width: 1.5; }
.dashed { stroke-dasharray: 6 4; }
.limit { stroke-width: 1.5; stroke-dasharray: 1.5 3; }
.area { fill: var(--c); opacity: .18; }
.layer { fill: var(--c); fill-opacity: .55; stroke: var(--c); }
ul.legend { list-style: none; margin: .4rem 0 0; padding: 0; display: flex; flex-wrap: wrap; gap: .2rem 1.25rem; font-size: .85rem; }
.legend svg { vertical-align: -.1em; }
.facts { width: auto; }
.facts th { color: var(--soft); white-space: nowrap; padding-right: 1.25rem; }
.facts thead th { color: var(--text); font-weight: 600; font-size: 1rem; }
.facts td { font-variant-numeric: tabular-nums; }
.facts th, .facts td { overflow-wrap: break-word; }
.rows thead th { white-space: nowrap; }
@media (max-width: 40rem) { .facts th { white-space: normal; } .facts th, .facts td { overflow-wrap: anywhere; min-width: 5.5rem; } .facts th[scope="row"] { min-width: 8.5rem; } .rows td { min-width: 5rem; } .between { display: none; } }
.rows th[scope="row"], .rows td { max-width: 30rem; overflow-wrap: anywhere; }
ul.causes { padding-left: 1.1rem; }
.causes p { margin: .15rem 0; }
@media (prefers-contrast: more) { :root { --soft: var(--text); } .line { stroke-width: 3; } }
@media print { figure { break-inside: avoid; } .scroll { overflow: visible; } }
`;
