// The public module `dra-allocator/validate`: what an API server would refuse, and what can never work. Runs wherever JavaScript does.

import { checkFields } from '../base/arguments.js';
import { UNLIMITED } from '../base/checkpoint.js';
import { AllocationError } from '../base/errors.js';
import type { Json } from '../base/json.js';
import type { Finding } from './finding.js';
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
}

const OPTIONS = ['kubernetesVersion', 'featureGates'];

/**
 * Judges objects of any served version, and lists of them, as an API server would on creation: each error is one that it refuses, as does
 * `kubectl create` (fieldValidation=Strict). Warnings are about all objects together. Kinds that have nothing to do with devices are not looked at. In the order of the objects.
 * Throws AllocationError for its arguments (`invalid-input`, `unknown-kubernetes-version`, `unknown-feature-gate`, `locked-feature-gate`,
 * `feature-gate-needs`; `input-too-large` for lists of more than 1,000,000 objects), and never for what an object contains.
 */
export function validate(objects: readonly object[], options: ValidateOptions = {}): Finding[] {
  if (!Array.isArray(objects))
    throw new AllocationError('invalid-input', 'objects: expected a list of Kubernetes objects', { path: 'objects' });
  checkFields(options, '', OPTIONS);
  return findAll(objects as readonly Json[], options, UNLIMITED).map(({ finding }) => finding);
}
