// Measures every public call on the largest inputs, against the promises of docs/reference/limits.md.
//
//   node scripts/bench.mjs limits [--only WORD;WORD] [--jobs N] [--write] [--once]
//
// Each cell, a call in one way on one input, is measured in a separate process. `--only` selects the cells whose names have all words of
// one of its parts. With --write the figures go into bench/limits/figures.json, and the table into the page. With --once no cell is
// measured again.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { type CellFigures, type CellName, measureCell } from './limits/cell.js';
import { allCells, type Measured, nameOf, readFigures, writeFigures } from './limits/figures.js';
import { writePage } from './limits/page.js';
import { faultsOf, shownTime } from './limits/promises.js';
import { REGISTRY } from './limits/registry.js';
import type { Entry } from './limits/ways.js';
import { machine } from './measure.js';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    jobs: { type: 'string', default: '1' },
    write: { type: 'boolean', default: false },
    once: { type: 'boolean', default: false },
    cell: { type: 'string' },
  },
});

/** The time limit of a cell. */
const MOST_SECONDS = 120;
/** The number of further runs of a cell, each in a new process, before its median is reported as a broken promise. */
const MORE_RUNS = 2;

async function main(): Promise<void> {
  const words = values.only.split(';').map((each) => each.trim().split(' '));
  const waiting = allCells().filter((name) => words.some((some) => some.every((word) => nameOf(name).includes(word))));
  const start = performance.now();
  let [count, above] = [0, 0];
  const work = async (): Promise<void> => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const cell = await measured(name);
      const faults = faultsIn(name, cell);
      if (faults.length > 0) above++;
      count++;
      console.log(`${nameOf(name)}: ${inWords(cell)}${faults.length > 0 ? `  ABOVE: ${faults.join(', ')}` : ''}`);
      if (values.write)
        writeFigures({
          measured: `${new Date().toISOString().slice(0, 10)}: ${machine()}`,
          cells: { ...readFigures().cells, [nameOf(name)]: cell },
        });
    }
  };
  await Promise.all(Array.from({ length: Number(values.jobs) }, work));
  console.log(`${count} cells in ${((performance.now() - start) / 1000).toFixed(0)} s, ${above} above what is promised`);
  if (values.write) writePage(readFigures());
}

function faultsIn({ group, call, ...name }: CellName, { figures, failure }: Measured): readonly string[] {
  if (figures === undefined) return [failure ?? 'not measured'];
  return faultsOf(REGISTRY[group]?.[call] as Entry, { group, call, ...name }, figures);
}

/** The figures of a cell. If they exceed a promise, the median of more runs is used, because other programs disturb some runs. */
async function measured(name: CellName): Promise<Measured> {
  const first = await measureApart(name);
  if (values.once || first.figures === undefined || faultsIn(name, first).length === 0) return first;
  const more: Measured[] = [first];
  for (let run = 0; run < MORE_RUNS; run++) more.push(await measureApart(name));
  more.sort((left, right) => faultsIn(name, left).length - faultsIn(name, right).length || weightOf(left) - weightOf(right));
  return more[MORE_RUNS / 2] as Measured;
}

/** A measure for the order of runs by time. */
function weightOf({ figures }: Measured): number {
  return figures === undefined ? Infinity : (figures.overrun ?? 0) + (figures.hold?.withoutGarbage ?? 0) + (figures.time ?? 0);
}

/** Measures a cell in a separate process. */
async function measureApart(name: CellName): Promise<Measured> {
  const args = ['--expose-gc', process.argv[1] as string, '--cell', JSON.stringify(name)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const [out, err]: [string[], string[]] = [[], []];
  child.stdout.on('data', (chunk) => out.push(String(chunk)));
  child.stderr.on('data', (chunk) => err.push(String(chunk)));
  // Also kills the processes that it started.
  const timer = setTimeout(() => process.kill(-(child.pid as number), 'SIGKILL'), MOST_SECONDS * 1000);
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  clearTimeout(timer);
  if (code === 0) return { figures: JSON.parse(out.join('').split('\n').at(-2) as string) as CellFigures };
  const error = /^(?:\w*Error\b|FATAL).*$/m.exec(err.join(''))?.[0] ?? `ended with ${code ?? signal}`;
  return { failure: signal === 'SIGKILL' ? `did not end in ${MOST_SECONDS} s` : error };
}

function inWords({ figures, failure }: Measured): string {
  if (figures === undefined) return `FAILED: ${failure}`;
  const { overrun, hold, time, memory, size } = figures;
  const parts = [
    ...(overrun === undefined ? [] : [`overrun ${shownTime(overrun)} ms`]),
    ...(hold === undefined ? [] : [`hold ${shownTime(hold.whole)} (${shownTime(hold.withoutGarbage)}) ms`]),
    ...(time === undefined ? [] : [`time ${shownTime(time)} ms`]),
    ...(memory === undefined ? [] : [`memory ${memory.toFixed(0)} MB`]),
  ];
  return `${parts.join(', ')} of ${size.toFixed(2)} MB`;
}

if (values.cell === undefined) await main();
else {
  console.log(JSON.stringify(await measureCell(JSON.parse(values.cell) as CellName)));
  process.exit(0);
}
