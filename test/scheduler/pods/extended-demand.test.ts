// extended-demand.json has pods, which of their extended resources DRA serves, and what createRequestsAndMappings and PodRequests of
// Kubernetes 1.37.1 made of them.

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Node } from '../../../src/core/api/node.js';
import type { Pod } from '../../../src/core/api/pod.js';
import type { DeviceRequest } from '../../../src/core/api/resource-claim.js';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import { ExtendedDemand, type NodeShare } from '../../../src/scheduler/pods/extended-demand.js';
import { ExtendedResourceClasses, requestedResources } from '../../../src/scheduler/pods/extended-resources.js';
import { timedAsQuiet } from '../../support/clock.js';
import { cases } from '../../support/extent.js';
import { objectsOf } from './objects.js';

interface Case {
  readonly initContainers: readonly { readonly restartPolicy?: string; readonly requests?: Readonly<Record<string, string>> }[];
  readonly containers: Case['initContainers'];
  readonly wanted: Readonly<Record<string, number>>;
  readonly served: readonly string[];
  readonly requests: readonly (readonly [name: string, deviceClass: string, count: number])[];
}

const CASES = JSON.parse(readFileSync(new URL('extended-demand.json', import.meta.url), 'utf8')) as readonly Case[];

const CLASSES = new ExtendedResourceClasses(
  objectsOf(
    [
      ['gpu', 'example.com/gpu'],
      ['nic', 'example.com/nic'],
      ['x', 'a.org/x'],
      ['direct', 'example.com/direct'],
    ]
      .map(
        ([name, resource]) =>
          `{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: ${name}}, spec: {extendedResourceName: ${resource}}}\n`,
      )
      .join('---\n'),
  ).deviceClasses,
);

function podOf(initContainers: Case['initContainers'], containers: Case['containers']): Pod {
  const withResources = (list: Case['containers']): object[] =>
    list.map(({ requests = {}, ...rest }) => ({ ...rest, resources: { requests } }));
  const spec = { initContainers: withResources(initContainers), containers: withResources(containers) };
  return objectsOf(JSON.stringify({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec })).pods[0] as Pod;
}

const nodeOf = (allocatable?: Readonly<Record<string, string>>): Node =>
  objectsOf(
    JSON.stringify({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'n' }, status: allocatable === undefined ? {} : { allocatable } }),
  ).nodes[0] as Node;

const summary = (requests: readonly DeviceRequest[]): unknown[] =>
  requests.map(({ name, exactly }) => [name, exactly?.deviceClassName, Number(exactly?.count)]);

function shareOf(share: NodeShare): unknown {
  return 'refusal' in share ? share.refusal : summary(share.requests);
}

describe('requests are those that the scheduler makes', () => {
  test.each(CASES.map((each, index) => ({ ...each, index })))('case $index', ({ initContainers, containers, wanted, served, requests }) => {
    const { spec } = podOf(initContainers, containers);
    expect(Object.fromEntries([...inOneGo(requestedResources(spec, UNLIMITED))].map(([name, amount]) => [name, Number(amount)]))).toEqual(
      wanted,
    );
    // A device plugin offers plenty of the resources that DRA does not serve.
    const plugins = Object.keys(wanted).filter((name) => !served.includes(name));
    const on = nodeOf(Object.fromEntries(plugins.map((name) => [name, '1000000'])));
    const share = inOneGo(ExtendedDemand.of(spec, CLASSES, UNLIMITED)).on(on, false);
    expect(shareOf(inOneGo(share))).toEqual(requests);
  });
});

