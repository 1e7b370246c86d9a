// Mutations: steps that change an object, as data, and the resulting JSON text. The result is text
// because parsed values cannot represent numbers out of range and repeated keys.

/** @typedef {import('./bases.mjs').Json} Json */
/** The path to a value: keys, and indexes of lists. @typedef {readonly (string | number)[]} Path */
/**
 * One step of a mutation. `copy` appends a copy of an item to its list. `fill` makes a list or map of `count` items with
 * unique names. `twice` repeats a key with the same value. `rename` changes a key.
 * @typedef {{ op: 'set', path: Path, value: Json } | { op: 'remove' | 'copy' | 'twice', path: Path }
 *   | { op: 'fill', path: Path, count: number } | { op: 'rename', path: Path, key: string }} Step
 */

/** The text of a number that parsing would change, such as 1.0, 1e3, or a number beyond 64 bits. */
export class Raw {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
  }
}

/** Marks the second of two equal keys. No key of a case contains it. */
const SECOND = '\u0000';

/**
 * Performs the steps on a copy of an object, and writes it as JSON.
 * @param {Json} object
 * @param {readonly Step[]} steps
 */
export function mutated(object, steps) {
  const copy = clone(object);
  for (const step of steps) take(copy, step);
  return write(copy);
}

/** Describes a mutation in one line. @param {readonly Step[]} steps */
export function describe(steps) {
  return steps.map((step) => `${step.op} ${pathText(step.path)}${operand(step)}`).join('; ');
}

/** @param {Step} step */
function operand(step) {
  if (step.op === 'set') return ` = ${shorten(write(step.value))}`;
  if (step.op === 'fill') return ` to ${step.count}`;
  return step.op === 'rename' ? ` to ${step.key}` : '';
}

/** @param {string} text */
function shorten(text) {
  return text.length <= 100 ? text : `${text.slice(0, 80)}...${text.length}`;
}

/**
 * A path as the API server writes it, except that keys which are not identifiers are in brackets.
 * @param {Path} path
 */
export function pathText(path) {
  const parts = path.map((part) => (typeof part === 'number' ? `[${part}]` : /^\w+$/.test(part) ? `.${part}` : `[${part}]`));
  return parts.join('').replace(/^\./, '');
}

/**
 * @param {Json} root
 * @param {Step} step
 */
function take(root, step) {
  const key = /** @type {string | number} */ (step.path.at(-1));
  const parent = /** @type {any} */ (valueAt(root, step.path.slice(0, -1)));
  switch (step.op) {
    case 'set':
      parent[key] = clone(step.value);
      break;
    case 'remove':
      if (Array.isArray(parent)) parent.splice(Number(key), 1);
      else delete parent[key];
      break;
    case 'copy':
      parent.push(clone(parent[key]));
      break;
    case 'twice':
      parent[`${key}${SECOND}`] = clone(parent[key]);
      break;
    case 'fill':
      parent[key] = filled(parent[key], step.count);
      break;
    case 'rename':
      replaceKey(parent, String(key), step.key);
  }
}

/**
 * @param {{ [key: string]: Json }} parent
 * @param {string} key
 * @param {string} other
 */
function replaceKey(parent, key, other) {
  const entries = Object.entries(parent);
  for (const [name] of entries) delete parent[name];
  for (const [name, value] of entries) parent[name === key ? other : name] = value;
}

/**
 * The value at a path. Throws if it does not exist.
 * @param {Json} root
 * @param {Path} path
 * @returns {Json}
 */
export function valueAt(root, path) {
  return path.reduce((/** @type {any} */ value, key) => {
    if (value?.[key] === undefined) throw new TypeError(`there is nothing at ${pathText(path)}`);
    return value[key];
  }, root);
}

/**
 * @param {Json[] | { [key: string]: Json }} values
 * @param {number} count
 */
function filled(values, count) {
  const places = Array.from({ length: count }, (_, index) => index);
  if (Array.isArray(values)) return places.map((index) => named(values[0] ?? null, index));
  const [key, value] = /** @type {[string, Json]} */ (Object.entries(values)[0]);
  return Object.fromEntries(places.map((index) => [`${key}${index}`, clone(value)]));
}

/** The fields that must be unique among the items of a list. */
const NAMES = new Set(['name', 'counterSet', 'key', 'uid', 'resourceClaimName']);

/**
 * @param {Json} value
 * @param {number} index
 * @returns {Json}
 */
function named(value, index) {
  if (typeof value === 'string') return `${value}${index}`;
  const copy = clone(value);
  if (copy !== null && typeof copy === 'object' && !Array.isArray(copy) && !(copy instanceof Raw)) {
    for (const [key, text] of Object.entries(copy)) {
      if (NAMES.has(key) && typeof text === 'string') copy[key] = `${text}${index}`;
    }
  }
  return copy;
}

/**
 * @param {Json} value
 * @returns {Json}
 */
function clone(value) {
  if (value === null || typeof value !== 'object' || value instanceof Raw) return value;
  if (Array.isArray(value)) return value.map(clone);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, clone(item)]));
}

/**
 * Writes JSON without spaces.
 * @param {Json} value
 * @returns {string}
 */
export function write(value) {
  if (value instanceof Raw) return value.text;
  if (Array.isArray(value)) return `[${value.map(write).join()}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, item]) => `${JSON.stringify(key.replace(SECOND, ''))}:${write(item)}`);
  return `{${entries.join()}}`;
}
