import { expect, test } from 'vitest';
import type { Pod } from '../../../src/core/api/pod.js';
import type { PriorityClass } from '../../../src/core/api/priority-class.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import { notLookedAt, type PodSurroundings, wordsAlone, wordsOf } from '../../../src/scheduler/filters/not-looked-at.js';
import { PodTally } from '../../../src/scheduler/filters/pod-tally.js';
import { Priorities } from '../../../src/scheduler/pods/priorities.js';
import { objectsOf } from '../pods/objects.js';
import { pod } from './objects.js';

const CLASS = objectsOf('{apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: c}, value: 1}')
  .priorityClasses[0] as PriorityClass;

const alwaysOf = (of: Pod, around: PodSurroundings = {}): readonly string[] => inOneGo(notLookedAt(of, around)).always;
const always = (spec: object): readonly string[] => alwaysOf(pod(spec));
const withUid = (of: Pod, uid: string): Pod => ({ ...of, metadata: { ...of.metadata, uid } });
const running = (spec: object): Pod => pod({ ...spec, nodeName: 'n' });

function nominated(name: string, priority: number): Pod {
  const waits = pod({ priority }, { nominatedNodeName: 'n' });
  return { ...waits, metadata: { ...waits.metadata, name } };
}

test('a plain pod is considered as a whole', () => {
  const volumes = [
    { name: 'a', configMap: {} },
    { name: 'b', emptyDir: {} },
    { name: 'c', image: { reference: 'x' } },
  ];
  const spec = {
    volumes,
    schedulerName: 'default-scheduler',
    topologySpreadConstraints: [{ whenUnsatisfiable: 'ScheduleAnyway' }],
    affinity: { podAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1 }] } },
  };
  const runs = PodTally.of([running({ priority: 0 })]);
  expect(inOneGo(notLookedAt(pod(spec), { pods: runs }))).toEqual({ always: [], ifRefused: [] });
  expect(always({})).toEqual([]);
});

test.each<[string, object]>([['the settings of scheduler mine', { schedulerName: 'mine' }]])('%s are named', (words, spec) => {
  expect(always(spec)).toEqual([words]);
});

test('a pod of a PodGroup that is placed alone has words of its own', () => {
  const member = pod({ schedulingGroup: { podGroupName: 'g' } });
  const words = 'the other pods of PodGroup ns/g, which the scheduler places together';
  const none = { podGroupOf: () => undefined };
  const found = inOneGo(notLookedAt(member, none));
  expect([found.ofGroup, wordsOf(found, true), wordsAlone(found, true)]).toEqual([words, [], [words]]);
  expect(inOneGo(notLookedAt(member)).ofGroup).toBeUndefined();
  expect(inOneGo(notLookedAt(pod({}), none)).ofGroup).toBeUndefined();
});

test('the topology constraints and the parent of a PodGroup are named', () => {
  const [group] = objectsOf(
    '{apiVersion: scheduling.k8s.io/v1beta1, kind: PodGroup, metadata: {name: g, namespace: ns}, spec: {schedulingPolicy: {gang: {minCount: 2}}, parentCompositePodGroupName: all, schedulingConstraints: {topology: [{key: rack}]}}}',
  ).podGroups;
  expect(alwaysOf(pod({ schedulingGroup: { podGroupName: 'g' } }), { podGroupOf: () => group })).toEqual([
    'the topology constraints of PodGroup ns/g',
    'the CompositePodGroup of PodGroup ns/g',
  ]);
});

test('gangs of other schedulers are named, and those of the plugin Coscheduling', () => {
  expect(always({ schedulerName: 'volcano' })).toEqual([
    'the settings of scheduler volcano',
    'gangs and queues of Volcano: its scheduler waits for minMember pods',
  ]);
  expect(always({ schedulerName: 'kai-scheduler' })[1]).toBe('gangs and queues of KAI: its scheduler waits for minMember pods');
  const plain = pod({});
  const labels = new Map([['scheduling.x-k8s.io/pod-group', 'train']]);
  expect(alwaysOf({ ...plain, metadata: { ...plain.metadata, labels } })).toEqual([
    'the gang train of the plugin Coscheduling: its pods hold their nodes until minMember pods have one',
  ]);
});

test('kinds of objects that the input does not have are named', () => {
  expect(inOneGo(notLookedAt(pod({}), {}, ['storage classes, which the input does not have'])).always).toEqual([
    'storage classes, which the input does not have',
  ]);
});

test('a runtime class that is unknown decides about pods that are yet to be created', () => {
  const runtimeClasses = new Set(['known']);
  const words = (runtimeClassName: string, uid = ''): readonly string[] =>
    alwaysOf(withUid(pod({ runtimeClassName }), uid), { runtimeClasses });
  expect(words('nvidia')).toEqual(['runtime class nvidia, which the input does not have']);
  expect([words('known'), words('nvidia', 'u'), words('')]).toEqual([[], [], []]);
});

test('so does a priority class where no classes are known', () => {
  const words = (spec: object, classes: readonly PriorityClass[] = [], uid = ''): readonly string[] =>
    alwaysOf(withUid(pod(spec), uid), { priorities: new Priorities(classes) });
  const named = { priorityClassName: 'high' };
  expect(words(named)).toEqual(['priority class high, which the input does not have']);
  expect([words(named, [], 'u'), words({ ...named, priority: 3 }), words({ priorityClassName: 'system-node-critical' })]).toEqual([
    [],
    [],
    [],
  ]);
  expect(words(named, [CLASS])).toEqual([]);
});

test('a LimitRange fills in pods of its namespace that are yet to be created', () => {
  const words = (namespace: string, uid = ''): readonly string[] => {
    return alwaysOf(withUid(pod({}), uid), { limitedNamespaces: new Set([namespace]) });
  };
  expect(words('ns')).toEqual(['defaults and limits of a LimitRange']);
  expect([words('other'), words('ns', 'u')]).toEqual([[], []]);
});

test('the node that a pod is nominated for is tried before others in a real scheduler', () => {
  expect(alwaysOf(pod({}, { nominatedNodeName: 'n' }))).toEqual(['the nomination for node n']);
});

test('preemption could help a pod that no node takes, where one of lower priority runs', () => {
  const words = (spec: object, priority: number): readonly string[] =>
    wordsOf(inOneGo(notLookedAt(pod(spec), { pods: PodTally.of([running({ priority: 9 }), running({ priority })]) })), true);
  const preemption = ['preemption of pods with lower priority'];
  expect([words({ priority: 5 }, 4), words({ priority: 5 }, 5), words({}, -1), words({}, 0)]).toEqual([preemption, [], preemption, []]);
  expect(words({ priority: 5, preemptionPolicy: 'Never' }, 4)).toEqual([]);
  expect(wordsOf({ always: ['a'], ifRefused: preemption }, false)).toEqual(['a']);
});

test('pods that are nominated for a node hold room there against pods of no higher priority', () => {
  const pods = PodTally.of([nominated('a', 5), nominated('b', 2)]);
  const words = (priority: number): readonly string[] => alwaysOf(pod({ priority }), { pods });
  expect([words(4), words(5), words(6)]).toEqual([[HELD], [HELD], []]);
  const itself = nominated('a', 5);
  expect(alwaysOf({ ...itself, spec: { ...itself.spec, priority: 3 } }, { pods })).toEqual(['the nomination for node n']);
});

const HELD = 'resources reserved for pods that are nominated for a node';
