// Converts parameters of claims and classes to v1 requests, selectors and configurations.

import type { JsonObject } from '../../core/base/json.js';
import type { ParametersReference, ResourceClaimSpec, ResourceClass } from '../api/kinds.js';
import { type ApiObject, groupOf, keyOf } from '../api/objects.js';
import type { NamedResourcesSelector, ResourceClaimParameters, ResourceClassParameters } from '../api/structured.js';
import { messageOf } from '../api-client.js';
import { FAKE_DRIVER } from '../fake-driver.js';
import { checkedParameters, DEFAULT_PARAMETERS, type FakeClaimParameters } from '../fake-parameters.js';
import type { MigrationNoteCode, Note } from './notes.js';
import type { MigrationWorld } from './world.js';

/** The maximum number of characters of a configuration and of a selector, and of requests and devices of a claim. */
const LONGEST_PARAMETERS = 10 * 1024;
const LONGEST_SELECTOR = 10 * 1024;
const MOST_REQUESTS = 32;
const MOST_RESULTS = 32;

/** The names of the only request. Constraints in parameters of the fake driver use the second one. */
const REQUEST = 'devices';
const FAKE_REQUEST = 'fakes';

/** `spec.devices` of a claim. */
export interface DeviceClaim extends JsonObject {
  readonly requests: readonly { readonly name: string; readonly exactly: JsonObject }[];
}

/** The place that refers to parameters, with its class and driver. */
interface Reference {
  readonly className: string;
  /** Empty if the class is unknown. */
  readonly driver: string;
  readonly world: MigrationWorld;
  readonly note: (code: MigrationNoteCode, message: string) => void;
}

/** Returns `spec` of a DeviceClass. */
export function classSpec({ metadata, driverName: driver, parametersRef }: ResourceClass, world: MigrationWorld, note: Note): JsonObject {
  const reference: Reference = {
    className: metadata.name,
    driver,
    world,
    note: (code, message) => note(code, 'parametersRef', message),
  };
  const found = parametersRef === undefined ? undefined : foundParameters(parametersRef, reference);
  const { config, filters } = classParameters(found, reference);
  const selectors = [{ cel: { expression: `device.driver == ${JSON.stringify(driver)}` } }, ...filters];
  return { selectors, ...(config.length > 0 ? { config } : {}) };
}

function classParameters(found: ApiObject | undefined, reference: Reference) {
  const { driver, world, note } = reference;
  if (found === undefined) return { config: [], filters: [] };
  if (found.kind !== 'ResourceClassParameters') return { config: configOf(driver, world.contentOf(found), reference), filters: [] };
  const { filters = [], vendorParameters = [] } = found as ResourceClassParameters;
  return {
    config: vendorParameters.flatMap(({ driverName = driver, parameters }) => configOf(driverName, parameters, reference)),
    filters: filters.flatMap(({ driverName, ...filter }) => {
      if (driverName === driver) return selectorsOf(filter, driver, reference);
      note('parameters', `the class belongs to driver ${driver}: the filter for ${driverName} is left out`);
      return [];
    }),
  };
}

/** Returns `spec.devices` of a claim or template. `path` is the path of its spec. */
export function deviceClaim(spec: ResourceClaimSpec, namespace: string, path: string, world: MigrationWorld, note: Note): DeviceClaim {
  const { resourceClassName: className, parametersRef } = spec;
  const sourceClass = world.classOf(className);
  if (sourceClass === undefined)
    note('parameters', `${path}.resourceClassName`, `the input has no ResourceClass ${className}, so its driver is unknown`);
  const driver = sourceClass?.driverName ?? '';
  if (parametersRef === undefined) {
    if (driver !== FAKE_DRIVER && sourceClass?.structuredParameters !== true)
      note('count', path, 'a claim without parameters now requests one device; before, the driver chose its devices');
    return { requests: [requestOf(className, driver === FAKE_DRIVER ? FAKE_REQUEST : REQUEST)] };
  }
  const reference: Reference = {
    className,
    driver,
    world,
    note: (code, message) => note(code, `${path}.parametersRef`, message),
  };
  const found = foundParameters({ ...parametersRef, namespace }, reference);
  if (found?.kind === 'ResourceClaimParameters') return structuredClaim(found as ResourceClaimParameters, reference);
  if (found?.kind === 'FakeClaimParameters' && groupOf(found.apiVersion) === FAKE_DRIVER) return fakeClaim(found, reference);
  return opaqueClaim(found, reference);
}

function foundParameters(reference: ParametersReference, { world, note }: Reference): ApiObject | undefined {
  const found = world.parametersOf(reference);
  if (found === undefined) note('parameters', `the input has no ${reference.kind} ${keyOf(reference)}: its parameters are not migrated`);
  return found;
}

function requestOf(deviceClassName: string, name: string, more: JsonObject = {}) {
  return { name, exactly: { deviceClassName, ...more } };
}

function countOf(count: number, { note }: Reference): JsonObject {
  if (count > MOST_RESULTS) note('count', `${count} devices, but a claim can have at most ${MOST_RESULTS}: this claim is never allocated`);
  return count === 1 ? {} : { count };
}

