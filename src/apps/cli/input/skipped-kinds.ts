// Objects of kinds that are not evaluated: said once, and loudly where they ask for devices still.

import { groupOf, SIMULATION_GROUP } from '../../../core/api/version.js';
import { isContainer, type Json } from '../../../core/base/json.js';
import { some } from '../../../core/base/words.js';
import type { Diagnostic } from './content-error.js';

/** An object of a kind that is not considered. */
export interface SkippedObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly json: Json;
  /** `file:line:column`, as far as known. */
  readonly place: () => string | undefined;
}

/** More kinds are only counted. */
const MAX_KINDS = 20;

/** Field that asks for devices in a pod, and in whatever has a pod in it. */
const CLAIMS = 'resourceClaims';

/** Words of a command about kinds that it skips. */
export interface SkippedWords {
  /** Before kinds that carry claims. */
  readonly withClaims: string;
  /** Before other kinds. */
  readonly others: string;
  /** Advice about kinds that carry claims. */
  readonly remedy: string;
}

/** Says which kinds were skipped, with how many objects of each. Those that carry claims come first, with what to do about them. */
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

/** The kinds of Kubernetes that make pods are all in the table, and documents of simulations are theirs alone. */
function makesNoPods(apiVersion: string, kind: string): boolean {
  const group = groupOf(apiVersion);
  if (group === 'apps') return kind === 'ControllerRevision';
  return group === SIMULATION_GROUP || (group.endsWith('.k8s.io') && !group.endsWith('.x-k8s.io'));
}

/** A kind with its version, as `ObjectSet.skipped` has it. */
export function kindName(apiVersion: string, kind: string): string {
  return apiVersion === '' ? kind : `${apiVersion} ${kind}`;
}

function kindList(counts: ReadonlyMap<string, number>): string {
  const kinds = [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([kind, count]) => `${count} ${kind}`);
  return some(kinds, MAX_KINDS);
}

/** Returns whether there are claims anywhere in an object, which the reader lets be only so deep. */
function carriesClaims(json: Json): boolean {
  if (!isContainer(json)) return false;
  for (const [key, value] of Object.entries(json)) {
    if (key === CLAIMS && Array.isArray(value) && value.length > 0) return true;
    if (carriesClaims(value)) return true;
  }
  return false;
}
