// The README's example as questions to a service.

import { readdirSync, readFileSync } from 'node:fs';
import { readText } from '../../src/core/read/read.js';

interface Loose {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: { readonly spec: object };
}

const FOLDER = new URL('../../examples/aws-eks-gpu-efa/', import.meta.url);

/** The objects of the example. */
export const EKS: readonly Loose[] = readdirSync(FOLDER).flatMap((name) =>
  readText(readFileSync(new URL(name, FOLDER), 'utf8'), name).documents.map(({ value }) => value as unknown as Loose),
);

export const NODE = 'ip-192-168-153-160.ec2.internal';

/** The cluster of the example, without what its users write. */
export const CLUSTER = EKS.filter(({ kind }) => !/Deployment|Template/.test(kind));

/** A claim for a GPU and a network card, on one PCIe root. */
export function alignedClaim(name = 'gpu-efa'): object {
  const template = EKS.find(({ kind, metadata }) => kind === 'ResourceClaimTemplate' && metadata.name === 'gpu-efa-aligned') as Loose;
  return { apiVersion: template.apiVersion, kind: 'ResourceClaim', metadata: { name, namespace: 'default' }, spec: template.spec.spec };
}

/** Returns a claim with a very long search: fewer than half of the devices share a value, and it requests more than these. */
export function hardQuestion(devices = 40, wanted = 20): object {
  const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'hard' } };
  const number = (index: number, of: number) => ({ int: (index * 7919 + of * 104729) % 17 });
  return {
    objects: [
      node,
      { apiVersion: 'resource.k8s.io/v1', kind: 'DeviceClass', metadata: { name: 'any' }, spec: {} },
      {
        apiVersion: 'resource.k8s.io/v1',
        kind: 'ResourceSlice',
        metadata: { name: 'hard' },
        spec: {
          driver: 'hard.example.com',
          nodeName: 'hard',
          pool: { name: 'hard', generation: 1, resourceSliceCount: 1 },
          devices: Array.from({ length: devices }, (_, index) => ({
            name: `d${index}`,
            attributes: Object.fromEntries(['a', 'b', 'c', 'd'].map((name, of) => [name, number(index, of)])),
          })),
        },
      },
    ],
    claims: [
      {
        apiVersion: 'resource.k8s.io/v1',
        kind: 'ResourceClaim',
        metadata: { name: 'hard', namespace: 'default' },
        spec: { devices: { requests: [{ name: 'r', exactly: { deviceClassName: 'any', count: wanted } }] } },
      },
    ],
    node: 'hard',
  };
}
