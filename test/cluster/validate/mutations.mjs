// Every mutation of every base, in an order that is always the same.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { readBases } from './bases.mjs';
import { mutated, pathText, Raw, valueAt } from './mutation.mjs';
import { sizesFor, valuesFor } from './values.mjs';

/** @typedef {import('./bases.mjs').Base} Base */
/** @typedef {import('./bases.mjs').Json} Json */
/** @typedef {import('./mutation.mjs').Path} Path */
/** @typedef {import('./mutation.mjs').Step} Step */
/** A mutated object: the text that is sent, and a hash of it under which answers are kept.
 * @typedef {{ base: Base, apiVersion: string, kind: string, namespace?: string, steps: readonly Step[], text: string, id: string }} Case */

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
  if (/ v1(alpha2)?$| v1alpha3$|^pod-group.* v1beta1$/.test(base)) return 1;
  return / v1beta1$/.test(base) ? 4 : 6;
}

/** Makes every case. Two that come to the same text are one. @returns {Case[]} */
export function makeCases() {
  /** @type {Map<string, Case>} */
  const cases = new Map();
  for (const base of readBases()) {
    for (const steps of mutationsOf(base)) add(base, steps);
  }
  for (const [base, steps] of combinations()) add(base, steps);
  return [...cases.values()];

  /**
   * @param {Base} base
   * @param {readonly Step[]} steps
   */
  function add(base, steps) {
    const text = mutated(base.object, steps);
    const id = createHash('sha256').update(text).digest('base64url').slice(0, 8);
    if (cases.has(id)) return;
    const { apiVersion, kind, metadata } = /** @type {any} */ (JSON.parse(text));
    const namespace = typeof metadata?.namespace === 'string' && metadata.namespace !== '' ? { namespace: metadata.namespace } : {};
    cases.set(id, { base, apiVersion, kind, ...namespace, steps, text, id });
  }
}

/** @param {Base} base @returns {Iterable<readonly Step[]>} */
function* mutationsOf(base) {
  yield [];
  for (const path of pathsOf(base.object)) {
    const rare = share(base.name, path);
    const value = valueAt(base.object, path);
    for (const step of stepsAt(path, value)) {
      if (BESIDE.test(pathText(path)) && base.object.kind === 'Pod' && !isDecoded(step, value)) continue;
      if (number(`${base.name} ${pathText(path)} ${JSON.stringify(step)}`) % (rare * rarity(step, value)) === 0) yield [step];
    }
  }
}

/** Fields of pods that have nothing to do with devices: they are decoded, but no more of them is validated here. */
const BESIDE =
  /^spec\.(nodeSelector|tolerations|affinity|restartPolicy|terminationGracePeriodSeconds)|ontainers\[\d+\]\.(ports|env|command|args|restartPolicy)/;

/**
 * Tells whether a step is about decoding: an unknown field, a repeated one, a value of another type.
 * @param {Step} step
 * @param {Json} value what is there
 */
function isDecoded(step, value) {
  if (step.op === 'set') return step.path.at(-1) === UNKNOWN || (step.value !== null && isOfOtherType(step.value, value));
  return step.op === 'twice' || (step.op === 'rename' && !MAPS.test(pathText(step.path.slice(0, -1))));
}

