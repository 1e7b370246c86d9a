// Answering on Node. Questions that are small and easy are answered on the event loop, which takes less than handing them on; all others move to threads of low
// priority, where they cannot keep anybody else waiting.

import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import type { Answering } from './app.js';
import { type Answer, Engine } from './engine.js';
import type { Metrics } from './metrics.js';
import { Problem } from './problem.js';
import type { Asked, Language, Topic } from './question.js';
import type { Settings } from './settings.js';

/** Bodies that the event loop reads have this many bytes at most: half a millisecond of reading. */
const MOST_BYTES_HERE: Readonly<Record<Language, number>> = { json: 64 * 1024, yaml: 16 * 1024 };
/**
 * A question that takes more than this on the event loop moves to a thread, from its beginning. Steps and work are the same however busy the machine is: bounds, which take milliseconds,
 * come after 256 steps. The time is for what has no such number, and long enough that nothing easy moves because the process had to wait for the processor.
 */
const MOST_HERE = { steps: 250, selectorWork: 60_000, milliseconds: 20 };
/** Validation has no limits of its own, and an explanation asks for many searches. */
const COSTLY: ReadonlySet<Topic> = new Set(['explain', 'validate']);
/** Threads get what of the processor the event loop leaves: who asks what is easy never waits for who asks what is hard. */
const LOWEST_PRIORITY = 19;
/** Who waits so many times the limit of a question for a thread is sent away. */
const PATIENCE = 2;
/** A thread ends with a question that takes this many times its limit: not everything in it has a limit of its own. Threads wait for the processor, so this is long; another one takes seconds to start. */
const THREAD_PATIENCE = 10;

/** A question for a thread. The cluster that stays goes along as text, which the thread reads when it is a new one. */
export interface Task {
  readonly asked: Asked;
  /** Shared: the thread writes when it began, in milliseconds of the clock. */
  readonly began: Float64Array;
  /** Shared: something else than 0 once nobody waits for the answer. */
  readonly gone: Uint8Array;
  readonly cluster?: { readonly version: number; readonly asked: Asked } | undefined;
}

/** Options of {@link NodeAnswering}. */
export interface ThreadOptions {
  readonly threads?: number;
  /** Questions that wait for a thread; the next one is told to come again. */
  readonly waiting?: number;
  readonly program: URL;
}

/** Answers on the event loop and in threads. */
export class NodeAnswering implements Answering {
  readonly #here: Engine;
  readonly #pool: Piscina<Task, Answer>;
  readonly #settings: Settings;
  readonly #metrics: Metrics;
  #cluster: Task['cluster'];
  #isReady = false;

  constructor(settings: Settings, metrics: Metrics, { threads = availableParallelism(), waiting = 16, program }: ThreadOptions) {
    this.#settings = settings;
    this.#metrics = metrics;
    this.#here = new Engine({ limits: MOST_HERE });
    this.#pool = new Piscina<Task, Answer>({
      filename: program.href,
      minThreads: threads,
      maxThreads: threads,
      maxQueue: waiting,
      concurrentTasksPerWorker: 1,
      niceIncrement: LOWEST_PRIORITY,
      resourceLimits: { maxOldGenerationSizeMb: 256 },
      workerData: settings,
    });
  }

  async start(): Promise<void> {
    await this.#here.warm();
    this.#isReady = true;
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }

  isReady(): boolean {
    return this.#isReady;
  }

  async answer(asked: Asked, gone: () => AbortSignal): Promise<Answer> {
    if (COSTLY.has(asked.topic)) return this.#inThread(asked, asked.topic, gone());
    if (asked.body.length > MOST_BYTES_HERE[asked.language]) return this.#inThread(asked, 'size', gone());
    const answer = await this.#here.answer(asked);
    return answer.by === undefined ? answer : this.#inThread(asked, answer.by, gone());
  }

  async replaceCluster(asked: Asked): Promise<{ readonly objects: number }> {
    const replaced = await this.#here.replaceCluster(asked);
    const shared = new Uint8Array(new SharedArrayBuffer(asked.body.length));
    shared.set(asked.body);
    this.#cluster = { version: (this.#cluster?.version ?? 0) + 1, asked: { ...asked, body: shared } };
    return replaced;
  }

  async #inThread(asked: Asked, reason: string, signal: AbortSignal): Promise<Answer> {
    this.#metrics.threads.add(1, { reason });
    const { milliseconds } = this.#settings;
    const began = new Float64Array(new SharedArrayBuffer(8));
    const gone = new Uint8Array(new SharedArrayBuffer(1));
    const late = new AbortController();
    const look = (): void => {
      const left = began[0] === 0 ? 0 : (began[0] as number) + THREAD_PATIENCE * milliseconds - Date.now();
      if (left <= 0) late.abort();
      else timer = setTimeout(look, left);
    };
    let timer = setTimeout(look, PATIENCE * milliseconds);
    // A thread that has begun ends the question by itself: ending the thread would cost more than most questions.
    const leave = (): void => {
      gone[0] = 1;
      if (began[0] === 0) late.abort();
    };
    signal.addEventListener('abort', leave);
    if (signal.aborted) leave();
    try {
      const answer = await this.#pool.run({ asked, began, gone, cluster: this.#cluster }, { signal: late.signal });
      if (gone[0] === 0) return answer;
    } catch (error) {
      if (gone[0] === 0) throw problemOfThread(error, late.signal.aborted, began[0] !== 0);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', leave);
    }
    throw new Problem(503, 'gone', 'nobody waits for the answer');
  }
}

function problemOfThread(error: unknown, isLate: boolean, hasBegun: boolean): Problem {
  const isQueueFull = error instanceof Error && /queue/i.test(error.message);
  if (isQueueFull || (isLate && !hasBegun)) return new Problem(503, 'threads-are-busy', 'too many questions that take long are under way');
  return new Problem(
    422,
    'too-costly',
    isLate ? 'this takes longer than the service gives it' : 'this takes more than the service gives it',
  );
}
