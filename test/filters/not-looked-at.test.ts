import { expect, test } from 'vitest';
import { notLookedAt } from '../../src/filters/not-looked-at.js';
import { pod } from './objects.js';

test('a plain pod is looked at as a whole', () => {
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
  expect(notLookedAt(pod(spec), { hasRepellingPods: false, lowestPriority: 0 })).toEqual([]);
  expect(notLookedAt(pod({}))).toEqual([]);
});

test.each<[string, object]>([
  ['persistent volume claims', { volumes: [{ persistentVolumeClaim: { claimName: 'x' } }] }],
  ['ephemeral volumes', { volumes: [{ ephemeral: {} }] }],
  ['CSI volumes', { volumes: [{ csi: { driver: 'x' } }] }],
  ['GCE disks', { volumes: [{ gcePersistentDisk: { pdName: 'x' } }] }],
  ['AWS disks', { volumes: [{ awsElasticBlockStore: {} }] }],
  ['Azure disks', { volumes: [{ azureDisk: {} }] }],
  ['Cinder disks', { volumes: [{ cinder: {} }] }],
  ['iSCSI disks', { volumes: [{ iscsi: {} }] }],
  ['RBD disks', { volumes: [{ rbd: {} }] }],
  ['affinity to other pods', { affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{}] } } }],
  ['anti-affinity to other pods', { affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{}] } } }],
  ['topology spread constraints', { topologySpreadConstraints: [{ whenUnsatisfiable: 'DoNotSchedule' }] }],
  ['the settings of scheduler mine', { schedulerName: 'mine' }],
])('%s are named', (words, spec) => {
  expect(notLookedAt(pod(spec))).toEqual([words]);
});

test('a runtime class that is not known decides about pods that are yet to be created', () => {
  const runtimeClasses = new Set(['known']);
  const words = (runtimeClassName: string, uid = ''): readonly string[] => {
    const of = pod({ runtimeClassName });
    return notLookedAt({ ...of, metadata: { ...of.metadata, uid } }, { runtimeClasses });
  };
  expect(words('nvidia')).toEqual(['runtime class nvidia, which is not known']);
  expect([words('known'), words('nvidia', 'u'), words('')]).toEqual([[], [], []]);
});

test('the node that a pod is nominated for is tried before others in a real scheduler', () => {
  expect(notLookedAt(pod({}, { nominatedNodeName: 'n' }))).toEqual(['the nomination for node n']);
});

test('pods that run decide, too', () => {
  expect(notLookedAt(pod({}), { hasRepellingPods: true })).toEqual(['anti-affinity of pods that run']);
  const preemption = (spec: object, lowestPriority: number): number => notLookedAt(pod(spec), { lowestPriority }).length;
  expect([preemption({ priority: 5 }, 4), preemption({ priority: 5 }, 5), preemption({}, -1), preemption({}, 0)]).toEqual([1, 0, 1, 0]);
  expect(preemption({ priority: 5, preemptionPolicy: 'Never' }, 4)).toBe(0);
});

test('pods that are nominated for a node hold room there against pods of no higher priority', () => {
  const words = (priority: number): readonly string[] => notLookedAt(pod({ priority }), { nominatedPriority: 5 });
  expect([words(4), words(5), words(6)]).toEqual([[HELD], [HELD], []]);
});

const HELD = 'room held for pods that are nominated for a node';
