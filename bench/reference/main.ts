// Times the reference and us on the same problems, in turn, in one go, and prints medians, their spread, and how many times faster we are.
//
//   npm run bench:reference [-- --rounds N] [-- --ms N] [-- --part passes|one-node|one-shot|selectors] [-- --write] [-- WORD...]
//
// One node: the reference's time is NewAllocator and Allocate with compiled selectors. Many nodes: one pass, without NewAllocator.

import { parseArgs } from 'node:util';
import { showRatio, showSpread, spreadOf, timeOf } from '../measure.js';
import { publish, table } from '../page.js';
import { Reference } from './go.js';
import { timeOneNode, timeOneShot } from './one-node.js';
import { timePasses } from './passes.js';
import { timeSelectors } from './selectors.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    ms: { type: 'string', default: '200' },
    part: { type: 'string', multiple: true, default: ['passes', 'one-node', 'one-shot', 'selectors'] },
    write: { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds);
const milliseconds = Number(values.ms);
const reference = new Reference();
const sections: string[] = [];

function selectorTable(): string {
  const rows = timeSelectors(positionals, rounds, (operation) => timeOf(operation, milliseconds)).map(({ name, ...times }) => {
    const [theirs, ours] = [spreadOf(times.reference), spreadOf(times.ours)];
    return [name.replace(/^selector, /, ''), showSpread(theirs), showSpread(ours), showRatio(theirs.median / ours.median)];
  });
  return table(['selector', 'reference', 'dra-allocator', 'ratio'], rows);
}

for (const part of values.part) {
  if (part === 'passes') {
    const sizes = [500, 5000];
    for (const nodes of sizes) {
      if (positionals.every((word) => `${nodes} nodes`.includes(word)))
        sections.push(await timePasses(reference, nodes, rounds, milliseconds));
    }
  } else if (part === 'one-node') sections.push(await timeOneNode(reference, positionals, rounds, milliseconds));
  else if (part === 'one-shot') sections.push(await timeOneShot(reference, rounds, milliseconds));
  else if (part === 'selectors') sections.push(selectorTable());
  else throw new Error(`unknown part ${part}`);
}
reference.end();
publish('reference', sections.join('\n\n'));
