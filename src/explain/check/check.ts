/**
 * The entry `dra-allocator/check`: verifies a certificate against the objects. docs/reference/certificates.md has the rules, and why each is
 * sound.
 * @module dra-allocator/check
 */

import type { Certificate } from '../../allocator/certificate.js';
import { SelectorCache } from '../../cel/cache.js';
import { resolveEnvironment } from '../../cel/engine.js';
import { checkAmount, checkFields, checkFlag, checkSpelling, optional } from '../../core/base/arguments.js';
import { CallEnded, Checkpoint } from '../../core/base/checkpoint.js';
import { AllocationError } from '../../core/base/errors.js';
import { inOneGo } from '../../core/base/incremental.js';
import type { JsonObject } from '../../core/base/json.js';
import { type FeatureOptions, resolveFeatures } from '../../core/features/features.js';
import { Refused } from './count.js';
import { readObjects } from './reading/objects.js';
import { readProblem } from './reading/reader.js';
import { verify } from './verify.js';
import { DEFAULT_WORK, TooMuchWork, Work } from './work.js';

export type * from '../../allocator/certificate.js';

/** The options of the allocator that affect allocations, and limits. */
export interface CheckOptions extends FeatureOptions {
  readonly corrections?: boolean;
  readonly limits?: CheckLimits;
}

/** Limits of a check. */
export interface CheckLimits {
  /**
   * Work in steps of about 10 ns. The count is the same on every machine. Default: 100,000,000, which is about a second. No
   * certificate of this library needs more. `Infinity` removes the limit.
   */
  readonly work?: number;
  /** Wall-clock time. Default: no limit, because the work is limited. */
  readonly milliseconds?: number;
  /** Work of each evaluation of a selector or derived attribute, as for allocations. */
  readonly selectorWork?: number;
}

/** The verdict on a certificate; `reason`: why it is rejected. */
export interface Verdict {
  readonly valid: boolean;
  readonly reason?: string;
  /** The limit that ended the check: the validity of the certificate is then unknown. */
  readonly by?: 'work' | 'milliseconds';
}

/**
 * Returns whether a certificate proves that no choice of devices satisfies the claims of `input`, the input of
 * `allocator.allocate`. `options`: the same as for the allocator, because they set the gates. Never throws: the verdict on
 * unreadable input is a rejection. If the check exceeds a limit, `by` is that limit.
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
    checkSpelling(options, 'check(options)', ['kubernetesVersion', 'featureGates', 'corrections', 'limits']);
    optional(checkFlag)(options.corrections, 'corrections');
    const work = workWithin(options.limits);
    const selectors = new SelectorCache(undefined, resolveEnvironment(options));
    const semantics = { features: resolveFeatures(options), corrections: options.corrections === true, selectors };
    const objects = readObjects(input as JsonObject, semantics.features, work);
    inOneGo(verify(inOneGo(readProblem(objects, semantics, work)), certificate, work));
    return { valid: true };
  } catch (error) {
    return refusalBy(error);
  }
}

function workWithin(limits: CheckLimits = {}): Work {
  checkFields(limits, 'limits', ['work', 'milliseconds', 'selectorWork']);
  for (const [name, value] of Object.entries(limits)) optional(checkAmount)(value, `limits.${name}`);
  const { work = DEFAULT_WORK, milliseconds = Number.POSITIVE_INFINITY, selectorWork } = limits;
  return new Work(work, new Checkpoint({ deadline: performance.now() + milliseconds, selectorWork }));
}

function refusalBy(error: unknown): Verdict {
  if (error instanceof TooMuchWork) return { valid: false, by: 'work', reason: 'it needs more work than limits.work allows' };
  if (error instanceof CallEnded) return { valid: false, by: 'milliseconds', reason: 'it takes longer than limits.milliseconds allows' };
  if (error instanceof Refused || error instanceof AllocationError) return { valid: false, reason: error.message };
  return {
    valid: false,
    reason: `certificate or objects cannot be read: ${error instanceof Error ? error.message : 'a value other than an Error was thrown'}`,
  };
}
