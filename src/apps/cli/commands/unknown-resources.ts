// Extended resources that nobody serves: a pod that is rejected for one is told so in its error, and only for the others there is a warning.

import { rejectedResources } from '../../../scheduler/filters/node-resources-fit.js';
import type { ScheduleNote } from '../../../scheduler/pods/notes.js';
import type { GroupResult } from '../placement/group-result.js';

/** Keeps warnings until it is known which of them errors tell. */
export class UnknownResources {
  /** Warnings by resource. */
  readonly #warnings = new Map<string, ScheduleNote>();
  readonly #told = new Set<string>();

  /** Takes a note, if it is one of these. */
  takes(note: ScheduleNote): boolean {
    if (note.unknown !== undefined) this.#warnings.set(note.unknown.resource, note);
    return note.unknown !== undefined;
  }

  /** The lines that the error of a pod ends with. */
  hintOf(result: GroupResult): readonly string[] {
    if (result.kind !== 'unallocatable' || result.pod === undefined || this.#warnings.size === 0) return [];
    return [...rejectedResources([...result.pod.rejections.values()].flat())].flatMap((resource) => {
      const unknown = this.#warnings.get(resource)?.unknown;
      if (unknown === undefined) return [];
      this.#told.add(resource);
      return [`  ${unknown.hint}`];
    });
  }

  /** The warnings about resources that no error told of. */
  untold(): readonly ScheduleNote[] {
    return [...this.#warnings].filter(([resource]) => !this.#told.has(resource)).map(([, note]) => note);
  }
}
