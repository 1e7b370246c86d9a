// Features of cases about nodes, pools, requests, selectors and constraints. resource-features.ts has the features of sharing and consumption.

import { SelectorCache } from '../../../src/cel/cache.js';
import { CelCompileError, CelRuntimeError } from '../../../src/cel/engine.js';
import { decodeObjects } from '../../../src/core/api/objects.js';
import type { Json } from '../../../src/core/base/json.js';
import type { Case } from '../../support/cases.js';
import * as part from '../parts.js';
import { attribute, claim, device, type Holds, off, selection, slice } from './holds.js';

/** Features of cases. */
export const FEATURES: Readonly<Record<string, Holds>> = {
  'pool of several slices': slice(({ pool }) => (pool.resourceSliceCount ?? 0) > 1),
  'several pools': (input) => new Set(part.slicesOf(input).map(({ driver, pool }) => JSON.stringify([driver, pool.name]))).size > 1,
  'several drivers': (input) => new Set(part.slicesOf(input).map(({ driver }) => driver)).size > 1,
  'several generations': (input) => new Set(part.slicesOf(input).map(({ pool }) => pool.generation)).size > 1,
  'slice of one node': slice(({ nodeName }) => typeof nodeName === 'string' && nodeName !== ''),
  'slice of all nodes': slice(({ allNodes }) => allNodes === true),
  'slice with a node selector': slice(({ nodeSelector }) => nodeSelector !== undefined),
  'devices that choose nodes': slice(({ perDeviceNodeSelection }) => perDeviceNodeSelection === true),
  'more than 27 devices': (input) => part.devicesOf(input).length > 27,
  'several nodes': ({ nodes }) => nodes.length > 1,
  'attribute int': attribute((value) => 'int' in value),
  'attribute string': attribute((value) => 'string' in value),
  'attribute bool': attribute((value) => 'bool' in value),
  'attribute version': attribute((value) => 'version' in value),
  'attribute ints': attribute((value) => 'ints' in value),
  'attribute strings': attribute((value) => 'strings' in value),
  'attribute bools': attribute((value) => 'bools' in value),
  'attribute versions': attribute((value) => 'versions' in value),
  'attribute without a value': attribute((value) => Object.keys(value).length === 0),
  'attribute with a domain': device(({ attributes = {} }) => Object.keys(attributes).some((name) => name.includes('/'))),
  taints: device(({ taints = [] }) => taints.length > 0),
  tolerations: selection(({ tolerations = [] }) => tolerations.length > 0),
  'binding conditions': device(({ bindingConditions = [] }) => bindingConditions.length > 0),
  'binds to node': device(({ bindsToNode }) => bindsToNode === true),
  'skipped node operations': slice(({ skipNodeOperations }) => Array.isArray(skipNodeOperations) && skipNodeOperations.length > 0),
  'class with selectors': (input) => part.classesOf(input).some(({ selectors = [] }) => selectors.length > 0),
  'class with config': (input) => part.classesOf(input).some(({ config = [] }) => config.length > 0),
  'several claims': ({ claims }) => claims.length > 1,
  'no claims': ({ claims }) => claims.length === 0,
  'claim without requests': claim(({ requests = [] }) => requests.length === 0),
  'claim with config': claim(({ config = [] }) => config.length > 0),
  'ExactCount above 1': selection(({ allocationMode = 'ExactCount', count = 1 }) => allocationMode === 'ExactCount' && count > 1),
  All: selection(({ allocationMode }) => allocationMode === 'All'),
  'All in a prioritized list': claim(({ requests = [] }) =>
    requests.some(({ firstAvailable = [] }) => firstAvailable.some(({ allocationMode }) => allocationMode === 'All')),
  ),
  'prioritized list': claim(({ requests = [] }) => requests.some(({ firstAvailable }) => firstAvailable !== undefined)),
  'admin access': selection(({ adminAccess }) => adminAccess === true),
  'count of 30 and more': selection(({ count = 1 }) => count >= 30),
  selectors: selection(({ selectors = [] }) => selectors.length > 0),
  'selector that fails on a device': (input) => hasFailingSelector(input),
  match: claim(({ constraints = [] }) => constraints.some(({ matchAttribute }) => matchAttribute !== undefined)),
  distinct: claim(({ constraints = [] }) =>
    constraints.some(({ matchAttribute, distinctAttribute }) => matchAttribute === undefined && distinctAttribute !== undefined),
  ),
  'match and distinct in one constraint': claim(({ constraints = [] }) =>
    constraints.some(({ matchAttribute, distinctAttribute }) => matchAttribute !== undefined && distinctAttribute !== undefined),
  ),
  'constraint over some requests': claim(({ constraints = [] }) => constraints.some(({ requests = [] }) => requests.length > 0)),
  'constraint over a subrequest': claim(({ constraints = [] }) =>
    constraints.some(({ requests = [] }) => requests.some((name) => name.includes('/'))),
  ),
  'constraint without a domain': claim(({ constraints = [] }) =>
    constraints.some(({ matchAttribute = '/' }) => !matchAttribute.includes('/')),
  ),
  'devices allocated before': ({ allocatedDevices = [] }) => allocatedDevices.length > 0,
  'claims allocated before': ({ allocatedClaims = [] }) => allocatedClaims.length > 0,
  'admin access allocated before': (input) => part.heldResultsOf(input).some(({ adminAccess }) => adminAccess === true),
  'integers beyond 2^53': attribute(({ int }) => typeof int === 'bigint'),
  'adminAccess off': off('adminAccess'),
  'prioritizedList off': off('prioritizedList'),
  'partitionableDevices off': off('partitionableDevices'),
  'deviceTaints off': off('deviceTaints'),
  'deviceBindingAndStatus off': off('deviceBindingAndStatus'),
  'consumableCapacity off': off('consumableCapacity'),
  'fractionalCapacityRange off': off('fractionalCapacityRange'),
  'listTypeAttributes off': off('listTypeAttributes'),
  'optionalNodeOperations off': off('optionalNodeOperations'),
  'derivedAttributes off': off('derivedAttributes'),
  'compatibilityGroups off': off('compatibilityGroups'),
};

const selectors = new SelectorCache();

/** Returns whether some selector fails at run time on some device. */
export const hasFailingSelector = part.once((input: Case): boolean => {
  const expressions = part.expressionsOf(input).flatMap((expression) => {
    const selector = selectors.get(expression);
    return selector instanceof CelCompileError ? [] : [selector];
  });
  if (expressions.length === 0) return false;
  const slices = decodeObjects((input.slices ?? []).map((value) => ({ value: value as Json }))).resourceSlices;
  return slices.some(({ spec }) =>
    spec.devices.some((one) => expressions.some((selector) => fails(() => selector.evaluate({ ...one, driver: spec.driver })))),
  );
});

function fails(evaluate: () => unknown): boolean {
  try {
    evaluate();
    return false;
  } catch (error) {
    if (error instanceof CelRuntimeError) return true;
    throw error;
  }
}
