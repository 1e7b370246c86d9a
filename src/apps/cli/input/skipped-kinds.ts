// Objects of kinds that are not evaluated: one note, and a warning if they request devices.

import { groupOf, SIMULATION_GROUP } from '../../../core/api/version.js';
import { isContainer, type Json } from '../../../core/base/json.js';
import { some } from '../../../core/base/words.js';
import type { Diagnostic } from './content-error.js';

/** An object of a skipped kind. */
export interface SkippedObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly json: Json;
  /** `file:line:column`, if available. */
  readonly place: () => string | undefined;
}

/** The most kinds in a message; others are only counted. */
const MAX_KINDS = 20;

/** The field that requests devices in a pod, and in any object that contains a pod. */
const CLAIMS = 'resourceClaims';

/** The texts of a command about skipped kinds. */
export interface SkippedWords {
  /** The text before kinds that have claims. */
  readonly withClaims: string;
  /** The text before other kinds. */
  readonly others: string;
  /** The advice about kinds that have claims. */
  readonly remedy: string;
}

/** Returns messages about the skipped kinds with their numbers of objects: a warning with advice about kinds that have claims, and a note on the others. */
export function skippedKinds(
  objects: Iterable<SkippedObject>,
  { withClaims, others, remedy }: SkippedWords,
): {
  readonly warnings: readonly Diagnostic[];
  readonly note: string | undefined;
} {
  const quiet = new Map<string, number>();
  const loud = new Map<string, number>();
  let first: string | undefined;
  for (const { apiVersion, kind, json, place } of objects) {
    const isLoud = !makesNoPods(apiVersion, kind) && carriesClaims(json);
    if (isLoud && loud.size === 0) first = place();
    const counts = isLoud ? loud : quiet;
    const name = kindName(apiVersion, kind);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const message = `${withClaims}: ${kindList(loud)}: ${remedy}`;
  const warning: Diagnostic = { message, hidesPods: true, ...(first === undefined ? {} : { place: first }) };
  return {
    warnings: loud.size === 0 ? [] : [warning],
    note: quiet.size === 0 ? undefined : `${others}: ${kindList(quiet)}`,
  };
}

/** Returns whether objects of a kind make no pods: documents of simulations, and kinds of Kubernetes outside of the table. */
function makesNoPods(apiVersion: string, kind: string): boolean {
  const group = groupOf(apiVersion);
  if (group === 'apps') return kind === 'ControllerRevision';
  return group === SIMULATION_GROUP || (group.endsWith('.k8s.io') && !group.endsWith('.x-k8s.io'));
}

/** Returns a kind with its version, as in `ObjectSet.skipped`. */
export function kindName(apiVersion: string, kind: string): string {
  return apiVersion === '' ? kind : `${apiVersion} ${kind}`;
}

function kindList(counts: ReadonlyMap<string, number>): string {
  const kinds = [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([kind, count]) => `${count} ${kind}`);
  return some(kinds, MAX_KINDS);
}

/** Returns whether an object has claims anywhere. The reader bounds its depth. */
function carriesClaims(json: Json): boolean {
  if (!isContainer(json)) return false;
  for (const [key, value] of Object.entries(json)) {
    if (key === CLAIMS && Array.isArray(value) && value.length > 0) return true;
    if (carriesClaims(value)) return true;
  }
  return false;
}
