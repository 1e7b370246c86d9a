// Claims that ask for the same are judged once: those of one template differ in their names alone.

import type { PathStep } from '../../core/base/json.js';
import type { Fix } from '../finding.js';
import type { RuleInfo } from '../rule.js';
import { isStruct, RawJson } from '../tree/decoded.js';
import type { Field } from '../tree/field.js';

/** Longer texts are not remembered, nor more of them. */
const MAX_LENGTH = 20_000;
const MOST_KEPT = 10_000;

/** A report of a rule at a place below another one. */
export interface Reported {
  readonly rule: RuleInfo;
  readonly steps: readonly PathStep[];
  readonly message: string;
  readonly suggestion: string | undefined;
  readonly fix: Fix | undefined;
}

/** The reports about values, by their texts. */
export class RememberedReports {
  readonly #known = new Map<string, readonly Reported[]>();

  /** The reports about a value, which `judge` makes where they are unknown. The scope is all else that they depend on. */
  of(value: Field, scope: string, judge: () => readonly Reported[]): readonly Reported[] {
    const key = `${scope}\n${JSON.stringify(value.value, plain)}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const made = judge();
    if (this.#known.size >= MOST_KEPT) this.#known.clear();
    if (key.length <= MAX_LENGTH) this.#known.set(key, made);
    return made;
  }
}

/** Parameters of drivers may lie as deep as they like, and no rule looks into them. */
function plain(_: string, value: unknown): unknown {
  if (value instanceof RawJson) return undefined;
  if (typeof value === 'bigint') return `${value}n`;
  return value instanceof Map ? ['map', ...value] : value;
}

/** The field at some steps below another one. */
export function below(field: Field, steps: readonly PathStep[]): Field {
  let at = field;
  for (const step of steps)
    at = typeof step === 'number' ? at.index(step) : isStruct(at.value) || !at.isSet ? at.child(step) : at.key(step);
  return at;
}
