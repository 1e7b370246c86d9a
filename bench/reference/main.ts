// Times the reference and our side on the same problems, in turn, in one process. Prints medians, their spread, and how many times faster
// our side is.
//
//   npm run bench:reference [-- --rounds N] [-- --ms N] [-- --part passes|one-node|one-shot|selectors] [-- --write] [-- WORD...]
//
// One node: the reference's time is NewAllocator and Allocate with compiled selectors. Many nodes: one pass, without NewAllocator.

import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { showRatio, showSpread, spreadOf, timeOf } from '../measure.js';
import { publish, table } from '../page.js';
import { Reference } from './go.js';
import { timeOneNode, timeOneShot } from './one-node.js';
import { timePasses } from './passes.js';
import { timeSelectors } from './selectors.js';

const PARTS = ['passes', 'one-node', 'one-shot', 'selectors'];
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    ms: { type: 'string', default: '200' },
    part: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds);
const milliseconds = Number(values.ms);

function selectorTable(): string {
  const rows = timeSelectors(positionals, rounds, (operation) => timeOf(operation, milliseconds)).map(({ name, ...times }) => {
    const [theirs, ours] = [spreadOf(times.reference), spreadOf(times.ours)];
    return [name.replace(/^selector, /, ''), showSpread(theirs), showSpread(ours), showRatio(theirs.median / ours.median)];
  });
  return table(['selector', 'reference', 'dra-allocator', 'ratio'], rows);
}

/** The tables of a part. */
async function tablesOf(part: string): Promise<string[]> {
  const reference = new Reference();
  try {
    if (part === 'one-node') return [await timeOneNode(reference, positionals, rounds, milliseconds)];
    if (part === 'one-shot') return [await timeOneShot(reference, positionals, rounds, milliseconds)];
    if (part === 'selectors') return [selectorTable()];
    if (part !== 'passes') throw new Error(`unknown part ${part}`);
    const tables: string[] = [];
    for (const nodes of [500, 5000].filter((count) => positionals.every((word) => `${count} nodes`.includes(word)))) {
      tables.push(await timePasses(reference, nodes, rounds, milliseconds));
    }
    return tables;
  } finally {
    reference.end();
  }
}

if (values.part === undefined) {
  // Each part has a separate process, so that leftovers of one do not disturb another.
  const [program = '', ...given] = process.argv.slice(1);
  for (const part of PARTS) spawnSync(process.execPath, ['--expose-gc', program, '--part', part, ...given], { stdio: 'inherit' });
} else {
  publish('reference', (await tablesOf(values.part)).join('\n\n'), values.part);
}
