// Caches reports about claims with equal requests, since claims of one template differ only in their names.

import type { PathStep } from '../../core/base/json.js';
import type { Fix } from '../finding.js';
import type { RuleInfo } from '../rule.js';
import { isStruct, RawJson } from '../tree/decoded.js';
import type { Field } from '../tree/field.js';

/** The limits of the cache: longer texts are not cached. */
const MAX_LENGTH = 20_000;
const MOST_CACHED_REPORTS = 10_000;

/** A report of a rule at a place relative to a field. */
export interface Reported {
  readonly rule: RuleInfo;
  readonly steps: readonly PathStep[];
  readonly message: string;
  readonly suggestion: string | undefined;
  readonly fix: Fix | undefined;
}

/** Reports about values, by the text of the value. */
export class ReportCache {
  readonly #reportsByKey = new Map<string, readonly Reported[]>();

  /** Returns the cached reports about a value, or calls `judge` for them. `scope` contains everything else that the reports depend on. */
  of(value: Field, scope: string, judge: () => readonly Reported[]): readonly Reported[] {
    const key = `${scope}\n${JSON.stringify(value.value, plain)}`;
    const cachedReports = this.#reportsByKey.get(key);
    if (cachedReports !== undefined) return cachedReports;
    const made = judge();
    if (this.#reportsByKey.size >= MOST_CACHED_REPORTS) this.#reportsByKey.clear();
    if (key.length <= MAX_LENGTH) this.#reportsByKey.set(key, made);
    return made;
  }
}

/** Driver parameters can be nested arbitrarily deep, and no rule reads them. */
function plain(_: string, value: unknown): unknown {
  if (value instanceof RawJson) return undefined;
  if (typeof value === 'bigint') return `${value}n`;
  return value instanceof Map ? ['map', ...value] : value;
}

/** Returns the field at some steps below another field. */
export function below(field: Field, steps: readonly PathStep[]): Field {
  let at = field;
  for (const step of steps)
    at = typeof step === 'number' ? at.index(step) : isStruct(at.value) || !at.isSet ? at.child(step) : at.key(step);
  return at;
}
