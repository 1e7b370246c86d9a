// Certificates of the nodes of a cluster refer to the objects that were applied to it.

import { describe, expect, it, vi } from 'vitest';
import type { Findings } from '../../src/allocator/evaluate/findings.js';
import { checkpointInOneGo } from '../../src/allocator/evaluate/limits.js';
import type { Checkpoint } from '../../src/core/base/checkpoint.js';
import { inOneGo } from '../../src/core/base/incremental.js';
import { certifiedOutcomes } from '../../src/explain/certified-node.js';
import { check } from '../../src/explain/check/check.js';
import { podsOf } from '../../src/library/pods/index.js';
import { allocator } from '../support/allocate.js';
import { claim, device, deviceClass, devices, deviceTaintRule, node, request, slice } from '../support/objects.js';

const nodes = ['a', 'b', 'c'].map((name) => node(name));
const deviceClasses = [deviceClass('any')];
const held = {
  ...claim('held', [request('r')]),
  status: { allocation: { devices: { results: [{ request: 'r', driver: 'd.example.com', pool: 'b', device: 'd0' }] } } },
};
const resourceSlices = [
  slice('a', devices(4), { nodeName: 'a', pool: { name: 'a' } }),
  slice('b', devices(2), { nodeName: 'b', pool: { name: 'b' } }),
  slice('c', [device('d0'), device('d1')], { nodeName: 'c', pool: { name: 'c' } }),
];
const deviceTaintRules = [deviceTaintRule('t', { deviceSelector: { pool: 'c' }, taint: { key: 'k', effect: 'NoSchedule' } })];
const claims = [claim('c', [request('r', { count: 2 })])];

function told() {
  const cluster = allocator.cluster();
  cluster.apply([...nodes, ...deviceClasses, ...resourceSlices, ...deviceTaintRules, held]);
  return cluster;
}

it('each node without the devices has a certificate, in both forms', async () => {
  const explained = told().explain({ claims, certificates: true });
  expect(explained.nodes.map(({ node: name, kind, certificate }) => [name, kind, certificate !== undefined])).toEqual([
    ['a', 'allocated', false],
    ['b', 'unallocatable', true],
    ['c', 'unallocatable', true],
  ]);
  for (const [index, { certificate }] of explained.nodes.entries()) {
    if (certificate === undefined) continue;
    const input = { node: nodes[index], claims, deviceClasses, resourceSlices, deviceTaintRules, allocated: { claims: [held] } };
    expect(check(certificate, input)).toEqual({ valid: true });
    expect(check(certificate, { ...input, deviceTaintRules: [], allocated: {} }).valid).toBe(false);
  }
  const inTurns = await told().explainAsync({ claims, certificates: true });
  expect(inTurns.nodes.map(({ certificate }) => certificate)).toEqual(explained.nodes.map(({ certificate }) => certificate));
  expect(
    told()
      .explain({ claims })
      .nodes.some((one) => 'certificate' in one),
  ).toBe(false);
});

it('an allocation on one node has a certificate as well, in both forms', async () => {
  const asked = { claims, node: 'b', certificates: true };
  const outcome = told().allocate(asked);
  expect(outcome).toMatchObject({ kind: 'unallocatable', certificate: { version: 1 } });
  expect(await told().allocateAsync(asked)).toEqual(outcome);
  expect(told().allocate({ ...asked, certificates: false })).not.toHaveProperty('certificate');
  expect(told().allocate({ ...asked, node: 'a' })).toHaveProperty('kind', 'allocated');
});

it('a filter has a certificate for each node without the devices, in both forms', async () => {
  const asked = { claims, certificates: true };
  const cluster = told();
  const result = cluster.filter(asked);
  expect(result.kind === 'complete' && result.feasible).toEqual(['a']);
  expect(result.outcome('a')).not.toHaveProperty('certificate');
  for (const [index, name] of [
    [1, 'b'],
    [2, 'c'],
  ] as const) {
    const outcome = result.outcome(name) as { readonly certificate?: never };
    expect(outcome.certificate).toEqual((cluster.allocate({ ...asked, node: name }) as typeof outcome).certificate);
    const input = { node: nodes[index], claims, deviceClasses, resourceSlices, deviceTaintRules, allocated: { claims: [held] } };
    expect(check(outcome.certificate as never, input)).toEqual({ valid: true });
    expect((await cluster.filterAsync({ ...asked, nodes: [name] })).outcome(name)).toEqual(result.outcome(name));
    expect(cluster.filter({ claims }).outcome(name)).not.toHaveProperty('certificate');
  }
});

it('a filter that comes to its limit says so of the nodes that have no certificate yet', async () => {
  const aborted = new AbortController();
  const cluster = told();
  const running = cluster.filterAsync({ claims, certificates: true, limits: { signal: aborted.signal } });
  aborted.abort();
  const result = await running;
  const outcomes = ['b', 'c'].map((name) => result.outcome(name));
  for (const outcome of outcomes) expect(outcome.kind === 'interrupted' || 'uncertified' in outcome).toBe(true);
});

