import { describe, expect, it } from 'vitest';
import type { KubernetesObjectJson } from '../../../src/core/api/kinds.js';
import { simulate } from '../../../src/planning/index.js';
import {
  clusterOf,
  clusterQueue,
  configuration,
  counts,
  flavor,
  GPU,
  job,
  localQueue,
  play,
  pod,
  queuesOf,
  spec,
  template,
  told,
} from './support.js';

const QUEUE = 'ClusterQueue gpus';

describe('pods of a queue', () => {
  it('wait until its quota has room, and say how much of it is in use', () => {
    const events = [
      { at: 0, apply: [pod('a'), pod('b', 'two')], lifetime: 60 },
      { at: 1, apply: pod('c', 'two') },
      { at: 2, apply: pod('d') },
    ];
    const report = play(clusterOf(8), queuesOf(4), ...events);
    expect(told(report)).toEqual(['0 placed a', '0 placed b', '1 pending c', '2 placed d', '60 ended a', '60 ended b', '60 placed c']);
    const before = play(clusterOf(8), queuesOf(4), ...events.slice(0, 2));
    expect(before.stillPending).toEqual([]);
    const cut = simulate(clusterOf(8), { objects: queuesOf(4) as never, trace: events as never, until: 30 });
    expect(cut.totals).toMatchObject({ running: 3, pending: 1 });
    expect(cut.stillPending).toEqual([
      {
        pod: 'default/c',
        count: 1,
        message: `${QUEUE}: quota of ${GPU} in flavor default-flavor: 4 of 4 in use, 2 requested`,
      },
    ]);
    expect(cut.samples.at(-1)?.causes).toEqual({ [`${QUEUE}: the quota of ${GPU} in flavor default-flavor is used up`]: 1 });
  });

  it('come by priority and then by age, and pass those that want more, but not in a queue that is StrictFIFO', () => {
    const events = [
      { at: 0, apply: pod('first', 'two'), lifetime: 10 },
      { at: 1, apply: [pod('large', 'two'), pod('small'), pod('urgent', 'two', { priority: 5 })] },
    ];
    const cluster = () => clusterOf(8);
    expect(told(play(cluster(), queuesOf(3), ...events))).toEqual([
      '0 placed first',
      '1 placed small',
      '1 pending urgent',
      '1 pending large',
      '10 ended first',
      '10 placed urgent',
    ]);
    const strict = play(cluster(), queuesOf(3, { queueingStrategy: 'StrictFIFO' }), ...events);
    expect(told(strict).slice(0, 4)).toEqual(['0 placed first', '1 pending urgent', '1 pending large', '1 pending small']);
    expect(strict.stillPending.map(({ pod: name, message }) => [name, message])).toEqual([
      ['default/large', `${QUEUE}: quota of ${GPU} in flavor default-flavor: 2 of 3 in use, 2 requested`],
      ['default/small', `${QUEUE} is StrictFIFO: it waits for default/large`],
    ]);
  });

  it('are admitted with all pods of their pod group, or none', () => {
    const member = (name: string, group: string) => {
      const one = pod(name) as { metadata: { labels: object } };
      return { ...one, metadata: { ...one.metadata, labels: { ...one.metadata.labels, 'kueue.x-k8s.io/pod-group-name': group } } } as never;
    };
    const pods = [member('a1', 'a'), member('a2', 'a'), member('b1', 'b'), member('b2', 'b'), pod('c')];
    const report = play(clusterOf(8), queuesOf(3), { at: 0, apply: pods }, { at: 5, delete: { kind: 'Pod', name: 'a1' } });
    expect(told(report).filter((line) => line.startsWith('0'))).toEqual([
      '0 placed a1',
      '0 placed a2',
      '0 placed c',
      '0 pending b1',
      '0 pending b2',
    ]);
    expect(report.stillPending.map(({ pod: name, count, message }) => [name, count, message])).toEqual([
      ['default/b1', 2, `${QUEUE}: quota of ${GPU} in flavor default-flavor: 2 of 3 in use, 2 requested`],
    ]);
    expect(report.notLookedAt).toEqual(['the number of pods for which Kueue pod groups wait (kueue.x-k8s.io/pod-group-total-count)']);
    const freed = play(
      clusterOf(8),
      queuesOf(3),
      { at: 0, apply: pods },
      {
        at: 5,
        delete: [
          { kind: 'Pod', name: 'a1' },
          { kind: 'Pod', name: 'a2' },
        ],
      },
    );
    expect(told(freed).slice(-2)).toEqual(['5 placed b1', '5 placed b2']);
  });

  it('take their quota although the scheduler has no devices for them', () => {
    const report = play(clusterOf(1), queuesOf(2), { at: 0, apply: [pod('a'), pod('b'), pod('c')] });
    expect(report.totals).toMatchObject({ running: 1, pending: 2 });
    expect(report.stillPending.map(({ pod: name, message }) => [name, message.split(':')[0]])).toEqual([
      ['default/b', '0/1 nodes are available'],
      ['default/c', QUEUE],
    ]);
  });

  it('say what of a queue is wrong', () => {
    const messageOf = (objects: readonly object[], one = pod('a')) =>
      play(clusterOf(8), objects, { at: 0, apply: one }).stillPending[0]?.message;
    const [config, ofDefault, queue, local] = queuesOf(4) as [object, object, object, object];
    expect(messageOf([config, ofDefault, queue])).toBe('LocalQueue default/team does not exist');
    expect(messageOf([config, ofDefault, local])).toBe('LocalQueue default/team names ClusterQueue gpus, which does not exist');
    expect(messageOf([config, queue, local])).toBe(`${QUEUE} is inactive: ResourceFlavor default-flavor does not exist`);
    expect(messageOf(queuesOf(4, { stopPolicy: 'Hold' }))).toBe(`${QUEUE} is stopped`);
    expect(messageOf(queuesOf(4, { namespaceSelector: undefined }))).toBe(`${QUEUE} does not accept namespace default`);
    expect(messageOf(queuesOf(1), pod('a', 'two'))).toBe(
      `${QUEUE}: the quota of ${GPU} in flavor default-flavor is smaller than the request: requested 2, quota 1`,
    );
    expect(messageOf([ofDefault, queue, local])).toBe('DeviceClass gpu is not in the Kueue deviceClassMappings');
    expect(messageOf([config, ofDefault, clusterQueue({ cpu: 4 }), local])).toBe(`${QUEUE} has no quota for ${GPU}`);
  });

  it('are those with the label alone, and of queues that are not in the input it is said that they are not considered', () => {
    const free = { ...pod('free'), metadata: { name: 'free' } } as never;
    expect(play(clusterOf(8), queuesOf(1), { at: 0, apply: [pod('a'), free, pod('b')] }).totals).toMatchObject({ running: 2, pending: 1 });
    const without = play(clusterOf(8), [], { at: 0, apply: [pod('a'), pod('b')] });
    expect(without.totals).toMatchObject({ running: 2, pending: 0 });
    expect(without.notLookedAt).toEqual([expect.stringContaining('Kueue queues (kueue.x-k8s.io/queue-name): the input has none')]);
  });

  it('that run from the start have quota, whether or not there is so much', () => {
    const running = (name: string) => ({
      ...pod(name, ''),
      spec: { ...spec('', { nodeName: 'n', containers: [{ name: 'c', resources: { requests: { cpu: 2 } } }] }) },
    });
    const cpu = [flavor(), clusterQueue({ cpu: 3 }), localQueue()];
    const waiting = pod('late', '', { containers: [{ name: 'c', resources: { requests: { cpu: 1 } } }] });
    const report = play(
      clusterOf(1, running('a'), running('b')),
      cpu,
      { at: 0, apply: waiting },
      { at: 5, delete: { kind: 'Pod', name: 'a' } },
    );
    expect(counts(report)).toEqual([
      [0, 2, 1],
      [5, 2, 0],
    ]);
    const before = simulate(clusterOf(1, running('a'), running('b')), { objects: cpu as never, trace: [{ at: 0, apply: waiting }] });
    expect(before.stillPending[0]?.message).toBe(`${QUEUE}: quota of cpu in flavor default-flavor: 4 of 3 in use, 1 requested`);
  });
});

