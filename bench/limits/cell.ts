// A cell of the table: one call in one way on one input, measured in this process. Started by bench/limits.ts, it prints its figures as JSON.

import { collectGarbage } from '../measure.js';
import {
  type Figures,
  type Forms,
  forgetPeak,
  isDocumented,
  longestHold,
  overrunOf,
  peakMemory,
  residentMemory,
  timeOfCall,
} from './measure.js';
import { REGISTRY } from './registry.js';

/** The place of a cell in the registry. */
export interface CellName {
  readonly group: string;
  readonly call: string;
  readonly way: string;
  readonly input: string;
}

/** The figures of a cell, with the size of its input as JSON in megabytes, or of its argument if that is larger. */
export interface CellFigures extends Figures {
  readonly size: number;
}

/** The number of runs, of which the worst is used, if a run is shorter than a second. */
const MOST_RUNS = 3;

/** Measures a cell. */
export async function measureCell({ group, call, way: wayName, input: inputName }: CellName): Promise<CellFigures> {
  collectGarbage();
  const before = residentMemory();
  const entry = REGISTRY[group]?.[call];
  const way = entry !== undefined && 'ways' in entry ? entry.ways.find(({ name }) => name === wayName) : undefined;
  if (way === undefined) throw new Error(`nothing to measure of ${call} (${wayName})`);
  const { input, prepare } = way.make(inputName);
  const end = performance.now() + 1000;
  let figures = await measureForms(prepare, before);
  for (let run = 1; run < MOST_RUNS && performance.now() < end; run++) figures = worst(figures, await measureForms(prepare, before));
  return { ...figures, size: Math.max(sizeOf(input), figures.size ?? 0) };
}

/** Measures the forms of a call once. `before`: the megabytes of the process without the input. */
export async function measureForms(prepare: () => Promise<Forms>, before: number): Promise<Figures> {
  const figures = await measureFirst(await fresh(prepare), before);
  // The objects of the first call are garbage by now, so that the clusters of two calls do not exist at the same time.
  const { inOneGo } = figures.hold === undefined ? {} : await fresh(prepare);
  return inOneGo === undefined ? figures : worst(figures, { overrun: overrunOf(inOneGo), ...memorySince(before) });
}

async function measureFirst({ elsewhere, inTurns, unlimited, inOneGo, argument }: Forms, before: number): Promise<Figures> {
  if (elsewhere !== undefined) return elsewhere();
  const hold = inTurns && (await longestHold(inTurns));
  const time = unlimited && timeOfCall(unlimited);
  const overrun = hold === undefined && inOneGo !== undefined ? overrunOf(inOneGo) : undefined;
  return {
    ...(hold && { hold }),
    ...(time !== undefined && { time }),
    ...(overrun !== undefined && { overrun }),
    ...memorySince(before),
    ...(argument !== undefined && { size: sizeOf(argument) }),
  };
}

/** The peak of memory since the forms were ready. */
function memorySince(before: number): Pick<Figures, 'memory'> {
  const peak = peakMemory();
  return peak === undefined ? {} : { memory: peak - before };
}

/** Prepares a call, and counts memory from there. */
async function fresh(prepare: () => Promise<Forms>): Promise<Forms> {
  collectGarbage();
  const forms = await ready(prepare);
  collectGarbage();
  forgetPeak();
  return forms;
}

/** Returns no forms if the preparation of the call ended with a documented error. */
async function ready(prepare: () => Promise<Forms>): Promise<Forms> {
  try {
    return await prepare();
  } catch (error) {
    if (isDocumented(error)) return {};
    throw error;
  }
}

function worst(one: Figures, other: Figures): Figures {
  const most = (left: number | undefined, right: number | undefined): number | undefined =>
    left === undefined || right === undefined ? (left ?? right) : Math.max(left, right);
  const [overrun, time, memory] = [most(one.overrun, other.overrun), most(one.time, other.time), most(one.memory, other.memory)];
  const size = most(one.size, other.size);
  const hold = one.hold === undefined || (other.hold !== undefined && other.hold.whole > one.hold.whole) ? other.hold : one.hold;
  return {
    ...(overrun !== undefined && { overrun }),
    ...(time !== undefined && { time }),
    ...(memory !== undefined && { memory }),
    ...(size !== undefined && { size }),
    ...(hold && { hold }),
  };
}

const MEGABYTE = 1e6;

/** The approximate size of an input as JSON, in megabytes. */
function sizeOf(input: unknown): number {
  let size = 0;
  const open: unknown[] = [input];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === 'string') size += value.length + 3;
    else if (typeof value !== 'object' || value === null) size += 5;
    else if (Array.isArray(value)) for (const item of value as readonly unknown[]) open.push(item);
    else for (const key of Reflect.ownKeys(value)) open.push(key.toString(), (value as Record<string | symbol, unknown>)[key]);
  }
  return size / MEGABYTE;
}
