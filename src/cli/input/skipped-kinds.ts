// Objects of kinds that are not looked at: said once, and loudly where they ask for devices all the same.

import { groupOf, SIMULATION_GROUP } from '../../api/version.js';
import { isContainer, type Json } from '../../base/json.js';
import { some } from '../../base/words.js';
import type { Diagnostic } from './content-error.js';

/** An object of a kind that is not looked at. */
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

/** Says which kinds were skipped, with how many objects of each. Those that carry claims come first, with what to do about them. */
export function skippedKinds(
  objects: Iterable<SkippedObject>,
  hint = 'a pod with such a template is looked at',
): {
  readonly warnings: readonly Diagnostic[];
  readonly note: string | undefined;
} {
  const quiet = new Map<string, number>();
  const loud = new Map<string, number>();
  let first: string | undefined;
  for (const { apiVersion, kind, json, place } of objects) {
    // Documents of simulations are theirs alone, whatever is in them.
    const isLoud = groupOf(apiVersion) !== SIMULATION_GROUP && carriesClaims(json);
    if (isLoud && loud.size === 0) first = place();
    const counts = isLoud ? loud : quiet;
    const name = kindName(apiVersion, kind);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const message = `skipped, although they carry ${CLAIMS}: ${kindList(loud)}; ${hint}`;
  const warning = first === undefined ? { message } : { message, place: first };
  return {
    warnings: loud.size === 0 ? [] : [warning],
    note: quiet.size === 0 ? undefined : `skipped objects of kinds that do not matter for devices: ${kindList(quiet)}`,
  };
}

/** A kind with its version, as `ObjectSet.skipped` has it. */
export function kindName(apiVersion: string, kind: string): string {
  return apiVersion === '' ? kind : `${apiVersion} ${kind}`;
}

function kindList(counts: ReadonlyMap<string, number>): string {
  const kinds = [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([kind, count]) => `${count} ${kind}`);
  return some(kinds, MAX_KINDS);
}

/** Tells whether there are claims anywhere in an object, which the reader lets be only so deep. */
function carriesClaims(json: Json): boolean {
  if (!isContainer(json)) return false;
  for (const [key, value] of Object.entries(json)) {
    if (key === CLAIMS && Array.isArray(value) && value.length > 0) return true;
    if (carriesClaims(value)) return true;
  }
  return false;
}
