// Makes random steps in the life of a cluster: objects are added, changed and removed; claims are queried, committed and released.
// A step depends on its number and its history, not on the steps before it, so that steps can be removed when a history is reduced.

import { Random } from '../../../differential/generate/random.js';
import type { History } from './history.js';
import { ClaimMaker } from './step-claims.js';
import { ObjectMaker } from './step-objects.js';
import { StepParts } from './step-parts.js';
import { PodMaker } from './step-pods.js';

/** A query: its claims, and its limits. */
export interface Asked {
  readonly claims: readonly object[];
  readonly prepared: boolean;
  readonly limits?: { readonly steps?: number; readonly milliseconds?: number };
  readonly now?: Date;
}

/** A query for a pod. */
export interface PodAsked {
  readonly pod: object;
  readonly prepared: boolean;
  readonly now: Date;
}

export type PodStep =
  | { readonly kind: 'filterPod'; readonly asked: PodAsked; readonly nodes?: readonly string[]; readonly later: boolean }
  | { readonly kind: 'filterPodAsync'; readonly asked: PodAsked }
  | { readonly kind: 'allocatePod'; readonly asked: PodAsked; readonly node: string | object }
  | { readonly kind: 'bind'; readonly asked: PodAsked; readonly which: number }
  | { readonly kind: 'unbind'; readonly asked: PodAsked };

/** A step. `which` chooses among the candidates at the time. */
export type Step =
  | { readonly kind: 'apply' | 'remove'; readonly objects: readonly object[] }
  | { readonly kind: 'filter'; readonly asked: Asked; readonly nodes?: readonly string[]; readonly later: boolean }
  | { readonly kind: 'filterAsync'; readonly asked: Asked; readonly nodes?: readonly string[] }
  | { readonly kind: 'allocate' | 'allocateAsync'; readonly asked: Asked; readonly node: string | object }
  | { readonly kind: 'commit'; readonly asked: Asked; readonly which: number; readonly old: boolean }
  | { readonly kind: 'release'; readonly claims: readonly object[] }
  | { readonly kind: 'look'; readonly which: number }
  | PodStep;

/** Returns the first step of a history, which applies classes, and nodes with a pool each. */
export function firstStep(history: History): Step {
  const random = new Random(history.seed, 2);
  const maker = new ObjectMaker(history, random, new ClaimMaker(history, random));
  const names = Array.from({ length: history.style.nodes }, (_, index) => `n${index}`);
  const objects = [...maker.classes(), ...names.flatMap((name) => [maker.node(name), ...maker.pool(name)])];
  if (!history.hasPods) return { kind: 'apply', objects };
  const ofPods = new PodMaker(history, random);
  const templates = ofPods.templates(new ClaimMaker(history, random));
  return { kind: 'apply', objects: [...objects, ...names.map((name) => ofPods.node(name)), ...templates] };
}

/** Returns the step with this number. */
export function stepOf(history: History, number: number): Step {
  return new StepMaker(history, new Random(history.seed ^ 0x5bd1e995, number)).step();
}

class StepMaker extends StepParts {
  readonly #claims: ClaimMaker;
  readonly #objects: ObjectMaker;
  readonly #pods: PodMaker;

  constructor(history: History, random: Random) {
    super(history, random);
    this.#claims = new ClaimMaker(history, random);
    this.#objects = new ObjectMaker(history, random, this.#claims);
    this.#pods = new PodMaker(history, random);
  }

  step(): Step {
    const random = this.random;
    if (this.history.hasPods && random.chance(0.6)) return this.#podStep();
    const choice = random.next();
    if (choice < 0.3) return { kind: 'filter', asked: this.#asked(), ...this.#nodes(0.15), later: random.chance(0.3) };
    if (choice < 0.42) return { kind: 'allocate', asked: this.#asked(), node: this.#nodeToAsk() };
    if (choice < 0.58) return { kind: 'commit', asked: this.#asked(true), which: random.integer(0, 999), old: random.chance(0.1) };
    if (choice < 0.66) {
      const all = random.chance(0.3) ? [this.#objects.holderOfAll()] : [];
      return { kind: 'release', claims: [...all, ...random.times(random.integer(2, 6), () => this.#claims.claim(0))] };
    }
    if (choice < 0.67) return { kind: 'allocateAsync', asked: this.#asked(), node: this.#nodeToAsk() };
    if (choice < 0.69) return { kind: 'filterAsync', asked: this.#asked(), ...this.#nodes(0.2) };
    if (choice < 0.72) return { kind: 'look', which: random.integer(0, 999) };
    if (choice < 0.92) return { kind: 'apply', objects: this.#objects.objects() };
    return { kind: 'remove', objects: this.#objects.objects() };
  }

  #podStep(): Step {
    const random = this.random;
    const choice = random.next();
    if (choice < 0.3) return { kind: 'filterPod', asked: this.#podAsked(), ...this.#nodes(0.15), later: random.chance(0.3) };
    if (choice < 0.34) return { kind: 'filterPodAsync', asked: this.#podAsked() };
    if (choice < 0.45) return { kind: 'allocatePod', asked: this.#podAsked(), node: this.#podNode() };
    if (choice < 0.65) return { kind: 'bind', asked: this.#podAsked(), which: random.integer(0, 999) };
    if (choice < 0.75) return { kind: 'unbind', asked: this.#podAsked() };
    return { kind: choice < 0.92 ? 'apply' : 'remove', objects: this.#pods.objects(this.#claims) };
  }

  #podNode(): string | object {
    return this.random.chance(0.12) ? this.#pods.node(this.nodeName()) : this.nodeName();
  }

  #podAsked(): PodAsked {
    return { pod: this.#pods.asked(), prepared: this.random.chance(0.6), now: this.#time() };
  }

  #time(): Date {
    return new Date(this.random.pick(['2026-01-01T00:01:00Z', '2026-01-01T01:01:00Z']));
  }

  #nodes(share: number): { readonly nodes?: readonly string[] } {
    const random = this.random;
    if (!random.chance(share)) return {};
    return { nodes: random.times(random.integer(0, 3), () => this.nodeName()) };
  }

  #nodeToAsk(): string | object {
    return this.random.chance(0.12) ? this.#objects.node(this.nodeName()) : this.nodeName();
  }

  #asked(unlimited = false): Asked {
    const random = this.random;
    const count = random.chance(0.12) ? random.pick([0, 2, 2, 2, 3]) : 1;
    const limits = unlimited ? undefined : this.#limits();
    return {
      claims: random.times(count, (index) => (random.chance(0.03) ? this.#objects.holder() : this.#claims.claim(index))),
      prepared: random.chance(0.5),
      ...(limits === undefined ? {} : { limits }),
      now: this.#time(),
    };
  }

  #limits(): { readonly steps?: number; readonly milliseconds?: number } | undefined {
    const random = this.random;
    const choice = random.next();
    if (choice < 0.12) return { steps: random.pick([0, 1, 2, 3, 4, 5, 6, 8, 12, 20]) };
    if (choice < 0.2) return { milliseconds: random.pick([0, 0, 1, 2, 3, 4, 6, 8, 12]) };
    return undefined;
  }
}
