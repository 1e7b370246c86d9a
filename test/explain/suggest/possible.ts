// Finds problems that no change of the claims can solve while every request stays, by solving the most permissive claims.

import type { Kernel } from '../../../src/allocator/kernel/kernel.js';
import { toPlainJson } from '../../../src/core/base/plain-json.js';
import { parseQuantity } from '../../../src/core/quantity/quantity.js';
import { allocatorFor, gatesOf } from '../../support/cases.js';
import { outcomeOf, type UnallocatableProblem } from './generated.js';

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

/** Further amounts of shares are not tried. */
const MOST_AMOUNTS = 16;

/**
 * Returns whether some change of the claims that keeps every request could help. It allocates the most permissive claims. Each request
 * asks for one device of any class and tolerates all taints, for the whole device or for the smallest share of a kind of device. The
 * claims have no selectors, constraints and derived attributes. If any claim with these requests can be allocated, this one can too.
 * Undefined: the search did not end.
 */
export function couldHelp({ input, case: given }: UnallocatableProblem, kernel: Kernel): boolean | undefined {
  const allocator = allocatorFor({ ...given, features: { ...(given.features ?? { all: true }), prioritizedList: true } }, kernel);
  const names = (input.deviceClasses as readonly { readonly metadata: { readonly name: string } }[]).map(({ metadata }) => metadata.name);
  const canShare = gatesOf(given)['DRAConsumableCapacity'] === true;
  const amounts: readonly object[] = [{}, ...(canShare ? leastShares(input.resourceSlices) : [])];
  const solve = (ways: Ways): string => {
    const claims = (input.claims as unknown as readonly Claim[]).map((claim) => mostPermissive(claim, ways));
    return outcomeOf(allocator, { ...input, claims: claims as never });
  };
  // A request with admin access has no alternatives.
  const hasAdminAccess = JSON.stringify(toPlainJson(input.claims)).includes('"adminAccess":true');
  const all = names.flatMap((name) => amounts.map((amount) => ({ name, amount })));
  const outcomes = (hasAdminAccess ? all : all.slice(0, 1)).map((own) => solve({ alternatives: all, own }));
  if (outcomes.includes('allocated')) return true;
  if (outcomes.every((kind) => kind === 'unallocatable' || LASTING.has(kind))) return false;
  // A class whose selector fails is not usable as an alternative.
  return all.some((own) => solve({ alternatives: [own], own }) === 'allocated') ? true : undefined;
}

/** Errors that no claim can avoid. */
const LASTING: ReadonlySet<string> = new Set(['invalid-pools', 'node-selection-failed']);

interface Way {
  readonly name: string;
  readonly amount: object;
}

interface Ways {
  readonly alternatives: readonly Way[];
  /** The class and amount of requests with admin access. */
  readonly own: Way;
}

function mostPermissive({ metadata, spec, status }: Claim, { alternatives, own }: Ways): object {
  if (status?.allocation !== undefined) return { metadata, spec, status };
  const asking = ({ name, amount }: Way): object => ({ deviceClassName: name, tolerations: [{ operator: 'Exists' }], ...amount });
  const requests = (spec.devices.requests ?? []).map(({ exactly, adminAccess = exactly?.adminAccess }, index) =>
    adminAccess === true
      ? { name: `r${index}`, exactly: { ...asking(own), adminAccess: true } }
      : { name: `r${index}`, firstAvailable: alternatives.map((way, place) => ({ name: `s${place}`, ...asking(way) })) },
  );
  return { metadata, spec: { devices: { requests } } };
}

/** The smallest shares of devices, with the smallest permitted amount of each capacity. */
function leastShares(slices: readonly object[]): readonly object[] {
  const found = new Map<string, object>();
  for (const { spec } of slices as readonly { spec: { devices?: readonly object[] } }[]) {
    for (const given of spec.devices ?? []) {
      const device = ((given as { basic?: object }).basic ?? given) as { allowMultipleAllocations?: boolean; capacity?: Capacities };
      if (device.capacity === undefined || !isAmountOfUse(device.allowMultipleAllocations, device.capacity)) continue;
      const requests = Object.fromEntries(Object.entries(device.capacity).map(([name, capacity]) => [name, leastOf(capacity as Capacity)]));
      const share = { capacity: { requests } };
      if (found.size < MOST_AMOUNTS) found.set(JSON.stringify(share), share);
    }
  }
  return [...found.values()];
}

/** A device that is not shared may have less than the default of the same policy. */
function isAmountOfUse(isShared: boolean | undefined, capacity: Capacities): boolean {
  return isShared === true || Object.values(capacity).some((one) => one?.requestPolicy !== undefined);
}

function leastOf({ requestPolicy: { validValues = [], validRange } = {} }: Capacity): string {
  const sorted = [...validValues].sort((left, right) => parseQuantity(left).compare(parseQuantity(right)));
  return sorted[0] ?? validRange?.min ?? '0';
}
