// Defines findings: the public form and the internal form with its position in the input.

import type { TextEdit } from '../cel/rewrite/list-reads.js';
import type { PathStep } from '../core/base/json.js';

/** An error is rejected by the API server. A warning is accepted by the API server but is probably a mistake. */
export type Severity = 'error' | 'warning';

/** One problem of an object. */
export interface Finding {
  readonly severity: Severity;
  /** The broken rule, such as `request-name`. `RULES` lists all rules. */
  readonly rule: string;
  /** A sentence that describes the problem. */
  readonly message: string;
  /** The object: `ResourceClaim default/gpu`, or `object 3` if it has neither a kind nor a name. */
  readonly object: string;
  /**
   * The field as the API server names it, in the form of resource.k8s.io/v1:
   * `spec.devices.requests[0].exactly.count`. Empty for the whole object.
   */
  readonly path: string;
  /** The line in the text, counted from 1. Undefined if the text is unavailable. */
  readonly line?: number;
  readonly column?: number;
  /** The replacement or the action that resolves the finding. */
  readonly suggestion?: string;
}

/** A change to a text in an object that resolves a finding. */
export interface Fix {
  /** The current text. */
  readonly from: string;
  readonly edits: readonly TextEdit[];
}

/** A finding with its position in the input. */
export interface LocatedFinding {
  readonly finding: Finding;
  /** The index of the input object that contains the finding. */
  readonly source: number;
  /** The steps to the field in the document. The document may have another API version than the path. */
  readonly steps: readonly PathStep[];
  readonly fix?: Fix;
}
