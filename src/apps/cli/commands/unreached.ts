// Reports the pods and claims that a command did not reach before --timeout.

import { count } from '../../../core/base/words.js';
import { formatDuration } from '../duration.js';
import type { Settings } from '../options.js';
import { diagnose, EXIT, type ExitCode, type Streams } from '../streams.js';

/** Counts the groups that remain when the time is over. */
export class Unreached {
  readonly #settings: Pick<Settings, 'limits' | 'time'>;
  #first = '';
  #more = -1;

  constructor(settings: Pick<Settings, 'limits' | 'time'>) {
    this.#settings = settings;
  }

  /** Returns whether the time is over, so that the command skips this group. */
  takes(name: string): boolean {
    if (!this.#settings.time.isOver) return false;
    if (this.#more++ < 0) this.#first = name;
    return true;
  }

  /** Prints the skipped groups, and adds their exit code. */
  finish(streams: Streams, exits: Set<ExitCode>): void {
    if (this.#more < 0) return;
    exits.add(EXIT.interrupted);
    const others = this.#more === 0 ? '' : ` and ${count(this.#more, 'other')} after it`;
    const option = `--timeout ${formatDuration(this.#settings.limits.milliseconds ?? 0)}`;
    diagnose(streams, 'error', `${this.#first}${others} not considered: interrupted by ${option}`);
  }
}
