// Every mutation of every base, in a fixed order.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { readBases } from './bases.mjs';
import { mutated, pathText } from './mutation.mjs';
import { number, randomMutations } from './random.mjs';
import { isOfOtherType, set, stepsOn } from './steps.mjs';

/** @typedef {import('./bases.mjs').Base} Base */
/** @typedef {import('./bases.mjs').Json} Json */
/** @typedef {import('./mutation.mjs').Path} Path */
/** @typedef {import('./mutation.mjs').Step} Step */
/** A mutated object: its text, and the hash of the text under which answers are stored. Every server answers a case with `isExpression`.
 * @typedef {{ base: Base, apiVersion: string, kind: string, namespace?: string, steps: readonly Step[], isExpression?: true, text: string, id: string }} Case */

/** Relative to the root, so that the path is also valid in a bundle below build/. */
const FOLDER = join(import.meta.dirname, '../../../test/cluster/validate');
const COMBINATIONS = join(FOLDER, 'combinations.yaml');
const EXPRESSIONS = join(FOLDER, 'expressions.yaml');

/**
 * The share of the mutations of a base that is used: 1 of this many, selected by hash. The first version of a base is used completely, except for fields
 * that it shares with other bases.
 * @param {string} base
 * @param {Path} path
 */
function share(base, path) {
  const [top] = path;
  const whole = /^(claim-rich|pod-rich|class-rich|slice-rich|taint-rule-rich|template-rich|quota-rich|pod-group-rich) v1(beta1)?$/.test(
    base,
  );
  if (top === 'metadata' && path.length > 1) return whole || base.startsWith('claim-status') ? (path.length === 2 ? 1 : 2) : 12;
  if (top === 'metadata' || top === 'status') return 3;
  if (/^template-rich/.test(base)) return 6;
  if (/\.yaml#/.test(base)) return 12;
  if (/ v1(alpha[12])?$| v1alpha3$|^pod-group.* v1beta1$/.test(base)) return 1;
  return / v1beta1$/.test(base) ? 4 : 6;
}

/** The seed and number of the recorded cases of several random steps, for older and newer bases each. Their values are arbitrary. */
const RECORDED = { seed: 1, count: 2000 };

/** Makes all recorded cases. @returns {Case[]} */
export function makeCases() {
  const bases = readBases();
  const single = bases.flatMap((base) => [...mutationsOf(base)].map((steps) => /** @type {const} */ ([base, steps])));
  const [older, newest] = [false, true].map((isNewestOnly) => bases.filter((base) => base.isNewestOnly === isNewestOnly));
  const random = [older, newest].flatMap((some = []) => [...randomMutations(some, RECORDED.seed, RECORDED.count)]);
  return casesOf([...single, ...combinations(bases), ...expressions(bases), ...random]);
}

/** Makes cases of several random steps. @param {number} seed @param {number} count @returns {Case[]} */
export function makeRandomCases(seed, count) {
  return casesOf(randomMutations(readBases(), seed, count));
}

/** Makes cases. Mutations with equal text are one case. @param {Iterable<readonly [Base, readonly Step[], 'expression'?]>} mutations @returns {Case[]} */
export function casesOf(mutations) {
  /** @type {Map<string, Case>} */
  const cases = new Map();
  for (const [base, steps, what] of mutations) add(base, steps, what === 'expression' ? { isExpression: true } : {});
  return [...cases.values()];

  /**
   * @param {Base} base
   * @param {readonly Step[]} steps
   * @param {{ isExpression?: true }} more
   */
  function add(base, steps, more) {
    const text = mutated(base.object, steps);
    const id = createHash('sha256').update(text).digest('base64url').slice(0, 8);
    if (cases.has(id)) return;
    const { apiVersion, kind, metadata } = /** @type {any} */ (JSON.parse(text));
    const namespace = typeof metadata?.namespace === 'string' && metadata.namespace !== '' ? { namespace: metadata.namespace } : {};
    cases.set(id, { base, apiVersion, kind, ...namespace, steps, ...more, text, id });
  }
}

/** @param {Base} base @returns {Iterable<readonly Step[]>} */
function* mutationsOf(base) {
  yield [];
  for (const { step, path, value } of stepsOn(base)) {
    if (number(`${base.name} ${pathText(path)} ${JSON.stringify(step)}`) % (share(base.name, path) * rarity(step, value)) === 0)
      yield [step];
  }
}

/**
 * Steps that test the same decoder repeatedly are used less often.
 * @param {Step} step
 * @param {Json} value the current value
 */
function rarity(step, value) {
  if (step.op === 'twice' || step.op === 'rename') return step.path.at(-1) === 'name' ? 2 : 4;
  if (step.op !== 'set' || step.value === null) return 1;
  if (isOfOtherType(step.value, value)) return 6;
  return typeof value === 'string' && step.value !== '' ? 2 : 1;
}

/** @param {readonly Base[]} bases @param {string} name */
function baseNamed(bases, name) {
  const base = bases.find((one) => one.name === name);
  if (base === undefined) throw new Error(`there is no base ${name}`);
  return base;
}

/** The mutations of several fields at once in combinations.yaml. @param {readonly Base[]} bases @returns {Iterable<[Base, Step[]]>} */
function* combinations(bases) {
  const written = /** @type {{ base: string, cases: { [path: string]: Json }[] }[]} */ (load(readFileSync(COMBINATIONS, 'utf8')));
  for (const { base, cases } of written) {
    for (const values of cases)
      yield [
        baseNamed(bases, base),
        Object.entries(values).map(([path, value]) =>
          value === 'REMOVED' ? { op: 'remove', path: parsePath(path) } : set(parsePath(path), value),
        ),
      ];
  }
}

/** The expressions in expressions.yaml. @param {readonly Base[]} bases @returns {Iterable<[Base, Step[], 'expression']>} */
function* expressions(bases) {
  const written = /** @type {{ base: string, path: string, expressions: Json[] }[]} */ (load(readFileSync(EXPRESSIONS, 'utf8')));
  for (const { base, path, expressions: texts } of written) {
    for (const text of texts) yield [baseNamed(bases, base), [set(parsePath(path), text)], 'expression'];
  }
}

/**
 * Reads a path: names after dots, indexes in brackets, other keys in brackets with quotes.
 * @param {string} text
 * @returns {(string | number)[]}
 */
export function parsePath(text) {
  return [...text.matchAll(/\["([^"]*)"\]|\[(\d+)\]|([^.[\]]+)/g)].map(([, quoted, index, name]) => quoted ?? name ?? Number(index));
}
