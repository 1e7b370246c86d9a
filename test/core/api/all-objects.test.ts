import { expect, it } from 'vitest';
import { allWarnings, decodeAllObjects } from '../../../src/core/api/all-objects.js';
import { decodeObjects } from '../../../src/core/api/objects.js';
import { createAllocator } from '../../../src/index.js';
import { yaml } from '../../support/api.js';

const template =
  '{spec: {resourceClaims: [{name: gpu, resourceClaimName: c}], containers: [{name: main, resources: {claims: [{name: gpus}]}}]}}';
const sources = [
  `{apiVersion: apps/v1, kind: Deployment, metadata: {name: d}, spec: {template: ${template}}}`,
  '{apiVersion: v1, kind: Node, metadata: {name: n}}',
].map((text) => ({ value: yaml(text) }));

it('objects that make pods are read, with what their containers say of claims', () => {
  const set = decodeAllObjects(sources);
  const { workloads, nodes, skipped } = set;
  expect([workloads.map(({ kind }) => kind), nodes.length, skipped.size]).toEqual([['Deployment'], 1, 0]);
  expect(allWarnings(set).map(({ message }) => message)).toEqual([expect.stringContaining('gpus')]);
});

it('without that they are skipped as other kinds are', () => {
  const job = yaml(`{apiVersion: batch/v1, kind: Job, metadata: {name: d}, spec: {template: ${template}}}`);
  const { workloads, nodes, skipped, warnings } = decodeObjects([...sources, { value: job }]);
  expect([workloads, nodes.length, [...skipped], warnings]).toEqual([[], 1, [['batch/v1 Job', 1]], []]);
});

it('a cluster looks into no object that makes pods', async () => {
  const cluster = (await createAllocator()).cluster();
  const wrong = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'd' }, spec: { template: 'none' } };
  expect(() => decodeAllObjects([{ value: wrong }])).toThrow('template');
  cluster.apply([wrong, { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n' } }]);
  expect(cluster.toJSON()).toMatchObject({ nodes: 1 });
});
