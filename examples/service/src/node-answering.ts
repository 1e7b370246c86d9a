// Answering on Node. Questions that are small and easy are answered on the event loop, which takes less than handing them on; all others move to threads of low
// priority, where they cannot keep anybody else waiting.

import { availableParallelism } from 'node:os';
import type { Context } from 'hono';
import { Piscina } from 'piscina';
import type { Answering } from './app.js';
import { clientOf } from './client.js';
import { type Answer, Engine } from './engine.js';
import { FairSemaphore } from './fair-semaphore.js';
import type { Metrics } from './metrics.js';
import { Problem } from './problem.js';
import type { Asked, Language, Topic } from './question.js';
import type { Settings } from './settings.js';
import { warmUp, warmUpQuestion } from './warm-up.js';

/** Bodies that the event loop reads have this many bytes at most: a millisecond or two of reading and decoding. */
const MOST_BYTES_HERE: Readonly<Record<Language, number>> = { json: 32 * 1024, yaml: 4 * 1024 };
/**
 * A question that takes more than this on the event loop moves to a thread, from its beginning. Steps and work are the same however busy the machine is. The time is for what has no such
 * number, such as patterns and messages; it is short, since a hundred questions a second that take all of it leave the loop half of its time.
 */
const MOST_HERE = { steps: 250, selectorWork: 60_000, milliseconds: 3, answerCharacters: 1024 * 1024 };
/** Of this share of the time, questions that took too long are tried again: what is easy takes long once, while garbage is collected or the process waits for the processor, and seldom twice. */
const SHARE_OF_SECOND_TRIES = 0.05;
const MOST_SECOND_TRIES = 20;
/** Validation has no limits of its own, and an explanation asks for many searches. */
const COSTLY: ReadonlySet<Topic> = new Set(['explain', 'validate']);
/** Threads get what of the processor the event loop leaves: the caller what is easy never waits for the caller what is hard. */
const LOWEST_PRIORITY = 19;
/** Who waits so many times the limit of a question for a thread is sent away. */
const PATIENCE = 2;
/** A thread ends with a question that takes this many times its limit: not everything in it has a limit of its own. Threads wait for the processor, so this is long; another one takes seconds to start. */
const THREAD_PATIENCE = 10;
/** A thread that took the place of one that was ended has so many milliseconds to start, whatever the limit of a question is. */
const START_PATIENCE = 10_000;

/** A question for a thread. The cluster that stays goes along as text, which the thread reads when it is a new one. */
export interface Task {
  readonly asked: Asked;
  /** Shared: the thread writes when it began, in milliseconds of the clock. */
  readonly began: Float64Array;
  /** Shared: something else than 0 once nobody waits for the answer. */
  readonly gone: Uint8Array;
  readonly cluster?: { readonly version: number; readonly asked: Asked<'cluster'> } | undefined;
}

/** Options of {@link NodeAnswering}. */
export interface ThreadOptions {
  readonly threads?: number;
  /** Questions that wait for a thread; of more, the client with the most of them is told to come again. */
  readonly waiting?: number;
  /** The header in which a proxy names its client, such as `X-Real-IP`. Absent: the address of the connection. */
  readonly clientHeader?: string | undefined;
  readonly program: URL;
}

/** Answers on the event loop and in threads. */
export class NodeAnswering implements Answering {
  readonly #here: Engine;
  readonly #pool: Piscina<Task, Answer>;
  readonly #threads: number;
  readonly #turns: FairSemaphore;
  readonly #secondTries = new Allowance(SHARE_OF_SECOND_TRIES, MOST_SECOND_TRIES * MOST_HERE.milliseconds);
  readonly #settings: Settings;
  readonly #metrics: Metrics;
  readonly #clientHeader: string | undefined;
  #cluster: Task['cluster'];
  #isReady = false;

  constructor(settings: Settings, metrics: Metrics, options: ThreadOptions) {
    const { threads = availableParallelism(), waiting = 16, program, clientHeader } = options;
    this.#settings = settings;
    this.#metrics = metrics;
    this.#clientHeader = clientHeader;
    this.#threads = threads;
    this.#here = new Engine({ limits: MOST_HERE, handsOn: true });
    this.#turns = new FairSemaphore({ places: threads, waiting });
    this.#pool = new Piscina<Task, Answer>({
      filename: program.href,
      minThreads: threads,
      maxThreads: threads,
      concurrentTasksPerWorker: 1,
      niceIncrement: LOWEST_PRIORITY,
      resourceLimits: { maxOldGenerationSizeMb: 256 },
      workerData: settings,
    });
  }

  /** Waits until the threads run and the event loop answers as fast as later on: the first questions of a process take twenty times as long. */
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

  async replaceCluster(asked: Asked<'cluster'>): Promise<{ readonly objects: number }> {
    const replaced = await this.#here.replaceCluster(asked);
    const shared = new Uint8Array(new SharedArrayBuffer(asked.body.length));
    shared.set(asked.body);
    this.#cluster = { version: (this.#cluster?.version ?? 0) + 1, asked: { ...asked, body: shared } };
    return replaced;
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

  /** A thread ends the question by itself once nobody waits: ending the thread would cost more than most questions. */
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
      const answer = await this.#pool.run(task, { signal: late.signal });
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

function taskOf(asked: Asked, cluster?: Task['cluster']): Task {
  return { asked, began: new Float64Array(new SharedArrayBuffer(8)), gone: new Uint8Array(new SharedArrayBuffer(1)), cluster };
}

const GONE = new Problem(503, 'gone', 'nobody waits for the answer');
const BUSY = new Problem(503, 'threads-are-busy', 'too many questions that take long are under way');
const TOO_LONG = new Problem(422, 'too-costly', 'this takes longer than the service gives it');
const TOO_MUCH = new Problem(422, 'too-costly', 'this takes more than the service gives it');

/** Milliseconds that may be spent on something: a share of the time that passes, and no more at once than so many. */
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

  /** Spends milliseconds, if they are there. */
  take(milliseconds: number): boolean {
    const now = performance.now();
    this.#left = Math.min(this.#most, this.#left + this.#share * (now - this.#at));
    this.#at = now;
    if (this.#left < milliseconds) return false;
    this.#left -= milliseconds;
    return true;
  }
}
