// Answers questions on Node. The event loop answers small, easy questions, which costs less than passing them on. All others move to
// threads of low priority, where they cannot delay other clients.

import { availableParallelism } from 'node:os';
import { setImmediate as turn } from 'node:timers/promises';
import type { Context } from 'hono';
import { Piscina } from 'piscina';
import type { Answering } from './app.js';
import { clientOf } from './client.js';
import { type Answer, Engine } from './engine.js';
import { FairSemaphore } from './fair-semaphore.js';
import type { Metrics } from './metrics.js';
import { objectsOf, type Portions } from './portions.js';
import { Problem } from './problem.js';
import type { Asked, Language, Topic } from './question.js';
import type { Settings } from './settings.js';
import { warmUp, warmUpQuestion } from './warm-up.js';

/** The largest bodies, in bytes, that the event loop reads: a millisecond or two of reading and decoding. */
const MOST_BYTES_HERE: Readonly<Record<Language, number>> = { json: 32 * 1024, yaml: 4 * 1024 };
/**
 * A question that exceeds one of these limits on the event loop starts again in a thread. Steps and work do not depend on the load of the machine.
 * The time limit is for work without such a number, such as patterns and messages. It is short: a hundred questions a second that use all
 * of it leave half of the loop's time.
 */
const MOST_HERE = { steps: 250, selectorWork: 60_000, milliseconds: 3, answerCharacters: 1024 * 1024 };
/**
 * The share of time in which questions that were too slow are tried again. An easy question is slow once, during a garbage collection or
 * while the process waits for the processor, and seldom twice.
 */
const SHARE_OF_SECOND_TRIES = 0.05;
const MOST_SECOND_TRIES = 20;
/** Validation has no limits, and an explanation needs many searches. */
const COSTLY: ReadonlySet<Topic> = new Set(['explain', 'validate']);
/** Threads use the processor time that the event loop leaves, so easy questions never wait for hard ones. */
const LOWEST_PRIORITY = 19;
/** A question that waits for a thread longer than this multiple of its time limit is rejected. */
const PATIENCE = 2;
/**
 * A thread is ended when its question exceeds its time limit by this factor, since some parts have no limit. The factor is large, because
 * threads wait for the processor and a new one needs seconds to start.
 */
const THREAD_PATIENCE = 10;
/** Milliseconds in which a thread that replaces an ended one must start, for any time limit of a question. */
const START_PATIENCE = 10_000;

/** Milliseconds in which a thread must read the body of `PUT /cluster`. */
const CLUSTER_PATIENCE = 60_000;

/** The body of a `PUT /cluster`, in shared memory. */
export interface ClusterBody {
  readonly version: number;
  readonly asked: Asked<'cluster'>;
}

/** The objects of a `PUT /cluster` and their number, or the problem of its body. */
export type ReadCluster =
  | (Portions & { readonly objects: number })
  | { readonly problem: Pick<Problem, 'status' | 'code' | 'message' | 'findings' | 'place'> };

/** A question for a thread. The resident cluster goes along as text, which the thread reads if its version is new. */
export interface Task {
  readonly asked: Asked;
  /** Shared memory: the thread writes its start time, in milliseconds since the epoch. */
  readonly began: Float64Array;
  /** Shared memory: not 0 once the client is gone. */
  readonly gone: Uint8Array;
  readonly cluster?: ClusterBody | undefined;
}

/** Options of {@link NodeAnswering}. */
export interface ThreadOptions {
  readonly threads?: number;
  /** The most questions that wait for a thread. Beyond it, the client with the most of them must try again. */
  readonly waiting?: number;
  /** The header in which a proxy names its client, such as `X-Real-IP`. Absent: the address of the connection identifies the client. */
  readonly clientHeader?: string | undefined;
  readonly program: URL;
}

/** Answers questions on the event loop and in threads. */
export class NodeAnswering implements Answering {
  readonly #here: Engine;
  readonly #pool: Piscina;
  readonly #threads: number;
  readonly #turns: FairSemaphore;
  readonly #secondTries = new Allowance(SHARE_OF_SECOND_TRIES, MOST_SECOND_TRIES * MOST_HERE.milliseconds);
  readonly #settings: Settings;
  readonly #metrics: Metrics;
  readonly #clientHeader: string | undefined;
  #cluster: ClusterBody | undefined;
  #versions = 0;
  #isReady = false;

