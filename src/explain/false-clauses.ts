// Finds the clauses by which the selectors of a request reject its closest device. If nodes are equal otherwise, the node with
// the fewest false clauses is closest. The right model with one wrong condition is closer than another model. Devices with
// equal selector inputs are evaluated once for all nodes.

import { celDeviceOf } from '../allocator/encode/derived-values.js';
import type { PoolDevice } from '../allocator/pools/pool.js';
import { CelCompileError, type CelDevice, CelRuntimeError, compilingSelector, type Environment, type Selector } from '../cel/engine.js';
import { type LiteralPart, selectorPartsOf } from '../cel/rewrite/selector-parts.js';
import type { DeviceSelector } from '../core/api/device-request.js';
import type { Checkpoint } from '../core/base/checkpoint.js';
import type { Incremental } from '../core/base/incremental.js';
import { append } from '../core/base/lists.js';
import { nearestName } from '../core/base/nearest-name.js';
import type { FalseClause } from './explanation.js';
import { isShort, type ShortRequest } from './short-requests.js';

/** Shorter values are never treated as misspelled: L4 and T4 both exist. */
const SHORTEST = 5;

/** A condition, with the values that it compares attributes with. */
interface Condition {
  readonly selector: Selector;
  readonly literals: readonly LiteralPart[];
}

/**
 * The conditions joined by `&&` in the selectors of a request. Each condition caches its results by the fields that it reads,
 * so devices may differ in other fields.
 */
class RequestClauses {
  readonly #conditions: readonly Condition[];

  constructor(conditions: readonly Condition[]) {
    this.#conditions = conditions;
  }

  /** Returns the clauses that are false on a device. Throws the errors of the checkpoint. */
  falseOn(device: CelDevice, checkpoint: Checkpoint): readonly FalseClause[] {
    const found = this.#conditions.filter(({ selector }) => isFalseOn(selector, device, checkpoint));
    return found.map(({ selector: { expression: text }, literals }) => {
      const near = literals.flatMap((literal) => nearValue(literal, device) ?? [])[0];
      return near === undefined ? { text } : { text, near };
    });
  }
}

/** Returns the conditions of a selector; empty if its parts do not compile. */
function* conditionsOf(expression: string, environment: Environment, checkpoint: Checkpoint): Incremental<readonly Condition[]> {
  const { conditions } = selectorPartsOf(expression);
  const texts = conditions.length === 0 ? [expression] : conditions.map(({ text }) => text);
  try {
    const found: Condition[] = [];
    for (const text of texts) {
      found.push({ selector: yield* compilingSelector(text, environment), literals: selectorPartsOf(text).literals });
      if (checkpoint.due()) yield;
    }
    return found;
  } catch (error) {
    if (error instanceof CelCompileError) return [];
    throw error;
  }
}

/** Returns the device value that a literal resembles; undefined if the values are equal or unrelated. */
function nearValue({ read: { map, domain, name }, value }: LiteralPart, { driver, attributes }: CelDevice): string | undefined {
  if (map !== 'attributes' || typeof value !== 'string' || value.length < SHORTEST) return undefined;
  const attributeText = (attributes.get(`${domain}/${name}`) ?? (domain === driver ? attributes.get(name) : undefined))?.string;
  return attributeText === undefined || attributeText === value ? undefined : nearestName(value, [attributeText]);
}

function isFalseOn(clause: Selector, device: CelDevice, checkpoint: Checkpoint): boolean {
  try {
    return !clause.evaluate(device, checkpoint);
  } catch (error) {
    if (error instanceof CelRuntimeError) return false;
    throw error;
  }
}

const NEAR: FalseClause = { text: '', near: '' };

/** Returns the number of false clauses; a clause with a similar value counts one half. */
export function distanceOf(clauses: readonly FalseClause[]): number {
  return clauses.reduce((sum, { near }) => sum + (near === undefined ? 1 : 0.5), 0);
}

/** The most selectors of a request that are split into clauses. Valid claims have no more. */
const MOST_SELECTORS = 32;

/** Caches the conditions of selectors, so that each is split once for all requests and nodes. */
export class CachedClauses {
  readonly #environment: Environment;
  readonly #conditionsByExpression = new Map<string, readonly Condition[]>();

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  /** Returns the clauses of the selectors of a request. */
  *of(selectors: readonly DeviceSelector[], checkpoint: Checkpoint): Incremental<RequestClauses> {
    const conditions: Condition[] = [];
    for (const { cel } of selectors.slice(0, MOST_SELECTORS)) {
      const expression = cel?.expression ?? '';
      const ofExpression = this.#conditionsByExpression.get(expression) ?? (yield* conditionsOf(expression, this.#environment, checkpoint));
      this.#conditionsByExpression.set(expression, ofExpression);
      append(conditions, ofExpression);
    }
    return new RequestClauses(conditions);
  }
}

/** Adds the false clauses of the closest device to a request, if its selectors reject devices and too few are left. */
export function* withFalseClauses(
  slot: ShortRequest,
  devices: readonly PoolDevice[],
  cachedClauses: CachedClauses,
  checkpoint: Checkpoint,
): Incremental<ShortRequest> {
  const { plan, counted, lost } = slot;
  const refused = lost.filter(({ loss }) => loss.code === 'request-selector');
  if (!isShort(counted) || refused.length === 0) return slot;
  const clauses = yield* cachedClauses.of(plan.selection.selectors, checkpoint);
  let nearest: readonly FalseClause[] | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  for (const one of refused) {
    for (const index of one.devices) {
      // At least one clause rejects each device.
      if (fewest <= distanceOf([NEAR])) break;
      const found = clauses.falseOn(celDeviceOf(devices[index] as PoolDevice), checkpoint);
      if (found.length > 0 && distanceOf(found) < fewest) {
        nearest = found;
        fewest = distanceOf(found);
      }
      if (checkpoint.due()) yield;
    }
  }
  return nearest === undefined ? slot : { ...slot, counted: { ...counted, falseClauses: nearest } };
}
