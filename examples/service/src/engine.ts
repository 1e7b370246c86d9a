// Answers questions with the library. The event loop, threads and workerd run the same code.

import type { Cluster, FilterResult, KubernetesObjectJson, Outcome, PodFilterResult, PodOutcome } from 'dra-allocator';
import { ReadCache, type SourceDocument } from 'dra-allocator/read';
import { validate } from 'dra-allocator/validate';
import { Allocators, optionsOf } from './allocators.js';
import { answerText, TOO_LARGE } from './answer-text.js';
import { ClusterCache } from './cluster-cache.js';
import { oneShotOf } from './one-shot.js';
import { bodyProblem, Problem, problemOf } from './problem.js';
import { type Asked, type Question, questionOf } from './question.js';
import type { Settings } from './settings.js';

/** An answer as it is sent, and facts about it for metrics. */
export interface Answer {
  readonly status: 200 | Problem['status'];
  readonly text: string;
  /** The limit that ended the search. */
  readonly by?: string | undefined;
  /** The indices of the alternatives that were allocated to requests with prioritized lists. */
  readonly choices?: readonly number[] | undefined;
}

/** The settings that an engine enforces. */
export type Limits = Pick<Settings, 'milliseconds' | 'steps' | 'selectorWork' | 'answerCharacters'> & {
  /** Aborts a question, in an engine that yields. */
  readonly signal?: AbortSignal;
};

/** The limits of a search. */
type SearchLimits = Omit<Limits, 'answerCharacters'>;

/** An answer before it is text. */
interface Found extends Pick<Answer, 'by' | 'choices'> {
  readonly found: object;
}

/** Options of {@link Engine}. */
export interface EngineOptions {
  readonly limits: Limits;
  /** Yields to the event loop, so that other questions are answered meanwhile and a question can be aborted. */
  readonly givesWay?: boolean;
  /** Ends a question when building its cluster exceeds the time limit of the question: another engine answers it. */
  readonly handsOn?: boolean;
  /** The compiled solver, for runtimes that cannot load it. */
  readonly module?: object;
}

const TOO_COSTLY = new Problem(422, 'too-costly', 'laying out the cluster takes longer than the service gives it');

/** The limits that ended an answer, by the codes of problems. */
const ENDED_BY: ReadonlyMap<string, string> = new Map([
  [TOO_LARGE, 'answerCharacters'],
  [TOO_COSTLY.code, 'milliseconds'],
]);

/** Answers questions. */
export class Engine {
  readonly #options: EngineOptions;
  readonly #allocators: Allocators;
  /** Most objects arrived with earlier questions, of any client. They are neither read nor decoded again. */
  readonly #objects = new ReadCache();
  readonly #clusters = new ClusterCache();
  #resident: Cluster | undefined;

  constructor(options: EngineOptions) {
    this.#options = options;
    this.#allocators = new Allocators({ module: options.module, dropped: (allocator) => this.#clusters.forget(allocator) });
  }

  /** Replaces the resident cluster by the objects of a body. Throws Problem. */
  async replaceCluster(asked: Asked<'cluster'>): Promise<{ readonly objects: number }> {
    return { objects: (await this.readCluster(asked)).length };
  }

  /** Like `replaceCluster`, but returns the objects. */
  async readCluster(asked: Asked<'cluster'>): Promise<readonly object[]> {
    let document: SourceDocument | undefined;
    try {
      const { objects = [], document: read } = questionOf(asked);
      document = read;
      await this.setCluster(objects);
      return objects;
    } catch (error) {
      throw problemOf(error, document);
    }
  }

  /** Replaces the resident cluster by objects. Throws the errors of the library. */
  async setCluster(objects: readonly object[]): Promise<void> {
    const cluster = (await this.#allocators.get({})).cluster();
    await cluster.applyAsync(objects as readonly KubernetesObjectJson[]);
    this.#resident = cluster;
  }

  /** Answers a question. Never rejects: an error becomes an answer, too. */
  async answer(asked: Asked, limits: Partial<Limits> = {}): Promise<Answer> {
    const begun = performance.now();
    const most = { ...this.#options.limits, ...limits };
    let document: SourceDocument | undefined;
    try {
      const question = questionOf(asked, this.#objects);
      document = question.document;
      const { found, ...seen } = await this.#answer(asked, question, most, begun);
      return { status: 200, text: answerText(found, most.answerCharacters), ...seen };
    } catch (error) {
      const problem = problemOf(error, document);
      const by = ENDED_BY.get(problem.code);
      return { status: problem.status, text: JSON.stringify(problem), ...(by === undefined ? {} : { by }) };
    }
  }

  async #answer({ topic, body }: Asked, question: Question, most: Limits, begun: number): Promise<Found> {
    if (topic === 'validate') return this.#validate(question);
    // The time limit covers reading the question and building its cluster.
    const limits = (): SearchLimits => ({
      milliseconds: Math.max(0, Math.min(question.milliseconds ?? most.milliseconds, most.milliseconds + begun - performance.now())),
      steps: Math.min(question.steps ?? most.steps, most.steps),
      selectorWork: most.selectorWork,
      ...(most.signal === undefined ? {} : { signal: most.signal }),
    });
    const alone = topic === 'allocate' ? await this.#allocateAlone(question, limits()) : undefined;
    if (alone !== undefined) return alone;
    const cluster = await this.#clusterFor(question, body.length, limits());
    if (topic === 'allocate') return this.#allocate(cluster, question, limits());
    return topic === 'filter' ? this.#filter(cluster, question, limits()) : this.#explain(cluster, question, limits());
  }

  #validate({ objects = [], kubernetesVersion, featureGates, document }: Question): Found {
    const findings = validate(objects, {
      ...optionsOf({ kubernetesVersion, featureGates }),
      locate: (object, path) => document.locate(['objects', object, ...path]),
    });
    return said({ valid: findings.every(({ severity }) => severity !== 'error'), findings });
  }

  /**
   * Asks the allocator without a cluster, if that gives the same answer. The cluster reports errors, because it can name the place of each object in the body.
   */
  async #allocateAlone(question: Question, limits: SearchLimits): Promise<Found | undefined> {
    const input = oneShotOf(question);
    if (input === undefined) return undefined;
    const allocator = await this.#allocators.get(question);
    try {
      const outcome =
        this.#options.givesWay === true ? await allocator.allocateAsync({ ...input, limits }) : allocator.allocate({ ...input, limits });
      return said({ node: question.node, ...outcome }, { by: limitOf(outcome) });
    } catch {
      return undefined;
    }
  }