describe('jobs of a queue', () => {
  it('are admitted with all their pods or none, and give back what their last pods do not need', () => {
    const events = [
      { at: 0, apply: job('wide', { parallelism: 3, completions: 4 }), lifetime: 10 },
      { at: 1, apply: job('pair', { parallelism: 2, completions: 2 }), lifetime: 10 },
      { at: 2, apply: job('one', { parallelism: 1, completions: 1 }), lifetime: 100 },
    ];
    // At second 10 three of four are done, and the last one runs.
    expect(counts(play(clusterOf(8), queuesOf(4), ...events))).toEqual([
      [0, 3, 0],
      [1, 3, 2],
      [2, 4, 2],
      [10, 4, 0],
      [20, 1, 0],
      [102, 0, 0],
    ]);
  });

  it('that Kueue has suspended wait like others', () => {
    const events = [
      { at: 0, apply: job('a', { suspend: true, parallelism: 1 }), lifetime: 5 },
      { at: 1, apply: job('b', { suspend: true, parallelism: 1 }) },
    ];
    expect(counts(play(clusterOf(8), queuesOf(1), ...events))).toEqual([
      [0, 1, 0],
      [1, 1, 1],
      [5, 1, 0],
    ]);
  });

  it('are those of a CronJob whose template of Jobs has the label, and the CronJob that its user has suspended makes none', () => {
    const one = job('nightly', { parallelism: 2, completions: 2, suspend: true });
    const cron = (own: object, labels: object = {}): KubernetesObjectJson =>
      ({
        apiVersion: 'batch/v1',
        kind: 'CronJob',
        metadata: { name: 'nightly', namespace: 'default', labels },
        spec: {
          schedule: '0 3 * * *',
          jobTemplate: { metadata: { labels: one.metadata?.labels }, spec: (one as { spec?: object }).spec },
          ...own,
        },
      }) as KubernetesObjectJson;
    const report = play(clusterOf(4), [...queuesOf(1), cron({})]);
    expect(report.stillPending.map(({ count, message }) => [count, message])).toEqual([
      [2, 'ClusterQueue gpus: the quota of example.com/gpu in flavor default-flavor is smaller than the request: requested 2, quota 1'],
    ]);
    expect(play(clusterOf(4), [...queuesOf(2), cron({})]).totals.placed).toBe(2);
    expect(play(clusterOf(4), [...queuesOf(2), cron({ suspend: true }, one.metadata?.labels)]).totals.created).toBe(0);
  });

  it('keep their quota while pods are evicted and made again, and request more when they are scaled', () => {
    const statefulSet = {
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      metadata: { name: 'db', namespace: 'default', labels: { 'kueue.x-k8s.io/queue-name': 'team' } },
      spec: { replicas: 2, template: { spec: spec() } },
    };
    const report = play(
      clusterOf(8),
      queuesOf(3),
      { at: 0, apply: statefulSet as never },
      { at: 1, apply: pod('a') },
      { at: 2, delete: { kind: 'Pod', name: 'db-0' } },
      { at: 3, scale: { kind: 'StatefulSet', name: 'db', replicas: 4 } },
      { at: 4, delete: { kind: 'Pod', name: 'a' } },
      { at: 5, scale: { kind: 'StatefulSet', name: 'db', replicas: 1 } },
      { at: 6, apply: pod('b', 'two') },
      { at: 7, delete: { kind: 'StatefulSet', name: 'db' } },
      { at: 8, apply: pod('c') },
    );
    expect(counts(report)).toEqual([
      [0, 2, 0],
      [1, 3, 0],
      [2, 3, 0],
      [3, 3, 2],
      [4, 2, 2],
      [5, 1, 0],
      [6, 2, 0],
      [7, 1, 0],
      [8, 2, 0],
    ]);
  });

  it('have the priority of their WorkloadPriorityClass, and a Deployment has its pods one by one', () => {
    const high = { apiVersion: 'kueue.x-k8s.io/v1beta2', kind: 'WorkloadPriorityClass', metadata: { name: 'high' }, value: 100 };
    const deployment = {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'web', namespace: 'default', labels: { 'kueue.x-k8s.io/queue-name': 'team' } },
      spec: { replicas: 3, template: { spec: spec() } },
    };
    const report = play(clusterOf(8), [...queuesOf(2), high], {
      at: 0,
      apply: [deployment as never, job('important', { parallelism: 1 }, 'one', { 'kueue.x-k8s.io/priority-class': 'high' })],
    });
    expect(report.stillPending.map(({ pod: name, count }) => [name.split('-')[0], count])).toEqual([['default/web', 2]]);
    expect(report.log.filter(({ what }) => what === 'placed').map(({ pod: name }) => name.split('-')[0])).toContain('default/important');
  });
});

