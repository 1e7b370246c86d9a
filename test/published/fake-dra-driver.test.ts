// An article on DRA in Kubernetes 1.27 (toVersus, "Dynamic Resource Allocation のいま"), and its driver of fake devices: what pods of today ask for in the ways that it
// shows, and its manifests. What other commands say of classic DRA is in api-reference.test.ts.

import { describe, expect, it } from 'vitest';
import { documents, runProgram } from '../apps/cli/run-program.js';
import { textOf } from './walkthrough.js';

const node = (name: string, allocatable = ''): string =>
  `{apiVersion: v1, kind: Node, metadata: {name: ${name}}, status: {allocatable: {cpu: 4, pods: 110${allocatable}}}}\n`;
const slice = (name: string, content: string, slices = 1): string =>
  `{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: ${name}}, spec: {driver: fake.resource.3-shake.com, nodeName: worker, pool: {name: worker, generation: 1, resourceSliceCount: ${slices}}, ${content}}}\n`;
const CLASS =
  '{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: fake.3-shake.com}, spec: {extendedResourceName: 3-shake.com/fake}}\n';
const claim = (name: string, requests: string, more = ''): string =>
  `{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: ${name}}, spec: {devices: {requests: [${requests}]${more}}}}\n`;
const pod = (name: string, claims: string, containers = '{name: ctr0, image: app}'): string =>
  `{apiVersion: v1, kind: Pod, metadata: {name: ${name}}, spec: {resourceClaims: [${claims}], containers: [${containers}]}}\n`;
const FAKES = slice('fakes', 'devices: [{name: fake-0}, {name: fake-1}, {name: fake-2}]');

const allocate = (input: string, ...more: string[]) => runProgram(['allocate', '-f', '-', ...more], input);
/** Pod, device and node of each line. */
const rows = (out: string): string[][] =>
  out
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(/ {3,}/))
    .map(([who = '', , , , device = '', where = '']) => [who, device, where]);

describe('a device plugin', () => {
  const deployment =
    '{apiVersion: apps/v1, kind: Deployment, metadata: {name: simple-hello}, spec: {replicas: 1, selector: {matchLabels: {app: simple-hello}}, ' +
    'template: {metadata: {labels: {app: simple-hello}}, spec: {containers: [{name: simple-hello, image: app, resources: {limits: {3-shake.com/fake: 2}}}]}}}}\n';
  const nodes = (input: string) => runProgram(['nodes', '-f', '-'], input);

  it('serves the limits of a Deployment on nodes that have so many', async () => {
    const { out } = await nodes(
      documents(node('none'), node('few', ', 3-shake.com/fake: 1'), node('plugin', ', 3-shake.com/fake: 2'), deployment),
    );
    expect(rowsOfNodes(out)).toEqual([
      ['plugin', 'yes', '-'],
      ['few', 'no', 'Insufficient 3-shake.com/fake (needs 2, 1 of 1 free)'],
      ['none', 'no', 'Insufficient 3-shake.com/fake (needs 2, 0 of 0 free)'],
    ]);
  });

  it('is replaced by DRA node by node: the same Deployment is allocated devices of a class with that name', async () => {
    const { out } = await allocate(documents(CLASS, FAKES, node('worker'), deployment));
    expect(rows(out)).toEqual([
      ['simple-hello-0', 'fake-0', 'worker'],
      ['simple-hello-0', 'fake-1', 'worker'],
    ]);
    const both = await nodes(documents(CLASS, FAKES, node('worker'), node('plugin', ', 3-shake.com/fake: 2'), deployment));
    expect(rowsOfNodes(both.out).map(([name, fits]) => [name, fits])).toEqual([
      ['plugin', 'yes'],
      ['worker', 'yes'],
    ]);
  });
});

/** Name, verdict and reason of each node. */
function rowsOfNodes(out: string): string[][] {
  const lines = out.trim().split('\n').slice(1);
  return lines.map((line) => line.split(/ {3,}/)).map(([name = '', fits = '', , reason = '']) => [name, fits, reason]);
}