describe('a node', () => {
  const gpu = (amount: string): Case['containers'] => [{ requests: { 'example.com/gpu': amount } }];
  const both = [{ requests: { 'example.com/gpu': '1', 'example.com/nic': '2' } }];
  const on = (pod: Pod, node: Node, hasClaims = false, classes: ExtendedResourceClasses | undefined = CLASSES): unknown =>
    shareOf(inOneGo(inOneGo(ExtendedDemand.of(pod.spec, classes, UNLIMITED)).on(node, hasClaims)));

  test('that has none of a resource, or zero, leaves it to DRA', () => {
    const requests = [['container-0-request-0', 'gpu', 2]];
    expect(on(podOf([], gpu('2')), nodeOf())).toEqual(requests);
    expect(on(podOf([], gpu('2')), nodeOf({ cpu: '1' }))).toEqual(requests);
    expect(on(podOf([], gpu('2')), nodeOf({ 'example.com/gpu': '0' }))).toEqual(requests);
  });

  test('whose device plugin has enough needs no claim', () => {
    expect(on(podOf([], gpu('2')), nodeOf({ 'example.com/gpu': '2' }))).toEqual([]);
  });

  test('gets whole numbers, however they are written', () => {
    expect(on(podOf([], gpu('2000m')), nodeOf())).toEqual([['container-0-request-0', 'gpu', 2]]);
  });

  test('can serve one resource by a device plugin and the other by DRA', () => {
    expect(on(podOf([], both), nodeOf({ 'example.com/gpu': '1' }))).toEqual([['container-0-request-1', 'nic', 2]]);
    expect(on(podOf([], both), nodeOf({ 'example.com/nic': '2' }))).toEqual([['container-0-request-0', 'gpu', 1]]);
  });

  test('whose device plugin can never do is out', () => {
    expect(on(podOf([], gpu('3')), nodeOf({ 'example.com/gpu': '2' }))).toBe(
      'extended resource example.com/gpu: the pod needs 3, but the device plugin of the node has 2',
    );
  });

  test('is out for a resource that neither a class nor a device plugin has', () => {
    const pod = podOf([], [{ requests: { 'example.com/gpu': '1', 'example.com/fpga': '1' } }]);
    const reason = 'extended resource example.com/fpga: the pod needs 1, but the node has none, and DRA does not serve it';
    expect(on(pod, nodeOf())).toBe(reason);
    expect(on(pod, nodeOf({ cpu: '1' }))).toBe(reason);
    expect(on(pod, nodeOf({ 'example.com/fpga': '1' }))).toEqual([['container-0-request-1', 'gpu', 1]]);
  });

  test('is not out for what it does not tell, where no class plays a role', () => {
    const pod = podOf([], [{ requests: { 'example.com/fpga': '1' } }]);
    expect(on(pod, nodeOf(), true)).toEqual([]);
    expect(on(pod, nodeOf({ cpu: '1' }), true)).toContain('example.com/fpga');
  });

  test('leaves everything to device plugins while the gate is off', () => {
    const off = (node: Node): unknown =>
      shareOf(inOneGo(inOneGo(ExtendedDemand.of(podOf([], gpu('1')).spec, undefined, UNLIMITED)).on(node, true)));
    expect(off(nodeOf({ 'example.com/gpu': '1' }))).toEqual([]);
    expect(off(nodeOf({ 'example.com/gpu': '0' }))).toContain('has 0');
    expect(off(nodeOf({ cpu: '1' }))).toContain('DRA does not serve it');
  });

  test('on which a pod with claims gets all its extended resources from device plugins has an empty claim for them', () => {
    const node = nodeOf({ 'example.com/gpu': '2' });
    const share = (pod: Pod, hasClaims: boolean): NodeShare =>
      inOneGo(inOneGo(ExtendedDemand.of(pod.spec, CLASSES, UNLIMITED)).on(node, hasClaims));
    expect(share(podOf([], gpu('2')), true)).toEqual({ requests: [], hasEmptyClaim: true });
    expect(share(podOf([], gpu('2')), false)).toEqual({ requests: [] });
    expect(on(podOf([], both), node, true)).toEqual([['container-0-request-1', 'nic', 2]]);
  });
});

test('nodes that are equal give the same list', () => {
  const { spec } = podOf([], [{ requests: { 'example.com/gpu': '1', 'example.com/nic': '2' } }]);
  const demand = inOneGo(ExtendedDemand.of(spec, CLASSES, UNLIMITED));
  const requestsOn = (node: Node): readonly DeviceRequest[] | undefined => {
    const share = inOneGo(demand.on(node, false));
    return 'refusal' in share ? undefined : share.requests;
  };
  const first = requestsOn(nodeOf());
  expect(first).toHaveLength(2);
  expect(requestsOn(nodeOf({ 'example.com/nic': '0' }))).toBe(first);
  expect(requestsOn(nodeOf({ 'example.com/nic': '2' }))).not.toBe(first);
});

test('many containers, resources, classes and nodes take linear time', () => {
  const count = cases(1000, 5000);
  const resources = Array.from({ length: count }, (_, index) => `r${index}.example.com/x`);
  const containers = resources.map((resource) => ({ requests: { [resource]: '1', 'example.com/gpu': '1000000000' } }));
  const classes = new ExtendedResourceClasses(
    resources.map((extendedResourceName, index) => {
      const metadata = { ...podOf([], []).metadata, name: `c${index}` };
      return { metadata, spec: { selectors: [], config: [], extendedResourceName } };
    }),
  );
  const { spec } = podOf(containers.slice(0, count / 2), containers.slice(count / 2));
  const nodes = resources.map((resource) => nodeOf({ [resource]: '1', 'example.com/gpu': '9000000000000' }));
  const { result: shares, milliseconds } = timedAsQuiet(() => {
    const demand = inOneGo(ExtendedDemand.of(spec, classes, UNLIMITED));
    return nodes.map((node) => inOneGo(demand.on(node, false)));
  });
  expect(new Set(shares).size).toBe(count);
  expect(shares.every((share) => 'requests' in share && share.requests.length === 33)).toBe(true);
  expect(milliseconds).toBeLessThan(3000);
});
