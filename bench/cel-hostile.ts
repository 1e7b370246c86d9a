// Selectors from a generator that covers every overload (hostile-generator.ts): `npm run bench:cel-hostile [-- N [SEED]]`. By
// default, no selector may use more than 100 ms of CPU time. Without a limit on work, no selector may exceed a deadline of 50
// ms by more than 50 ms.

import { CelCompileError, CelRuntimeError, compileSelector, resultOf, type Selector } from '../src/cel/engine.js';
import { TOO_MUCH_WORK } from '../src/cel/errors.js';
import { CallEnded, Checkpoint } from '../src/core/base/checkpoint.js';
import { timed } from '../test/support/clock.js';
import { hostileSelector } from './hostile-generator.js';
import { hostileDevice } from './hostile-selectors.js';

const MOST_MILLISECONDS = 100;
const LEAST_ENDED = 30;
const DEADLINE = 50;

const [count = '2000', seed = '1'] = process.argv.slice(2);
const device = hostileDevice();

interface Seen {
  readonly index: number;
  readonly milliseconds: number;
  readonly outcome: string;
}

function outcomeOf(selector: Selector, checkpoint?: Checkpoint): string {
  try {
    return String(resultOf(selector.measure(device, checkpoint)));
  } catch (error) {
    if (error instanceof CelRuntimeError && error.isOwnLimit)
      return error.message === TOO_MUCH_WORK ? 'ended by our limit' : 'too large for us';
    if (error instanceof CelRuntimeError) return error.message.startsWith('operation cancelled') ? 'ended by cost' : 'error';
    if (error instanceof CallEnded) return 'ended by the deadline';
    throw error;
  }
}

const counts = new Map<string, number>();
const seen: Seen[] = [];
const overrun: Seen[] = [];
for (let index = 0; index < Number(count); index += 1) {
  const expression = hostileSelector(Number(seed), index);
  let selector: Selector;
  try {
    selector = compileSelector(expression);
  } catch (error) {
    if (!(error instanceof CelCompileError)) throw error;
    counts.set('refused', (counts.get('refused') ?? 0) + 1);
    continue;
  }
  const { milliseconds, result } = timed(() => outcomeOf(selector));
  counts.set(result, (counts.get(result) ?? 0) + 1);
  seen.push({ index, milliseconds, outcome: result });
  if (result !== 'ended by our limit') continue;
  const late = timed(() =>
    outcomeOf(selector, new Checkpoint({ deadline: performance.now() + DEADLINE, selectorWork: Number.POSITIVE_INFINITY })),
  );
  overrun.push({ index, milliseconds: late.milliseconds, outcome: late.result });
}
const slowest = seen.toSorted((a, b) => b.milliseconds - a.milliseconds);
const latest = overrun.toSorted((a, b) => b.milliseconds - a.milliseconds);
const early = seen
  .filter(({ milliseconds, outcome }) => outcome === 'ended by our limit' && milliseconds < LEAST_ENDED)
  .toSorted((a, b) => a.milliseconds - b.milliseconds);
const line = ({ index, milliseconds, outcome }: Seen): string =>
  `${milliseconds.toFixed(1).padStart(7)} ms  #${index} ${outcome}: ${hostileSelector(Number(seed), index).replace(/^.*transformMap\(k, x, x\), /, '')}`;
console.log(`${count} selectors of seed ${seed}: ${JSON.stringify(Object.fromEntries(counts))}`);
console.log(`slowest\n${slowest.slice(0, 12).map(line).join('\n')}`);
console.log(`with a deadline of ${DEADLINE} ms and no limit on work\n${latest.slice(0, 6).map(line).join('\n')}`);
console.log(`${early.length} ended before ${LEAST_ENDED} ms\n${early.slice(0, 25).map(line).join('\n')}`);
const tooSlow =
  seen.filter(({ milliseconds }) => milliseconds > MOST_MILLISECONDS).length +
  overrun.filter(({ milliseconds }) => milliseconds > DEADLINE + MOST_MILLISECONDS / 2).length;
process.exitCode = tooSlow > 0 ? 1 : 0;
