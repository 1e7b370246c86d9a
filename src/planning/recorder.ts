// Records the log, the samples and the totals of a simulation for its report.

import { compareBytes } from '../core/base/byte-order.js';
import type { Program } from '../core/base/program.js';
import type { Clock } from './clock.js';
import type { SimulatedPod } from './model.js';
import type { Given, LogEntry, Move, Sample, Totals, Waits } from './report.js';

/** The most samples of a report. Whenever there are more samples, every second one is dropped. */
const MOST_SAMPLES = 2048;

export class Recorder {
  readonly log: LogEntry[] = [];
  #samples: Sample[] = [];
  /** The number of sampling times for each stored sample. */
  #every = 1;
  #times = 0;
  #last: Sample | undefined;
  readonly #totals: { -readonly [K in keyof Totals]: number } = {
    created: 0,
    placed: 0,
    ended: 0,
    deleted: 0,
    evicted: 0,
    running: 0,
    pending: 0,
  };
  readonly #waitSeconds: number[] = [];
  readonly #fromInput: { -readonly [K in keyof Given]: number } = { running: 0, pending: 0 };

  /** Counts a pod that exists at the start. */
  noteFromInput({ node }: SimulatedPod): void {
    this.#fromInput[node === undefined ? 'pending' : 'running']++;
  }

  get given(): Given {
    return { ...this.#fromInput };
  }

  /** Returns the evictions, each with its replacement. */
  *moves(clock: Clock): Program<readonly Move[]> {
    const moves: { -readonly [K in keyof Move]: Move[K] }[] = [];
    const last = new Map<string, (typeof moves)[number]>();
    for (const { what, at, pod, node, replaces } of this.log) {
      yield* clock.rest();
      if (what === 'evicted' && node !== undefined) {
        const move = { at, pod, from: node };
        moves.push(move);
        last.set(pod, move);
      }
      const move = last.get(replaces ?? pod);
      if (move === undefined) continue;
      if (what === 'created' && replaces !== undefined) {
        move.again = pod;
        last.delete(replaces);
        last.set(pod, move);
      } else if (what === 'placed' && node !== undefined && move.again === pod) {
        move.to = node;
        last.delete(pod);
      }
    }
    return moves;
  }

  note(what: LogEntry['what'], pod: SimulatedPod, now: number, more: Pick<LogEntry, 'node' | 'cause' | 'replaces'> = {}): void {
    this.log.push({ at: now / 1000, what, pod: pod.name, ...more });
    if (what === 'pending' || what === 'blocked') return;
    this.#totals[what]++;
    if (what === 'placed') this.#waitSeconds.push((now - pod.createdAt) / 1000);
  }

  /** True if the next sample will be stored. */
  get keepsNext(): boolean {
    return this.#times % this.#every === 0;
  }

  sample(sample: Sample): void {
    if (this.keepsNext) this.#samples.push(sample);
    else this.#last = sample;
    this.#times++;
    if (this.#samples.length < MOST_SAMPLES) return;
    this.#samples = this.#samples.filter((_, index) => index % 2 === 0);
    this.#every *= 2;
  }

  /** The samples, always including the last one. */
  samples(): readonly Sample[] {
    const last = this.#last;
    const isLater = last !== undefined && last.at > (this.#samples.at(-1)?.at ?? -1);
    return isLater ? [...this.#samples, last] : this.#samples;
  }

  totals(running: number, pending: number): Totals {
    return { ...this.#totals, running, pending };
  }

  waits(): Waits | undefined {
    if (this.#waitSeconds.length === 0) return undefined;
    const sorted = Float64Array.from(this.#waitSeconds).sort();
    const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] as number;
    const sum = sorted.reduce((all, each) => all + each, 0);
    return { mean: round(sum / sorted.length), median: at(0.5), p95: at(0.95), longest: sorted.at(-1) as number };
  }
}

/** Rounds to milliseconds. */
function round(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

/** Counts, sorted by name. */
export class Counts {
  readonly #counts = new Map<string, number>();

  add(name: string, count = 1): void {
    const next = (this.#counts.get(name) ?? 0) + count;
    if (next === 0) this.#counts.delete(name);
    else this.#counts.set(name, next);
  }

  get(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  toRecord(): Readonly<Record<string, number>> {
    return recordOf(this.#counts);
  }
}

/** Returns an object with the entries sorted by name. */
export function recordOf<T>(entries: Iterable<readonly [string, T]>): Readonly<Record<string, T>> {
  return Object.fromEntries([...entries].sort(([left], [right]) => compareBytes(left, right)));
}
