// Qualifies subrequest names. In the draft of KEP-4816, constraints and configuration may name a subrequest without its parent; the served
// API requires `parent/subrequest`. https://github.com/kubernetes/enhancements/issues/4816

import type { Checkpoint } from '../base/checkpoint.js';
import { entryIn } from '../base/entry-in.js';
import type { Incremental } from '../base/incremental.js';
import type { PathStep } from '../base/json.js';
import { append } from '../base/lists.js';
import { mapping } from '../base/lists-in-increments.js';
import type { DecodeContext } from './context.js';
import type { DeviceClaim, DeviceRequest, ResourceClaimSpec } from './resource-claim.js';

/** The most meanings in an error. */
const MAX_MEANINGS = 4;

/** Qualifies every name of a subrequest in a spec. Throws AllocationError if a name is ambiguous. */
export function* qualifySubrequests(
  { devices, firstOfDevices }: ResourceClaimSpec,
  context: DecodeContext,
): Incremental<ResourceClaimSpec> {
  if (firstOfDevices === undefined) return { devices: yield* qualifyIn(devices, ['devices'], context) };
  const qualified: DeviceClaim[] = [];
  for (const [index, one] of firstOfDevices.entries()) qualified.push(yield* qualifyIn(one, ['firstOfDevices', index], context));
  return { devices, firstOfDevices: qualified };
}

function* qualifyIn(devices: DeviceClaim, path: readonly PathStep[], context: DecodeContext): Incremental<DeviceClaim> {
  const { checkpoint } = context;
  const { requests } = devices;
  const meanings = yield* meaningsOf(requests, checkpoint);
  function* qualify<T extends { readonly requests: readonly string[] }>(entries: readonly T[], field: string): Incremental<readonly T[]> {
    const qualified: T[] = [];
    for (const [index, entry] of entries.entries()) {
      const nameAt = (name: string, position: number): string => {
        const found = meanings.get(name) ?? [];
        if (found.length > 1) failAmbiguous(found, [...path, field, index, 'requests', position], context);
        // Validation rules report a name without a meaning.
        return found[0] ?? name;
      };
      qualified.push({ ...entry, requests: yield* mapping(entry.requests, nameAt, checkpoint) });
      if (checkpoint.due()) yield;
    }
    return qualified;
  }
  return { requests, constraints: yield* qualify(devices.constraints, 'constraints'), config: yield* qualify(devices.config, 'config') };
}

/** Returns the requests and `parent/subrequest`s that each bare name may mean. */
function* meaningsOf(requests: readonly DeviceRequest[], checkpoint: Checkpoint): Incremental<ReadonlyMap<string, readonly string[]>> {
  const meanings = new Map<string, string[]>();
  const add = (name: string, meaning: string): void => {
    const meaningsOfName = entryIn(meanings, name, (): string[] => []);
    if (meaningsOfName.length < MAX_MEANINGS && !meaningsOfName.includes(meaning)) meaningsOfName.push(meaning);
  };
  for (const { name, firstAvailable } of requests) {
    add(name, name);
    for (const alternative of firstAvailable) {
      add(alternative.name, `${name}/${alternative.name}`);
      if (checkpoint.due()) yield;
    }
    if (checkpoint.due()) yield;
  }
  return meanings;
}

function failAmbiguous(meanings: readonly string[], path: readonly (string | number)[], context: DecodeContext): never {
  append(context.path, path);
  return context.fail(`ambiguous name, did you mean ${meanings.join(' or ')}?`);
}
