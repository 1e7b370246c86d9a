// The clauses by which the selectors of a request refuse the device that is nearest to it. Of nodes that lack as much, that one is nearest where fewest are false: a model that is
// there with another condition too many is nearer than another model. Devices that are alike in what the selectors read are looked at once for all nodes.

import type { Checkpoint } from '../base/checkpoint.js';
import { CelCompileError, type CelDevice, CelRuntimeError, compileSelector, type Environment, type Selector } from '../cel/engine.js';
import { selectorPartsOf } from '../cel/rewrite/selector-parts.js';
import { celDeviceOf } from '../encode/derived-values.js';
import type { PoolDevice } from '../pools/pool.js';
import { isShort, type Wanting } from './short-requests.js';

/** The conditions that `&&` joins in the selectors of a request. Each remembers what it said by what it reads itself: a device may differ in what another one reads. */
export class RequestClauses {
  readonly #clauses: readonly Selector[];

  constructor(expressions: readonly string[], environment: Environment) {
    this.#clauses = expressions.flatMap((expression) => clausesOf(expression, environment));
  }

  /** The clauses that are false on a device. Throws what the checkpoint throws. */
  falseOn(device: CelDevice, checkpoint: Checkpoint): readonly string[] {
    return this.#clauses
      .filter((clause) => checkpoint.keep(() => isFalseOn(clause, device, checkpoint)))
      .map(({ expression }) => expression);
  }
}

/** The clauses of a selector; none where it does not compile in parts. */
function clausesOf(expression: string, environment: Environment): readonly Selector[] {
  const { conditions } = selectorPartsOf(expression);
  const texts = conditions.length === 0 ? [expression] : conditions.map(({ text }) => text);
  try {
    return texts.map((text) => compileSelector(text, environment));
  } catch (error) {
    if (error instanceof CelCompileError) return [];
    throw error;
  }
}

function isFalseOn(clause: Selector, device: CelDevice, checkpoint: Checkpoint): boolean {
  try {
    return !clause.evaluate(device, checkpoint);
  } catch (error) {
    if (error instanceof CelRuntimeError) return false;
    throw error;
  }
}

/** The place where the clauses of requests are kept for all nodes. */
export interface KnownClauses {
  clausesOf(expressions: readonly string[]): RequestClauses;
}

/** A request with the clauses that refuse the nearest of its devices, where its selectors refuse any, and too few are left. */
export function withFalseClauses(slot: Wanting, devices: readonly PoolDevice[], around: KnownClauses, checkpoint: Checkpoint): Wanting {
  const { plan, counted, lost } = slot;
  const refused = lost.filter(({ loss }) => loss.code === 'request-selector');
  if (!isShort(counted) || refused.length === 0) return slot;
  const expressions = plan.selection.selectors.flatMap(({ cel }) => cel?.expression ?? []);
  const clauses = checkpoint.keep(() => around.clausesOf(expressions));
  const nearest = checkpoint.keep((): { clauses?: readonly string[] } => ({}));
  checkpoint.forEach(refused, (one) =>
    checkpoint.forEach(one.devices, (index) => {
      const { length: fewest = Number.POSITIVE_INFINITY } = nearest.clauses ?? {};
      // A device is refused by one clause at least.
      if (fewest === 1) return;
      const found = clauses.falseOn(celDeviceOf(devices[index] as PoolDevice), checkpoint);
      if (found.length > 0 && found.length < fewest) nearest.clauses = found;
    }),
  );
  const { clauses: falseClauses } = nearest;
  return falseClauses === undefined ? slot : { ...slot, counted: { ...counted, falseClauses } };
}
