// Edits about long lists are found in small steps.

import { describe, expect, it } from 'vitest';
import { DecodeContext } from '../../../../src/core/api/context.js';
import { decodeNode } from '../../../../src/core/api/node.js';
import { decodePod } from '../../../../src/core/api/pod.js';
import type { ResourceClaim } from '../../../../src/core/api/resource-claim.js';
import { type Checkpoint, UNLIMITED } from '../../../../src/core/base/checkpoint.js';
import { type Incremental, inOneGo } from '../../../../src/core/base/incremental.js';
import type { Json } from '../../../../src/core/base/json.js';
import { resolveFeatures } from '../../../../src/core/features/features.js';
import type { Edit } from '../../../../src/explain/suggest/edit.js';
import { capacityEdits } from '../../../../src/explain/suggest/edits/capacities.js';
import { freeingEdits } from '../../../../src/explain/suggest/edits/claims-in-use.js';
import { nodeEdits } from '../../../../src/explain/suggest/edits/new-nodes.js';
import { sliceNamesOf } from '../../../../src/explain/suggest/edits/new-slices.js';
import { podAmountEdits, servedAmountEdits, shortagesOf } from '../../../../src/explain/suggest/edits/pod-amounts.js';
import type { PodSubject } from '../../../../src/explain/suggest/edits/pod-subject.js';
import { deviceEdits } from '../../../../src/explain/suggest/edits/pools.js';
import { nodeInfo } from '../../../../src/scheduler/filters/node-info.js';
import { ExtendedResourceClasses } from '../../../../src/scheduler/pods/extended-resources.js';
import { DEFAULT_PROFILE } from '../../../../src/scheduler/profile/scheduler-profile.js';
import { Counting, inIncrements } from '../../../support/increments.js';
import { claim, device, node, request, slice } from '../../../support/objects.js';
import { decodedClaim, questionOf } from '../question.js';

const asked = claim('c', [request('r')]);
const range = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index));

/** A slice whose devices have a capacity with a policy of this many values. */
function withValues(values: number, devices = 1): object {
  const requestPolicy = { default: '1', validValues: range(values, (index) => String(index + 1)) };
  const capacity = { memory: { value: String(values), requestPolicy } };
  return slice(
    's',
    range(devices, (index) => device(`d${index}`, {}, { allowMultipleAllocations: true, capacity })),
  );
}

it('claims that hold devices are made one by one', () => {
  let made = 0;
  function* holders(): Generator<ResourceClaim> {
    for (; made < 500; made++) yield decodedClaim(asked);
  }
  const { most } = inIncrements(
    (checkpoint) => freeingEdits(questionOf([asked], [], { checkpoint, world: { holders } })),
    () => made,
  );
  expect(made).toBe(500);
  expect(most).toBeLessThan(3);
});

it('no claim is made after the last one that is suggested', () => {
  let made = 0;
  const results = [{ request: 'r', driver: 'd.example.com', pool: 'p', device: 'd0' }];
  function* holders(): Generator<ResourceClaim> {
    for (; made < 500; made++)
      yield decodedClaim({ ...claim(`h${made}`, [request('r')]), status: { allocation: { devices: { results } } } });
  }
  const checkpoint = new Counting();
  expect(inOneGo(freeingEdits(questionOf([asked], [withValues(1)], { checkpoint, world: { holders } })))).toHaveLength(64);
  expect(made).toBe(64);
});

it('a node that is added reads the values of its policies in steps, and announces them', () => {
  const edits = (checkpoint: Checkpoint, values: number): Incremental<readonly Edit[]> => {
    const question = questionOf([asked], [withValues(values, 4)], { checkpoint });
    return nodeEdits(question, inOneGo(sliceNamesOf(question)));
  };
  const pausesFor = (values: number): number => inIncrements((checkpoint) => edits(checkpoint, values)).pauses;
  expect(pausesFor(6000) - pausesFor(3000)).toBeGreaterThan(4 * 3000 * 0.9);
  const checkpoint = new Counting();
  expect(inOneGo(edits(checkpoint, 1000))).toHaveLength(1);
  expect(checkpoint.units).toBeGreaterThan(4 * 1000);
});

it('shares of devices announce the values of policies', () => {
  const checkpoint = new Counting();
  inOneGo(capacityEdits(questionOf([asked], [withValues(1000, 4)], { checkpoint })));
  expect(checkpoint.units).toBeGreaterThan(4 * 1000);
});

it.each([
  [32, 2],
  [33, 0],
])('a device whose policy lists %d values is copied in %d edits', (values, copies) => {
  const question = questionOf([asked], [withValues(values)], { checkpoint: new Counting() });
  expect(inOneGo(deviceEdits(question, inOneGo(sliceNamesOf(question)))).flat()).toHaveLength(copies);
});

it('a device that is to be copied announces the length of its description', () => {
  const attributes = Object.fromEntries(range(20, (index) => [`a${index}`, 'x'.repeat(60)]));
  const unitsOf = (devices: number): number => {
    const checkpoint = new Counting();
    const own = slice(
      's',
      range(devices, (index) => device(`d${index}`, attributes)),
    );
    const question = questionOf([asked], [own], { checkpoint });
    inOneGo(deviceEdits(question, inOneGo(sliceNamesOf(question))));
    return checkpoint.units;
  };
  expect(unitsOf(40) - unitsOf(20)).toBeGreaterThan((20 * 20 * 60) / 64);
});

describe('edits of the amounts that containers request', () => {
  const info = inOneGo(nodeInfo(decodeNode(node('n') as Json, new DecodeContext()), [], UNLIMITED));
  const features = { ...resolveFeatures(), extendedResource: true };
  const context = { features, classes: new ExtendedResourceClasses([]), profile: DEFAULT_PROFILE };
  const subjectOf = (containers: readonly object[], checkpoint: Checkpoint): PodSubject => {
    const manifest = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', namespace: 'ns' }, spec: { containers } };
    const pod = decodePod(manifest as unknown as Json, new DecodeContext());
    return { pod, filled: pod, info, on: { context }, checkpoint } as unknown as PodSubject;
  };
  const requesting = (requests: Readonly<Record<string, string>>): object => ({ name: 'c', image: 'i', resources: { requests } });
  const resources = Object.fromEntries(range(300, (index) => [`d.example.com/r${index}`, '1']));

  it('pause between resources', () => {
    const { pauses, result } = inIncrements((checkpoint) => shortagesOf(subjectOf([requesting(resources)], checkpoint)));
    expect(result).toHaveLength(16);
    expect(pauses).toBeGreaterThan(300);
    expect(inIncrements((checkpoint) => servedAmountEdits(subjectOf([requesting(resources)], checkpoint))).pauses).toBeGreaterThan(300);
  });

  it('pause between containers', () => {
    const containers = [...range(300, () => requesting({})), requesting({ cpu: '1' })];
    const lacking = [{ resource: 'cpu', needed: 1000n, free: 0n }];
    const { pauses, result } = inIncrements((checkpoint) => podAmountEdits(subjectOf(containers, checkpoint), lacking));
    expect(result.flat().map(({ text }) => text)).toEqual(['request no cpu in container c']);
    expect(pauses).toBeGreaterThan(300);
  });
});
