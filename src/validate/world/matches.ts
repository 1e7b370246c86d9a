// Finds the devices of the input that match classes and requests.

import type { Checkpoint } from '../../core/base/checkpoint.js';
import type { WorldClass } from './claims.js';
import type { WorldDevice } from './devices.js';
import type { Expressions } from './expressions.js';

/** The devices for which all selectors are true, and the selector failures. */
export interface Matches {
  readonly devices: readonly WorldDevice[];
  /** The first device on which each selector fails with an error, by the index of the selector. */
  readonly failures: ReadonlyMap<number, Failed>;
}

/** An evaluation that ended with an error. */
export interface Failed {
  readonly device: WorldDevice;
  readonly message: string;
}

/**
 * Finds devices. Returns undefined if the result is unknown: the class is missing, a selector does not compile, or a work limit is reached.
 */
export interface Matcher {
  /** Returns the devices of a class. */
  ofClass(name: string): Matches | undefined;
  /** Returns the devices of a class that match the selectors. */
  ofRequest(className: string, selectors: readonly string[]): Matches | undefined;
  /** Returns the given devices that match the selectors. */
  among(devices: readonly WorldDevice[], selectors: readonly string[]): Matches | undefined;
}

/** The number of cached requests. */
const MOST_REQUESTS = 200;

/** Returns the matcher for the devices of the input. */
export function deviceMatcher(
  devices: readonly WorldDevice[],
  classes: ReadonlyMap<string, WorldClass>,
  expressions: Expressions,
  checkpoint: Checkpoint,
): Matcher {
  const matchesByKey = new Map<string, Matches>();
  const among: Matcher['among'] = (candidates, selectors) => match(candidates, selectors, expressions, checkpoint);
  const remember = (key: string, find: () => Matches | undefined): Matches | undefined => {
    const before = matchesByKey.get(key);
    if (before !== undefined) return before;
    const found = find();
    // An unknown result is not cached, so that each rule that reaches a work limit is recorded.
    if (found === undefined) return undefined;
    if (matchesByKey.size >= MOST_REQUESTS) matchesByKey.clear();
    matchesByKey.set(key, found);
    return found;
  };
  const ofClass = (name: string): Matches | undefined => {
    const found = classes.get(name);
    return found === undefined ? undefined : remember(JSON.stringify([name]), () => among(devices, found.selectors));
  };
  const ofRequest = (className: string, selectors: readonly string[]): Matches | undefined =>
    remember(JSON.stringify([className, ...selectors, null]), () => {
      const ofItsClass = ofClass(className);
      return ofItsClass === undefined ? undefined : among(ofItsClass.devices, selectors);
    });
  return { ofClass, ofRequest, among };
}

function match(
  candidates: readonly WorldDevice[],
  selectors: readonly string[],
  expressions: Expressions,
  checkpoint: Checkpoint,
): Matches | undefined {
  const failures = new Map<number, Failed>();
  const devices: WorldDevice[] = [];
  for (const device of candidates) {
    checkpoint.step();
    const verdict = judge(device, selectors, expressions, checkpoint, failures);
    if (verdict === undefined) return undefined;
    if (verdict) devices.push(device);
  }
  return { devices, failures };
}

/** Returns whether all selectors are true. As in allocation, it stops at the first selector that is not true. */
function judge(
  device: WorldDevice,
  selectors: readonly string[],
  expressions: Expressions,
  checkpoint: Checkpoint,
  failures: Map<number, Failed>,
): boolean | undefined {
  for (const [place, selector] of selectors.entries()) {
    const outcome = expressions.try(selector, device, checkpoint);
    if (outcome === undefined) return undefined;
    if (outcome === true) continue;
    if (outcome instanceof Error && !failures.has(place)) failures.set(place, { device, message: outcome.message });
    return false;
  }
  return true;
}