it('certificates is true or false', () => {
  expect(() => told().filter({ claims, certificates: 'yes' as never })).toThrow('certificates: expected true or false');
  expect(() => told().explain({ claims, certificates: 1 as never })).toThrow('certificates: expected true or false');
});

describe('a pod', () => {
  const template = { kind: 'ResourceClaimTemplate', metadata: { name: 't', namespace: 'ns' }, spec: { spec: claims[0]?.spec } };
  const pod = {
    ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', namespace: 'ns' } },
    spec: { containers: [{ name: 'c' }], resourceClaims: [{ name: 'devices', resourceClaimTemplateName: 't' }] },
  };
  const objects = [...nodes, ...deviceClasses, template];

  function isProven(outcome: object, name: string): unknown {
    const [made] = [...podsOf([...objects, pod])];
    const on = made?.claimsOn(node(name) as never);
    const input = { node: node(name), deviceClasses, resourceSlices, deviceTaintRules, allocated: { claims: [held] } };
    return check((outcome as { certificate?: unknown }).certificate as never, { ...input, claims: (on as { claims: object[] }).claims });
  }

  it('has a certificate for each node that lacks the devices of its claims, in all forms', async () => {
    const cluster = told();
    cluster.apply([template]);
    const asked = { pod, certificates: true };
    const result = cluster.filter(asked);
    expect(result).toMatchObject({ kind: 'complete', feasible: ['a'] });
    for (const name of ['b', 'c']) {
      const outcome = result.outcome(name);
      expect(isProven(outcome, name)).toEqual({ valid: true });
      expect((await cluster.filterAsync(asked)).outcome(name)).toEqual(outcome);
      expect(cluster.filter({ ...asked, nodes: [name] }).outcome(name)).toEqual(outcome);
      expect(cluster.allocate({ ...asked, node: name })).toEqual(outcome);
      expect(await cluster.allocateAsync({ ...asked, node: name })).toEqual(outcome);
      expect(cluster.filter({ pod }).outcome(name)).not.toHaveProperty('certificate');
      expect(cluster.allocate({ pod, node: name })).not.toHaveProperty('certificate');
    }
    expect(result.outcome('a')).not.toHaveProperty('certificate');
  });

  it('has a certificate, too, where one of its claims has its devices elsewhere', () => {
    const cluster = told();
    const elsewhere = {
      ...claim('x', [request('r')]),
      status: {
        allocation: {
          devices: { results: [{ request: 'r', driver: 'd.example.com', pool: 'a', device: 'd3' }] },
          nodeSelector: { nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['a'] }] }] },
        },
      },
    };
    cluster.apply([elsewhere]);
    const wants = { ...pod, spec: { ...pod.spec, resourceClaims: [{ name: 'devices', resourceClaimName: 'x' }] } };
    const outcome = cluster.allocate({ pod: wants, node: 'b', certificates: true });
    expect(outcome).toMatchObject({ kind: 'unallocatable', certificate: { version: 1 } });
    const input = { node: nodes[1], deviceClasses, resourceSlices, deviceTaintRules, claims: [elsewhere] };
    expect(check((outcome as { certificate?: unknown }).certificate as never, input)).toEqual({ valid: true });
  });

  it('has none where filters keep it off, and takes true or false alone', () => {
    const cluster = told();
    cluster.apply([template, { ...node('b'), spec: { unschedulable: true } }]);
    expect(cluster.allocate({ pod, node: 'b', certificates: true })).not.toHaveProperty('certificate');
    expect(() => cluster.filter({ pod, certificates: 'yes' as never })).toThrow('certificates: expected true or false');
    expect(() => cluster.allocate({ pod, node: 'b', certificates: 1 as never })).toThrow('certificates: expected true or false');
  });

  it('that came to its limit says so of the nodes that have no certificate yet', async () => {
    const aborted = new AbortController();
    const cluster = told();
    cluster.apply([template]);
    const running = cluster.filterAsync({ pod, certificates: true, limits: { signal: aborted.signal } });
    aborted.abort();
    const result = await running;
    for (const name of ['b', 'c']) {
      const outcome = result.outcome(name);
      expect(outcome.kind === 'interrupted' || 'uncertified' in outcome).toBe(true);
    }
  });
});

it('the nodes that a call has no time left for are read when they are requested', () => {
  const outcome = vi.fn(() => ({ kind: 'unallocatable', steps: 1 }) as const);
  const findings = { errors: new Map(), outcome } as unknown as Findings;
  const many = Array.from({ length: 10_000 }, (_, index) => ({ metadata: { name: `n${index}` } }) as never);
  const ended: Checkpoint = checkpointInOneGo({}, 0);
  const attempt = { state: {}, inputFor: () => ended.check() } as never;
  const certified = inOneGo(certifiedOutcomes(findings, attempt, many, {} as never, ended));
  expect(outcome.mock.calls.length).toBeLessThan(1000);
  expect(certified.get('n7')).toEqual({ kind: 'unallocatable', steps: 1, uncertified: expect.stringContaining('limit') });
});
