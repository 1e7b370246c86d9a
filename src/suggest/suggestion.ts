// The shape of a suggestion.

import type { Editor } from './edit.js';
import type { ObjectPatch } from './patch.js';

/** A change of few objects that makes the claims allocatable on the node: verified by solving again. */
export interface Suggestion {
  /** The number of single edits. */
  readonly size: number;
  /** One line that says what to do. */
  readonly text: string;
  /** One who can do all of it. */
  readonly by: Editor;
  readonly patches: readonly ObjectPatch[];
}
