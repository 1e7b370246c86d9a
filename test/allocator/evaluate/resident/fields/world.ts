// Defines worlds, which are small clusters with queried claims, and short functions to write their parts.

import type { JsonObject } from '../../../../../src/core/base/json.js';
import { node, slice } from '../../../../support/objects.js';

/** Objects of a cluster, and the claims that are queried. */
export interface World {
  readonly name: string;
  readonly objects: readonly JsonObject[];
  readonly claims: readonly JsonObject[];
  /** Feature gates that differ from their defaults. */
  readonly featureGates?: Readonly<Record<string, boolean>>;
  /** Steps before a search computes its bounds, if not the usual number. */
  readonly plainSteps?: number;
}

/** Returns the name that identifies an object among its kind; undefined if it has none. */
export function nameOf({ metadata }: JsonObject): string | undefined {
  const { namespace, name } = (metadata ?? {}) as { readonly namespace?: string; readonly name?: string };
  return name === undefined || name === '' ? undefined : JSON.stringify([namespace, name]);
}

export const json = (...objects: readonly object[]): JsonObject[] => objects as JsonObject[];
export const on = (nodeName: string, more: object = {}): { nodeName: string; pool: { name: string } } => ({
  nodeName,
  pool: { name: `pool-${nodeName}` },
  ...more,
});

/** Metadata with all its fields, of which only name and labels have an effect. */
export const METADATA = {
  generateName: 'g-',
  uid: 'u',
  labels: { zone: 'a' },
  creationTimestamp: '2026-01-01T00:00:00Z',
  deletionTimestamp: '2026-01-02T00:00:00Z',
  ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'pu', controller: true, blockOwnerDeletion: true }],
};

export function withMetadata(object: object): { readonly metadata: Readonly<Record<string, unknown>> } {
  const { metadata } = object as { readonly metadata: object };
  return { ...object, metadata: { ...METADATA, ...metadata } };
}

export const D = 'device.attributes["d.example.com"]';

/** Two nodes with equal devices. */
export function twice(devices: readonly object[], more: object = {}): JsonObject[] {
  return json(
    ...['n1', 'n2'].flatMap((name) => [
      node(name, { zone: 'a' }, { declaredFeatures: ['DRAOptionalNodeOperations'] }),
      slice(`s-${name}`, devices, { ...on(name), ...more }),
    ]),
  );
}

export const typed = {
  int: { int: 5 },
  bool: { bool: true },
  string: { string: 'a' },
  version: { version: '1.2.3' },
  ints: { ints: [1, 2] },
  bools: { bools: [true] },
  strings: { strings: ['a', 'b'] },
  versions: { versions: ['1.0.0'] },
  drawnInts: { list: { int: [1] } },
  drawnBools: { list: { bool: [true] } },
  drawnStrings: { list: { string: ['a'] } },
  drawnVersions: { list: { version: ['1.0.0'] } },
};

export const taint = { key: 'k', value: 'v', effect: 'NoSchedule' };
export const zone = (value: string): JsonObject => ({
  nodeSelectorTerms: [{ matchExpressions: [{ key: 'zone', operator: 'In', values: [value] }], matchFields: [] }],
});
export const named = (name: string): JsonObject => ({
  nodeSelectorTerms: [{ matchExpressions: [], matchFields: [{ key: 'metadata.name', operator: 'In', values: [name] }] }],
});
