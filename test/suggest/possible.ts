// Problems that no change of the claims can help, as long as every request stays: told by solving the most that a claim can give way.

import { AllocationError } from '../../src/base/errors.js';
import type { Kernel } from '../../src/kernel/kernel.js';
import { parseQuantity } from '../../src/quantity/quantity.js';
import { allocatorFor } from '../support/cases.js';
import type { UnallocatableProblem } from './generated.js';

interface Request {
  readonly name: string;
  readonly adminAccess?: boolean;
  readonly exactly?: { readonly adminAccess?: boolean };
}

interface Claim {
  readonly metadata: object;
  readonly spec: { readonly devices: { readonly requests?: readonly Request[] } };
  readonly status?: { readonly allocation?: object };
}

interface Capacity {
  readonly value: string;
  readonly requestPolicy?: { readonly validValues?: readonly string[]; readonly validRange?: { readonly min?: string } };
}

type Capacities = Readonly<Record<string, Capacity | undefined>>;

/** More ways to ask for shares are not tried. */
const MOST_AMOUNTS = 6;

/**
 * Tells whether some change of the claims that keeps every request could help: with each request for one device of any class, without selectors, constraints and derived
 * attributes, tolerating everything, as a whole or for the least share of a kind of device. Whatever a claim with these requests can be allocated, this one can, too.
 * Undefined: the search did not end.
 */
export function couldHelp({ input, case: given }: UnallocatableProblem, kernel: Kernel): boolean | undefined {
  const allocator = allocatorFor({ ...given, features: { ...(given.features ?? { all: true }), prioritizedList: true } }, kernel);
  const names = (input.deviceClasses as readonly { readonly metadata: { readonly name: string } }[]).map(({ metadata }) => metadata.name);
  const amounts: readonly object[] = [{}, ...(given.features?.['consumableCapacity'] === false ? [] : leastShares(input.resourceSlices))];
  // A request with admin access takes nothing from the others, and has no alternatives.
  let isInterrupted = false;
  for (const own of names) {
    const claims = (input.claims as unknown as readonly Claim[]).map((claim) => mostPermissive(claim, { names, own, amounts }));
    try {
      const { kind } = allocator.allocate({ ...input, claims: claims as never, limits: { steps: 1_000_000 } });
      if (kind === 'allocated') return true;
      if (kind === 'interrupted') isInterrupted = true;
    } catch (error) {
      if (!(error instanceof AllocationError)) throw error;
      isInterrupted ||= !LASTING.has(error.code);
    }
  }
  return isInterrupted ? undefined : false;
}

/** Errors that no claim could avoid. */
const LASTING: ReadonlySet<string> = new Set(['invalid-pools', 'node-selection-failed']);

interface Ways {
  readonly names: readonly string[];
  readonly own: string;
  readonly amounts: readonly object[];
}

function mostPermissive({ metadata, spec, status }: Claim, { names, own, amounts }: Ways): object {
  if (status?.allocation !== undefined) return { metadata, spec, status };
  const tolerations = [{ operator: 'Exists' }];
  const ways = names.flatMap((deviceClassName) => amounts.map((amount) => ({ deviceClassName, tolerations, ...amount })));
  const requests = (spec.devices.requests ?? []).map(({ exactly, adminAccess = exactly?.adminAccess }, index) =>
    adminAccess === true
      ? { name: `r${index}`, exactly: { deviceClassName: own, tolerations, adminAccess: true } }
      : { name: `r${index}`, firstAvailable: ways.map((way, place) => ({ name: `s${place}`, ...way })) },
  );
  return { metadata, spec: { devices: { requests } } };
}

/** The least shares of devices that are shared: of each of their capacities as little as they may be asked for. */
function leastShares(slices: readonly object[]): readonly object[] {
  const found = new Map<string, object>();
  for (const { spec } of slices as readonly { spec: { devices?: readonly object[] } }[]) {
    for (const given of spec.devices ?? []) {
      const device = ((given as { basic?: object }).basic ?? given) as { allowMultipleAllocations?: boolean; capacity?: Capacities };
      if (device.allowMultipleAllocations !== true || device.capacity === undefined) continue;
      const requests = Object.fromEntries(Object.entries(device.capacity).map(([name, capacity]) => [name, leastOf(capacity as Capacity)]));
      const share = { capacity: { requests } };
      if (found.size < MOST_AMOUNTS) found.set(JSON.stringify(share), share);
    }
  }
  return [...found.values()];
}

function leastOf({ requestPolicy: { validValues = [], validRange } = {} }: Capacity): string {
  const sorted = [...validValues].sort((left, right) => parseQuantity(left).compare(parseQuantity(right)));
  return sorted[0] ?? validRange?.min ?? '1n';
}
