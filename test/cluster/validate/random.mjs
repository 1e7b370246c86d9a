// Several random steps at once, on random bases. They show which rules are skipped after other errors. Random by hashes, so identical everywhere.

import { createHash } from 'node:crypto';
import { mutated } from './mutation.mjs';
import { isDecoded, stepsOn } from './steps.mjs';

/** @typedef {import('./bases.mjs').Base} Base */
/** @typedef {import('./bases.mjs').Json} Json */
/** @typedef {import('./mutation.mjs').Path} Path */
/** @typedef {import('./mutation.mjs').Step} Step */

const MOST_STEPS = 4;

/**
 * Makes mutations of two to four steps.
 * @param {readonly Base[]} bases
 * @param {number} seed
 * @param {number} count
 * @returns {Iterable<[Base, Step[]]>}
 */
export function* randomMutations(bases, seed, count) {
  /** @type {Map<Base, ReturnType<typeof sortedSteps>>} */
  const steps = new Map();
  for (let index = 0; index < count; index++) {
    const below = chooser(`${seed} ${index}`);
    const base = /** @type {Base} */ (bases[below(bases.length)]);
    const known = steps.get(base) ?? sortedSteps(base);
    steps.set(base, known);
    /** @type {Step[]} */
    const taken = [];
    for (let wanted = 2 + below(MOST_STEPS - 1); wanted > 0; wanted--) {
      // An object that cannot be decoded is not validated, so most steps must leave it decodable.
      const { step } = /** @type {typeof known.decoded[0]} */ (below(12) === 0 ? pick(known.decoded, below) : pick(known.others, below));
      if (taken.every((other) => areApart(step, other) || isWithin(step, other) || isWithin(other, step))) taken.push(step);
    }
    // A list is filled with copies of its first item, including the item's errors.
    taken.sort((one, other) => Number(one.op === 'fill') - Number(other.op === 'fill'));
    if (isPossible(base, taken)) yield [base, taken];
  }
}

/** The steps on a base: errors for the decoder, and other steps. @param {Base} base */
function sortedSteps(base) {
  const all = [...stepsOn(base)];
  return {
    decoded: all.filter(({ step, value }) => isDecoded(step, value)),
    others: all.filter(({ step, value }) => !isDecoded(step, value)),
  };
}

/** Returns whether neither path of two steps contains the other. @param {Step} one @param {Step} other */
function areApart({ path: one }, { path: other }) {
  const common = Math.min(one.length, other.length);
  return one.slice(0, common).some((part, index) => part !== other[index]);
}

/** Returns whether a step changes the item that another step copies. @param {Step} step @param {Step} filling */
function isWithin({ path }, { op, path: list }) {
  return op === 'fill' && path.length > list.length + 1 && list.every((part, index) => part === path[index]) && path[list.length] === 0;
}

/** Returns whether steps can be performed one after the other. The first may remove a value that the second needs. @param {Base} base @param {readonly Step[]} steps */
function isPossible({ object }, steps) {
  try {
    mutated(object, steps);
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** @template T @param {readonly T[]} list @param {(limit: number) => number} below */
function pick(list, below) {
  return /** @type {T} */ (list[below(list.length)]);
}

/** Returns a generator of random numbers below a limit. @param {string} text */
function chooser(text) {
  let next = 0;
  return (/** @type {number} */ limit) => number(`${text} ${next++}`) % limit;
}

/** A pseudorandom number of 32 bits. @param {string} text */
export function number(text) {
  return createHash('sha256').update(text).digest().readUInt32BE(0);
}
