// Findings, in the form that callers get and with the place that the command shows.

import type { TextEdit } from '../cel/rewrite/list-reads.js';
import type { PathStep } from '../core/base/json.js';

/** An error is what the API server rejects; a warning, what it takes although it can hardly be meant. */
export type Severity = 'error' | 'warning';

/** One thing that is wrong with an object. */
export interface Finding {
  readonly severity: Severity;
  /** The rule that was broken, such as `request-name`: `RULES` has all of them. */
  readonly rule: string;
  /** A sentence that says what is wrong. */
  readonly message: string;
  /** The object: `ResourceClaim default/gpu`, or `object 3` for one that has neither kind nor name. */
  readonly object: string;
  /** The field as the API server names it, in the shape of resource.k8s.io/v1: `spec.devices.requests[0].exactly.count`. Empty: the object. */
  readonly path: string;
  /** The place in the text, counted from 1, where one is known. */
  readonly line?: number;
  readonly column?: number;
  /** The thing to write instead, or to do. */
  readonly suggestion?: string;
}

/** A change of a text in an object that does away with a finding. */
export interface Fix {
  /** The text as it is. */
  readonly from: string;
  readonly edits: readonly TextEdit[];
}

/** A finding with its place among the objects that were handed in. */
export interface LocatedFinding {
  readonly finding: Finding;
  /** The number of the object among those that were handed in. */
  readonly source: number;
  /** The steps to the field in the document, which may be of another version than the path. */
  readonly steps: readonly PathStep[];
  readonly fix?: Fix;
}
