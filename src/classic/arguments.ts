// Checks the arguments of simulations and the objects that drivers return.

import {
  type Check,
  checkAmount,
  checkFields,
  checkFlag,
  checkFunction,
  checkObject,
  checkText,
  integer,
  objectWith,
  oneOf,
  optional,
} from '../core/base/arguments.js';
import type { ApiObject, Metadata } from './api/objects.js';
import type { DeleteOptions } from './store.js';

/** Throws `invalid-input` unless all parts of a reference to an object are strings. They are arguments of `call`. */
export function checkReference(call: string, parts: Readonly<Record<string, unknown>>): void {
  for (const [name, part] of Object.entries(parts)) checkText(part, `${call}(${name})`);
}

/** Throws `invalid-input` unless a value has the fields of an API object. */
export const checkApiObject: Check = objectWith<ApiObject>({
  apiVersion: checkText,
  kind: checkText,
  metadata: objectWith<Metadata>({ name: checkText, namespace: optional(checkText) }),
});

/** Returns the result of a caller's function. Throws `invalid-input` unless it is an object. */
export function checkedObject<T>(value: T, place: string): T {
  checkObject(value, place);
  return value;
}

/** Checks the options of a deletion. */
export const checkDeletion: Check = objectWith<DeleteOptions>({ uid: optional(checkText), force: optional(checkFlag) });

/** Checks the options of a simulation. The release and the objects are checked when they are read. */
export function checkSimulation(options: object): void {
  checkFields(options, 'new Simulation(options)', ['objects', 'drivers', 'seed', 'kubernetesVersion', 'queueingHints', 'order']);
  SIMULATION(options, 'new Simulation(options)');
}

/** Checks the options of a run. */
export function checkRun(options: object): void {
  checkFields(options, 'run(options)', ['steps', 'milliseconds', 'onEvent']);
  RUN(options, 'run(options)');
}

function checkDrivers(drivers: unknown, place: string): void {
  checkObject(drivers, place);
  for (const [name, make] of Object.entries(drivers as object)) checkFunction(make, `${place}.${name}`);
}

const SIMULATION = objectWith({
  order: optional(oneOf(['in-turn', 'random'])),
  queueingHints: optional(checkFlag),
  seed: optional(integer(Number.MIN_SAFE_INTEGER)),
  kubernetesVersion: optional(checkText),
  drivers: optional(checkDrivers),
});
const RUN = objectWith({ steps: optional(checkAmount), milliseconds: optional(checkAmount), onEvent: optional(checkFunction) });