describe('objects that Kueue has made', () => {
  const workload = (name: string, count: number, more: object = {}): KubernetesObjectJson =>
    ({
      apiVersion: 'kueue.x-k8s.io/v1beta2',
      kind: 'Workload',
      metadata: { name, namespace: 'default' },
      spec: { queueName: 'team', podSets: [{ name: 'main', count, template: { spec: spec() } }], ...more },
    }) as KubernetesObjectJson;

  it('have Workloads wait with all their pods in the queue that they name, by their priority', () => {
    const report = play(clusterOf(8), [...queuesOf(3), workload('small', 2), workload('large', 3, { priority: 7 })]);
    expect(report.stillPending.map(({ pod: name, count, message }) => [name.split('-')[0], count, message])).toEqual([
      ['default/small', 2, `${QUEUE}: quota of ${GPU} in flavor default-flavor: 3 of 3 in use, 2 requested`],
    ]);
    expect(report.totals.running).toBe(3);
  });

  it('have pods of a cluster wait as long as they are gated, and others have their quota', () => {
    const gated = { schedulingGates: [{ name: 'kueue.x-k8s.io/admission' }] };
    const stored = (name: string, more: object) => {
      const one = pod(name, 'one', more) as { readonly metadata: object };
      return { ...one, metadata: { ...one.metadata, uid: `uid-${name}` } };
    };
    const cluster = clusterOf(8, stored('first', gated), stored('admitted', {}), stored('second', gated));
    const report = play(cluster, queuesOf(2));
    expect(told(report)).toEqual(['0 placed first', '0 placed admitted', '0 pending second']);
  });
});

