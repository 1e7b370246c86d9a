// Finds partition groups: devices that consume the same counters, such as the partitions of one card.

import type { Draw, ProblemResources } from '../problem.js';

/** The devices of a partition group, and the budgets that they consume. */
export interface PartitionGroup {
  readonly devices: readonly number[];
  readonly budgets: readonly number[];
}

/** Returns the devices that consume budgets of each ledger, in ascending order. */
export function drawingOn({ ledgers, draws }: ProblemResources): [number, Draw][][] {
  const drawing = ledgers.map((): [number, Draw][] => []);
  for (const one of draws) drawing[one[1].ledger]?.push(one);
  for (const devices of drawing) devices.sort(([left], [right]) => left - right);
  return drawing;
}

/** Partitions the devices of a ledger into groups connected by budgets. */
export function partitionGroupsOf(drawing: readonly (readonly [number, Draw])[]): PartitionGroup[] {
  const parents = new Map<number, number>();
  const rootOf = (budget: number): number => {
    let root = budget;
    while (parents.get(root) !== root) root = parents.get(root) as number;
    let at = budget;
    while (at !== root) {
      const next = parents.get(at) as number;
      parents.set(at, root);
      at = next;
    }
    return root;
  };
  for (const [, { charges }] of drawing) {
    for (const { budget } of charges) if (!parents.has(budget)) parents.set(budget, budget);
    for (const { budget } of charges.slice(1)) parents.set(rootOf(budget), rootOf((charges[0] as { budget: number }).budget));
  }
  const groups = new Map<number, { devices: number[]; budgets: number[] }>();
  const groupAt = (root: number): { devices: number[]; budgets: number[] } => {
    const group = groups.get(root) ?? { devices: [], budgets: [] };
    groups.set(root, group);
    return group;
  };
  for (const [device, { charges }] of drawing) {
    const [first] = charges;
    if (first !== undefined) groupAt(rootOf(first.budget)).devices.push(device);
  }
  for (const budget of [...parents.keys()].sort((left, right) => left - right)) groupAt(rootOf(budget)).budgets.push(budget);
  return [...groups.values()];
}

/** Returns the signature of a group: the amounts of its devices, with budgets numbered within the group. */
export function groupSignature({ devices, budgets }: PartitionGroup, draws: ReadonlyMap<number, Draw>): string {
  const places = new Map(budgets.map((budget, place) => [budget, place]));
  const parts = devices.map((device) => {
    const charges = (draws.get(device)?.charges ?? []).map(({ budget, amount }) => `${places.get(budget)}:${amount}`).sort();
    return charges.join();
  });
  return `${budgets.length};${parts.join(';')}`;
}
