// KEP-4816 as drawn: constraints and configuration may name a subrequest without its parent. The served API wants
// `parent/subrequest`, so the parent is put in front. https://github.com/kubernetes/enhancements/issues/4816

import type { Checkpoint } from '../base/checkpoint.js';
import { entryIn } from '../base/entry-in.js';
import type { PathStep } from '../base/json.js';
import { append } from '../base/lists.js';
import type { DecodeContext } from './context.js';
import type { DeviceClaim, DeviceRequest, ResourceClaimSpec } from './resource-claim.js';

/** An error names this many meanings; more need not be kept. */
const MAX_MEANINGS = 4;

/** The spec with every name of a subrequest qualified. Throws AllocationError if a name could mean several. */
export function qualifySubrequests({ devices, firstOfDevices }: ResourceClaimSpec, context: DecodeContext): ResourceClaimSpec {
  if (firstOfDevices === undefined) return { devices: qualifyIn(devices, ['devices'], context) };
  const qualified = context.checkpoint.map(firstOfDevices, (one, index) => qualifyIn(one, ['firstOfDevices', index], context));
  return { devices, firstOfDevices: qualified };
}

function qualifyIn(devices: DeviceClaim, path: readonly PathStep[], context: DecodeContext): DeviceClaim {
  const { checkpoint } = context;
  const meanings = meaningsOf(devices.requests, checkpoint);
  const qualify = (entries: readonly { readonly requests: readonly string[] }[], field: string): readonly (readonly string[])[] =>
    checkpoint.map(entries, (entry, index) =>
      checkpoint.map(entry.requests, (name, position) => {
        const found = meanings.get(name) ?? [];
        if (found.length > 1) failAmbiguous(found, [...path, field, index, 'requests', position], context);
        // A name that means nothing is left to the rules of validation.
        return found[0] ?? name;
      }),
    );
  const ofConstraints = qualify(devices.constraints, 'constraints');
  const ofConfig = qualify(devices.config, 'config');
  return {
    requests: devices.requests,
    constraints: checkpoint.map(devices.constraints, (entry, index) => ({ ...entry, requests: ofConstraints[index] ?? [] })),
    config: checkpoint.map(devices.config, (entry, index) => ({ ...entry, requests: ofConfig[index] ?? [] })),
  };
}

/** For each bare name the requests and `parent/subrequest`s that it can mean. */
function meaningsOf(requests: readonly DeviceRequest[], checkpoint: Checkpoint): ReadonlyMap<string, readonly string[]> {
  const meanings = checkpoint.keep(() => new Map<string, string[]>());
  const add = (name: string, meaning: string): void => {
    const known = entryIn(meanings, name, (): string[] => []);
    if (known.length < MAX_MEANINGS && !known.includes(meaning)) known.push(meaning);
  };
  checkpoint.forEach(requests, ({ name, firstAvailable }) => {
    add(name, name);
    checkpoint.forEach(firstAvailable, (alternative) => add(alternative.name, `${name}/${alternative.name}`));
  });
  return meanings;
}

function failAmbiguous(meanings: readonly string[], path: readonly (string | number)[], context: DecodeContext): never {
  append(context.path, path);
  return context.fail(`ambiguous name, did you mean ${meanings.join(' or ')}?`);
}
