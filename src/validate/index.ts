/**
 * The public module `dra-allocator/validate`: what an API server would reject, and what can never work. Runs wherever JavaScript does.
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

/** The API server that judges. */
export interface ValidateOptions {
  /** A release from 1.34 to 1.37, whose gates have their defaults. Absent: the newest, with every gate on. */
  readonly kubernetesVersion?: string;
  /** Single gates by their Kubernetes names. */
  readonly featureGates?: Readonly<Record<string, boolean>>;
  /**
   * Finds the place of a field in the text that an object was read from: `object` is its number in the list, counted from 0, `path` the steps to the field from there. Findings then
   * have its `line` and `column`. `locate` of the documents of `dra-allocator/read` does it. Default: none.
   */
  readonly locate?: (object: number, path: readonly PathStep[]) => FoundPlace | undefined;
}

/** A place in a text, lines and columns counted from 1. */
export interface FoundPlace {
  readonly line: number;
  readonly column: number;
}

const OPTIONS = ['kubernetesVersion', 'featureGates', 'locate'];

/**
 * Judges objects of any served version, and lists of them, as an API server would on creation: each error is one that it rejects, as does
 * `kubectl create` (fieldValidation=Strict). Warnings are about all objects together. Kinds that have nothing to do with devices are not considered. In the order of the objects.
 * Throws AllocationError for its arguments (`invalid-input`, `unknown-kubernetes-version`, `unknown-feature-gate`, `locked-feature-gate`,
 * `feature-gate-needs`; `input-too-large` for lists of more than 1,000,000 objects), and never for what an object contains.
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
