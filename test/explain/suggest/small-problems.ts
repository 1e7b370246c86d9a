// Small problems, and all single edits of each, made from the submitted objects alone. This code does not use the search for suggestions.

import type { ObjectPatch, JsonPatchOperation as PatchOperation } from '../../../src/explain/explanation.js';
import type { AllocateInput } from '../../../src/index.js';

interface Selection {
  readonly deviceClassName: string;
  readonly count?: number;
  readonly allocationMode?: string;
  readonly selectors?: readonly { readonly cel: { readonly expression: string } }[];
  readonly capacity?: { readonly requests: Readonly<Record<string, string>> };
}

interface Claim {
  readonly metadata: { readonly namespace?: string; readonly name: string };
  readonly spec: {
    readonly devices: {
      readonly requests: readonly { readonly exactly?: Selection; readonly firstAvailable?: readonly Selection[] }[];
      readonly constraints?: readonly object[];
    };
  };
}

/** A single edit of one object, or of several together. */
export interface OneEdit {
  readonly patches: readonly ObjectPatch[];
}

function editOf(object: ObjectPatch['object'], ...patch: PatchOperation[]): OneEdit {
  return { patches: [{ object, patch }] };
}

/** The single edits of claims (docs/reference/suggestions.md), except for alternatives and shares. */
export function editsOfClaims(input: AllocateInput): readonly OneEdit[] {
  return (input.claims as unknown as readonly Claim[]).flatMap((claim) => {
    const { requests = [], constraints = [] } = claim.spec.devices ?? {};
    const { name, namespace } = claim.metadata;
    const object = { kind: 'ResourceClaim', name, ...(namespace === undefined ? {} : { namespace }) };
    const own = (...patch: PatchOperation[]): OneEdit => editOf(object, ...patch);
    const ofRequests = requests.flatMap(({ exactly, firstAvailable = [] }, index) => {
      const at = `/spec/devices/requests/${index}`;
      if (exactly !== undefined) return editsOf(exactly, `${at}/exactly`, input);
      return firstAvailable.flatMap((one, place) => editsOf(one, `${at}/firstAvailable/${place}`, input));
    });
    return [
      ...ofRequests.map((patch) => own(...patch)),
      ...constraints.map((_, place) => own(op('remove', `/spec/devices/constraints/${place}`))),
      ...constraints.flatMap((constraint, place) =>
        Object.entries(constraint as Record<string, string>).flatMap(([field, given]) =>
          field === 'requests'
            ? []
            : meant(given, factsOf(input)).map((to) => own(op('replace', `/spec/devices/constraints/${place}/${field}`, to))),
        ),
      ),
    ];
  });
}

/** The single edits of the cluster, except for copies of devices on other nodes. */
export function editsOfCluster(input: AllocateInput): readonly OneEdit[] {
  const slices = input.resourceSlices as unknown as readonly Slice[];
  const held = (input.allocated?.claims ?? []) as unknown as readonly Claim[];
  const classes = input.deviceClasses as unknown as readonly { metadata: { name: string }; spec: { selectors?: readonly object[] } }[];
  return [
    ...held.map(({ metadata: { name, namespace } }) =>
      editOf({ kind: 'ResourceClaim', name, ...(namespace === undefined ? {} : { namespace }) }, op('remove', '/status/allocation')),
    ),
    ...slices.flatMap(({ metadata: { name }, spec: { devices = [] } }) =>
      devices.map((device) =>
        editOf({ kind: 'ResourceSlice', name }, op('add', '/spec/devices/-', { ...device, name: `${device.name}-more` })),
      ),
    ),
    ...classes.flatMap(({ metadata: { name }, spec: { selectors = [] } }) =>
      selectors.map((_, place) => editOf({ kind: 'DeviceClass', name }, op('remove', `/spec/selectors/${place}`))),
    ),
    ...untaintings(slices),
    ...completions(slices),
  ];
}

