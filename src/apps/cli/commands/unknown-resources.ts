// Warnings about extended resources that no node serves. An error of a rejected pod includes its warning; the others are printed separately.

import { rejectedResources } from '../../../scheduler/filters/node-resources-fit.js';
import type { ScheduleNote } from '../../../scheduler/pods/notes.js';
import type { GroupResult } from '../placement/group-result.js';

/** Stores the warnings until the errors are printed, which may include them. */
export class UnknownResources {
  /** Warnings by resource. */
  readonly #warnings = new Map<string, ScheduleNote>();
  readonly #printedResources = new Set<string>();

  /** Stores a note if it is about an unknown resource. Returns whether it is. */
  store(note: ScheduleNote): boolean {
    if (note.unknown !== undefined) this.#warnings.set(note.unknown.resource, note);
    return note.unknown !== undefined;
  }

  /** Returns the lines at the end of a pod's error. */
  hintOf(result: GroupResult): readonly string[] {
    if (result.kind !== 'unallocatable' || result.pod === undefined || this.#warnings.size === 0) return [];
    return [...rejectedResources([...result.pod.rejections.values()].flat())].flatMap((resource) => {
      const unknown = this.#warnings.get(resource)?.unknown;
      if (unknown === undefined) return [];
      this.#printedResources.add(resource);
      return [`  ${unknown.hint}`];
    });
  }

  /** Returns the warnings that no error includes. */
  unreportedNotes(): readonly ScheduleNote[] {
    return [...this.#warnings].filter(([resource]) => !this.#printedResources.has(resource)).map(([, note]) => note);
  }
}
