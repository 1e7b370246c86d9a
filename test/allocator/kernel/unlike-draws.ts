// Makes problems whose devices differ in only one property of their draws, and whose first device is the wrong choice.

import type { Kernel } from '../../../src/allocator/kernel/kernel.js';
import { BOUND_ALL, BOUND_BUDGETS } from '../../../src/allocator/kernel/layout.js';
import type { Charge, Draw, Problem, ProblemCounterSet, ProblemRequest, SearchAnswer } from '../../../src/allocator/kernel/problem.js';
import { inOneGo } from '../../../src/core/base/incremental.js';

/** A request for some of these devices. */
function someOf(deviceCount: number, devices: readonly number[], count = 1): ProblemRequest {
  const stages = new Uint8Array(deviceCount).fill(1);
  for (const device of devices) stages[device] = 0;
  return { prioritized: false, slots: [{ count, adminAccess: false, stages }] };
}

interface Drawing {
  readonly budgets?: readonly bigint[];
  readonly ledgers?: readonly (readonly number[])[];
  readonly counterSets?: readonly ProblemCounterSet[];
  readonly draws: readonly (Draw | undefined)[];
  readonly requests?: readonly ProblemRequest[];
}

/** A request for one of the first two devices, and one for the last device, which is compatible only with the second. */
const THEN_LAST = [someOf(3, [0, 1]), someOf(3, [2])];

function problemOf({ budgets = [], ledgers = [[]], counterSets = [], draws, requests = THEN_LAST }: Drawing): Problem {
  const none: ReadonlySet<number> = new Set();
  const known = new Map([...draws.entries()].flatMap(([device, own]): [number, Draw][] => (own === undefined ? [] : [[device, own]])));
  return {
    deviceCount: draws.length,
    occupied: [],
    claimLimit: 32,
    claims: [{ requests, constraints: [] }],
    resources: { budgets, ledgers, counterSets, draws: known, shareable: none, shared: none },
  };
}

function draw(charges: readonly Charge[], memberships: Draw['memberships'] = [], ledger = 0): Draw {
  return { ledger, charges, memberships };
}

const GROUPS: ProblemCounterSet = { valueCount: 2, sets: [[0], [1]] };

/** Devices that draw on a ledger, but consume nothing. */
const [on0, on1, on2] = [0, 1, 2].map((ledger) => draw([], [], ledger));
const SIX = [1, 2, 3, 4, 5, 6];
const ANY = [0, ...SIX, 7, 8];
/** The devices of each request, and their count. */
const WANTED = [{ devices: SIX }, { devices: ANY }, { devices: ANY }, { devices: ANY }, { devices: SIX }, { devices: SIX, count: 2 }];

/** Each entry: the property that distinguishes its devices, the problem, and the bounds that detect it. */
export const UNLIKE_DRAWS: readonly (readonly [what: string, problem: Problem, bounds: number])[] = [
  ['amount', problemOf({ budgets: [3n], ledgers: [[0]], draws: [2n, 1n, 2n].map((amount) => draw([{ budget: 0, amount }])) }), BOUND_ALL],
  [
    'budget',
    problemOf({ budgets: [1n, 1n], ledgers: [[0, 1]], draws: [0, 1, 0].map((budget) => draw([{ budget, amount: 1n }])) }),
    BOUND_ALL,
  ],
  ['set of groups', problemOf({ counterSets: [GROUPS], draws: [0, 1, 1].map((set) => draw([], [{ counterSet: 0, set }])) }), BOUND_ALL],
  [
    'counter set',
    problemOf({
      counterSets: [GROUPS, GROUPS],
      draws: [draw([], [{ counterSet: 0, set: 0 }]), draw([], [{ counterSet: 1, set: 0 }]), draw([], [{ counterSet: 0, set: 1 }])],
    }),
    BOUND_ALL,
  ],
  [
    // The second ledger has nothing left: no device that draws on it can be selected, and a case about such a device is excluded at once.
    'ledger',
    problemOf({
      budgets: [0n, -1n, 3n],
      ledgers: [[0], [1], [2]],
      draws: [on0, on2, undefined, on1, on0, undefined, draw([{ budget: 0, amount: 1n }]), on2, undefined],
      requests: WANTED.map(({ devices, count }) => someOf(9, devices, count)),
    }),
    BOUND_ALL & ~BOUND_BUDGETS,
  ],
];

/** Returns the answer of a kernel without its steps. */
export function answerOf(kernel: Kernel, problem: Problem): Omit<SearchAnswer, 'steps'> {
  const search = inOneGo(kernel.start(problem));
  const { steps: _, ...answer } = search.run(Number.POSITIVE_INFINITY) as SearchAnswer;
  search.end();
  return answer;
}
