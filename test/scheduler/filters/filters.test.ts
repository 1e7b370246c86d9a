import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import { CLUSTER_FILTERS } from '../../../src/scheduler/filters/cluster-filters.js';
import type { NodeFilter } from '../../../src/scheduler/filters/filter.js';
import { FILTERS, filterNode, prepareFilters } from '../../../src/scheduler/filters/filters.js';
import { REJECTION_CODES } from '../../../src/scheduler/filters/rejection-codes.js';
import { context, info, node, pod } from './objects.js';

const named = (...names: string[]): object => ({
  nodeAffinity: {
    requiredDuringSchedulingIgnoredDuringExecution: {
      nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: names }] }],
    },
  },
});
const messages = (spec: object, on: Parameters<typeof node>[0]): string[] =>
  inOneGo(filterNode(pod(spec), info(node(on)), context())).map(({ message }) => message);

test('every file with a filter is in the list, in the order of the codes', async () => {
  const folder = 'src/scheduler/filters';
  const modules = await Promise.all(readdirSync(folder).map((name): Promise<object> => import(join(process.cwd(), folder, name))));
  const exported = modules.flatMap((module) => Object.values(module) as unknown[]).filter(isFilter);
  const all = [...FILTERS.slice(0, -1), ...CLUSTER_FILTERS, ...FILTERS.slice(-1)];
  expect(new Set(exported)).toEqual(new Set(all));
  const plugins = all.map(({ plugin }) => plugin);
  const inOrder = [...new Set(Object.values(REJECTION_CODES).map(({ plugin }) => plugin))];
  expect(plugins).toEqual(inOrder.filter((plugin) => plugins.includes(plugin)));
});

function isFilter(value: unknown): value is NodeFilter {
  return typeof value === 'object' && value !== null && 'plugin' in value && ('prepare' in value || 'preparing' in value);
}

test('the first plugin that rejects a node ends it', () => {
  const bad = { spec: { unschedulable: true, taints: [{ key: 'k', effect: 'NoSchedule' }] }, status: { allocatable: { pods: 0 } } };
  const spec = { nodeSelector: { a: 'b' }, containers: [{ resources: { requests: { cpu: 1 } } }] };
  expect(messages({ ...spec, nodeName: 'other' }, bad)).toEqual(["node(s) didn't satisfy plugin(s) [NodeName]"]);
  expect(messages(spec, bad)).toEqual(['node(s) were unschedulable']);
  expect(messages(spec, { ...bad, spec: { taints: bad.spec.taints } })).toEqual(['node(s) had untolerated taint(s)']);
  expect(messages(spec, { status: bad.status })).toEqual(["node(s) didn't match Pod's node affinity/selector"]);
  expect(messages(spec, { status: bad.status, labels: { a: 'b' } })).toEqual(['Too many pods', 'Insufficient cpu']);
  expect(messages(spec, { status: { allocatable: { pods: 1, cpu: 1 } }, labels: { a: 'b' } })).toEqual([]);
});

test('nodes that the affinity of a pod does not name are not asked about anything else', () => {
  expect(messages({ affinity: named('a') }, { spec: { unschedulable: true } })).toEqual([
    "node(s) didn't satisfy plugin(s) [NodeAffinity]",
  ]);
  expect(messages({ affinity: named('n') }, { spec: { unschedulable: true } })).toEqual(['node(s) were unschedulable']);
});

test('nodes must be named by all plugins that name some', () => {
  expect(messages({ nodeName: 'n', affinity: named('n', 'm') }, { name: 'm' })).toEqual([
    "node(s) didn't satisfy plugin(s) [NodeAffinity NodeName]",
  ]);
  const of = pod({ nodeName: 'n', affinity: named('m') });
  expect(inOneGo(prepareFilters(of, context(), UNLIMITED)).refusals).toEqual([
    { code: 'other-node', message: "node(s) didn't satisfy plugin(s) [NodeAffinity NodeName] simultaneously" },
  ]);
});

test('what rejects all nodes is reported before anything of a node', () => {
  const spec = { schedulingGates: [{ name: 'a' }, { name: 'b' }] };
  expect(messages(spec, { spec: { unschedulable: true } })).toEqual(['waiting for scheduling gates: [a b]']);
  expect(inOneGo(prepareFilters(pod(spec), context(), UNLIMITED)).refusals).toHaveLength(1);
});

test('features that a node lacks count only where devices were found', () => {
  const of = pod({ hostNetwork: true, hostUsers: false });
  const { beforeDevices, afterDevices } = inOneGo(prepareFilters(of, context(), UNLIMITED));
  expect(beforeDevices(info(), UNLIMITED)).toEqual([]);
  expect(afterDevices(info(), UNLIMITED).map(({ code }) => code)).toEqual(['undeclared-feature']);
  expect(inOneGo(filterNode(of, info(), context())).map(({ code }) => code)).toEqual(['undeclared-feature']);
});
