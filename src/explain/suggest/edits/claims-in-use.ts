// Edits that deallocate claims: claims that hold devices, shares or counters of accessible pools, and claims of the question whose devices
// cannot be used here.

import { unavailabilityOf } from '../../../allocator/encode/availability.js';
import { poolKey } from '../../../allocator/pools/slice-index.js';
import { objectName } from '../../../core/api/meta.js';
import type { AllocatedDevice, ResourceClaim } from '../../../core/api/resource-claim.js';
import type { Incremental } from '../../../core/base/incremental.js';
import { filtering, filteringEach } from '../../../core/base/lists-in-increments.js';
import { count, inList, some } from '../../../core/base/words.js';
import type { Edit } from '../edit.js';
import type { Question } from '../question.js';
import { slicesInReach } from '../verifier.js';
import { MOST } from './bounds.js';

/** Returns the edits that deallocate a claim. */
export function* freeingEdits(question: Question): Incremental<readonly Edit[]> {
  const { input, world, checkpoint } = question;
  const pools = new Set<string>();
  for (const { spec } of yield* slicesInReach(question)) {
    if (checkpoint.due()) yield;
    pools.add(poolKey(spec.driver, spec.pool.name));
  }
  const isNear = ({ driver, pool }: AllocatedDevice): boolean => pools.has(poolKey(driver, pool));
  const queriedNames = new Set(input.claims.map(({ metadata }) => objectName(metadata)));
  const found: Edit[] = [];
  for (const holder of world.holders()) {
    if (checkpoint.due()) yield;
    if (found.length >= MOST.claims) break;
    if (holder.metadata.name === '' || queriedNames.has(objectName(holder.metadata)) || world.isPlanned?.(holder) === true) continue;
    const results = holder.status.allocation?.results ?? [];
    checkpoint.step(results.length);
    const near = yield* filtering(results, isNear, checkpoint);
    if (near.length > 0) found.push(freeing(holder, near));
  }
  const unusable = (yield* unusableClaims(question)).filter((claim) => world.isPlanned?.(claim) !== true);
  return [...unusable.map((claim) => freeing(claim, claim.status.allocation?.results ?? [])), ...found];
}

/** Returns the claims of the question whose devices the node cannot use. */
export function* unusableClaims({ input, checkpoint }: Question): Incremental<readonly ResourceClaim[]> {
  const { node } = input.view;
  return yield* filteringEach(
    input.claims,
    function* (claim) {
      return claim.status.allocation !== undefined && (yield* unavailabilityOf(claim, node, input, checkpoint)) !== undefined;
    },
    checkpoint,
  );
}

function freeing(claim: ResourceClaim, results: readonly AllocatedDevice[]): Edit {
  const { reservedFor } = claim.status;
  const users = some(
    reservedFor.map(({ resource, name }) => (resource === 'pods' ? `pod ${name}` : `${resource} ${name}`)),
    MOST.named,
  );
  const held = `held by claim ${objectName(claim.metadata)}${users === '' ? '' : ` of ${users}`}`;
  return {
    kind: 'free',
    by: 'admin',
    text: results.length === 0 ? `deallocate claim ${objectName(claim.metadata)}` : `free ${devicesInWords(results)}, ${held}`,
    // Claims that are in use come last.
    loss: results.length + 100 * reservedFor.length,
    changes: [{ target: { kind: 'ResourceClaim', object: claim }, operation: { op: 'remove', path: ['status', 'allocation'] } }],
  };
}

/** Names devices; a common pool, or pools of one name from several drivers, are named once. */
function devicesInWords(results: readonly AllocatedDevice[]): string {
  const isOnePool = results.every(({ pool }) => pool === results[0]?.pool);
  const names = results.map(({ pool, device }) => (isOnePool ? device : `${device} of pool ${pool}`));
  const shown = names.length <= MOST.named ? inList(names) : `${names[0]} and ${count(names.length - 1, 'more device')}`;
  return isOnePool ? `${shown} of pool ${results[0]?.pool}` : shown;
}
