import { describe, expect, test } from 'vitest';
import type { Pod } from '../../../src/core/api/pod.js';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import type { NodeInfo } from '../../../src/scheduler/filters/node-info.js';
import { type SpreadAction, type SpreadConstraints, spreadConstraints } from '../../../src/scheduler/filters/spread-constraints.js';
import { DEFAULT_PROFILE } from '../../../src/scheduler/profile/scheduler-profile.js';
import { inIncrements } from '../../support/increments.js';
import { context, info, node } from './objects.js';
import { constraint, labelled, ownersOf, ZONE } from './spread.js';

const { features } = context();

function compiled(pod: Pod, given = features): SpreadConstraints | undefined {
  return inOneGo(spreadConstraints(pod, 'DoNotSchedule', { features: given, owners: ownersOf({}), profile: DEFAULT_PROFILE }, UNLIMITED));
}

/** The counts of a node, by domain; empty if the node does not count. */
function counts(pod: Pod, on: NodeInfo, given = features): object {
  const found: Record<string, number> = {};
  const add = (index: number, domain: string, pods: number): void => {
    found[`${index} ${domain}`] = pods;
  };
  const all = compiled(pod, given);
  if (all !== undefined) inOneGo(all.counting(on, () => true, add, UNLIMITED));
  return found;
}

const of = (fields: object = {}, spec: object = {}, labels: object = { app: 'web', track: 'blue' }): Pod =>
  labelled(labels, { ...spec, topologySpreadConstraints: [constraint(fields)] });
const blue = labelled({ app: 'web', track: 'blue' });
const green = labelled({ app: 'web', track: 'green' });
const zoneA = info(node({ labels: { [ZONE]: 'a' }, spec: { taints: [{ key: 'k', effect: 'NoSchedule' }] } }), [blue, green]);

describe('the pods that count', () => {
  test('are those that the selector selects, in the namespace of the pod, and not being deleted', () => {
    const deleted = labelled({ app: 'web' }, {}, { deletionTimestamp: '2026-01-01T00:00:00Z' });
    const elsewhere = labelled({ app: 'web' }, {}, { namespace: 'other' });
    const on = info(node({ labels: { [ZONE]: 'a' } }), [blue, green, labelled({ app: 'db' }), deleted, elsewhere]);
    expect(counts(of(), on)).toEqual({ '0 a': 2 });
  });

  test.each<[string, object, number]>([
    ['no selector selects none', { labelSelector: undefined }, 0],
    ['a selector without requirements counts none', { labelSelector: {} }, 0],
    ['an invalid selector counts none', { labelSelector: { matchExpressions: [{ key: 'app', operator: 'Is' }] } }, 0],
    ['listed label keys require the values of the pod', { matchLabelKeys: ['track'] }, 1],
    ['listed label keys that the pod lacks require nothing', { matchLabelKeys: ['absent'] }, 2],
    ['listed label keys restrict an empty selector', { labelSelector: {}, matchLabelKeys: ['track'] }, 1],
    ['listed label keys do not restrict an absent selector', { labelSelector: undefined, matchLabelKeys: ['track'] }, 0],
  ])('%s', (_, fields, expected) => {
    expect(counts(of(fields), zoneA)).toEqual({ '0 a': expected });
  });

  test('listed label keys require nothing while their gate is off', () => {
    const off = context({ MatchLabelKeysInPodTopologySpread: false, MatchLabelKeysInPodTopologySpreadSelectorMerge: false });
    expect(counts(of({ matchLabelKeys: ['track'] }), zoneA, off.features)).toEqual({ '0 a': 2 });
  });

  test('are counted one by one if the selector is long', () => {
    const PODS = 20;
    const matchExpressions = Array.from({ length: 400 }, (_, index) => ({ key: `k${index}`, operator: 'NotIn', values: ['v'] }));
    const all = compiled(of({ labelSelector: { matchExpressions } })) as SpreadConstraints;
    const on = info(
      node({ labels: { [ZONE]: 'a' } }),
      Array.from({ length: PODS }, () => blue),
    );
    const { pauses } = inIncrements((checkpoint) =>
      all.counting(
        on,
        () => true,
        () => {},
        checkpoint,
      ),
    );
    expect(pauses).toBeGreaterThan(PODS);
  });

  test('are counted in increments on a node with many pods', () => {
    const many = info(
      node(),
      Array.from({ length: 200 }, () => blue),
    );
    const all = compiled(of()) as SpreadConstraints;
    const { result, pauses } = inIncrements((checkpoint) => all.countingPods(many, all.all[0] as never, checkpoint));
    expect(result).toBe(200);
    expect(pauses).toBeGreaterThan(4);
  });
});

describe('the nodes that count', () => {
  const elsewhere = { nodeSelector: { [ZONE]: 'b' } };

  test.each<[string, object, object, boolean]>([
    ['match the node affinity of the pod', {}, elsewhere, false],
    ['are all with nodeAffinityPolicy Ignore', { nodeAffinityPolicy: 'Ignore' }, elsewhere, true],
    ['may have taints that the pod does not tolerate', {}, {}, true],
    ['may not with nodeTaintsPolicy Honor', { nodeTaintsPolicy: 'Honor' }, {}, false],
    ['have tolerated taints', { nodeTaintsPolicy: 'Honor' }, { tolerations: [{ key: 'k', operator: 'Exists' }] }, true],
  ])('%s', (_, fields, spec, expected) => {
    expect(counts(of(fields, spec), zoneA)).toEqual(expected ? { '0 a': 2 } : {});
  });

  test('have the label of every constraint', () => {
    const both = labelled({}, { topologySpreadConstraints: [constraint(), constraint({ topologyKey: 'rack' })] });
    const has = (labels: object): boolean | undefined => compiled(both)?.hasAllKeys(node({ labels }), UNLIMITED);
    expect(has({ [ZONE]: 'a', rack: '' })).toBe(true);
    expect(has({ [ZONE]: 'a' })).toBe(false);
  });
});

test('constraints with another action do not count', () => {
  expect(compiled(labelled({}))).toBeUndefined();
  expect(compiled(of({ whenUnsatisfiable: 'ScheduleAnyway' }))).toBeUndefined();
});

describe('the default constraints', () => {
  const withService = ownersOf({ services: [['s', { app: 'web' }]] });
  const defaults = (pod: Pod, action: SpreadAction, owners = withService): unknown =>
    inOneGo(spreadConstraints(pod, action, { features, owners, profile: DEFAULT_PROFILE }, UNLIMITED))?.all.map(
      ({ topologyKey, maxSkew }) => `${topologyKey} ${maxSkew}`,
    );

  test('spread pods with an owner over hosts and zones, and exclude no node', () => {
    expect(defaults(blue, 'ScheduleAnyway')).toEqual(['kubernetes.io/hostname 3', `${ZONE} 5`]);
    expect(defaults(blue, 'DoNotSchedule')).toBeUndefined();
    expect(defaults(labelled({ app: 'db' }), 'ScheduleAnyway')).toBeUndefined();
    expect(defaults(blue, 'ScheduleAnyway', ownersOf({}))).toBeUndefined();
  });
});
