import { describe, expect, it, vi } from 'vitest';
import type { Pod } from '../../../src/core/api/pod.js';
import { Checkpoint, UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import { resolveFeatures } from '../../../src/core/features/features.js';
import type { NodeInfo } from '../../../src/scheduler/filters/node-info.js';
import { DEFAULT_PROFILE } from '../../../src/scheduler/profile/scheduler-profile.js';
import { prepareVolumes } from '../../../src/scheduler/volumes/prepare-volumes.js';
import { VolumeFinder } from '../../../src/scheduler/volumes/volume-binding.js';
import { BASICS, boundClaim, claim, messages, onNode, pod, podWith, prepared, storageWorld, volume } from '../../support/storage.js';

it('volumes that any node supports are not prepared', () => {
  const world = storageWorld(
    BASICS,
    pod('p', '[{name: a, configMap: {name: c}}, {name: b, image: {reference: i}}, {name: c, csi: {driver: d}}]'),
  );
  expect(prepared(world, 'p')).toBeUndefined();
});

it('plugins that run later reject claims if VolumeBinding does not', () => {
  const others = ['VolumeRestrictions', 'NodeVolumeLimits', 'VolumeZone'];
  const rejections = (...texts: readonly string[]): readonly string[] | undefined => {
    const world = storageWorld(BASICS, ...texts);
    const profile = { ...DEFAULT_PROFILE, preFilters: new Set(['VolumeRestrictions']), filters: new Set(others) };
    const context = { features: resolveFeatures({}), profile };
    const rules = inOneGo(prepareVolumes(world.pods.get('p') as Pod, world.storage, context, UNLIMITED));
    return rules?.test(world.infos.get('n1') as NodeInfo, UNLIMITED).map(({ message }) => message);
  };
  const ephemeral = pod('p', '[{name: v, ephemeral: {volumeClaimTemplate: {spec: {}}}}]');
  expect(rejections(ephemeral)).toEqual(['looking up PVC default/p-v: persistentvolumeclaim "p-v" not found']);
  expect(rejections(ephemeral.replace(', uid: u-p', ''))).toEqual([]);
  expect(rejections(claim('data', '{storageClassName: now}'), podWith('p', ['data']))).toEqual(['PersistentVolume had no name']);
});

it('the first plugin that rejects a node gives the reason', () => {
  const texts = [
    boundClaim('data'),
    volume('pv-data', `{${onNode('n2')}}`, '{topology.kubernetes.io/zone: c}'),
    pod('r', '[{name: v, iscsi: {iqn: q}}]', ', nodeName: n1'),
    pod('p', '[{name: d, persistentVolumeClaim: {claimName: data}}, {name: v, iscsi: {iqn: q}}]'),
  ];
  expect(messages(storageWorld(BASICS, ...texts), 'p')).toEqual({
    n1: ['node(s) had no available disk'],
    n2: ['node(s) had no available volume zone'],
  });
});

it('the rules for a node run once, and keep none of its volumes', () => {
  const world = storageWorld(BASICS, claim('data', '{storageClassName: late}'), podWith('p', ['data']));
  const rules = prepared(world, 'p');
  const info = world.infos.get('n1') as NodeInfo;
  const finder = vi.spyOn(VolumeFinder.prototype, 'on');
  const [first, second] = [1, 2].map(() => rules?.testing(info, UNLIMITED).next());
  expect([first, second]).toEqual([
    { done: true, value: [] },
    { done: true, value: [] },
  ]);
  expect(finder).toHaveBeenCalledTimes(1);
  const [one, other] = [1, 2].map(() => rules?.volumesOn(info, UNLIMITED).next().value);
  expect(one).toEqual(other);
  expect(one).not.toBe(other);
});

describe('many objects', () => {
  const MANY = 3000;
  const local = (index: number): string => volume(`pv-${index}`, '{storageClassName: local, capacity: {storage: 5Gi}}');
  const cases: readonly (readonly [string, readonly string[], Pod | undefined])[] = [
    [
      'volumes of a class',
      [
        claim('data', '{storageClassName: local, resources: {requests: {storage: 9Gi}}}'),
        ...Array.from({ length: MANY }, (_, index) => local(index)),
        podWith('p', ['data']),
      ],
      undefined,
    ],
    [
      'volumes of the pod',
      [pod('p', `[${Array.from({ length: MANY }, (_, index) => `{name: v-${index}, iscsi: {iqn: q-${index}}}`).join(', ')}]`)],
      undefined,
    ],
    [
      'claims of the pod',
      [
        boundClaim('data'),
        volume('pv-data', '{}'),
        podWith(
          'p',
          Array.from({ length: MANY }, () => 'data'),
        ),
      ],
      undefined,
    ],
  ];

  it.each(cases)('%s are prepared in increments', (_, texts) => {
    const world = storageWorld(BASICS, ...texts);
    const checkpoint = new Checkpoint();
    checkpoint.beginSlice(0);
    const computation = prepareVolumes(
      world.pods.get('p') as Pod,
      world.storage,
      { features: resolveFeatures({}), profile: DEFAULT_PROFILE },
      checkpoint,
    );
    let increments = 0;
    while (computation.next().done !== true) increments++;
    expect(increments).toBeGreaterThan(MANY / 2);
  });

  it('are tested in increments on a node', () => {
    const nodes = Array.from({ length: MANY }, (_, index) => `{matchExpressions: [{key: k, operator: In, values: [v${index}]}]}`);
    const wide = volume('pv-data', `{nodeAffinity: {required: {nodeSelectorTerms: [${nodes.join(', ')}]}}}`);
    const world = storageWorld(BASICS, boundClaim('data'), wide, podWith('p', ['data']));
    const checkpoint = new Checkpoint();
    checkpoint.beginSlice(0);
    const testing = prepared(world, 'p')?.testing(world.infos.get('n1') as NodeInfo, checkpoint);
    let increments = 0;
    while (testing?.next().done === false) increments++;
    expect(increments).toBeGreaterThan(MANY / 2);
  });
});
