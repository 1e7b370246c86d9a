// Cases of the reference allocator: reads them, calls our allocator, and converts both outcomes to one form.

import { readdirSync, readFileSync } from 'node:fs';
import { randomShareID } from '../../src/allocator/decode/share-id.js';
import type { Kernel } from '../../src/allocator/kernel/kernel.js';
import { SelectorCache } from '../../src/cel/cache.js';
import { AllocationError, type AllocationErrorCode } from '../../src/core/base/errors.js';
import type { JsonObject } from '../../src/core/base/json.js';
import { resolveFeatures } from '../../src/core/features/features.js';
import { readText } from '../../src/core/read/read.js';
import { type AllocateInput, Allocator } from '../../src/library/allocator.js';
import { withoutShares } from './without-shares.js';

/** A case in the format of the oracle. Objects have the shape of resource.k8s.io/v1. */
export interface Case {
  readonly id?: string;
  readonly comment?: string;
  readonly features?: Readonly<Record<string, boolean>>;
  readonly nodes: readonly { readonly metadata: { readonly name: string } }[];
  readonly classes?: readonly object[];
  readonly slices?: readonly object[];
  readonly claims: readonly object[];
  readonly allocatedDevices?: readonly { driver: string; pool: string; device: string }[];
  readonly allocatedShares?: readonly { driver: string; pool: string; device: string; shareID: string }[];
  readonly consumedCapacity?: readonly { driver: string; pool: string; device: string; capacity: Record<string, string> }[];
  readonly allocatedClaims?: readonly object[];
}

/** The oracle's answer for one node. */
export interface NodeAnswer {
  readonly results: readonly JsonObject[] | null;
  readonly error?: string;
  readonly nodeLocal?: boolean;
  readonly steps?: number;
}

/** An answer in the form in which both sides are compared. */
export type Answer =
  | { readonly kind: 'allocated'; readonly results: unknown }
  | { readonly kind: 'unallocatable' }
  | { readonly kind: 'error'; readonly code: AllocationErrorCode; readonly nodeLocal: boolean; readonly message: string };

/** The feature gates behind each feature of the reference. */
const GATES: Readonly<Record<string, readonly string[]>> = {
  adminAccess: ['DRAAdminAccess'],
  prioritizedList: ['DRAPrioritizedList'],
  partitionableDevices: ['DRAPartitionableDevices'],
  deviceTaints: ['DRADeviceTaints'],
  deviceBindingAndStatus: ['DRADeviceBindingConditions', 'DRAResourceClaimDeviceStatus'],
  consumableCapacity: ['DRAConsumableCapacity'],
  fractionalCapacityRange: ['DRAFractionalCapacityRange'],
  listTypeAttributes: ['DRAListTypeAttributes'],
  optionalNodeOperations: ['DRAOptionalNodeOperations'],
  derivedAttributes: ['DRADerivedAttributes'],
  compatibilityGroups: ['DRADeviceCompatibilityGroups'],
};

