// Objects and certificates that take long to check: each kind of list has its maximum length, together with the lists that it is compared
// with.

import type { Certificate, Proof } from '../../../../src/allocator/certificate.js';
import type { AllocateInput } from '../../../../src/index.js';
import { claim, device, deviceClass, devices, node, request, slice } from '../../../support/objects.js';

/** An input, and a certificate for it. */
export interface Hostile {
  readonly name: string;
  readonly input: AllocateInput;
  readonly certificate: Certificate;
}

export type Parts = Partial<AllocateInput> & { readonly constraints?: readonly object[] };

/** The certificate that claims that there is no choice. */
export const END: Certificate = { version: 1, proof: { rule: 'count', limits: [], groups: [] } };
export const ATTRIBUTE = 'd.example.com/list';

export function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

export function asked(requests: readonly object[], list: readonly object[], { constraints = [], ...parts }: Parts = {}): AllocateInput {
  return {
    node: node('n'),
    claims: [claim('c', requests, { constraints })],
    deviceClasses: [deviceClass('any')],
    resourceSlices: [slice('s', list)],
    ...parts,
  };
}

export function requests(count: number, more: object = {}): object[] {
  return times(count, (index) => request(`r${index}`, { ...more }));
}

/** Devices with lists of values, each with a different part of all values. */
export function listed(count: number, length: number, different: number, prefix = 'v'): object[] {
  return times(count, (index) => device(`d${index}`, { list: times(length, (place) => `${prefix}${(index * 7 + place) % different}`) }));
}

export function matching(minSize: number): object {
  return {
    matchAttribute: ATTRIBUTE,
    matchSemantics: { mode: 'NonEmptyIntersection', options: { nonEmptyIntersection: { minSize, coerceScalarToList: true } } },
  };
}

export const ANY_MATCH = { matchAttribute: ATTRIBUTE };
export const ANY_DISTINCT = { distinctAttribute: ATTRIBUTE };

/** A certificate with this proof. */
export function by(proof: unknown): Certificate {
  return { version: 1, proof: proof as Proof };
}

/** Infinitely nested cases that share one object, so that they need no memory. */
export function endlessByDevice(count: number, name = 'r0'): Certificate {
  const proof: Record<string, unknown> = { rule: 'devices', request: [0, 0, name] };
  proof['cases'] = times(count, (index) => ({ device: ['d.example.com', 'p', `d${index}`], proof }));
  return by(proof);
}

export function endlessByValue(values: readonly string[], constraint: readonly (string | number)[]): Certificate {
  const proof: Record<string, unknown> = { rule: 'values', constraint };
  proof['cases'] = [...values.map((value) => ({ value, proof })), { proof }];
  return by(proof);
}

export function limitOver(count: number, of: (index: number) => readonly (string | number)[], price = '1'): object {
  return { price, unit: '1', things: times(count, (index) => ({ weight: '1', of: of(index) })) };
}

export const deviceNamed = (index: number): readonly string[] => ['d.example.com', 'p', `d${index}`];

/** Scales numbers of items: a list by the scale, two lists that are compared by its square root each. */
export interface Scale {
  readonly of: (count: number) => number;
  readonly side: (count: number) => number;
}

export function scaleOf(size: number): Scale {
  const scaled = (count: number, by: number): number => Math.max(1, Math.round(count * by));
  return { of: (count) => scaled(count, size), side: (count) => scaled(count, Math.sqrt(size)) };
}

/** Makes an input that is large in one way. With a scale of 1 its check runs for seconds or more without a limit. */
export type Recipe = (scale: Scale) => Hostile;

/** A list that repeats one slice. */
export function shared(count: number): object[] {
  const one = slice('s', devices(100));
  return times(count, () => one);
}
