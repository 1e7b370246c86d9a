// Claims, templates and classes of the input, as little of them as rules over the whole input need.

import type { Field } from '../tree/field.js';
import type { WorldObject } from './subject.js';

/** A claim or template by what pods may name of it. */
export interface ClaimShape {
  readonly object: WorldObject;
  /** The names of its requests. */
  readonly requests: readonly string[];
}

/** A device that a claim has. */
export interface Holding {
  readonly claim: WorldObject;
  /** The place among the results of the claim. */
  readonly index: number;
  readonly driver: string;
  readonly pool: string;
  readonly device: string;
  readonly isShared: boolean;
  readonly isAdmin: boolean;
}

/** A class. */
export interface WorldClass {
  readonly object: WorldObject;
  /** The expressions of its selectors. */
  readonly selectors: readonly string[];
  /** The number of its configurations. */
  readonly configs: number;
}

/** The shape of a claim whose spec this is. */
export function shapeOf(spec: Field, object: WorldObject): ClaimShape {
  const alternatives = [spec.child('devices'), ...spec.child('firstOfDevices').items];
  return {
    object,
    requests: alternatives.flatMap((devices) => devices.child('requests').items.map((request) => request.child('name').text)),
  };
}

/** The class of a decoded DeviceClass. */
export function classOf(root: Field, object: WorldObject): WorldClass {
  return { object, selectors: expressionsOf(root.child('spec', 'selectors')), configs: root.child('spec', 'config').size };
}

/** The expressions of a list of selectors. */
export function expressionsOf(selectors: Field): readonly string[] {
  return selectors.items.map((selector) => selector.child('cel', 'expression').text);
}

/** The devices that a claim has. */
export function holdingsOf(root: Field, claim: WorldObject): readonly Holding[] {
  return root.child('status', 'allocation', 'devices', 'results').items.map((result, index) => ({
    claim,
    index,
    driver: result.child('driver').text,
    pool: result.child('pool').text,
    device: result.child('device').text,
    isShared: result.child('shareID').isSet,
    isAdmin: result.child('adminAccess').flag,
  }));
}
