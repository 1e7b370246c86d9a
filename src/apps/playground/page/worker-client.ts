// The page's side of the worker: questions by number, and a new worker in place of one that takes too long.

import type { Question, Replies, Reply, Request } from '../protocol.js';

/** The question was ended before its reply. */
export class Cancelled extends Error {
  constructor() {
    super('cancelled');
  }
}

/** The part of a Worker that is used. */
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

/** Asks a worker. */
export class WorkerClient {
  readonly #make: () => WorkerLike;
  readonly #waiting = new Map<number, Waiting>();
  /** Undefined: it broke down, and the next question starts another one. */
  #worker: WorkerLike | undefined;
  #next = 0;

  constructor(make: () => WorkerLike) {
    this.#make = make;
    this.#worker = this.#start();
  }

  /** Asks a question. Rejects with {@link Cancelled} where it was ended, and with another error for a defect. */
  ask<A extends Question['ask']>(question: Extract<Question, { ask: A }>): Promise<Replies[A]> {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as (reply: unknown) => void, reject });
      this.#worker ??= this.#start();
      this.#worker.postMessage({ id, question });
    });
  }

  /** Ends everything that is queried, however far it is: a search cannot hold on to a worker that is gone. */
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