/** @param {Json} one @param {Json} other */
function isOfOtherType(one, other) {
  return typeof one !== typeof other || Array.isArray(one) !== Array.isArray(other);
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

/** @param {string} text */
function number(text) {
  return createHash('sha256').update(text).digest().readUInt32BE(0);
}

/** The paths of every value in an object, save where nothing is to be changed. @param {Json} value @param {Path} [path] @returns {Iterable<Path>} */
function* pathsOf(value, path = []) {
  const text = pathText(path);
  if (text === 'apiVersion' || text === 'kind') return;
  if (path.length > 0) yield path;
  if (value === null || typeof value !== 'object' || value instanceof Raw || /(parameters|fieldsV1|data)$/.test(text)) return;
  // The first items of long lists are enough.
  const entries = Array.isArray(value) ? [...value.entries()].slice(0, 3) : Object.entries(value);
  for (const [key, item] of entries) yield* pathsOf(item, [...path, key]);
}

/** A field that no struct has. */
const UNKNOWN = 'colour';

/** The maps whose keys are those of the user. */
const MAPS =
  /(^|\.)(labels|annotations|attributes|counters|nodeSelector|hard|used|limits|nodeAllocatableResources|consumedCapacity)$|devices\[\d+\](\.basic)?\.capacity$|(capacity|resources)\.requests$/;

/**
 * @param {Path} path
 * @param {Json} value
 * @returns {Iterable<Step>}
 */
function* stepsAt(path, value) {
  const text = pathText(path);
  const key = String(path.at(-1));
  const ofUser = MAPS.test(pathText(path.slice(0, -1)));
  yield { op: 'remove', path };
  yield { op: 'set', path, value: null };
  if (typeof path.at(-1) === 'string') {
    yield { op: 'twice', path };
    if (ofUser)
      yield* [
        '',
        'A',
        'a b',
        'a/b/c',
        'example.com/',
        '/a',
        'gpu-0',
        `${'a'.repeat(33)}`,
        `${'a'.repeat(64)}`,
        'example.com/a_b',
        'cpu',
      ].map((other) => rename(path, other));
    else
      yield* [key.slice(0, -1), `${key}s`, `${key[0]?.toUpperCase()}${key.slice(1)}`, key.toLowerCase()]
        .filter((other) => other !== key)
        .map((other) => rename(path, other));
  }
  if (/(parameters|fieldsV1|data)$/.test(text)) yield* raw(path);
  else if (Array.isArray(value)) yield* listSteps(path, value);
  else if (value !== null && typeof value === 'object' && !(value instanceof Raw))
    yield* objectSteps(path, MAPS.test(text) ? key : '', text);
  else for (const other of valuesFor(text, value)) yield { op: 'set', path, value: other };
}

/** @param {Path} path @param {string} key @returns {Step} */
function rename(path, key) {
  return { op: 'rename', path, key };
}

/** Values for a field that takes anything. @param {Path} path @returns {Iterable<Step>} */
function* raw(path) {
  yield* ['text', '', 5, [], {}, { a: 'a'.repeat(10 * 1024 - 8) }, { a: 'a'.repeat(10 * 1024) }, { a: { a: [null] } }].map((value) =>
    set(path, value),
  );
}

/** @param {Path} path @param {Json} value @returns {Step} */
function set(path, value) {
  return { op: 'set', path, value };
}

/** @param {Path} path @param {Json[]} items @returns {Iterable<Step>} */
function* listSteps(path, items) {
  yield* [[], {}, 'text', 5, [null], [5], ['text'], [{}], [[]]].map((value) => set(path, value));
  if (items.length > 0) yield { op: 'copy', path: [...path, 0] };
  const [first] = items;
  // References that lead nowhere are told one by one: that many are no news.
  const sizes = typeof first === 'string' && path.at(-1) === 'requests' ? [33] : sizesFor(String(path.at(-1)));
  for (const count of first === undefined ? [] : sizes) yield { op: 'fill', path, count };
}

/** @param {Path} path @param {string} map the name of a map of the user's keys, or empty @param {string} text @returns {Iterable<Step>} */
function* objectSteps(path, map, text) {
  yield* [{}, [], 'text', 5, true].map((value) => set(path, value));
  if (map === '') yield set([...path, UNKNOWN], 'red');
  else {
    if (text.startsWith('metadata')) yield set(path, { a: 5 });
    for (const count of /resources/.test(text) ? [] : sizesFor(map)) yield { op: 'fill', path, count };
  }
}

/** The mutations that are written down: several fields at once, and expressions. @returns {Iterable<[Base, Step[]]>} */
function* combinations() {
  const bases = new Map(readBases().map((base) => [base.name, base]));
  const baseOf = (/** @type {string} */ name) => {
    const base = bases.get(name);
    if (base === undefined) throw new Error(`there is no base ${name}`);
    return base;
  };
  const written = /** @type {{ base: string, cases: { [path: string]: Json }[] }[]} */ (load(readFileSync(COMBINATIONS, 'utf8')));
  for (const { base, cases } of written) {
    for (const values of cases)
      yield [
        baseOf(base),
        Object.entries(values).map(([path, value]) =>
          value === 'REMOVED' ? { op: 'remove', path: parsePath(path) } : set(parsePath(path), value),
        ),
      ];
  }
  const expressions = /** @type {{ base: string, path: string, expressions: Json[] }[]} */ (load(readFileSync(EXPRESSIONS, 'utf8')));
  for (const { base, path, expressions: texts } of expressions) {
    for (const text of texts) yield [baseOf(base), [set(parsePath(path), text)]];
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
