// Certificates of generated problems, and checks that the checker accepts none for an allocatable problem. It tries certificates of similar
// problems, damaged ones, those made for other problems, and made-up ones.

import type { Certificate } from '../../../src/allocator/certificate.js';
import type { Kernel } from '../../../src/allocator/kernel/kernel.js';
import { SelectorCache } from '../../../src/cel/cache.js';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { AllocationError } from '../../../src/core/base/errors.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import type { JsonObject } from '../../../src/core/base/json.js';
import { type Features, resolveFeatures } from '../../../src/core/features/features.js';
import { certify } from '../../../src/explain/certificate/certify.js';
import { check } from '../../../src/explain/check/check.js';
import { type Objects, readObjects } from '../../../src/explain/check/reading/objects.js';
import { readProblem, type Semantics } from '../../../src/explain/check/reading/reader.js';
import { DEFAULT_WORK, Work } from '../../../src/explain/check/work.js';
import type { AllocateInput } from '../../../src/index.js';
import { generate } from '../../differential/generate/generate.js';
import { atOnce } from '../../support/at-once.js';
import { allocatorFor, type Case, gatesOf, inputFor } from '../../support/cases.js';
import { Dice } from '../../support/dice.js';
import { damaged, forged } from './damage.js';
import { edited } from './edits.js';

/** The counts of a survey. */
export interface Survey {
  unallocatable: number;
  certified: number;
  bytes: number;
  largest: number;
  /** Certificates that the checker wrongly rejects, and allocatable problems with an accepted certificate. */
  readonly wrong: string[];
  readonly uncertified: string[];
  damaged: number;
  damagedRefused: number;
  /** Certificates of a problem, and damaged ones, tried for an allocatable problem that is one or two changes away. */
  near: number;
  borrowed: number;
  forged: number;
}

/** Problems with longer searches are left out. */
const STEPS = 20_000;
const BORROWED = 20;

/** Checks problems of a seed until `problems` of them are unallocatable. */
export function survey(seed: number, problems: number, tries: number, kernel: Kernel): Survey {
  const counts: Survey = {
    ...{ unallocatable: 0, certified: 0, bytes: 0, largest: 0, wrong: [], uncertified: [], damaged: 0, damagedRefused: 0 },
    ...{ near: 0, borrowed: 0, forged: 0 },
  };
  const known: Certificate[] = [];
  for (let index = 0; counts.unallocatable < problems; index++) {
    const input = generate(seed, index);
    for (const node of input.nodes)
      new Question(input, inputFor(input, node), `${seed}-${index} ${node.metadata.name}`, kernel).look(counts, known, tries);
  }
  return counts;
}

class Question {
  readonly #case: Case;
  readonly #input: AllocateInput;
  readonly #name: string;
  readonly #kernel: Kernel;
  readonly #options: { readonly featureGates: Readonly<Record<string, boolean>> };
  readonly #features: Features;
  readonly #dice: Dice;

  constructor(input: Case, whole: AllocateInput, name: string, kernel: Kernel) {
    this.#case = input;
    this.#input = whole;
    this.#name = name;
    this.#kernel = kernel;
    this.#options = { featureGates: gatesOf(input) };
    this.#features = resolveFeatures(this.#options);
    this.#dice = new Dice([...name].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), 7));
  }

  look(counts: Survey, known: Certificate[], tries: number): void {
    const answer = this.#answer(this.#input);
    if (answer === 'allocated') this.#lookAtAllocatable(counts, known);
    if (answer !== 'unallocatable') return;
    counts.unallocatable++;
    const certificate = this.#certificate();
    if (certificate === undefined) {
      counts.uncertified.push(this.#name);
      return;
    }
    const { length } = JSON.stringify(certificate);
    counts.certified++;
    counts.bytes += length;
    counts.largest = Math.max(counts.largest, length);
    const verdict = check(certificate, this.#input, this.#options);
    if (!verdict.valid) counts.wrong.push(`${this.#name}: its certificate is refused: ${verdict.reason}`);
    for (let left = tries; left > 0; left--) {
      counts.damaged++;
      if (!check(damaged(certificate, this.#dice), this.#input, this.#options).valid) counts.damagedRefused++;
    }
    this.#lookNearby(certificate, counts, tries);
    known.push(certificate);
    if (known.length > BORROWED) known.shift();
  }

  /** Checks that similar allocatable problems have no certificate: neither the one of this problem, nor damaged versions of it. */
  #lookNearby(certificate: Certificate, counts: Survey, tries: number): void {
    for (let left = tries; left > 0; left--) {
      const near = edited(this.#input, this.#dice);
      if (near === undefined || this.#answer(near) !== 'allocated') continue;
      for (const one of [certificate, damaged(certificate, this.#dice), damaged(certificate, this.#dice)]) {
        counts.near++;
        if (check(one, near, this.#options).valid) counts.wrong.push(`${this.#name}: ${JSON.stringify(one)} for ${jsonOf(near)}`);
      }
    }
  }

  #lookAtAllocatable(counts: Survey, known: readonly Certificate[]): void {
    if (this.#certificate() !== undefined) counts.wrong.push(`${this.#name}: a certificate is made`);
    const problem = inOneGo(readProblem(this.#objects(), this.#semantics(), new Work(DEFAULT_WORK)));
    const made = Array.from({ length: 4 }, () => forged(problem, this.#dice));
    counts.forged += made.length;
    counts.borrowed += known.length;
    for (const one of [...known, ...made]) {
      if (check(one, this.#input, this.#options).valid) counts.wrong.push(`${this.#name}: ${JSON.stringify(one)} is accepted`);
    }
  }

  #certificate(): Certificate | undefined {
    const { certificate } = inOneGo(
      certify(
        atOnce(() => this.#objects()),
        this.#semantics(),
        UNLIMITED,
      ),
    );
    // Users receive JSON.
    return certificate && JSON.parse(JSON.stringify(certificate));
  }

  #objects(): Objects {
    return readObjects(this.#input as unknown as JsonObject, this.#features, new Work(DEFAULT_WORK));
  }

  #semantics(): Semantics {
    return { features: this.#features, corrections: false, selectors: new SelectorCache() };
  }

  #answer(input: AllocateInput): string {
    try {
      return allocatorFor(this.#case, this.#kernel).allocate({ ...input, limits: { steps: STEPS } }).kind;
    } catch (error) {
      if (error instanceof AllocationError) return 'error';
      throw error;
    }
  }
}

function jsonOf(input: AllocateInput): string {
  return JSON.stringify(input, (_, value) => (typeof value === 'bigint' ? `${value}` : value));
}
