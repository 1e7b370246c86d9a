// Compares steps of the simulated driver controllers with steps of Kubernetes' controller.

import { spawnSync } from 'node:child_process';
import { isDeepStrictEqual } from 'node:util';
import type { OwnStep, StepOutcome } from './recorder.js';

const TIME_LIMIT = 300_000;

/** Returns the reference's steps, in the given order. Throws if the program fails. */
export function askReference(program: string, steps: readonly OwnStep[]): readonly StepOutcome[] {
  if (steps.length === 0) return [];
  const input = steps.map(({ step }) => `${JSON.stringify(step)}\n`).join('');
  const { error, status, stdout, stderr } = spawnSync(program, { input, encoding: 'utf8', maxBuffer: 2 ** 30, timeout: TIME_LIMIT });
  const lines = (stdout ?? '').trimEnd().split('\n');
  if (error !== undefined || status !== 0 || lines.length !== steps.length)
    throw new Error(
      `the reference ended with ${status} after ${lines.length} of ${steps.length} steps: ${stderr?.slice(0, 2000) || error}`,
    );
  return lines.map((line) => JSON.parse(line) as StepOutcome);
}

/** Returns the first difference between two outcomes of a step; undefined if they are equal. */
export function difference(ours: StepOutcome, reference: StepOutcome): string | undefined {
  if (reference.problem !== undefined) return `the reference ${reference.problem}`;
  if (ours.result !== reference.result || ours.error !== reference.error)
    return `ended with ${ours.result} ${ours.error ?? ''}, the reference with ${reference.result} ${reference.error ?? ''}`;
  const [own = [], others = []] = [ours.written, reference.written];
  const place = Math.max(own.length, others.length);
  for (let index = 0; index < place; index++) {
    const [left, right] = [own[index], others[index]].map((object) => plain(object));
    if (!isDeepStrictEqual(left, right)) return `wrote ${JSON.stringify(left)}, the reference ${JSON.stringify(right)}`;
  }
  return undefined;
}

/** Returns JSON without meaningless fields: Go writes no empty lists and texts, but empty objects and null times. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map(plain);
  if (value === null || value === '' || value === false) return undefined;
  if (typeof value !== 'object') return value;
  const fields = Object.entries(value as object).flatMap(([name, field]) => {
    // The program reports types separately from objects.
    const own = name === 'apiVersion' || name === 'kind' ? undefined : plain(field);
    return own === undefined ? [] : [[name, own] as const];
  });
  return fields.length === 0 ? undefined : Object.fromEntries(fields.sort(([left], [right]) => (left < right ? -1 : 1)));
}
