// Extracts the data of claims, templates and classes that rules over the whole input need.

import type { Quantity } from '../../core/quantity/quantity.js';
import type { Field } from '../tree/field.js';
import type { WorldObject } from './subject.js';

/** The parts of a claim or template that pods and rules refer to. */
export interface ClaimShape {
  readonly object: WorldObject;
  /** The names of its requests. */
  readonly requests: readonly string[];
  /** The requested devices, including alternatives. */
  readonly choices: readonly ClaimChoice[];
}

/** A request of a claim, or an alternative of one. */
export interface ClaimChoice {
  /** The name of the request. */
  readonly request: string;
  readonly isAlternative: boolean;
  readonly deviceClassName: string;
  /** The number of devices; undefined for all. */
  readonly count: bigint | undefined;
  /** The requested capacities, by name. */
  readonly capacity: ReadonlyMap<string, Quantity>;
}

/** A device allocated to a claim. */
export interface Holding {
  readonly claim: WorldObject;
  /** The index among the allocation results of the claim. */
  readonly index: number;
  readonly driver: string;
  readonly pool: string;
  readonly device: string;
  readonly isShared: boolean;
  readonly isAdmin: boolean;
}

/** A DeviceClass. */
export interface WorldClass {
  readonly object: WorldObject;
  /** The expressions of its selectors. */
  readonly selectors: readonly string[];
  /** The number of its configurations. */
  readonly configs: number;
  readonly extendedResourceName: string | undefined;
}

/** Returns the shape of a claim with this spec. */
export function shapeOf(spec: Field, object: WorldObject): ClaimShape {
  const alternatives = [spec.child('devices'), ...spec.child('firstOfDevices').items];
  return {
    object,
    requests: alternatives.flatMap((devices) => devices.child('requests').items.map((request) => request.child('name').text)),
    choices: alternatives.flatMap((devices) => devices.child('requests').items.flatMap(choicesIn)),
  };
}

function choicesIn(request: Field): readonly ClaimChoice[] {
  const name = request.child('name').text;
  const exactly = request.child('exactly');
  const alternatives = request.child('firstAvailable').items;
  return exactly.isSet ? [choiceIn(exactly, name, false)] : alternatives.map((each) => choiceIn(each, name, true));
}

function choiceIn(choice: Field, request: string, isAlternative: boolean): ClaimChoice {
  const capacity = new Map<string, Quantity>();
  for (const entry of choice.child('capacity', 'requests').entries) {
    const amount = entry.quantity;
    if (amount !== undefined) capacity.set(String(entry.step), amount);
  }
  const isAll = choice.child('allocationMode').text === 'All';
  return {
    request,
    isAlternative,
    deviceClassName: choice.child('deviceClassName').text,
    count: isAll ? undefined : choice.child('count').integer,
    capacity,
  };
}

/** Returns the class of a decoded DeviceClass. */
export function classOf(root: Field, object: WorldObject): WorldClass {
  const spec = root.child('spec');
  return {
    object,
    selectors: expressionsOf(spec.child('selectors')),
    configs: spec.child('config').size,
    extendedResourceName: spec.child('extendedResourceName').text || undefined,
  };
}

/** Returns the expressions of a list of selectors. */
export function expressionsOf(selectors: Field): readonly string[] {
  return selectors.items.map((selector) => selector.child('cel', 'expression').text);
}

/** Returns the devices allocated to a claim. */
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
