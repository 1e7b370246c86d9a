// Cases that were allocatable before one to three mistakes: of the author of the claims, or changes in the cluster.

import type { Kernel } from '../../../src/allocator/kernel/kernel.js';
import { heldClaim } from '../../differential/generate/allocated.js';
import { generate } from '../../differential/generate/generate.js';
import { Random } from '../../differential/generate/random.js';
import { allocatorFor, type Case, inputFor } from '../../support/cases.js';
import { heldByClaims, outcomeOf, type UnallocatableProblem } from './generated.js';

type Fields = Readonly<Record<string, unknown>>;

interface Selection extends Fields {
  readonly deviceClassName: string;
  readonly count?: number;
  readonly allocationMode?: string;
  readonly selectors?: readonly { readonly cel: { readonly expression: string } }[];
}

interface Request extends Fields {
  readonly exactly?: Selection;
  readonly firstAvailable?: readonly Selection[];
}

interface Claim extends Fields {
  readonly spec: { readonly devices?: { readonly requests: readonly Request[]; readonly constraints?: readonly Fields[] } };
}

interface Slice extends Fields {
  readonly spec: Fields & { readonly driver: string; readonly pool: { readonly name: string }; readonly devices?: readonly Fields[] };
}

/** Mistakes in one case. */
const MOST_MISTAKES = 3;

/** The problem that mistakes make of one case of a seed, with an error or without an answer. Empty if the case is still allocatable. */
export function mistakenProblems(seed: number, index: number, kernel: Kernel): readonly UnallocatableProblem[] {
  const given = heldByClaims(generate(seed, index));
  const allocator = allocatorFor(given, kernel);
  const random = new Random(seed + 1_000_003, index);
  return given.nodes.slice(0, 1).flatMap((node) => {
    if (outcomeOf(allocator, inputFor(given, node)) !== 'allocated') return [];
    let mistaken: Case = given;
    for (let left = random.integer(1, MOST_MISTAKES); left > 0; left--) {
      mistaken = random.chance(0.75) ? inClaims(mistaken, random) : inCluster(mistaken, random);
    }
    const input = inputFor(mistaken, node);
    if (outcomeOf(allocator, input) === 'allocated') return [];
    return [{ id: `m${given.id}`, input, case: mistaken, allocator }];
  });
}

/** A mistake of the author: in one request of one claim, or in the constraints. */
function inClaims(given: Case, random: Random): Case {
  const claims = given.claims as readonly Claim[];
  if (claims.length === 0) return given;
  const place = random.integer(0, claims.length - 1);
  const one = claims[place] as Claim;
  if ((one as { status?: { allocation?: object } }).status?.allocation !== undefined) return given;
  const { devices } = one.spec;
  if (devices?.requests === undefined) return given;
  const changed = (own: Fields): Case => ({
    ...given,
    claims: claims.map((claim, at) => (at === place ? { ...claim, spec: { ...claim.spec, devices: { ...devices, ...own } } } : claim)),
  });
  if (random.chance(0.2)) return changed({ constraints: [...(devices.constraints ?? []), wrongConstraint(random)] });
  if (devices.requests.length === 0) return given;
  const mistake = random.pick(MISTAKES);
  const at = random.integer(0, devices.requests.length - 1);
  const requests = devices.requests.map((request, own) => {
    if (own !== at) return request;
    const { exactly, firstAvailable } = request;
    if (exactly !== undefined) return { ...request, exactly: mistake(exactly, given, random) };
    return { ...request, firstAvailable: (firstAvailable ?? []).map((one) => mistake(one, given, random)) };
  });
  return changed({ requests });
}

function wrongConstraint(random: Random): Fields {
  const name = random.pick(['a.example.com/k', 'a.example.com/m', 'a.example.com/kk', 'b.example.com/k', 'a.exmaple.com/k']);
  return { [random.pick(['matchAttribute', 'matchAttribute', 'distinctAttribute'])]: name };
}

type Mistake = (selection: Selection, given: Case, random: Random) => Selection;

