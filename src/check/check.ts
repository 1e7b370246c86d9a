/**
 * The entry `dra-allocator/check`: verifies a certificate against the objects. docs/certificates.md has the rules, and why each is sound.
 * @module dra-allocator/check
 */

import { UNLIMITED } from '../base/checkpoint.js';
import type { JsonObject } from '../base/json.js';
import { SelectorCache } from '../cel/cache.js';
import { resolveEnvironment } from '../cel/engine.js';
import type { Certificate } from '../certificate/certificate.js';
import { type FeatureOptions, resolveFeatures } from '../features/features.js';
import { Refused } from './count.js';
import { readObjects } from './reading/objects.js';
import { readProblem } from './reading/reader.js';
import { verify } from './verify.js';

export type * from '../certificate/certificate.js';

/** The options of the allocator that decide what is allocatable. */
export interface CheckOptions extends FeatureOptions {
  readonly corrections?: boolean;
}

/** The verdict on a certificate; `reason` says why it is refused. */
export interface Verdict {
  readonly valid: boolean;
  readonly reason?: string;
}

/**
 * Verifies that a certificate proves that no choice of devices satisfies the claims of `input`, which is that of `allocator.allocate`. `options` are those with which the allocator
 * was made: they decide which gates hold. Never throws: what cannot be read is refused.
 * @example
 * ```ts
 * import { createAllocator } from 'dra-allocator';
 * import { check } from 'dra-allocator/check';
 *
 * const apiVersion = 'resource.k8s.io/v1';
 * const requests = [{ name: 'gpu', exactly: { deviceClassName: 'gpu' } }];
 * const input = {
 *   node: { apiVersion: 'v1', kind: 'Node', metadata: { name: 'a' } },
 *   claims: [{ apiVersion, kind: 'ResourceClaim', metadata: { name: 'mine' }, spec: { devices: { requests } } }],
 *   deviceClasses: [{ apiVersion, kind: 'DeviceClass', metadata: { name: 'gpu' }, spec: {} }],
 *   resourceSlices: [], // no device at all
 * };
 * const outcome = (await createAllocator()).allocate({ ...input, certificates: true });
 * if (outcome.kind === 'unallocatable' && outcome.certificate) console.log(check(outcome.certificate, input)); // { valid: true }
 * ```
 */
export function check(certificate: Certificate, input: object, options: CheckOptions = {}): Verdict {
  try {
    const selectors = new SelectorCache(undefined, resolveEnvironment(options));
    const semantics = { features: resolveFeatures(options), corrections: options.corrections === true, selectors };
    const problem = readProblem(readObjects(input as JsonObject, semantics.features), semantics, UNLIMITED);
    if (certificate?.version !== 1) throw new Refused('it is no certificate of version 1');
    verify(problem, certificate.proof);
    return { valid: true };
  } catch (error) {
    return { valid: false, reason: error instanceof Error ? error.message : String(error) };
  }
}
