// Answers that clients have not read yet. They occupy memory, so their bytes and the time of a client are limited.

import type { ServerResponse } from 'node:http';
import type { Metrics } from './metrics.js';
import type { Settings } from './settings.js';

/** The limits of unread answers. */
export type UnreadLimits = Pick<Settings, 'unreadBytes' | 'unreadMilliseconds'>;

/** Closes the connections of slow readers. When all unread answers have too many bytes, it closes the oldest. */
export class UnreadAnswers {
  readonly #limits: UnreadLimits;
  readonly #metrics: Metrics;
  /** The bytes of each answer, oldest first. */
  readonly #answers = new Map<ServerResponse, number>();
  #bytes = 0;

  constructor(limits: UnreadLimits, metrics: Metrics) {
    this.#limits = limits;
    this.#metrics = metrics;
  }

  /** The bytes of all unread answers. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Adds an answer that was written completely. Most answers are in buffers of the system by then. */
  add(response: ServerResponse): void {
    const bytes = response.writableLength;
    if (bytes === 0 || response.destroyed) return;
    const timer = setTimeout(() => this.#close(response), this.#limits.unreadMilliseconds);
    this.#answers.set(response, bytes);
    this.#bytes += bytes;
    response.once('close', () => {
      clearTimeout(timer);
      this.#remove(response);
    });
    for (const [oldest] of this.#answers) {
      if (this.#bytes <= this.#limits.unreadBytes) break;
      this.#close(oldest);
    }
  }

  #close(response: ServerResponse): void {
    this.#metrics.rejected.add(1, { reason: 'unread-answer' });
    this.#remove(response);
    response.destroy();
  }

  #remove(response: ServerResponse): void {
    this.#bytes -= this.#answers.get(response) ?? 0;
    this.#answers.delete(response);
  }
}
