// What the generated cases are to contain, and what is to come of them: a run that never had one of these has not looked at it.

import { decodeObjects } from '../../src/api/objects.js';
import { SelectorCache } from '../../src/cel/cache.js';
import { CelCompileError, CelRuntimeError } from '../../src/cel/engine.js';
import { ERROR_CODES, type ErrorCodeInfo } from '../../src/errors.js';
import type { Json } from '../../src/json.js';
import type { Case } from '../support/cases.js';
import type { ReferenceAnswer } from './answers.js';
import { isFeatureOn } from './generate/gates.js';
import * as part from './parts.js';

/** Below this number of cases what was never hit is only reported. */
export const CASES_FOR_COVERAGE = 5_000;

type Holds = (input: Case) => boolean;

const attribute = (holds: (attribute: Readonly<Record<string, unknown>>) => boolean): Holds => {
  return (input) => part.devicesOf(input).some(({ attributes = {} }) => Object.values(attributes).some(holds));
};
const selection =
  (holds: (selection: part.SelectionPart) => boolean): Holds =>
  (input) =>
    part.selectionsOf(input).some(holds);
const slice =
  (holds: (slice: part.SlicePart) => boolean): Holds =>
  (input) =>
    part.slicesOf(input).some(holds);
const device =
  (holds: (device: part.DevicePart) => boolean): Holds =>
  (input) =>
    part.devicesOf(input).some(holds);
const claim =
  (holds: (claim: part.ClaimPart) => boolean): Holds =>
  (input) =>
    part.claimsOf(input).some(holds);
const off =
  (feature: string): Holds =>
  (input) =>
    !isFeatureOn(input.features, feature);

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
  capacity: (input) => part.capacitiesOf(input).length > 0,
  taints: device(({ taints = [] }) => taints.length > 0),
  tolerations: selection(({ tolerations = [] }) => tolerations.length > 0),
  'binding conditions': device(({ bindingConditions = [] }) => bindingConditions.length > 0),
  'binds to node': device(({ bindsToNode }) => bindsToNode === true),
  'skipped node operations': slice(({ skipNodeOperations }) => Array.isArray(skipNodeOperations) && skipNodeOperations.length > 0),
  counters: device(({ consumesCounters = [] }) => consumesCounters.length > 0),
  'compatibility groups': device(({ consumesCounters = [] }) => consumesCounters.some((entry) => 'compatibilityGroups' in entry)),
  'shared device': device(({ allowMultipleAllocations }) => allowMultipleAllocations === true),
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
  'derived attributes': selection(({ derivedAttributes = [] }) => derivedAttributes.length > 0),
  'capacity request': selection(({ capacity }) => capacity !== undefined),
  'devices allocated before': ({ allocatedDevices = [] }) => allocatedDevices.length > 0,
  'claims allocated before': ({ allocatedClaims = [] }) => allocatedClaims.length > 0,
  'admin access allocated before': (input) => part.heldResultsOf(input).some(({ adminAccess }) => adminAccess === true),
  'share allocated before': (input) => part.heldResultsOf(input).some(({ shareID }) => shareID !== undefined),
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

/** A device that was picked, as results name it. */
interface Picked {
  readonly request: string;
  readonly driver: string;
  readonly pool: string;
  readonly device: string;
  readonly adminAccess?: boolean;
}

interface Allocation {
  readonly devices?: {
    readonly results?: readonly (Picked & Readonly<Record<string, unknown>>)[];
    readonly config?: readonly Readonly<Record<string, unknown>>[];
  };
  readonly nodeSelector?: { readonly nodeSelectorTerms: readonly Readonly<Record<string, unknown>>[] };
}

type Happened = (answer: ReferenceAnswer, input: Case) => boolean;

const steps = (answer: ReferenceAnswer): number => ('steps' in answer ? (answer.steps ?? 0) : 0);
const allocation = (holds: (allocation: Allocation) => boolean): Happened => {
  return (answer) => answer.kind === 'allocated' && (answer.results as readonly Allocation[]).some(holds);
};
const picked = (holds: (pick: Picked & Readonly<Record<string, unknown>>, input: Case) => boolean): Happened => {
  return (answer, input) =>
    answer.kind === 'allocated' &&
    (answer.results as readonly Allocation[]).some(({ devices }) => devices?.results?.some((pick) => holds(pick, input)));
};

/** Codes that the reference has an error for, save those that other listed outcomes stand for. */
const REFERENCE_CODES = Object.entries(ERROR_CODES)
  .filter(([, info]) => (info as ErrorCodeInfo).reference !== undefined)
  .map(([code]) => code);