  constructor(settings: Settings, metrics: Metrics, options: ThreadOptions) {
    const { threads = availableParallelism(), waiting = 16, program, clientHeader } = options;
    this.#settings = settings;
    this.#metrics = metrics;
    this.#clientHeader = clientHeader;
    this.#threads = threads;
    this.#here = new Engine({ limits: MOST_HERE, handsOn: true });
    this.#turns = new FairSemaphore({ places: threads, waiting });
    this.#pool = new Piscina({
      filename: program.href,
      minThreads: threads,
      maxThreads: threads,
      concurrentTasksPerWorker: 1,
      niceIncrement: LOWEST_PRIORITY,
      resourceLimits: { maxOldGenerationSizeMb: 256 },
      workerData: settings,
    });
  }

  /** Waits until the threads run and the event loop has its full speed: the first questions of a process are twenty times slower. */
  async start(): Promise<void> {
    const questions = Array.from({ length: this.#threads }, () => this.#pool.run(taskOf(warmUpQuestion(0))));
    await warmUp(this.#here);
    await Promise.all(questions);
    this.#isReady = true;
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }

  isReady(): boolean {
    return this.#isReady;
  }

  async answer(asked: Asked, context: Context): Promise<Answer> {
    if (COSTLY.has(asked.topic)) return this.#inThread(asked, asked.topic, context);
    if (asked.body.length > MOST_BYTES_HERE[asked.language]) return this.#inThread(asked, 'size', context);
    let answer = await this.#here.answer(asked);
    if (answer.by === 'milliseconds' && this.#secondTries.take(MOST_HERE.milliseconds)) answer = await this.#here.answer(asked);
    return answer.by === undefined ? answer : this.#inThread(asked, answer.by, context);
  }

  /** A thread reads a large body and checks it, so that the event loop only reads short texts without faults. */
  async replaceCluster(asked: Asked<'cluster'>): Promise<{ readonly objects: number }> {
    // The end of a large body holds the event loop for some milliseconds.
    await turn();
    const body = new Uint8Array(new SharedArrayBuffer(asked.body.length));
    body.set(asked.body);
    const cluster = { version: ++this.#versions, asked: { ...asked, body } };
    const isSmall = body.length <= MOST_BYTES_HERE[asked.language];
    const replaced = isSmall ? await this.#here.replaceCluster(asked) : await this.#replaceThroughThread(cluster);
    this.#cluster = cluster;
    return replaced;
  }

  async #replaceThroughThread(cluster: ClusterBody): Promise<{ readonly objects: number }> {
    const read = await this.#readInThread(cluster);
    if ('problem' in read) {
      const { status, code, message, findings, place } = read.problem;
      throw new Problem(status, code, message, { findings, place });
    }
    await this.#here.setCluster(await objectsOf(read));
    return { objects: read.objects };
  }

  async #readInThread(cluster: ClusterBody): Promise<ReadCluster> {
    const late = AbortSignal.timeout(CLUSTER_PATIENCE);
    try {
      return await this.#pool.run(cluster as never, { name: 'readCluster', signal: late });
    } catch {
      throw late.aborted ? TOO_LONG : TOO_MUCH;
    }
  }

  async #inThread(asked: Asked, reason: string, context: Context): Promise<Answer> {
    this.#metrics.threads.add(1, { reason });
    const { signal } = context.req.raw;
    const late = AbortSignal.timeout(PATIENCE * this.#settings.milliseconds);
    try {
      await this.#turns.acquire(clientOf(context, this.#clientHeader), AbortSignal.any([signal, late]));
    } catch {
      throw signal.aborted ? GONE : BUSY;
    }
    try {
      return await this.#run(asked, signal);
    } finally {
      this.#turns.release();
    }
  }

  /** The thread itself ends a question whose client is gone: ending the thread would cost more than most questions. */
  async #run(asked: Asked, signal: AbortSignal): Promise<Answer> {
    const task = taskOf(asked, this.#cluster);
    const { began, gone } = task;
    const late = new AbortController();
    const start = Date.now();
    const patience = THREAD_PATIENCE * this.#settings.milliseconds;
    const look = (): void => {
      const end = began[0] === 0 ? start + START_PATIENCE : (began[0] as number) + patience;
      if (Date.now() >= end) late.abort();
      else timer = setTimeout(look, end - Date.now());
    };
    let timer = setTimeout(look, patience);
    const leave = (): void => {
      gone[0] = 1;
    };
    signal.addEventListener('abort', leave);
    if (signal.aborted) leave();
    try {
      const answer: Answer = await this.#pool.run(task, { signal: late.signal });
      if (gone[0] === 0) return answer;
    } catch {
      if (gone[0] === 0) throw late.signal.aborted ? (began[0] === 0 ? BUSY : TOO_LONG) : TOO_MUCH;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', leave);
    }
    throw GONE;
  }
}

function taskOf(asked: Asked, cluster?: ClusterBody): Task {
  return { asked, began: new Float64Array(new SharedArrayBuffer(8)), gone: new Uint8Array(new SharedArrayBuffer(1)), cluster };
}

const GONE = new Problem(503, 'gone', 'nobody waits for the answer');
const BUSY = new Problem(503, 'threads-are-busy', 'too many questions that take long are under way');
const TOO_LONG = new Problem(422, 'too-costly', 'this takes longer than the service gives it');
const TOO_MUCH = new Problem(422, 'too-costly', 'this takes more than the service gives it');

/** Milliseconds that may be spent: a share of the elapsed time, and no more than `most` at once. */
class Allowance {
  readonly #share: number;
  readonly #most: number;
  #left: number;
  #at = performance.now();

  constructor(share: number, most: number) {
    this.#share = share;
    this.#most = most;
    this.#left = most;
  }

  /** Spends milliseconds, if they are left. */
  take(milliseconds: number): boolean {
    const now = performance.now();
    this.#left = Math.min(this.#most, this.#left + this.#share * (now - this.#at));
    this.#at = now;
    if (this.#left < milliseconds) return false;
    this.#left -= milliseconds;
    return true;
  }
}