/** Converts parameters of the fake driver. The plugin of the driver splits devices, whatever their allocation is. */
function fakeClaim(found: ApiObject, reference: Reference): DeviceClaim {
  const { className, driver, world, note } = reference;
  const { count, split, selectors, constraints } = fakeParameters(found, reference);
  world.repeat(world.sizeOf(found));
  const request = requestOf(className, FAKE_REQUEST, { ...countOf(count, reference), ...(selectors.length > 0 ? { selectors } : {}) });
  const claim = { requests: [request], ...(constraints.length > 0 ? { constraints } : {}) };
  if (split === 0) return claim;
  const whole = count === 1 ? 'a device' : `${count} devices`;
  note(
    'split',
    `the ${count * split} parts of ${whole} are not devices: the claim is allocated whole devices, and its configuration requests that the plugin split them`,
  );
  const parameters = { apiVersion: found.apiVersion, kind: found.kind, spec: { split } };
  return { ...claim, config: configOf(driver || FAKE_DRIVER, parameters, reference, FAKE_REQUEST) };
}

function fakeParameters(found: ApiObject, { note }: Reference): FakeClaimParameters {
  try {
    return checkedParameters(found);
  } catch (error) {
    note('parameters', `the driver rejects these parameters (${messageOf(error)}): the claim requests one device now`);
    return DEFAULT_PARAMETERS;
  }
}

/**
 * Converts parameters of an unknown driver, which receives them as its configuration. Most of them have the number of devices
 * under this name.
 */
function opaqueClaim(found: ApiObject | undefined, reference: Reference): DeviceClaim {
  const { className, driver, world, note } = reference;
  const { spec } = (found ?? {}) as { spec?: { count?: unknown } };
  const count = Number.isSafeInteger(spec?.count) && Number(spec?.count) > 0 ? Number(spec?.count) : undefined;
  if (found !== undefined) note('parameters', `${found.kind} becomes the configuration for the driver: it no longer selects devices`);
  if (count === undefined) note('count', 'the number of devices that the driver allocated is unknown: the claim requests one now');
  else note('count', 'its count becomes the number of devices');
  const config = found === undefined ? [] : configOf(driver, world.contentOf(found), reference);
  return { requests: [requestOf(className, REQUEST, countOf(count ?? 1, reference))], ...(config.length > 0 ? { config } : {}) };
}

function structuredClaim({ shareable, driverRequests = [] }: ResourceClaimParameters, reference: Reference): DeviceClaim {
  const { className, driver, note } = reference;
  if (shareable !== true) note('shareable', SHAREABLE);
  const all = driverRequests.flatMap(({ driverName = driver, requests = [] }) => requests.map((request) => ({ ...request, driverName })));
  if (all.length > MOST_REQUESTS)
    note('count', `${all.length} requests: only the first ${MOST_REQUESTS} are migrated, because a claim has at most ${MOST_REQUESTS}`);
  const namedRequests = all
    .slice(0, MOST_REQUESTS)
    .map((request, index) => ({ ...request, name: all.length === 1 ? REQUEST : `${REQUEST}-${index}` }));
  const requests = namedRequests.map(({ name, driverName, vendorParameters: _, ...request }) => {
    if (driverName !== driver) note('parameters', `class ${className} has no devices of ${driverName}: create a class for that driver`);
    const selectors = selectorsOf(request, driverName, reference);
    return requestOf(className, name, selectors.length > 0 ? { selectors } : {});
  });
  const config = [
    ...driverRequests.flatMap(({ driverName = driver, vendorParameters }) => configOf(driverName, vendorParameters, reference)),
    ...namedRequests.flatMap(({ name, driverName, vendorParameters }) => configOf(driverName, vendorParameters, reference, name)),
  ];
  return { requests, ...(config.length > 0 ? { config } : {}) };
}

/** The message about a claim that only one pod may use. */
export const SHAREABLE = 'any pod of the namespace can use this claim: if pods must not share it, create it from a template';

function selectorsOf({ namedResources }: NamedResourcesSelector, driver: string, { world, note }: Reference): readonly JsonObject[] {
  const { selector = 'true' } = namedResources ?? {};
  if (selector.trim() === 'true') return [];
  const migrated = world.selectorFor(selector, driver);
  const { expression, readsLists } = migrated ?? { expression: selector, readsLists: false };
  if (expression.length > LONGEST_SELECTOR) {
    note(
      'selector',
      `a selector has more than ${LONGEST_SELECTOR} characters, which v1 rejects: a selector that matches no device replaces it`,
    );
    return [{ cel: { expression: 'false' } }];
  }
  if (migrated === undefined) note('selector', `the selector cannot be parsed and remains unchanged: ${selector}`);
  if (readsLists)
    note('selector', `the selector reads lists, which devices can have only with the gate DRAListTypeAttributes: ${selector}`);
  world.repeat(expression.length);
  return [{ cel: { expression } }];
}

/** Returns a configuration for a driver, for one request or all; empty if it is empty, too large, or the driver is unknown. */
function configOf(driver: string, parameters: JsonObject | undefined, { world, note }: Reference, request?: string): readonly JsonObject[] {
  if (driver === '' || parameters === undefined || Object.keys(parameters).length === 0) return [];
  const size = world.sizeOf(parameters);
  if (size > LONGEST_PARAMETERS) {
    note('parameters', `the parameters exceed ${LONGEST_PARAMETERS} characters, the limit of a configuration, and are left out`);
    return [];
  }
  world.repeat(size);
  return [{ ...(request === undefined ? {} : { requests: [request] }), opaque: { driver, parameters } }];
}
