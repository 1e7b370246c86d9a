/**
 * The public module `dra-allocator/validate`: finds objects that an API server
 * rejects or that can never work. It runs in every JavaScript environment.
 * @module dra-allocator/validate
 */

import { checkFields, wrongArgument } from '../core/base/arguments.js';
import { UNLIMITED } from '../core/base/checkpoint.js';
import type { Json, PathStep } from '../core/base/json.js';
import type { Finding, LocatedFinding } from './finding.js';
import { findAll } from './validate.js';

export type { Finding, Severity } from './finding.js';
export type { RuleInfo } from './rule.js';
export { RULES } from './rules/rules.js';

/** The API server that validates. */
export interface ValidateOptions {
  /** A release from 1.34 to 1.37 with its default feature gates. Default: the newest release with every gate on. */
  readonly kubernetesVersion?: string;
  /** Individual feature gates by their Kubernetes names. */
  readonly featureGates?: Readonly<Record<string, boolean>>;
  /**
   * Returns the place of a field in the source text. `object` is the index of the object in the list (from 0), `path` the steps from it to
   * the field. If set, findings have `line` and `column`. Documents of `dra-allocator/read` offer a suitable `locate`. Default: none.
   */
  readonly locate?: (object: number, path: readonly PathStep[]) => FoundPlace | undefined;
}

/** A place in a text; lines and columns are counted from 1. */
export interface FoundPlace {
  readonly line: number;
  readonly column: number;
}

const OPTIONS = ['kubernetesVersion', 'featureGates', 'locate'];

/**
 * Returns the problems of Kubernetes objects and of the items of lists, in their order. Accepts any served API version. Errors
 * are reasons for which the API server rejects the creation, as for `kubectl create` (fieldValidation=Strict). Warnings
 * consider all objects together. Kinds unrelated to devices are skipped. Throws AllocationError for invalid arguments
 * (`invalid-input`, `unknown-kubernetes-version`, `unknown-feature-gate`, `locked-feature-gate`, `feature-gate-needs`;
 * `input-too-large` for more than 1,000,000 objects), but never for the contents of an object.
 * @example
 * ```ts
 * import { validate } from 'dra-allocator/validate';
 *
 * const requests = [{ name: 'gpu', exactly: { deviceClassName: 'GPU', count: -1 } }];
 * const claim = { apiVersion: 'resource.k8s.io/v1', kind: 'ResourceClaim', metadata: { name: 'mine' }, spec: { devices: { requests } } };
 * for (const { severity, rule, path } of validate([claim], { kubernetesVersion: '1.36' })) console.log(severity, rule, path);
 * // error request-class spec.devices.requests[0].exactly.deviceClassName
 * // error allocation-count spec.devices.requests[0].exactly.count
 * ```
 */
export function validate(objects: readonly object[], options: ValidateOptions = {}): Finding[] {
  if (!Array.isArray(objects)) throw wrongArgument('validate(objects)', 'a list of Kubernetes objects', objects);
  checkFields(options, 'validate(options)', OPTIONS);
  const { locate, ...server } = options;
  if (locate !== undefined && typeof locate !== 'function') throw wrongArgument('locate', 'a function of an object and a path', locate);
  return findAll(objects as readonly Json[], server, UNLIMITED).map((found) => placed(found, locate));
}

function placed({ finding, source, steps }: LocatedFinding, locate: ValidateOptions['locate']): Finding {
  const place = locate?.(source, steps);
  return place === undefined ? finding : { ...finding, line: place.line, column: place.column };
}
