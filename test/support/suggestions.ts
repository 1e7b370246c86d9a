// Suggestions for one input of an allocator, and the input with a suggestion applied.

import { randomShareID } from '../../src/allocator/decode/share-id.js';
import { AllocatedState } from '../../src/allocator/encode/allocated-state.js';
import { viewFor, viewFrom } from '../../src/allocator/encode/node-view.js';
import type { Kernel } from '../../src/allocator/kernel/kernel.js';
import { deviceKey } from '../../src/allocator/pools/pool.js';
import { SliceIndex } from '../../src/allocator/pools/slice-index.js';
import { SelectorCache } from '../../src/cel/cache.js';
import { withStoredClaims } from '../../src/cluster/same-claims.js';
import { DecodeContext } from '../../src/core/api/context.js';
import { decodeResourceClaim } from '../../src/core/api/decode-resource-claim.js';
import { decodeDeviceClass } from '../../src/core/api/device-class.js';
import { decodeDeviceTaintRule } from '../../src/core/api/device-taint-rule.js';
import { decodeNode } from '../../src/core/api/node.js';
import { decodeResourceSlice } from '../../src/core/api/resource-slice.js';
import { Checkpoint } from '../../src/core/base/checkpoint.js';
import { inOneGo } from '../../src/core/base/incremental.js';
import type { Json } from '../../src/core/base/json.js';
import type { Features } from '../../src/core/features/features.js';
import type { Suggestion } from '../../src/explain/explanation.js';
import type { Question } from '../../src/explain/suggest/question.js';
import type { AllocateInput } from '../../src/index.js';
import { applyJsonPatch } from './json-patch.js';

const selectors = new SelectorCache();

/**
 * The question for suggestions, from the input of `allocate`. Devices that are allocated by reference alone have no holder that could release
 * them.
 */
export function questionOf(input: AllocateInput, features: Features, kernel: Kernel, checkpoint = new Checkpoint()): Question {
  const decode = <T>(list: unknown, one: (value: Json, context: DecodeContext) => T): readonly T[] =>
    ((list ?? []) as readonly Json[]).map((value) => one(value, new DecodeContext()));
  const rules = features.deviceTaintRules ? decode(input.deviceTaintRules, decodeDeviceTaintRule) : [];
  const index = inOneGo(SliceIndex.of(decode(input.resourceSlices, decodeResourceSlice), rules, checkpoint));
  const classes = new Map(decode(input.deviceClasses, decodeDeviceClass).map((one) => [one.metadata.name, one]));
  const stored = decode(input.allocated?.claims, decodeResourceClaim);
  const { claims, allocations } = inOneGo(withStoredClaims(decode(input.claims, decodeResourceClaim), stored, checkpoint));
  const allocated = new AllocatedState(features);
  for (const { results } of allocations) allocated.add(results);
  for (const { driver, pool, device } of input.allocated?.devices ?? []) allocated.occupy(deviceKey(driver, pool, device));
  const node = decodeNode(input.node as unknown as Json, new DecodeContext());
  const view = inOneGo(
    viewFor(claims, node, { features, selectors }, checkpoint, () => viewFrom(node, index, features, selectors, checkpoint)),
  );
  return {
    input: {
      view,
      claims,
      deviceClasses: classes,
      allocated,
      features,
      corrections: false,
      kernel,
      newShareID: randomShareID,
      now: Date.now(),
    },
    world: { selectors, classes: () => classes.values(), rules, holders: () => stored },
    checkpoint,
  };
}

interface Named {
  readonly kind?: string;
  readonly metadata?: { readonly name?: string; readonly namespace?: string };
}

/** The input with a suggestion applied to the submitted objects. Throws if a patch names no object of the input, or cannot be applied. */
export function withSuggestion(input: AllocateInput, { patches }: Pick<Suggestion, 'patches'>): AllocateInput {
  const lists = {
    ResourceClaim: [...(input.claims as readonly object[])],
    ResourceSlice: [...input.resourceSlices],
    DeviceClass: [...input.deviceClasses],
    DeviceTaintRule: [...(input.deviceTaintRules ?? [])],
    held: [...(input.allocated?.claims ?? [])],
  };
  for (const { object, patch } of patches) {
    let isFound = false;
    for (const list of object.kind === 'ResourceClaim' ? [lists.ResourceClaim, lists.held] : [lists[object.kind as keyof typeof lists]]) {
      const place = (list as readonly Named[]).findIndex(
        ({ metadata }) => metadata?.name === object.name && (metadata.namespace ?? '') === (object.namespace ?? ''),
      );
      if (place === -1 && patch[0]?.path === '' && object.kind === 'ResourceSlice') {
        lists.ResourceSlice.push(applyJsonPatch(null, patch) as unknown as object);
        isFound = true;
      }
      if (place === -1) continue;
      list[place] = applyJsonPatch(list[place] as object, patch);
      isFound = true;
    }
    if (!isFound) throw new Error(`no ${object.kind} ${object.name}`);
  }
  return {
    ...input,
    claims: lists.ResourceClaim as AllocateInput['claims'],
    resourceSlices: lists.ResourceSlice,
    deviceClasses: lists.DeviceClass,
    ...(input.deviceTaintRules === undefined ? {} : { deviceTaintRules: lists.DeviceTaintRule }),
    allocated: { ...input.allocated, claims: lists.held as NonNullable<AllocateInput['allocated']>['claims'] & {} },
  };
}
