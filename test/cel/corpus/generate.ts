// Generates a question for each seed and index: an expression, its use, and five devices of the seed.

import { Random } from '../../differential/generate/random.js';
import type { DeviceData } from '../vector-devices.js';
import { makeDevices } from './devices.js';
import { makeExpression } from './grammar/expression.js';
import { type Tree, textOf } from './grammar/tree.js';
import { mutate } from './mutate.js';
import type { Kind, Question, Release } from './question.js';

/** Changes whenever a seed generates different questions. */
export const GENERATOR_VERSION = 2;

/** The number of devices per seed. */
export const DEVICES_PER_SEED = 64;
const DEVICES_PER_QUESTION = 5;

const NEW = 0.2;
const DERIVED = 0.3;
const MUTATED = 0.06;
const VERSIONS = ['1.32', '1.33', '1.34', '1.35', '1.36', '1.37', '1.37', '1.37'];
const DERIVED_TYPES = [
  'int',
  'string',
  'string',
  'bool',
  'semver',
  'list(int)',
  'list(string)',
  'list(bool)',
  'list(semver)',
  'dyn',
  'list(dyn)',
];

/** A question, the tree of its expression unless the text was damaged, and the indices of its devices. */
export interface Generated {
  readonly question: Question;
  readonly tree: Tree | undefined;
  readonly deviceIndices: readonly number[];
}

/** Generates the questions of a seed. */
export class Generator {
  readonly #seed: number;
  readonly devices: readonly DeviceData[];

  constructor(seed: number) {
    this.#seed = seed;
    this.devices = makeDevices(seed, DEVICES_PER_SEED);
  }

  /** Returns the question with this index. */
  generate(index: number): Generated {
    const random = new Random(this.#seed, index);
    const kind: Kind = random.chance(DERIVED) ? 'derived' : 'selector';
    const release = random.chance(NEW) ? makeRelease(random, kind) : undefined;
    const deviceIndices = random.times(DEVICES_PER_QUESTION, () => random.integer(0, DEVICES_PER_SEED - 1));
    const made = makeExpression(random, kind === 'derived' ? random.pick(DERIVED_TYPES) : 'bool', random.pick([1, 2, 2, 3, 3, 4, 5]));
    const tree = random.chance(MUTATED) ? undefined : made;
    const expression = tree === undefined ? mutate(random, textOf(made)) : textOf(made);
    const devices = deviceIndices.map((at) => this.devices[at] as DeviceData);
    return { question: { expression, kind, ...(release === undefined ? {} : { new: release }), devices }, tree, deviceIndices };
  }
}

/** Returns a release with gates that it defines. Derived attributes exist since 1.37. */
function makeRelease(random: Random, kind: Kind): Release {
  const picked = random.pick(VERSIONS);
  const version = kind === 'derived' ? '1.37' : picked;
  const minor = Number(version.split('.')[1]);
  return { version, consumableCapacity: minor >= 34 && random.chance(0.7), listTypeAttributes: minor >= 36 && random.chance(0.7) };
}