const MISTAKES: readonly Mistake[] = [
  (selection, given) => ({ ...selection, allocationMode: 'ExactCount', count: (selection.count ?? 1) + devicesOf(given) }),
  (selection, _, random) => ({ ...selection, allocationMode: 'ExactCount', count: (selection.count ?? 1) + random.integer(1, 3) }),
  (selection) => withoutCount({ ...selection, allocationMode: 'All' }),
  (selection) => ({ ...selection, capacity: { requests: { mem: '1000Gi' } } }),
  ({ tolerations: _, ...selection }) => selection as Selection,
  (selection) => ({ ...selection, deviceClassName: `${selection.deviceClassName}x` }),
  (selection, given, random) => ({ ...selection, deviceClassName: random.pick(namesOf(given.classes ?? [])) }),
  (selection, _, random) => withSelector(selection, random.pick(WRONG_SELECTORS)),
  (selection, _, random) => withSelector(selection, random.pick(WRONG_SELECTORS)),
  (selection, _, random) => misspelled(selection, random),
];

const WRONG_SELECTORS: readonly string[] = [
  'device.attributes["a.example.com"].k == 7',
  'has(device.attributes["a.example.com"].k) && device.attributes["a.example.com"].k > 100',
  'has(device.attributes["a.example.com"].kk) && device.attributes["a.example.com"].kk == 1',
  'device.driver == "a.exmaple.com"',
  'has(device.attributes["a.example.com"].m) && device.attributes["a.example.com"].m == "xx"',
  'has(device.capacity["a.example.com"].mem) && device.capacity["a.example.com"].mem.compareTo(quantity("1000Gi")) >= 0',
];

function withSelector(selection: Selection, expression: string): Selection {
  return { ...selection, selectors: [...(selection.selectors ?? []), { cel: { expression } }] };
}

/** Changes one letter in a selector of the request: in a domain, a name or a value. */
function misspelled(selection: Selection, random: Random): Selection {
  const { selectors = [] } = selection;
  if (selectors.length === 0) return selection;
  const place = random.integer(0, selectors.length - 1);
  const [from, to] = random.pick([
    [/example\.com/, 'exmaple.com'],
    [/\]\.(\w)\b/g, '].$1$1'],
    [/"(\w)"/g, '"$1$1"'],
    [/== (\d+)/, '== 9$1'],
  ] as const);
  return {
    ...selection,
    selectors: selectors.map((one, at) =>
      at === place ? { cel: { expression: one.cel.expression.replaceAll(new RegExp(from, 'g'), to) } } : one,
    ),
  };
}

function withoutCount({ count: _, ...selection }: Selection): Selection {
  return selection as Selection;
}

/** Changes the cluster: devices are tainted, or another claim has one. */
function inCluster(given: Case, random: Random): Case {
  const slices = (given.slices ?? []) as readonly Slice[];
  const own = slices.flatMap(({ spec }) => (spec.devices ?? []).map((device) => ({ spec, device })));
  if (own.length === 0) return given;
  if (random.chance(0.5)) {
    const { spec, device } = random.pick(own);
    const result = { request: 'r', driver: spec.driver, pool: spec.pool.name, device: device['name'] };
    return {
      ...given,
      allocatedClaims: [...(given.allocatedClaims ?? []), heldClaim('taken', `t${random.integer(0, 1_000_000)}`, [result as never])],
    };
  }
  const share = random.pick([0.3, 0.6, 1]);
  const taint = { key: 'maintenance', effect: random.pick(['NoSchedule', 'NoExecute']) };
  const tainted = slices.map((slice) => ({
    ...slice,
    spec: {
      ...slice.spec,
      ...(slice.spec.devices === undefined
        ? {}
        : {
            devices: slice.spec.devices.map((device) =>
              random.chance(share)
                ? { ...device, taints: [...((device['taints'] as readonly object[] | undefined) ?? []), taint] }
                : device,
            ),
          }),
    },
  }));
  return { ...given, slices: tainted };
}

function devicesOf({ slices = [] }: Case): number {
  return (slices as readonly Slice[]).reduce((sum, { spec }) => sum + (spec.devices ?? []).length, 0);
}

function namesOf(classes: readonly object[]): readonly string[] {
  return (classes as readonly { readonly metadata: { readonly name: string } }[]).map(({ metadata }) => metadata.name);
}
