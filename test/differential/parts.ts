// The parts of a case, for checks of its features.

import type { Case } from '../support/cases.js';
import type { Fields } from './generate/setting.js';

/** A device, with the driver of its slice. */
export interface DevicePart {
  readonly driver: string;
  readonly name: string;
  readonly attributes?: Readonly<Record<string, Fields>>;
  readonly capacity?: Readonly<Record<string, CapacityPart>>;
  readonly taints?: readonly Fields[];
  readonly bindingConditions?: readonly string[];
  readonly bindsToNode?: boolean;
  readonly consumesCounters?: readonly ConsumptionPart[];
  readonly allowMultipleAllocations?: boolean;
  readonly nodeName?: string;
  readonly nodeSelector?: Fields;
}

/** A capacity of a device. */
export interface CapacityPart extends Fields {
  readonly value?: string;
  readonly requestPolicy?: {
    readonly default?: string;
    readonly validValues?: readonly string[];
    readonly validRange?: { readonly min?: string; readonly max?: string; readonly step?: string };
  };
}

/** Counters by name, as counter sets declare and devices consume them. */
export type CountersPart = Readonly<Record<string, { readonly value?: string }>>;

/** The consumption of a device from a counter set. */
export interface ConsumptionPart extends Fields {
  readonly counterSet?: string;
  readonly counters?: CountersPart;
  readonly compatibilityGroups?: readonly string[];
}

/** The spec of a slice. */
export interface SlicePart extends Fields {
  readonly driver: string;
  readonly pool: { readonly name: string; readonly generation?: number | bigint; readonly resourceSliceCount?: number };
  readonly devices?: readonly Omit<DevicePart, 'driver'>[];
  readonly sharedCounters?: readonly { readonly name?: string; readonly counters?: CountersPart }[];
}

/** The fields that a request and a subrequest share. */
export interface SelectionPart {
  readonly deviceClassName?: string;
  readonly selectors?: readonly { readonly cel?: { readonly expression?: string } }[];
  readonly allocationMode?: string;
  readonly count?: number | bigint;
  readonly adminAccess?: boolean;
  readonly tolerations?: readonly Fields[];
  readonly capacity?: { readonly requests?: Readonly<Record<string, string>> };
  readonly derivedAttributes?: readonly { readonly name: string; readonly expression?: string }[];
}

/** A request. */
export interface RequestPart {
  readonly name: string;
  readonly exactly?: SelectionPart;
  readonly firstAvailable?: readonly ({ readonly name: string } & SelectionPart)[];
}

/** The `devices` of a claim. */
export interface ClaimPart {
  readonly requests?: readonly RequestPart[];
  readonly constraints?: readonly {
    readonly requests?: readonly string[];
    readonly matchAttribute?: string;
    readonly distinctAttribute?: string;
  }[];
  readonly config?: readonly Fields[];
}

/** A result of a claim that was allocated before. */
export interface ResultPart extends Fields {
  readonly adminAccess?: boolean;
  readonly shareID?: string;
  readonly consumedCapacity?: Readonly<Record<string, unknown>>;
}

interface WithSpec<T> {
  readonly spec?: T;
}

/** Caches a part of a case that is used repeatedly. */
export function once<T>(make: (input: Case) => T): (input: Case) => T {
  const known = new WeakMap<Case, { readonly made: T }>();
  return (input) => {
    const entry = known.get(input) ?? { made: make(input) };
    known.set(input, entry);
    return entry.made;
  };
}

/** The specs of the slices. */
export const slicesOf = once((input): readonly SlicePart[] => {
  return ((input.slices ?? []) as readonly WithSpec<SlicePart>[]).flatMap(({ spec }) => spec ?? []);
});

/** Every device of every slice. */
export const devicesOf = once((input): readonly DevicePart[] => {
  return slicesOf(input).flatMap(({ driver, devices = [] }) => devices.map((device) => ({ ...device, driver })));
});

/** Every capacity of every device. */
export const capacitiesOf = once((input): readonly CapacityPart[] => {
  return devicesOf(input).flatMap(({ capacity = {} }) => Object.values(capacity));
});

/** The specs of the classes. */
export const classesOf = once(
  (input): readonly { readonly selectors?: SelectionPart['selectors']; readonly config?: readonly Fields[] }[] => {
    return ((input.classes ?? []) as readonly WithSpec<{ selectors?: NonNullable<SelectionPart['selectors']> }>[]).flatMap(
      ({ spec }) => spec ?? [],
    );
  },
);

/** The `devices` of the claims. */
export const claimsOf = once((input): readonly ClaimPart[] => {
  return (input.claims as readonly WithSpec<{ readonly devices?: ClaimPart }>[]).map(({ spec }) => spec?.devices ?? {});
});

/** The requests of each claim. */
export const requestsOf = once((input): readonly (readonly RequestPart[])[] => {
  return claimsOf(input).map(({ requests = [] }) => requests);
});

/** Every request without a prioritized list, and every subrequest. */
export const selectionsOf = once((input): readonly SelectionPart[] => {
  return requestsOf(input)
    .flat()
    .flatMap(({ exactly, firstAvailable = [] }) => [...(exactly === undefined ? [] : [exactly]), ...firstAvailable]);
});

/** Every CEL expression of classes and requests. */
export const expressionsOf = once((input): readonly string[] => {
  return [...classesOf(input), ...selectionsOf(input)].flatMap(({ selectors = [] }) =>
    selectors.flatMap(({ cel }) => (cel?.expression === undefined ? [] : [cel.expression])),
  );
});

/** Every CEL expression of a derived attribute. */
export const derivedExpressionsOf = once((input): readonly string[] => {
  return selectionsOf(input).flatMap(({ derivedAttributes = [] }) => derivedAttributes.flatMap(({ expression }) => expression ?? []));
});

/** The consumption of the devices, entry by entry. */
export const consumptionsOf = once((input): readonly ConsumptionPart[] => {
  return devicesOf(input).flatMap(({ consumesCounters = [] }) => consumesCounters);
});

/** Every quantity of a counter, declared or consumed. */
export const counterValuesOf = once((input): readonly string[] => {
  const declared = slicesOf(input).flatMap(({ sharedCounters = [] }) => sharedCounters);
  return [...declared, ...consumptionsOf(input)].flatMap(({ counters = {} }) =>
    Object.values(counters).flatMap(({ value }) => value ?? []),
  );
});

/** The results of claims that were allocated before. */
export const heldResultsOf = once((input): readonly ResultPart[] => {
  interface Held {
    readonly status?: { readonly allocation?: { readonly devices?: { readonly results?: readonly ResultPart[] } } };
  }
  return ((input.allocatedClaims ?? []) as readonly Held[]).flatMap(({ status }) => status?.allocation?.devices?.results ?? []);
});
