// Disturbs a call: its time limit or its signal ends it at a chosen check, it pauses at each check, or a chosen allocation of memory fails.

import { Checkpoint } from '../../src/core/base/checkpoint.js';
import type { AsyncLimits } from '../../src/index.js';

/** The limit that ends a disturbed call. */
export type By = 'milliseconds' | 'signal' | 'memory';

/** The way in which a call is disturbed. Readings of the clock, readings of the signal and allocations of memory count from 1. */
export interface Disturbance {
  /** Milliseconds that pass at each reading of the clock. Default: the clock stands still. */
  readonly tick?: number;
  /** The readings of the clock at which time passes. Default: all. */
  readonly ticksAt?: (look: number) => boolean;
  /** The reading of the clock at which the time limit is reached. */
  readonly endsAt?: number;
  /** The reading of the signal at which it is aborted. */
  readonly abortsAt?: number;
  /** The allocation of memory that fails. */
  readonly failsAt?: number;
  /** Called at each pause. */
  readonly onPause?: () => void;
}

/** Counts what happened during a call. */
export interface Counts {
  clock: number;
  signal: number;
  memory: number;
  pauses: number;
}

/** A count that is never reached. */
const NEVER = Number.POSITIVE_INFINITY;
/** Longer than any call, in milliseconds. */
const LONG = 1e9;
/** The units of work between two readings of the clock in src/core/base/checkpoint.ts. With these units, each announcement reads the clock. */
const UNITS_OF_A_LOOK = 64;

/** The disturbed call; one at a time. */
let now: { readonly disturbance: Disturbance; readonly counts: Counts; milliseconds: number } | undefined;

/** The pause of the allocators in these tests. */
export async function yieldNow(): Promise<void> {
  if (now === undefined) return;
  now.counts.pauses++;
  now.disturbance.onPause?.();
}

/** Makes a call under a disturbance, and counts events. Controls the clock and the memory until the call ends. */
export async function disturbed<T>(
  call: (limits: AsyncLimits) => T | Promise<T>,
  disturbance: Disturbance,
): Promise<{ readonly result: T; readonly counts: Counts }> {
  const counts: Counts = { clock: 0, signal: 0, memory: 0, pauses: 0 };
  const restore = install();
  now = { disturbance, counts, milliseconds: 0 };
  try {
    return { result: await call(limitsOf(disturbance, counts)), counts };
  } finally {
    now = undefined;
    restore();
  }
}

function limitsOf({ endsAt, abortsAt }: Disturbance, counts: Counts): AsyncLimits {
  return {
    ...(endsAt === undefined ? {} : { milliseconds: LONG }),
    ...(abortsAt === undefined ? {} : { signal: signalAt(abortsAt, counts) }),
  };
}

/** Returns a signal that is aborted at its n-th reading. */
function signalAt(look: number, counts: Counts): AbortSignal {
  const controller = new AbortController();
  const { signal } = controller;
  const isAborted = Object.getOwnPropertyDescriptor(AbortSignal.prototype, 'aborted')?.get as () => boolean;
  Object.defineProperty(signal, 'aborted', {
    get: () => {
      counts.signal++;
      if (counts.signal >= look) controller.abort();
      return isAborted.call(signal);
    },
  });
  return signal;
}

/** Controls clock and memory, and returns a function that restores them. Spies would store the arguments of each call. */
function install(): () => void {
  const { step, stepOrPause, due } = Checkpoint.prototype;
  const { Memory, Instance } = WebAssembly;
  const { grow } = Memory.prototype;
  const clock = Object.getOwnPropertyDescriptor(performance, 'now');
  Object.defineProperty(performance, 'now', { value: time, configurable: true });
  Checkpoint.prototype.step = function (): void {
    step.call(this, UNITS_OF_A_LOOK);
  };
  Checkpoint.prototype.stepOrPause = function (): void {
    stepOrPause.call(this, UNITS_OF_A_LOOK);
  };
  Checkpoint.prototype.due = function (): boolean {
    return due.call(this, UNITS_OF_A_LOOK);
  };
  Memory.prototype.grow = function (pages: number): number {
    requestMemory();
    return grow.call(this, pages);
  };
  WebAssembly.Memory = class extends Memory {
    constructor(type: WebAssembly.MemoryDescriptor) {
      requestMemory();
      super(type);
    }
  };
  WebAssembly.Instance = class extends Instance {
    constructor(module: WebAssembly.Module, imports?: WebAssembly.Imports) {
      requestMemory();
      super(module, imports);
    }
  };
  return () => {
    if (clock === undefined) Reflect.deleteProperty(performance, 'now');
    else Object.defineProperty(performance, 'now', clock);
    Object.assign(Checkpoint.prototype, { step, stepOrPause, due });
    Memory.prototype.grow = grow;
    Object.assign(WebAssembly, { Memory, Instance });
  };
}

function time(): number {
  if (now === undefined) return 0;
  const { counts, disturbance } = now;
  const { tick = 0, ticksAt = () => true, endsAt = NEVER } = disturbance;
  counts.clock++;
  if (ticksAt(counts.clock)) now.milliseconds += tick;
  return counts.clock >= endsAt ? now.milliseconds + 2 * LONG : now.milliseconds;
}

function requestMemory(): void {
  if (now === undefined) return;
  now.counts.memory++;
  if (now.counts.memory === now.disturbance.failsAt) throw new RangeError('no memory can be had');
}
