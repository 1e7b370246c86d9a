// Defines rules: their descriptions, the types that they check and the context that they report to.

import type { SelectorCache } from '../cel/cache.js';
import type { Checkpoint } from '../core/base/checkpoint.js';
import type { Json } from '../core/base/json.js';
import type { Severity } from './finding.js';
import type { Field } from './tree/field.js';

/** A release with its feature gates. */
export interface ServerRelease {
  /** The minor version: 37 for 1.37. */
  readonly minor: number;
  /** Returns whether a feature gate is on. */
  gate(name: string): boolean;
}

/** The API server that validates. */
export interface Server extends ServerRelease {
  /** The enabled gates that only this project defines. */
  readonly libraryGates: readonly string[];
  /** The compiled expressions of the input, compiled as the server compiles new expressions. */
  readonly expressions: SelectorCache;
}

/** The API server with its stored objects, as far as the input contains them. */
export interface Surroundings extends Server {
  /** Returns the labels of a Namespace; undefined if the input does not contain it. */
  labelsOfNamespace(name: string): ReadonlyMap<string, string> | undefined;
  /** Rules whose findings are reported as warnings, although the API server rejects the objects. */
  readonly warned?: ReadonlySet<RuleInfo>;
}

/** The first release in which the API server enforces the findings of declarative validation. */
export const DECLARATIVE_SINCE = 37;

/** The context of a rule: it provides the server and accepts the rule's reports. */
export interface RuleContext extends Surroundings {
  /** The kind of the object, such as `ResourceClaim`. */
  readonly kind: string;
  /** The namespace of the object; `default` if the object names none, empty for cluster-scoped kinds. */
  readonly namespace: string;
  readonly checkpoint: Checkpoint;
  /** Reports that a field breaks the rule. */
  report(at: Field, message: string, suggestion?: string): void;
  /** Returns the value of a field in the document, before defaults; undefined if the document does not have it. */
  written(at: Field): Json | undefined;
  /**
   * Stops validation below a value, as the API server does for a list that is too long. With `handwritten`, declarative
   * validation (since 1.37) and `declarative` rules continue.
   */
  stopAt(value: Field, extent: StopExtent): void;
  /** Stops at a list or map that is too long. The rules over the whole input also skip the object. */
  stopAtLength(value: Field, extent: StopExtent): void;
  /** Returns which part of the validation stops at a value, if any. */
  stopOf(value: Field): StopExtent | undefined;
  /** Returns whether the current rule validates the contents of a value. */
  reaches(value: Field): boolean;
}

/** The part of the validation that ends at a value. */
export type StopExtent = 'all' | 'handwritten';

/** The fields to change in the example of a kind, by path; undefined removes a field. */
export type Assignments = Readonly<Record<string, unknown>>;

/** An object that breaks a rule and one that follows it, each as changes to the example of its kind (`examples.ts`). */
export interface Examples {
  readonly kind: string;
  /** The version of the objects in the examples. Default: resource.k8s.io/v1, or the version of the kind. */
  readonly apiVersion?: string;
  /** The API server for which the examples hold. Default: the newest release with every gate on. */
  readonly options?: { readonly kubernetesVersion?: string; readonly featureGates?: Readonly<Record<string, boolean>> };
  readonly bad: Assignments;
  readonly good: Assignments;
  /** Further objects in the input, for both examples. */
  readonly furtherObjects?: readonly object[];
  /** Other rules that the bad example necessarily breaks. */
  readonly also?: readonly string[];
}

/** The description of a rule. */
export interface RuleInfo {
  /** A stable identifier in kebab-case, which findings, options and comments use. */
  readonly id: string;
  readonly severity: Severity;
  /** One sentence without a final stop that says what is wrong, for lists of rules. */
  readonly says: string;
  /** The API page or KEP that defines the rule. */
  readonly link: string;
}

/** A rule about one object. It checks every value of certain types, anywhere in the object. */
export interface Rule extends RuleInfo {
  /** The types by their names in the newest API: `DeviceRequest`. */
  readonly at: readonly string[];
  /**
   * True for rules of declarative validation. It checks some values at which
   * handwritten validation stops, and it names fields by the object's version.
   */
  readonly declarative?: true;
  /** Created on demand: examples of limits are long, and validation needs no examples. */
  readonly examples: () => Examples;
  check(value: Field, context: RuleContext): void;
}

/** A rule that is checked while an object is decoded, before it has values. */
export interface DecodingRule extends RuleInfo {
  readonly examples: () => Examples;
}

/** A rule about text, whose violations are invisible in decoded values. Its examples are documents. */
export interface TextRule extends RuleInfo {
  readonly texts: { readonly bad: string; readonly good: string };
}
