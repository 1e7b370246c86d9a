// The devices of allocations by request, and claims that request exactly these devices.

import type { AllocationResult, ResourceClaimJson } from '../index.js';

/** The domain of the attributes that mark devices by request. */
export const MARKS = 'picks.dra-allocator.example';

/** A device `driver/pool/device`, and the mark of its request. */
export interface MarkedDevice {
  readonly device: string;
  readonly mark: string;
}

interface RequestJson {
  readonly name: string;
  readonly exactly?: SelectionJson;
  readonly firstAvailable?: readonly (SelectionJson & { readonly name: string })[];
}

interface SelectionJson {
  readonly allocationMode?: string;
  readonly selectors?: readonly object[];
}

interface DevicesJson {
  readonly requests?: readonly RequestJson[];
}

interface SpecJson {
  readonly devices?: DevicesJson;
  readonly firstOfDevices?: readonly DevicesJson[];
}

/** Returns the allocated devices of all claims, in order. */
export function markedDevicesOf(claims: readonly ResourceClaimJson[], allocations: readonly AllocationResult[]): readonly MarkedDevice[] {
  return allocations.flatMap(({ devices }, claim) => {
    const names = namesOf(chosen(claims[claim]?.spec as SpecJson, allocations[claim]));
    return (devices?.results ?? []).map(({ request, driver, pool, device }): MarkedDevice => {
      return { device: `${driver}/${pool}/${device}`, mark: markOf(claim, names.indexOf(request)) };
    });
  });
}

/** Returns claims that require devices with the marks of their requests. Devices of a request for all devices are compared, not required. */
export function markedClaims(claims: readonly ResourceClaimJson[], allocations: readonly AllocationResult[]): readonly ResourceClaimJson[] {
  return claims.map((claim, index) => {
    const devices = chosen(claim.spec as SpecJson, allocations[index]);
    const names = namesOf(devices);
    const got = new Set((allocations[index]?.devices?.results ?? []).map(({ request }) => request));
    const marked = (selection: SelectionJson, name: string): SelectionJson => {
      if (selection.allocationMode === 'All' && got.has(name)) return selection;
      const expression = `"${markOf(index, names.indexOf(name))}" in device.attributes["${MARKS}"]`;
      return { ...selection, selectors: [...(selection.selectors ?? []), { cel: { expression } }] };
    };
    const requests = devices.requests?.map((request) => ({
      ...request,
      ...(request.exactly === undefined ? {} : { exactly: marked(request.exactly, request.name) }),
      ...(request.firstAvailable === undefined
        ? {}
        : { firstAvailable: request.firstAvailable.map((each) => marked(each, `${request.name}/${each.name}`) as typeof each) }),
    }));
    return { ...claim, spec: { devices: { ...devices, ...(requests === undefined ? {} : { requests }) } } } as ResourceClaimJson;
  });
}

/** Returns the requests of a claim; if it has whole alternatives, the requests of the allocated one. */
function chosen(spec: SpecJson | undefined, allocation: AllocationResult | undefined): DevicesJson {
  const { firstOfDevicesIndex = 0 } = (allocation ?? {}) as { readonly firstOfDevicesIndex?: number };
  return spec?.firstOfDevices?.[firstOfDevicesIndex] ?? spec?.devices ?? {};
}

function namesOf({ requests = [] }: DevicesJson): readonly string[] {
  return requests.flatMap(({ name, firstAvailable }) => firstAvailable?.map((each) => `${name}/${each.name}`) ?? [name]);
}

/** A request outside of the claim has the mark of no request. */
function markOf(claim: number, request: number): string {
  return `c${claim}r${request < 0 ? 'none' : request}`;
}