  async #allocate(cluster: Cluster, question: Question, limits: SearchLimits): Promise<Found> {
    const { node } = question;
    if (node !== undefined) {
      const input = { ...about(question), node, limits };
      const outcome: PodOutcome =
        this.#options.givesWay === true ? await cluster.allocateAsync(input as never) : cluster.allocate(input as never);
      return said({ node, ...outcome }, { by: limitOf(outcome), choices: this.#choices(cluster, question, outcome) });
    }
    const found = await this.#filtered(cluster, question, limits);
    if (found.kind === 'interrupted') return said({ kind: 'interrupted', by: found.by }, { by: found.by });
    for (const error of found.errors.values()) if (!error.nodeLocal) throw error;
    if (found.best === undefined) return said({ kind: 'unallocatable', ...('message' in found ? { message: found.message } : {}) });
    const outcome = found.outcome(found.best);
    return said({ node: found.best, ...outcome }, { choices: found.choices(found.best).map(({ index }) => index) });
  }

  #choices(cluster: Cluster, { claims }: Question, outcome: PodOutcome): readonly number[] {
    if (outcome.kind !== 'allocated' || claims === undefined) return [];
    return cluster.choices(claims as never, outcome as Outcome).map(({ index }) => index);
  }

  async #filter(cluster: Cluster, question: Question, limits: SearchLimits): Promise<Found> {
    const { outcome: _, choices: __, ...found } = await this.#filtered(cluster, question, limits);
    const lists = {
      errors: Object.fromEntries(found.errors),
      ...('rejections' in found ? { rejections: Object.fromEntries(found.rejections) } : {}),
    };
    const scores = found.kind === 'interrupted' ? { scoresSoFar: [...found.scoresSoFar] } : { scores: [...found.scores] };
    const normalized = 'normalized' in found ? { normalized: [...found.normalized] } : {};
    return said({ ...found, ...scores, ...normalized, ...lists }, { by: limitOf(found) });
  }

  async #filtered(cluster: Cluster, question: Question, limits: SearchLimits): Promise<FilterResult | PodFilterResult> {
    const { nodes } = question;
    const input = { ...about(question), ...(nodes === undefined ? {} : { nodes }), limits } as never;
    return this.#options.givesWay === true ? await cluster.filterAsync(input) : cluster.filter(input);
  }

  async #explain(cluster: Cluster, question: Question, limits: SearchLimits): Promise<Found> {
    const { node, suggestions } = question;
    const input = {
      ...about(question),
      ...(node === undefined ? {} : { node }),
      ...(suggestions === undefined ? {} : { suggestions }),
      limits,
    } as never;
    const explanation = this.#options.givesWay === true ? await cluster.explainAsync(input) : cluster.explain(input);
    return said(explanation, { by: limitOf(explanation) });
  }

  async #clusterFor(question: Question, bytes: number, { milliseconds, signal }: SearchLimits): Promise<Cluster> {
    const { objects, kubernetesVersion, featureGates } = question;
    if (objects === undefined) {
      if (this.#resident === undefined)
        throw bodyProblem(
          'missing-field',
          'objects: expected a list of Kubernetes objects: there is no cluster that stays',
          'objects',
          question.document.locate([]),
        );
      if (kubernetesVersion !== undefined || featureGates !== undefined)
        throw bodyProblem(
          'not-here',
          'kubernetesVersion and featureGates need objects: the cluster that stays has its own',
          '',
          question.document.locate([]),
        );
      return this.#resident;
    }
    const allocator = await this.#allocators.get({ kubernetesVersion, featureGates });
    return this.#clusters.get(allocator, objects, bytes, async () => {
      const cluster = allocator.cluster();
      const end = this.#options.handsOn === true ? AbortSignal.timeout(Math.ceil(milliseconds)) : signal;
      try {
        await cluster.applyAsync(objects as readonly KubernetesObjectJson[], end === undefined ? {} : { signal: end });
      } catch (error) {
        throw end?.aborted === true ? TOO_COSTLY : error;
      }
      return cluster;
    });
  }
}

function about({ claims, pod }: Question): object {
  return claims === undefined ? { pod } : { claims };
}

function limitOf(answer: { readonly kind: string; readonly by?: unknown }): string | undefined {
  return answer.kind === 'interrupted' && typeof answer.by === 'string' ? answer.by : undefined;
}

function said(found: object, seen: Pick<Answer, 'by' | 'choices'> = {}): Found {
  return { found, ...seen };
}
