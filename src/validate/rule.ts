// Rules: what they say, where they apply, and what they report to.

import type { Checkpoint } from '../base/checkpoint.js';
import type { Field } from './field.js';
import type { Severity } from './finding.js';

/** The API server that judges. */
export interface Server {
  /** The minor version: 37 for 1.37. */
  readonly minor: number;
  /** Tells whether a feature gate is on. */
  gate(name: string): boolean;
}

/** A rule gets this beside the value that it judges, and says here what is wrong. */
export interface RuleContext extends Server {
  /** The kind of the object, such as `ResourceClaim`. */
  readonly kind: string;
  readonly checkpoint: Checkpoint;
  /** Reports that the rule is broken at a field. */
  report(at: Field, message: string, suggestion?: string): void;
  /**
   * Says that a list is too long, so that the API server does not look into it: nothing in it is judged. With `handwritten` its declarative
   * validation goes on (since 1.37), and so do the rules that are `declarative`.
   */
  stopAt(list: Field, extent: StopExtent): void;
  /** Tells how much of a list is not judged. */
  stopOf(list: Field): StopExtent | undefined;
}

/** The part of the validation that ends at a list which is too long. */
export type StopExtent = 'all' | 'handwritten';

/** Fields to set in the example of a kind, by their paths; undefined takes a field away. */
export type Assignments = Readonly<Record<string, unknown>>;

/** An object that breaks a rule and one that keeps it, each as the difference to the example of its kind (`examples.ts`). */
export interface Examples {
  readonly kind: string;
  /** The version of the objects; resource.k8s.io/v1, or what the kind has, unless given. */
  readonly apiVersion?: string;
  /** The API server for which they are what they are; the newest with every gate on unless given. */
  readonly options?: { readonly kubernetesVersion?: string; readonly featureGates?: Readonly<Record<string, boolean>> };
  readonly bad: Assignments;
  readonly good: Assignments;
  /** Other rules that the bad one breaks by its nature. */
  readonly also?: readonly string[];
}

/** All rules tell this of themselves. */
export interface RuleInfo {
  /** In kebab-case, stable: findings, options and comments name it. */
  readonly id: string;
  readonly severity: Severity;
  /** One sentence: what holds in an object that keeps the rule. */
  readonly says: string;
  /** The page of the API or the KEP that the rule is from. */
  readonly link: string;
}

/** A rule about one object: it looks at every value of some types, wherever in the object they stand. */
export interface Rule extends RuleInfo {
  /** The types, by their names in the newest API: `DeviceRequest`. */
  readonly at: readonly string[];
  /** True for a rule that the API server has in its declarative validation, which looks into some lists that are too long. */
  readonly declarative?: true;
  readonly examples: Examples;
  check(value: Field, context: RuleContext): void;
}

/** A rule that is kept where an object is decoded, before it has values to look at. */
export interface DecodingRule extends RuleInfo {
  readonly examples: Examples;
}

/** A rule about text: what it forbids is no longer to be seen in values. Examples are documents. */
export interface TextRule extends RuleInfo {
  readonly texts: { readonly bad: string; readonly good: string };
}