/** Removes each taint from all devices that have it. */
function untaintings(slices: readonly Slice[]): readonly OneEdit[] {
  const all = slices.flatMap(({ spec: { devices = [] } }) => devices.flatMap(({ taints = [] }) => taints));
  const keeping = all.filter(({ effect }) => effect === 'NoSchedule' || effect === 'NoExecute');
  const textOf = ({ key, value = '', effect }: Record<string, string>): string => JSON.stringify([key, value, effect]);
  return [...new Set(keeping.map(textOf))].map((taint) => ({
    patches: slices.flatMap(({ metadata: { name }, spec: { devices = [] } }): ObjectPatch[] => {
      const patch = devices.flatMap(({ taints = [] }, device) =>
        taints.flatMap((one, place) => (textOf(one) === taint ? [op('remove', `/spec/devices/${device}/taints/${place}`)] : [])).reverse(),
      );
      return patch.length === 0 ? [] : [{ object: { kind: 'ResourceSlice', name }, patch }];
    }),
  }));
}

/** Completes each pool whose newest slices state a larger number of slices than exist. */
function completions(slices: readonly Slice[]): readonly OneEdit[] {
  const pools = new Map<string, Slice[]>();
  for (const one of slices) {
    const key = JSON.stringify([one.spec.driver, one.spec.pool.name]);
    pools.set(key, [...(pools.get(key) ?? []), one]);
  }
  return [...pools.values()].flatMap((all): OneEdit[] => {
    const newest = Math.max(...all.map(({ spec }) => Number(spec.pool.generation)));
    const own = all.filter(({ spec }) => Number(spec.pool.generation) === newest);
    if (own.every(({ spec }) => Number(spec.pool.resourceSliceCount) === own.length)) return [];
    const patch = [op('add', '/spec/pool/resourceSliceCount', own.length)];
    return [{ patches: own.map(({ metadata: { name } }) => ({ object: { kind: 'ResourceSlice', name }, patch })) }];
  });
}

interface Slice {
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly driver: string;
    readonly pool: { readonly name: string; readonly generation: number | bigint; readonly resourceSliceCount: number | bigint };
    readonly devices?: readonly Device[];
  };
}

