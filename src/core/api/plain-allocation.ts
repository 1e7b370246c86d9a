// Reads the allocation of most claims: devices with only their names, for one node or for any. A cluster has about as many
// allocations as pods, so a fast path reads and stores them.

import type { Json, JsonObject } from '../base/json.js';
import type { AllocatedDevice, Allocation } from './allocated-device.js';
import type { NodeSelector } from './meta.js';
import { MOST_NAME_LENGTH } from './values.js';

const NOTHING: readonly never[] = Object.freeze([]);
const MOST_RESULTS = 128;

/** Returns a plain allocation; undefined if it has other fields or is invalid. */
export function plainAllocation(value: Json | undefined): Allocation | undefined {
  if (!isPlain(value)) return undefined;
  let results: readonly AllocatedDevice[] | undefined;
  let nodeName: string | undefined;
  for (const name in value) {
    if (name === 'devices') {
      results = resultsOf(value[name]);
      if (results === undefined) return undefined;
    } else {
      nodeName = name === 'nodeSelector' ? nodeNameOf(value[name]) : undefined;
      if (nodeName === undefined) return undefined;
    }
  }
  return results === undefined ? undefined : new PlainAllocation(results, nodeName);
}

/** A plain allocation. Its selector and its JSON are created on request. */
class PlainAllocation implements Allocation {
  readonly results: readonly AllocatedDevice[];
  readonly #nodeName: string | undefined;

  constructor(results: readonly AllocatedDevice[], nodeName: string | undefined) {
    this.results = results;
    this.#nodeName = nodeName;
  }

  get nodeSelector(): NodeSelector | undefined {
    if (this.#nodeName === undefined) return undefined;
    return { nodeSelectorTerms: [{ matchExpressions: NOTHING, matchFields: [nodeNameIn(this.#nodeName)] }] };
  }

  get source(): JsonObject {
    const devices = { results: this.results.map(({ request, driver, pool, device }) => ({ request, driver, pool, device })) };
    if (this.#nodeName === undefined) return { devices };
    return { devices, nodeSelector: selectorOf(this.#nodeName) };
  }
}

const NODE_NAME = { key: 'metadata.name', operator: 'In' } as const;

/** Copies field by field: `...` would be several times slower, for each pod. */
function nodeNameIn(nodeName: string): { key: string; operator: string; values: string[] } {
  return { key: NODE_NAME.key, operator: NODE_NAME.operator, values: [nodeName] };
}

/** Returns the selector of one node, in the format of results. */
export function selectorOf(nodeName: string) {
  return { nodeSelectorTerms: [{ matchFields: [nodeNameIn(nodeName)] }] };
}

function resultsOf(devices: Json | undefined): readonly AllocatedDevice[] | undefined {
  const resultsJson = only('results', devices);
  if (!Array.isArray(resultsJson) || !isShort(resultsJson.length)) return undefined;
  const results = new Array<AllocatedDevice>(resultsJson.length);
  for (let index = 0; index < resultsJson.length; index++) {
    const result = resultsJson[index] as Json;
    if (!isPlain(result) || countOf(result) !== 4) return undefined;
    const { request, driver, pool, device } = result;
    if (typeof request !== 'string' || typeof driver !== 'string' || typeof pool !== 'string' || typeof device !== 'string')
      return undefined;
    if (driver.length > MOST_NAME_LENGTH || pool.length > MOST_NAME_LENGTH || device.length > MOST_NAME_LENGTH) return undefined;
    results[index] = {
      request,
      driver,
      pool,
      device,
      skipNodeOperations: NOTHING,
      bindingConditions: NOTHING,
      bindingFailureConditions: NOTHING,
    };
  }
  return results;
}

/** Lists longer than a claim can have are left to the general decoder, because a caller can construct lists of any length. */
function isShort(length: number): boolean {
  return Number.isInteger(length) && length > 0 && length <= MOST_RESULTS;
}

/** Returns the node of a selector in the format of `selectorOf`. */
function nodeNameOf(selector: Json | undefined): string | undefined {
  const field = onlyItem(only('matchFields', onlyItem(only('nodeSelectorTerms', selector))));
  if (!isPlain(field) || countOf(field) !== 3 || field.key !== NODE_NAME.key || field.operator !== NODE_NAME.operator) return undefined;
  const name = onlyItem(field.values);
  return typeof name === 'string' ? name : undefined;
}

/** Returns the value of `name` if it is the only field of an object. */
function only(name: string, value: Json | undefined): Json | undefined {
  return isPlain(value) && countOf(value) === 1 ? value[name] : undefined;
}

function onlyItem(value: Json | undefined): Json | undefined {
  return Array.isArray(value) && value.length === 1 ? (value[0] as Json) : undefined;
}

/** Returns whether a value is an object whose prototype is Object.prototype. */
function isPlain(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function countOf(value: JsonObject): number {
  let count = 0;
  for (const _ in value) count++;
  return count;
}