describe('what device plugins cannot do', () => {
  it('parameters reach the driver with the request', async () => {
    const config = ', config: [{opaque: {driver: fake.resource.3-shake.com, parameters: {kind: FakeClaimParameters, split: 2}}}]';
    const { out } = await allocate(
      documents(CLASS, FAKES, node('worker'), claim('c', '{name: fake, exactly: {deviceClassName: fake.3-shake.com}}', config)),
      '-o',
      'json',
    );
    expect(JSON.parse(out).items[0].status.allocation.devices.config).toEqual([
      { source: 'FromClaim', opaque: { driver: 'fake.resource.3-shake.com', parameters: { kind: 'FakeClaimParameters', split: 2 } } },
    ]);
  });

  it('pods and their containers share the devices of a claim that they name', async () => {
    const both = ['ctr0', 'ctr1'].map((name) => `{name: ${name}, image: app, resources: {claims: [{name: shared-fake}]}}`).join(', ');
    const pods = ['pod0', 'pod1'].map((name) => pod(name, '{name: shared-fake, resourceClaimName: shared}', both));
    const shared = claim('shared', '{name: fake, exactly: {deviceClassName: fake.3-shake.com}}');
    const { out } = await allocate(documents(CLASS, FAKES, node('worker'), shared, ...pods));
    expect(rows(out)).toEqual([
      ['pod0', 'fake-0', 'worker'],
      ['pod1', 'fake-0', 'worker'],
    ]);
  });

  it('four devices split in two each are eight, and those that are split cannot be had whole', async () => {
    const parents = [0, 1, 2, 3];
    const sets = parents.map((parent) => `{name: card-${parent}, counters: {halves: {value: "2"}}}`).join(', ');
    const part = (name: string, parent: number, halves: number): string =>
      `{name: ${name}, attributes: {halves: {int: ${halves}}}, consumesCounters: [{counterSet: card-${parent}, counters: {halves: {value: "${halves}"}}}]}`;
    const parts = parents.flatMap((parent) => [
      part(`fake-${parent}`, parent, 2),
      part(`fake-${parent}-a`, parent, 1),
      part(`fake-${parent}-b`, parent, 1),
    ]);
    const cards = documents(slice('cards', `sharedCounters: [${sets}]`, 2), slice('parts', `devices: [${parts.join(', ')}]`, 2));
    const wants = (halves: number, count: number): string =>
      `{name: fakes, exactly: {deviceClassName: fake.3-shake.com, count: ${count}, selectors: [{cel: {expression: 'device.attributes["fake.resource.3-shake.com"].halves == ${halves}'}}]}}`;
    const split = await allocate(documents(CLASS, cards, node('worker'), claim('split', wants(1, 8)), claim('whole', wants(2, 1))));
    expect(rows(split.out).map(([, device]) => device)).toEqual(parents.flatMap((parent) => [`fake-${parent}-a`, `fake-${parent}-b`]));
    expect(split.code).toBe(1);
    expect(split.err).toContain('claim default/whole');
  });

  it('devices of a fabric are reached from several nodes', async () => {
    const fabric =
      '{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: fabric}, spec: {driver: fake.resource.3-shake.com, pool: {name: fabric, generation: 1, resourceSliceCount: 1}, allNodes: true, devices: [{name: port-0}, {name: port-1}]}}\n';
    const claims = ['a', 'b'].map((name) => claim(name, '{name: port, exactly: {deviceClassName: fake.3-shake.com}}'));
    const { out } = await allocate(documents(CLASS, fabric, node('one'), node('two'), ...claims));
    expect(rows(out).map(([, device]) => device)).toEqual(['port-0', 'port-1']);
  });
});

describe('classic DRA', () => {
  it('its manifests are played until both pods run', async () => {
    const input = documents(node('worker'), `${textOf('published/classic-dra.yaml')}\n`);
    const { code, out, err } = await runProgram(['classic', '-f', '-', '--kubernetes-version', '1.27'], input);
    expect([code, err]).toEqual([0, '']);
    for (const name of ['pod0', 'pod1']) expect(out).toMatch(new RegExp(`Pod test1/${name} +status\\.phase: Running`));
  });
});
