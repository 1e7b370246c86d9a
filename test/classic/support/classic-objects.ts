// Builds objects of classic DRA for tests.

import { FAKE_DRIVER } from '../../../src/classic/index.js';

export const CLASS = 'fake.3-shake.com';

export function classicNode(name: string): object {
  return { apiVersion: 'v1', kind: 'Node', metadata: { name } };
}

export function resourceClass(name = CLASS, more: object = {}): object {
  return { apiVersion: 'resource.k8s.io/v1alpha2', kind: 'ResourceClass', metadata: { name }, driverName: FAKE_DRIVER, ...more };
}

/** Returns parameters with the name of a claim or template. */
export function fakeParameters(name: string, spec: object): object {
  return { apiVersion: `${FAKE_DRIVER}/v1alpha1`, kind: 'FakeClaimParameters', metadata: { name }, spec };
}

export function claimSpec(parameters?: string, more: object = {}): object {
  const parametersRef = { apiGroup: FAKE_DRIVER, kind: 'FakeClaimParameters', name: parameters };
  return { resourceClassName: CLASS, ...(parameters === undefined ? {} : { parametersRef }), ...more };
}

export function classicClaim(name: string, spec: object = claimSpec()): object {
  return { apiVersion: 'resource.k8s.io/v1alpha2', kind: 'ResourceClaim', metadata: { name }, spec };
}

export function claimTemplate(name: string, spec: object = claimSpec()): object {
  return { apiVersion: 'resource.k8s.io/v1alpha2', kind: 'ResourceClaimTemplate', metadata: { name }, spec: { spec } };
}

/** Returns a pod whose claims are created from templates (`t:NAME`) or exist (`NAME`), by the names of their entries. */
export function classicPod(name: string, claims: Readonly<Record<string, string>>, more: object = {}): object {
  const resourceClaims = Object.entries(claims).map(([entry, source]) => ({
    name: entry,
    source: source.startsWith('t:') ? { resourceClaimTemplateName: source.slice(2) } : { resourceClaimName: source },
  }));
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name }, spec: { containers: [{ name: 'c' }], resourceClaims, ...more } };
}
