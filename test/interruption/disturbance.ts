// Disturbs a call: its time is up or its signal is given at a chosen look, each look takes time so that it pauses there, or a chosen piece of memory cannot be had.

import { Checkpoint } from '../../src/base/checkpoint.js';
import type { AsyncLimits } from '../../src/index.js';

/** The limit that ends a disturbed call. */
export type By = 'milliseconds' | 'signal' | 'memory';

/** The way in which a call is disturbed. Looks at the clock, looks at the signal and requests for memory count from 1 on. */
export interface Disturbance {
  /** Milliseconds that pass at each look at the clock. Default: the clock stands still. */
  readonly tick?: number;
  /** The looks at the clock at which time passes. Default: all. */
  readonly ticksAt?: (look: number) => boolean;
  /** The look at the clock from which on the time is up. */
  readonly endsAt?: number;
  /** The look at the signal at which it is given. */
  readonly abortsAt?: number;
  /** The request for memory that fails. */
  readonly failsAt?: number;
  /** Is called at each pause. */
  readonly onPause?: () => void;
}

/** Counts what happened during a call. */
export interface Counts {
  clock: number;
  signal: number;
  memory: number;
  pauses: number;
}

/** A moment that never comes. */
const NEVER = Number.POSITIVE_INFINITY;
/** Longer than any call that is not to end. */
const LONG = 1e9;
/** The units of work between two looks at the clock, of src/base/checkpoint.ts: with these, work looks whenever it announces itself. */
const UNITS_OF_A_LOOK = 64;

/** The call that is disturbed; one at a time. */
let now: { readonly disturbance: Disturbance; readonly counts: Counts; milliseconds: number } | undefined;

/** Lets others have their turn: calls of the allocators here pause by it. */
export async function giveWay(): Promise<void> {
  if (now === undefined) return;
  now.counts.pauses++;
  now.disturbance.onPause?.();
}

/** Makes a call under a disturbance, and counts. Until it ends, the clock and the memory are those of the disturbance. */
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

/** A signal that is given when it is looked at for the n-th time. */
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

/** Puts clock and memory under control, and returns what undoes that. Not by spies, which keep the arguments of each call. */
function install(): () => void {
  const { step, stepOrPause } = Checkpoint.prototype;
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
    Object.assign(Checkpoint.prototype, { step, stepOrPause });
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
