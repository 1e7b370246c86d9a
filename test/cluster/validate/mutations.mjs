// Every mutation of every base, in an order that is always the same.

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
/** A mutated object: the text that is sent, and a hash of it under which answers are stored. Every server is queried an expression.
 * @typedef {{ base: Base, apiVersion: string, kind: string, namespace?: string, steps: readonly Step[], isExpression?: true, text: string, id: string }} Case */

/** Seen from the root, so that the way is right in a bundle below build/ as well. */
const FOLDER = join(import.meta.dirname, '../../../test/cluster/validate');
const COMBINATIONS = join(FOLDER, 'combinations.yaml');
const EXPRESSIONS = join(FOLDER, 'expressions.yaml');

/**
 * The part of the mutations of a base that is taken: 1 of this many, told by their hash. A base in its first version is taken whole, but for what
 * it shares with other bases.
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

/** The cases of several random steps that are recorded; others are as good. */
const RECORDED = { seed: 1, count: 2000 };

/** Makes every case that is recorded. @returns {Case[]} */
export function makeCases() {
  const bases = readBases();
  const single = bases.flatMap((base) => [...mutationsOf(base)].map((steps) => /** @type {const} */ ([base, steps])));
  return casesOf([...single, ...combinations(bases), ...expressions(bases), ...randomMutations(bases, RECORDED.seed, RECORDED.count)]);
}

/** Makes cases of several random steps. @param {number} seed @param {number} count @returns {Case[]} */
export function makeRandomCases(seed, count) {
  return casesOf(randomMutations(readBases(), seed, count));
}

/** Makes cases; two that come to the same text are one. @param {Iterable<readonly [Base, readonly Step[], 'expression'?]>} mutations @returns {Case[]} */
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
  for (const { step, path, value } of stepsOn(base.object)) {
    if (number(`${base.name} ${pathText(path)} ${JSON.stringify(step)}`) % (share(base.name, path) * rarity(step, value)) === 0)
      yield [step];
  }
}

/**
 * Steps that show the same decoder again and again are taken more seldom.
 * @param {Step} step
 * @param {Json} value what is there
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

/** The mutations of several fields at once that are written down. @param {readonly Base[]} bases @returns {Iterable<[Base, Step[]]>} */
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

/** The expressions that are written down. @param {readonly Base[]} bases @returns {Iterable<[Base, Step[], 'expression']>} */
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
