// Pending pods without claims: the commands place them, and they use resources of nodes.

import { describe, expect, test } from 'vitest';
import { documents, GPU_TEMPLATE, gpuSlice } from '../run-program.js';
import { allocate, cluster, NOTHING_RUNS, rows } from './allocate-inputs.js';
import { CLUSTER, node, plain, pod } from './pod-inputs.js';

describe('pods that wait and need no devices', () => {
  const deployment = (name: string, replicas: number, cpu: number, uid = ''): string =>
    `{apiVersion: apps/v1, kind: Deployment, metadata: {name: ${name}${uid}}, spec: {replicas: ${replicas}, selector: {matchLabels: {app: web}}, ` +
    `template: {metadata: {labels: {app: web}}, spec: {containers: [{name: m, image: i, resources: {requests: {cpu: ${cpu}}}}]}}}}\n`;
  const named = async (input: string, ...options: string[]) => {
    const { code, out, err } = await allocate(input, ...options);
    return { code, pods: rows(out).map(([name]) => name), err: err.replace(NOTHING_RUNS, '') };
  };

  test('take room from those behind them, not from those before', async () => {
    const input = documents(CLUSTER, node('node-a'), pod('first', 'cpu: 2'), plain('web', 'cpu: 1'), pod('second', 'cpu: 2'));
    const { code, pods, err } = await named(input);
    expect([code, pods]).toEqual([1, ['first']]);
    expect(err).toContain('error: pod default/second: 0/1 nodes are available: 1 Insufficient cpu.\n');
    expect(err).toContain('note: placed: 1 of 2 pods\n');
    expect(err).toContain('note: pod default/web: needs no devices; later pods cannot use the resources that it occupies on node node-a\n');
    const fits = documents(CLUSTER, node('node-a'), pod('first', 'cpu: 2'), plain('web', 'cpu: 1'), pod('second', 'cpu: 1'));
    expect(await named(fits)).toMatchObject({ code: 0, pods: ['first', 'second'] });
  });

  test('go by priority where that counts, and to nodes that filters and scores choose', async () => {
    const tainted = 'taints: [{key: t, effect: NoSchedule}]';
    const input = documents(CLUSTER, node('node-a', tainted), node('node-b'), plain('web', 'cpu: 3'), pod('p', 'cpu: 2', ', priority: 10'));
    expect(await named(input)).toMatchObject({ code: 1, pods: [] });
    expect(await named(input, '--order', 'priority')).toMatchObject({ code: 0, pods: ['p'], err: '' });
  });

  test('that no node takes are reported together, and are no finding', async () => {
    const [a, b] = [plain('a', 'cpu: 9'), plain('b', 'cpu: 8')];
    const { code, pods, err } = await named(documents(CLUSTER, node('node-a'), a, b, pod('p', 'cpu: 2')));
    expect([code, pods]).toEqual([0, ['p']]);
    const why = '0/1 nodes are available: 1 Insufficient cpu.';
    expect(err).toBe(`note: pod default/a and 1 more: fit on no node, although they need no devices: ${why}\n`);
  });

  test('are nobody to place where nothing is behind them, where others were requested, and where room is without limit', async () => {
    const web = plain('web', 'cpu: 3');
    expect(await named(documents(CLUSTER, node('node-a'), pod('p', 'cpu: 2'), web))).toMatchObject({ code: 0, err: '' });
    const input = documents(CLUSTER, node('node-a'), web, pod('p', 'cpu: 2'));
    for (const options of [['p'], ['--node', 'node-a'], ['--devices-only']]) {
      expect(await named(input, ...options)).toMatchObject({ code: 0, pods: ['p'] });
    }
    const unlimited = '{apiVersion: v1, kind: Node, metadata: {name: node-a}}\n';
    expect((await named(documents(CLUSTER, unlimited, web, pod('p', 'cpu: 2')))).err).not.toContain('web');
    const none = await allocate(documents(CLUSTER, node('node-a'), web));
    expect(none.err).toBe('note: the input has no claims: nothing to allocate\n');
  });

  test('are made for owners that are yet to be created, and not for those of a cluster, whose pods are in the input', async () => {
    const p = pod('p', 'cpu: 2');
    const { code, err } = await named(documents(CLUSTER, node('node-a'), deployment('web', 9, 1), p));
    expect(code).toBe(1);
    expect(err).toContain(
      'note: pod default/web-0 and 3 more: need no devices; later pods cannot use the resources that they occupy on node node-a\n',
    );
    expect(err).toContain('note: pod default/web-4 and 4 more: fit on no node, although they need no devices: 0/1 nodes');
    expect(await named(documents(CLUSTER, node('node-a'), deployment('web', 9, 1, ', uid: u'), p))).toMatchObject({ code: 0, err: '' });
  });

  test('are made up to a limit, which is reported', async () => {
    const { err } = await named(documents(CLUSTER, node('node-a'), deployment('web', 2147483647, 1), pod('p', 'cpu: 2')));
    expect(err).toContain(
      'note: Deployment default/web: 2147482647 more pods without claims left out (the limit is 1000): their resources count as free\n',
    );
  });

  test('are placed again where a gate is considered', async () => {
    const list = gpuSlice('node-a', 1, ', attributes: {a: {ints: [1]}}');
    const input = documents(cluster(list), GPU_TEMPLATE, node('node-a'), plain('web', 'cpu: 3'), pod('p', 'cpu: 2'));
    const { err } = await named(input);
    expect(err).toContain('pod default/p: 0/1 nodes');
    expect(err).not.toContain('needs DRA');
  });
});
