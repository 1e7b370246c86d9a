// Runs pods on the two clusters of a history, and on a third one with all changes and no earlier query.
// Caches of pods and nodes in the first two must not affect answers.

import type { NodeJson } from '../../../../src/core/api/kinds.js';
import type { PodFilterResult, PodOutcome } from '../../../../src/placement/pod-filter-result.js';
import { describeError, describePod, same, told } from './comparison.js';
import type { Counts } from './pair.js';
import type { Side } from './sides.js';
import type { PodAsked, PodStep } from './steps.js';

/** The maximum number of results that are stored to be read later. */
const KEPT = 4;

/** The history to which steps about pods belong. */
interface LivedThrough {
  readonly sides: readonly [Side, Side];
  readonly names: readonly string[];
  readonly counts: Counts;
  /** Returns a cluster with all changes that has answered no query. */
  readonly fresh: () => Side;
  /** Makes a change on both sides. Their results must be equal. */
  readonly change: (what: string, change: (side: Side) => unknown) => void;
  readonly wait: (compared: Promise<void>) => void;
}

/** Runs steps about pods. */
export class PodPair {
  readonly #in: LivedThrough;
  readonly #kept: { readonly lazy: PodFilterResult; readonly said: string }[] = [];

  constructor(lived: LivedThrough) {
    this.#in = lived;
  }

  take(step: PodStep): void {
    switch (step.kind) {
      case 'filterPod':
        return this.#filter(step);
      case 'filterPodAsync':
        return this.#filterAsync(step.asked);
      case 'allocatePod':
        return this.#allocate(step);
      case 'bind':
        return this.#bind(step);
      default:
        return this.#in.change('unbind', (side) => side.cluster.unbind(side.pod(step.asked)));
    }
  }

  /** Checks all stored results. */
  end(): void {
    for (const { lazy, said } of this.#kept.splice(0)) same('kept result for a pod', this.#describe(lazy), said);
  }

  #filter({ asked, nodes, later }: Extract<PodStep, { kind: 'filterPod' }>): void {
    const { sides, fresh, counts, names } = this.#in;
    counts.queries++;
    const ask = (side: Side): PodFilterResult | string => ended(() => filter(side, asked, nodes));
    const [one, two] = sides.map(ask) as [PodFilterResult | string, PodFilterResult | string];
    const said = this.#describe(ask(fresh()));
    same('filter for a pod, by a cluster that remembers', this.#describe(two), said);
    if (!later || typeof one === 'string') same('filter for a pod', this.#describe(one), said);
    if (typeof one === 'string') return;
    counts.answers += names.length;
    if (one.kind === 'complete') counts.allocated += one.feasible.length;
    counts.errors += one.errors.size;
    this.#kept.push({ lazy: one, said });
    if (this.#kept.length > KEPT) this.end();
  }

  #filterAsync(asked: PodAsked): void {
    const { sides, fresh, counts, wait } = this.#in;
    counts.queries++;
    const said = this.#describe(ended(() => filter(fresh(), asked, undefined)));
    const compare = async (side: Side): Promise<void> => {
      const result = await side.cluster.filterAsync({ pod: side.pod(asked), now: asked.now }).catch(describeError);
      same('filterAsync for a pod', this.#describe(result), said);
    };
    wait(Promise.all(sides.map(compare)).then(() => {}));
  }

  #allocate({ asked, node }: Extract<PodStep, { kind: 'allocatePod' }>): void {
    const { sides, fresh, counts } = this.#in;
    counts.queries++;
    counts.answers++;
    const [one, two, three] = [...sides, fresh()].map((side) => told(() => allocate(side, asked, node))) as [string, string, string];
    same('allocate for a pod', one, three);
    same('allocate for a pod, by a cluster that remembers', two, three);
  }

  #bind({ asked, which }: Extract<PodStep, { kind: 'bind' }>): void {
    const { sides, counts, change } = this.#in;
    const [one, two] = sides.map((side) => ended(() => filter(side, asked, undefined)));
    same('filter for bind', this.#describe(one as PodFilterResult | string), this.#describe(two as PodFilterResult | string));
    if (one === undefined || two === undefined || typeof one === 'string' || typeof two === 'string' || two.kind !== 'complete') return;
    const name = two.feasible[which % Math.max(1, two.feasible.length)];
    if (name === undefined) return;
    counts.commits++;
    const [first, other] = [one.outcome(name), two.outcome(name)];
    change('bind', (side) => side.cluster.bind(side.pod(asked), name, side === sides[0] ? first : other));
  }

  #describe(result: PodFilterResult | string): string {
    return typeof result === 'string' ? result : describePod(result, this.#in.names);
  }
}

function filter(side: Side, asked: PodAsked, nodes: readonly string[] | undefined): PodFilterResult {
  return side.cluster.filter({ pod: side.pod(asked), now: asked.now, ...(nodes === undefined ? {} : { nodes }) });
}

function allocate(side: Side, asked: PodAsked, node: string | object): PodOutcome {
  return side.cluster.allocate({ pod: side.pod(asked), now: asked.now, node: node as string | NodeJson });
}

/** Returns the result of a call, or its error as a text. */
function ended<T>(call: () => T): T | string {
  try {
    return call();
  } catch (error) {
    return describeError(error);
  }
}