describe('flavors', () => {
  const flavors = [
    flavor('spot', { nodeLabels: { tier: 'spot' }, nodeTaints: [{ key: 'spot', effect: 'NoSchedule' }] }),
    flavor('firm', { nodeLabels: { tier: 'firm' } }),
  ];
  const nodes = ['spot', 'firm'].flatMap((tier) => [
    {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name: tier, labels: { tier } },
      spec: tier === 'spot' ? { taints: [{ key: 'spot', effect: 'NoSchedule' }] } : {},
    },
    {
      apiVersion: 'resource.k8s.io/v1',
      kind: 'ResourceSlice',
      metadata: { name: tier },
      spec: {
        driver: 'd.example.com',
        nodeName: tier,
        pool: { name: tier, generation: 1, resourceSliceCount: 1 },
        devices: [{ name: 'a' }, { name: 'b' }],
      },
    },
  ]);
  const objects = [configuration(), ...flavors, clusterQueue({ [GPU]: 1 }, {}, ['spot', 'firm']), localQueue()];
  const tolerations = [{ key: 'spot', operator: 'Exists' }];

  it('are taken in their order, and send pods to their nodes', () => {
    const report = play(clusterOf(0, ...nodes), objects, {
      at: 0,
      apply: [pod('a', 'one', { tolerations }), pod('b', 'one', { tolerations }), pod('c')],
    });
    expect(report.log.filter(({ what }) => what === 'placed').map(({ pod: name, node: on }) => [name, on])).toEqual([
      ['default/a', 'spot'],
      ['default/b', 'firm'],
    ]);
    expect(report.stillPending.map(({ message }) => message)).toEqual([
      `${QUEUE}: the taint spot of flavor spot is not tolerated; quota of ${GPU} in flavor firm: 1 of 1 in use, 1 requested`,
    ]);
  });

  it('are left out where the selector of a pod says otherwise', () => {
    const report = play(clusterOf(0, ...nodes), objects, {
      at: 0,
      apply: pod('a', 'one', { tolerations, nodeSelector: { tier: 'firm', other: 'x' } }),
    });
    expect(report.stillPending[0]?.message).toMatch(/^0\/3 nodes/);
    const fits = play(clusterOf(0, ...nodes), objects, { at: 0, apply: pod('a', 'one', { tolerations, nodeSelector: { tier: 'firm' } }) });
    expect(fits.log.find(({ what }) => what === 'placed')?.node).toBe('firm');
  });
});

describe('queues that change', () => {
  it('admit whom a larger quota has room for, and nobody more once they are gone', () => {
    const report = play(
      clusterOf(8),
      queuesOf(1),
      { at: 0, apply: [pod('a'), pod('b'), pod('c')] },
      { at: 1, apply: clusterQueue({ [GPU]: 2 }) as never },
      { at: 2, delete: { kind: 'ClusterQueue', name: 'gpus' } },
      { at: 3, delete: { kind: 'Pod', name: 'a' } },
    );
    expect(counts(report)).toEqual([
      [0, 1, 2],
      [1, 2, 1],
      [2, 2, 1],
      [3, 1, 1],
    ]);
    expect(report.stillPending[0]?.message).toMatch(/^LocalQueue default\/team names ClusterQueue gpus/);
  });

  it('consider templates that come later', () => {
    const report = play(clusterOf(8), queuesOf(1), { at: 0, apply: pod('a', 'later') }, { at: 1, apply: template('later', 1) as never });
    expect(counts(report)).toEqual([
      [0, 0, 1],
      [1, 1, 0],
    ]);
  });
});
