// Kinds of answers of the reference. resource-outcomes.ts has the kinds about counters, shares and derived attributes.

import { ERROR_CODES, type ErrorCodeInfo } from '../../../src/core/base/error-codes.js';
import type { Case } from '../../support/cases.js';
import type { ReferenceAnswer } from '../answers.js';
import { hasFailingSelector } from './features.js';

/** A selected device, as in results. */
export interface Picked {
  readonly request: string;
  readonly driver: string;
  readonly pool: string;
  readonly device: string;
  readonly adminAccess?: boolean;
}

/** The devices and shares that are allocated to a claim. */
export interface Allocation {
  readonly devices?: {
    readonly results?: readonly (Picked & Readonly<Record<string, unknown>>)[];
    readonly config?: readonly Readonly<Record<string, unknown>>[];
  };
  readonly nodeSelector?: { readonly nodeSelectorTerms: readonly Readonly<Record<string, unknown>>[] };
}

/** The number of times that the reference logged each message. */
export type Messages = Readonly<Record<string, number>>;

/** Returns whether an answer of the reference has a property. */
export type Happened = (answer: ReferenceAnswer, input: Case, messages: Messages) => boolean;

/** Counts the steps of the search. */
export const steps = (answer: ReferenceAnswer): number => ('steps' in answer ? (answer.steps ?? 0) : 0);

/** Returns whether the allocation of some claim has a property. */
export const allocation = (holds: (allocation: Allocation) => boolean): Happened => {
  return (answer) => answer.kind === 'allocated' && (answer.results as readonly Allocation[]).some(holds);
};

/** Returns whether some selected device has a property. */
export const picked = (holds: (pick: Picked & Readonly<Record<string, unknown>>, input: Case) => boolean): Happened => {
  return (answer, input) =>
    answer.kind === 'allocated' &&
    (answer.results as readonly Allocation[]).some(({ devices }) => devices?.results?.some((pick) => holds(pick, input)));
};

/** Codes of errors that the reference has, except for codes covered by other listed outcomes. */
const REFERENCE_CODES = Object.entries(ERROR_CODES)
  .filter(([, info]) => (info as ErrorCodeInfo).reference !== undefined)
  .map(([code]) => code);

/** Kinds of answers of the reference, by name. */
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