/** The reference's message for each error code. */
const CODES: readonly (readonly [RegExp, AllocationErrorCode])[] = [
  [/^invalid resource pools were encountered/, 'invalid-pools'],
  [/^(gather pool information: failed to perform node selection|failed to parse node selector)/, 'node-selection-failed'],
  [/^create NodeSelector for claim /, 'unsupported-node-selector'],
  [/^compile derived attribute /, 'derived-attribute-compile-error'],
  [/^evaluate derived attribute /, 'derived-attribute-runtime-error'],
  [/ capacity for device .*: capacity "/, 'capacity-error'],
  [/CEL compile error/, 'cel-compile-error'],
  [/CEL runtime error/, 'cel-runtime-error'],
  [/exceeds the claim limit/, 'too-many-devices'],
  [/cannot add device .* because a claim constraint would not be satisfied/, 'constraint-refuses-all'],
  [/could not retrieve device class/, 'unknown-device-class'],
  [/missing device class name/, 'missing-device-class'],
  [/empty constraint/, 'empty-constraint'],
  [/is currently being updated/, 'pool-incomplete'],
  [/is currently invalid/, 'pool-invalid'],
  [/has subrequests, but the DRAPrioritizedList feature is disabled/, 'prioritized-list-disabled'],
  [/has capacity requests, but/, 'consumable-capacity-disabled'],
  [/admin access is requested, but the feature is disabled/, 'admin-access-disabled'],
  [/unsupported count mode/, 'unsupported-allocation-mode'],
  [/CEL expression empty/, 'empty-selector'],
  [/cannot handle request with derived attributes/, 'derived-attributes-disabled'],
];

/** Reads a JSON file without loss of precision. */
export function readExactly(url: URL): JsonObject {
  return readText(readFileSync(url, 'utf8'), url.pathname).documents[0]?.value as JsonObject;
}

/** The cases of a folder under test/vectors, each with its answers by node. */
export function loadCases(
  folder: string,
): { readonly name: string; readonly input: Case; readonly answers: Readonly<Record<string, NodeAnswer>> }[] {
  const base = new URL(`../vectors/${folder}/`, import.meta.url);
  const names = readdirSync(base).filter((name) => name.endsWith('.json') && !name.endsWith('.out.json'));
  return names.map((file) => {
    const name = file.slice(0, -'.json'.length);
    const output = readExactly(new URL(`${name}.out.json`, base));
    return {
      name,
      input: readExactly(new URL(file, base)) as unknown as Case,
      answers: output['nodes'] as unknown as Record<string, NodeAnswer>,
    };
  });
}

/** The feature gates of a case, by their Kubernetes names. */
export function gatesOf({ features = { all: true } }: Case): Readonly<Record<string, boolean>> {
  const all = Object.keys(features).length === 0 || features['all'] === true;
  const featureGates: Record<string, boolean> = {};
  for (const [feature, gates] of Object.entries(GATES)) for (const gate of gates) featureGates[gate] = features[feature] ?? all;
  return featureGates;
}

const allocators = new Map<Kernel, Map<string, Allocator>>();

/** An allocator with the feature gates of a case, on a kernel. */
export function allocatorFor(input: Case, kernel: Kernel): Allocator {
  const featureGates = gatesOf(input);
  const key = JSON.stringify(featureGates);
  const known = allocators.get(kernel) ?? new Map<string, Allocator>();
  allocators.set(kernel, known);
  let allocator = known.get(key);
  if (allocator === undefined) {
    // Each allocator has its own cache of selectors. Without a bound these would fill the memory in a long run.
    if (known.size > 50) known.clear();
    const yieldNow = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
    const features = resolveFeatures({ featureGates });
    allocator = new Allocator({
      features,
      corrections: false,
      selectors: new SelectorCache(),
      kernel,
      yieldNow,
      newShareID: randomShareID,
    });
    known.set(key, allocator);
  }
  return allocator;
}

/** The input of `allocate` for one node of a case. */
export function inputFor(input: Case, node: object): AllocateInput {
  return {
    node,
    claims: input.claims,
    deviceClasses: input.classes ?? [],
    resourceSlices: input.slices ?? [],
    allocated: {
      claims: input.allocatedClaims ?? [],
      devices: input.allocatedDevices ?? [],
      sharedDevices: input.allocatedShares ?? [],
      consumedCapacity: input.consumedCapacity ?? [],
    },
  };
}

/** Our answer for one node of a case. */
export function ask(input: Case, node: object, kernel: Kernel): Answer & { readonly steps?: number } {
  const allocator = allocatorFor(input, kernel);
  try {
    const outcome = allocator.allocate(inputFor(input, node));
    if (outcome.kind === 'allocated') return { kind: 'allocated', results: withoutShares(outcome.allocations), steps: outcome.steps };
    if (outcome.kind === 'unallocatable') return { kind: 'unallocatable', steps: outcome.steps };
    throw new Error(`interrupted by ${outcome.by} without a limit`);
  } catch (error) {
    if (!(error instanceof AllocationError)) throw error;
    return { kind: 'error', code: error.code, nodeLocal: error.nodeLocal, message: error.message };
  }
}

/** Converts an answer of the reference to our form. */
export function expected({ results, error, nodeLocal = false }: NodeAnswer): Answer {
  if (error !== undefined) {
    const code = CODES.find(([pattern]) => pattern.test(error))?.[1];
    if (code === undefined) throw new Error(`no code for the error of the reference: ${error}`);
    return { kind: 'error', code, nodeLocal, message: error };
  }
  return results === null ? { kind: 'unallocatable' } : { kind: 'allocated', results: withoutShares(results) };
}
