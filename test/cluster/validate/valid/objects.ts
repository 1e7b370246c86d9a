// Objects that are valid by construction: random objects of every kind about devices, in every version, with every feature.

import { Random } from '../../../differential/generate/random.js';
import { inVersion } from '../bases.mjs';
import { claimSpec, classSpec, some, templateSpec } from './claims.js';
import { label, labelKey, labelValue, subdomain } from './names.js';
import { sliceSpec, taintRuleSpec } from './slices.js';
import { uid } from './values.js';

const ALL_VERSIONS = ['resource.k8s.io/v1', 'resource.k8s.io/v1beta2', 'resource.k8s.io/v1beta1'];

/** The API server that accepts the objects: with every feature gate on, or with the defaults of 1.37. */
export interface ValidOptions {
  readonly allGates: boolean;
}

interface Kind {
  readonly kind: string;
  readonly versions: readonly string[];
  readonly namespaced: boolean;
  spec(random: Random, options: ValidOptions): object;
}

const KINDS: readonly Kind[] = [
  { kind: 'ResourceClaim', versions: ALL_VERSIONS, namespaced: true, spec: claimSpec },
  { kind: 'ResourceClaimTemplate', versions: ALL_VERSIONS, namespaced: true, spec: templateSpec },
  { kind: 'DeviceClass', versions: ALL_VERSIONS, namespaced: false, spec: classSpec },
  { kind: 'ResourceSlice', versions: ALL_VERSIONS, namespaced: false, spec: sliceSpec },
  {
    kind: 'DeviceTaintRule',
    versions: ['resource.k8s.io/v1', 'resource.k8s.io/v1beta2', 'resource.k8s.io/v1alpha3'],
    namespaced: false,
    spec: taintRuleSpec,
  },
];

/** Makes one valid object from a seed. */
export function validObject(seed: number, index: number, options: ValidOptions): { kind: string; apiVersion: string } {
  const random = new Random(seed, index);
  const { kind, versions, namespaced, spec } = random.pick(KINDS);
  const object = { kind, metadata: metadata(random, namespaced), spec: spec(random, options) };
  return inVersion(object as never, random.pick(versions)) as unknown as { kind: string; apiVersion: string };
}

function metadata(random: Random, namespaced: boolean): object {
  return {
    ...(random.chance(0.8) ? { name: subdomain(random) } : { generateName: `${label(random)}-` }),
    ...(namespaced ? { namespace: random.chance(0.8) ? 'default' : label(random) } : {}),
    ...some(random, 'labels', () => Object.fromEntries(random.times(random.integer(0, 3), () => [labelKey(random), labelValue(random)]))),
    ...some(random, 'annotations', () => ({ [labelKey(random)]: random.pick(['', 'any text: ä', 'line\nbreak']) })),
    ...(random.chance(0.1) ? { finalizers: [`${subdomain(random)}/protect`] } : {}),
    ...(random.chance(0.1)
      ? { ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name: subdomain(random), uid: uid(random), controller: true }] }
      : {}),
  };
}