interface Device {
  readonly name: string;
  readonly taints?: readonly Record<string, string>[];
  readonly attributes?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** The attributes of all devices by their full names, with their values. */
type Facts = ReadonlyMap<string, ReadonlySet<string>>;

function factsOf({ resourceSlices }: AllocateInput): Facts {
  const facts = new Map<string, Set<string>>();
  for (const { spec } of resourceSlices as unknown as readonly Slice[]) {
    const attributes = (spec.devices ?? []).flatMap((device) => Object.entries(device.attributes ?? {}));
    for (const [name, value] of attributes) {
      const full = name.includes('/') ? name : `${spec.driver}/${name}`;
      const values = Object.values(value).flat();
      const written = values.map((one) => (typeof one === 'string' ? JSON.stringify(one) : String(one)));
      facts.set(full, new Set([...(facts.get(full) ?? []), ...written]));
    }
  }
  return facts;
}

/**
 * The likely meanings of a name that no device has: the same name in another domain, or a name in its domain with one letter more, less or
 * changed.
 */
function meant(given: string, facts: Facts): readonly string[] {
  if (facts.has(given) || !given.includes('/')) return [];
  const [domain = '', name = ''] = given.split('/');
  return [...facts.keys()].filter((full) => {
    const [otherDomain, other = ''] = full.split('/');
    return otherDomain === domain ? isOneLetterAway(name, other) : other === name;
  });
}

function isOneLetterAway(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  const letters = [...long];
  if (long.length === short.length) return letters.filter((letter, place) => letter !== short[place]).length === 1;
  return letters.some((_, place) => long.slice(0, place) + long.slice(place + 1) === short);
}

/** The texts of a selector with one name, or one value, replaced. */
function rewritten(expression: string, facts: Facts): readonly string[] {
  const reads = [...expression.matchAll(/device\.attributes\["([^"]+)"\]\.(\w+)/g)].map(([, domain, name]) => `${domain}/${name}`);
  const renamed = [...new Set(reads)].flatMap((full) => {
    const [domain = '', name = ''] = full.split('/');
    return meant(full, facts).map((to) => {
      const [otherDomain = '', other = ''] = to.split('/');
      return expression.replaceAll(`device.attributes["${domain}"].${name}`, `device.attributes["${otherDomain}"].${other}`);
    });
  });
  const compared = [...expression.matchAll(/device\.attributes\["([^"]+)"\]\.(\w+) (?:==|>=|<=|>|<|!=) ("[^"]*"|-?\d+)/g)];
  const withValues = compared.flatMap(({ index, 0: text, 1: domain, 2: name, 3: value = '' }) => {
    const others = [...(facts.get(`${domain}/${name}`) ?? [])].filter(
      (other) => other !== value && other.startsWith('"') === value.startsWith('"'),
    );
    const at = index + text.length - value.length;
    return others.map((other) => expression.slice(0, at) + other + expression.slice(at + value.length));
  });
  return [...renamed, ...withValues];
}

/** One operation. */
function op(name: PatchOperation['op'], path: string, value?: unknown): PatchOperation {
  return value === undefined ? { op: name, path } : { op: name, path, value };
}

function editsOf(selection: Selection, path: string, input: AllocateInput): readonly PatchOperation[][] {
  const { count = 1, allocationMode, selectors = [], capacity } = selection;
  const counts = Array.from({ length: allocationMode === 'All' ? 5 : Math.min(40, Number(count)) - 1 }, (_, less) => less + 1);
  const classes = (input.deviceClasses as readonly { readonly metadata: { readonly name: string } }[]).map(({ metadata }) => metadata.name);
  const taints = (
    input.resourceSlices as unknown as readonly { spec: { devices?: readonly { taints?: readonly Record<string, string>[] }[] } }[]
  )
    .flatMap(({ spec }) => (spec.devices ?? []).flatMap((device) => device.taints ?? []))
    .filter(({ effect }) => effect === 'NoSchedule' || effect === 'NoExecute');
  return [
    ...counts.map((value) => [
      ...(allocationMode === 'All' ? [op('replace', `${path}/allocationMode`, 'ExactCount')] : []),
      op('add', `${path}/count`, value),
    ]),
    ...selectors.map((_, place) => [op('remove', `${path}/selectors/${place}`)]),
    ...selectors.flatMap(({ cel: { expression } }, place) =>
      rewritten(expression, factsOf(input)).map((text) => [op('replace', `${path}/selectors/${place}/cel/expression`, text)]),
    ),
    // A class that does not exist is a misspelled one: here names have one letter, and a mistake adds one.
    ...classes
      .filter((name) => mayReplace(selection.deviceClassName, name, classes))
      .map((value) => [op('add', `${path}/deviceClassName`, value)]),
    ...taints.map((taint) => [tolerating(selection, path, taint)]),
    ...(capacity === undefined ? [] : [[op('remove', `${path}/capacity`)]]),
  ];
}

function mayReplace(given: string, other: string, classes: readonly string[]): boolean {
  return given !== other && (given === '' || classes.includes(given) || given.startsWith(other));
}

function tolerating(
  selection: Selection & { readonly tolerations?: readonly object[] },
  path: string,
  taint: Record<string, string>,
): PatchOperation {
  const { key = '', value = '', effect = '' } = taint;
  const toleration = { key, operator: value === '' ? 'Exists' : 'Equal', ...(value === '' ? {} : { value }), effect };
  const { tolerations = [] } = selection;
  return op('add', `${path}/tolerations`, [...tolerations, toleration]);
}