/** What the reference answers. */
export const OUTCOMES: Readonly<Record<string, Happened>> = {
  allocated: ({ kind }) => kind === 'allocated',
  unallocatable: ({ kind }) => kind === 'unallocatable',
  ...Object.fromEntries(
    REFERENCE_CODES.map((code): [string, Happened] => [code, (answer) => answer.kind === 'error' && answer.code === code]),
  ),
  'allocated after more than 100 steps': (answer) => answer.kind === 'allocated' && steps(answer) > 100,
  'allocated after more than 1000 steps': (answer) => answer.kind === 'allocated' && steps(answer) > 1000,
  'unallocatable after more than 100 steps': (answer) => answer.kind === 'unallocatable' && steps(answer) > 100,
  'unallocatable after more than 1000 steps': (answer) => answer.kind === 'unallocatable' && steps(answer) > 1000,
  'selector failed after more than 10 steps': (answer) =>
    answer.kind === 'error' && answer.code === 'cel-runtime-error' && steps(answer) > 10,
  'allocated although a selector fails on a device': (answer, input) => answer.kind === 'allocated' && hasFailingSelector(input),
  'later subrequest picked': picked(({ request }) => /\/s[1-9]$/.test(request)),
  'claim of 32 devices': allocation(({ devices }) => devices?.results?.length === 32),
  'device in use picked for admin access': picked(
    (pick, { allocatedDevices = [] }) =>
      pick.adminAccess === true &&
      allocatedDevices.some(({ driver, pool, device: name }) => driver === pick.driver && pool === pick.pool && name === pick.device),
  ),
  'tolerations in a result': picked(({ tolerations }) => tolerations !== undefined),
  'binding conditions in a result': picked(({ bindingConditions }) => bindingConditions !== undefined),
  'skipped node operations in a result': picked(({ skipNodeOperations }) => skipNodeOperations !== undefined),
  'share in a result': picked(({ shareID }) => shareID !== undefined),
  'config for some requests': allocation(({ devices }) => devices?.config?.some((config) => config['requests'] !== undefined) === true),
  'config for all requests': allocation(({ devices }) => devices?.config?.some((config) => config['requests'] === undefined) === true),
  'result for one node': allocation(({ nodeSelector }) => nodeSelector?.nodeSelectorTerms[0]?.['matchFields'] !== undefined),
  'result for nodes with labels': allocation(({ nodeSelector }) => nodeSelector?.nodeSelectorTerms[0]?.['matchExpressions'] !== undefined),
  'result for all nodes': (answer) =>
    answer.kind === 'allocated' &&
    (answer.results as readonly Allocation[]).some(
      ({ devices, nodeSelector }) => nodeSelector === undefined && (devices?.results?.length ?? 0) > 0,
    ),
};

const selectors = new SelectorCache();

/** Whether some selector fails at run time on some device. */
export function hasFailingSelector(input: Case): boolean {
  const expressions = part.expressionsOf(input).flatMap((expression) => {
    const selector = selectors.get(expression);
    return selector instanceof CelCompileError ? [] : [selector];
  });
  if (expressions.length === 0) return false;
  const slices = decodeObjects((input.slices ?? []).map((value) => ({ value: value as Json }))).resourceSlices;
  return slices.some(({ spec }) =>
    spec.devices.some((one) => expressions.some((selector) => fails(() => selector.evaluate({ ...one, driver: spec.driver })))),
  );
}

function fails(evaluate: () => unknown): boolean {
  try {
    evaluate();
    return false;
  } catch (error) {
    if (error instanceof CelRuntimeError) return true;
    throw error;
  }
}

/** Counts by name. */
export type Counts = Map<string, number>;

/** Adds to a count. */
export function count(counts: Counts, name: string, by = 1): void {
  counts.set(name, (counts.get(name) ?? 0) + by);
}

/** Counts the features of a case. */
export function countFeatures(counts: Counts, input: Case): void {
  for (const [name, holds] of Object.entries(FEATURES)) if (holds(input)) count(counts, name);
}

/** Counts what an answer of the reference is. */
export function countOutcomes(counts: Counts, answer: ReferenceAnswer, input: Case): void {
  for (const [name, happened] of Object.entries(OUTCOMES)) if (happened(answer, input)) count(counts, name);
}

/** Listed features and outcomes that never were. */
export function neverHit(features: Counts, outcomes: Counts): string[] {
  return [...Object.keys(FEATURES).filter((name) => !features.has(name)), ...Object.keys(OUTCOMES).filter((name) => !outcomes.has(name))];
}
