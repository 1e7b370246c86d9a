// The page's side of the worker: numbers its questions, and replaces a worker that is too slow.

import type { Question, Replies, Reply, Request } from '../protocol.js';

/** The question was cancelled before its reply. */
export class Cancelled extends Error {
  constructor() {
    super('cancelled');
  }
}

/** The members of a Worker that the page uses. */
export interface WorkerLike {
  onmessage: ((event: MessageEvent<Reply>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: Request): void;
  terminate(): void;
}

interface Waiting {
  readonly resolve: (reply: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Sends questions to a worker. */
export class WorkerClient {
  readonly #make: () => WorkerLike;
  readonly #waiting = new Map<number, Waiting>();
  /** Undefined after a failure; the next question starts a new worker. */
  #worker: WorkerLike | undefined;
  #next = 0;

  constructor(make: () => WorkerLike) {
    this.#make = make;
    this.#worker = this.#start();
  }

  /** Sends a question. Rejects with {@link Cancelled} if the question was cancelled, and with another error for a defect. */
  ask<A extends Question['ask']>(question: Extract<Question, { ask: A }>): Promise<Replies[A]> {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as (reply: unknown) => void, reject });
      this.#worker ??= this.#start();
      this.#worker.postMessage({ id, question });
    });
  }

  /** Cancels all questions by replacing the worker, which also ends a running search. */
  restart(): void {
    this.#worker?.terminate();
    this.#worker = this.#start();
    this.#rejectAll(new Cancelled());
  }

  #start(): WorkerLike {
    const worker = this.#make();
    worker.onmessage = ({ data }) => {
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if ('failed' in data) waiting?.reject(new Error(data.failed));
      else waiting?.resolve(data.reply);
    };
    worker.onerror = ({ message }) => {
      worker.terminate();
      if (this.#worker === worker) this.#worker = undefined;
      this.#rejectAll(new Error(message === undefined || message === '' ? 'the worker could not be loaded' : message));
    };
    return worker;
  }

  #rejectAll(error: Error): void {
    const all = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of all) reject(error);
  }
}
