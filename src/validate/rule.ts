// Rules: what they say, where they apply, and what they report to.

import type { SelectorCache } from '../cel/cache.js';
import type { Checkpoint } from '../core/base/checkpoint.js';
import type { Json } from '../core/base/json.js';
import type { Severity } from './finding.js';
import type { Field } from './tree/field.js';

/** A release with its gates. */
export interface ServerRelease {
  /** The minor version: 37 for 1.37. */
  readonly minor: number;
  /** Returns whether a feature gate is on. */
  gate(name: string): boolean;
}

/** The API server that judges. */
export interface Server extends ServerRelease {
  /** The gates of our own that are on. */
  readonly ownGates: readonly string[];
  /** The expressions that it was queried, compiled as it takes new ones. */
  readonly expressions: SelectorCache;
}

/** The API server with what it has stored, as far as that is among the objects that are judged. */
export interface Surroundings extends Server {
  /** The labels of a Namespace; undefined where it is not among the objects. */
  labelsOfNamespace(name: string): ReadonlyMap<string, string> | undefined;
  /** Rules whose findings are warnings here, although the API server rejects what breaks them. */
  readonly warned?: ReadonlySet<RuleInfo>;
}

/** The release since which the API server heeds what its declarative validation finds. */
export const DECLARATIVE_SINCE = 37;

/** A rule gets this next to the value that it judges, and says here what is wrong. */
export interface RuleContext extends Surroundings {
  /** The kind of the object, such as `ResourceClaim`. */
  readonly kind: string;
  /** The namespace of the object, `default` where it names none; empty for kinds of the cluster. */
  readonly namespace: string;
  readonly checkpoint: Checkpoint;
  /** Reports that the rule is broken at a field. */
  report(at: Field, message: string, suggestion?: string): void;
  /** The value of a field as it stands in the document, before defaults are filled in; undefined if there is none. */
  written(at: Field): Json | undefined;
  /**
   * Says that the API server does not look into a value, such as a list that is too long: nothing in it is judged. With `handwritten` its declarative
   * validation goes on (since 1.37), and so do the rules that are `declarative`.
   */
  stopAt(value: Field, extent: StopExtent): void;
  /** Stops at a list or map that is too long. The object is not judged with the rest of the input either. */
  stopAtLength(value: Field, extent: StopExtent): void;
  /** Returns how much of what is in a value is not judged. */
  stopOf(value: Field): StopExtent | undefined;
  /** Returns whether the rule that asks judges what is in a value. */
  reaches(value: Field): boolean;
}

/** The part of the validation that ends at a value. */
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
  /** Objects next to either. */
  readonly beside?: readonly object[];
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

/** A rule about one object: it checks every value of some types, wherever in the object they stand. */
export interface Rule extends RuleInfo {
  /** The types, by their names in the newest API: `DeviceRequest`. */
  readonly at: readonly string[];
  /**
   * True for a rule that the API server has in its declarative validation. That looks into some values where the other one stops, and names fields as
   * the version of the object does.
   */
  readonly declarative?: true;
  /** Made when somebody asks: those of limits are long, and judging needs none. */
  readonly examples: () => Examples;
  check(value: Field, context: RuleContext): void;
}

/** A rule that is stored where an object is decoded, before it has values to check. */
export interface DecodingRule extends RuleInfo {
  readonly examples: () => Examples;
}

/** A rule about text: what it forbids is no longer to be seen in values. Examples are documents. */
export interface TextRule extends RuleInfo {
  readonly texts: { readonly bad: string; readonly good: string };
}
