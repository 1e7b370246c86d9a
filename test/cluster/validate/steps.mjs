// The possible steps on every value in an object.

import { pathText, Raw, valueAt } from './mutation.mjs';
import { sizesFor, valuesFor } from './values.mjs';

/** @typedef {import('./bases.mjs').Json} Json */
/** @typedef {import('./bases.mjs').Base} Base */
/** @typedef {import('./mutation.mjs').Path} Path */
/** @typedef {import('./mutation.mjs').Step} Step */

/** Every step on a base, with the value at its path. @param {Base} base @returns {Iterable<{ step: Step, path: Path, value: Json }>} */
export function* stepsOn({ object, isNewestOnly }) {
  for (const path of pathsOf(object)) {
    const value = valueAt(object, path);
    const beside = object.kind === 'Pod' && !isNewestOnly && BESIDE.test(pathText(path));
    for (const step of stepsAt(path, value)) {
      if (!beside || isDecoded(step, value)) yield { step, path, value };
    }
  }
}

/** Fields of pods that are unrelated to devices: in most bases, they are decoded, but not validated further. */
const BESIDE =
  /^spec\.(nodeSelector|tolerations|affinity|restartPolicy|terminationGracePeriodSeconds)|ontainers\[\d+\]\.(ports|env|command|args|restartPolicy)/;

/**
 * Returns whether a step is about decoding: an unknown field, a repeated one, a value of another type.
 * @param {Step} step
 * @param {Json} value the current value
 */
export function isDecoded(step, value) {
  if (step.op === 'set') return step.path.at(-1) === UNKNOWN || (step.value !== null && isOfOtherType(step.value, value));
  return step.op === 'twice' || (step.op === 'rename' && !MAPS.test(pathText(step.path.slice(0, -1))));
}

/** @param {Json} one @param {Json} other */
export function isOfOtherType(one, other) {
  return typeof one !== typeof other || Array.isArray(one) !== Array.isArray(other);
}

/** The paths of every value in an object, except for values that must not change. @param {Json} value @param {Path} [path] @returns {Iterable<Path>} */
function* pathsOf(value, path = []) {
  const text = pathText(path);
  if (text === 'apiVersion' || text === 'kind') return;
  if (path.length > 0) yield path;
  if (value === null || typeof value !== 'object' || value instanceof Raw || /(parameters|fieldsV1|data)$/.test(text)) return;
  // The first items of long lists suffice.
  const entries = Array.isArray(value) ? [...value.entries()].slice(0, 3) : Object.entries(value);
  for (const [key, item] of entries) yield* pathsOf(item, [...path, key]);
}

/** A field that no struct has. */
const UNKNOWN = 'colour';

/** The maps with keys chosen by the user. */
const MAPS =
  /(^|\.)(matchLabels|volumeAttributes|labels|annotations|attributes|counters|nodeSelector|hard|used|limits|nodeAllocatableResources|consumedCapacity)$|devices\[\d+\](\.basic)?\.capacity$|(capacity|resources)\.requests$/;

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

/** Values for a field that accepts any object. @param {Path} path @returns {Iterable<Step>} */
function* raw(path) {
  yield* ['text', '', 5, [], {}, { a: 'a'.repeat(10 * 1024 - 8) }, { a: 'a'.repeat(10 * 1024) }, { a: { a: [null] } }].map((value) =>
    set(path, value),
  );
}

/** @param {Path} path @param {Json} value @returns {Step} */
export function set(path, value) {
  return { op: 'set', path, value };
}

/** @param {Path} path @param {Json[]} items @returns {Iterable<Step>} */
function* listSteps(path, items) {
  yield* [[], {}, 'text', 5, [null], [5], ['text'], [{}], [[]]].map((value) => set(path, value));
  if (items.length > 0) yield { op: 'copy', path: [...path, 0] };
  const [first] = items;
  // Each dangling reference is reported separately, so more of them test no further rule.
  const sizes = typeof first === 'string' && path.at(-1) === 'requests' ? [33] : sizesFor(String(path.at(-1)));
  for (const count of first === undefined ? [] : sizes) yield { op: 'fill', path, count };
}

/** @param {Path} path @param {string} map the name of a map with keys chosen by the user, or empty @param {string} text @returns {Iterable<Step>} */
function* objectSteps(path, map, text) {
  yield* [{}, [], 'text', 5, true].map((value) => set(path, value));
  if (map === '') yield set([...path, UNKNOWN], 'red');
  else {
    if (text.startsWith('metadata')) yield set(path, { a: 5 });
    for (const count of /resources/.test(text) ? [] : sizesFor(map)) yield { op: 'fill', path, count };
  }
}
