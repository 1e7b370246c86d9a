// Partition groups: devices that draw on the same counters, such as the partitions of one card. Groups of one signature can change places: they form an orbit.

import type { Draw, Problem, ProblemResources } from '../problem.js';
import type { Incremental } from './incremental.js';

/** Partition groups of one signature: their devices and budgets correspond in order. */
export interface PartitionOrbit {
  readonly groups: readonly PartitionGroup[];
}

/** The devices of a partition group, and the budgets that they draw on. */
export interface PartitionGroup {
  readonly devices: readonly number[];
  readonly budgets: readonly number[];
}

/** Finds the orbits of two groups or more. Devices in compatibility groups are in none: their counter sets are not budgets. */
export function* partitionOrbitsOf(problem: Problem, signatures: readonly (number | undefined)[]): Incremental<PartitionOrbit[]> {
  const { resources } = problem;
  if (resources === undefined) return [];
  const orbits = new Map<string, PartitionGroup[]>();
  for (const [ledger, drawing] of drawingOn(resources).entries()) {
    if (drawing.some(([device, { memberships }]) => memberships.length > 0 || signatures[device] === undefined)) continue;
    yield;
    const groups = partitionGroupsOf(drawing);
    for (const group of groups) {
      const signature = groupSignature(group, { draws: resources.draws, signatures });
      // A counter below zero refuses every draw on its ledger, also one that takes nothing: groups of different ledgers are alike only if each has
      // all that draw on its ledger.
      const key = `${group.devices.length === drawing.length ? '' : ledger};${signature}`;
      const known = orbits.get(key);
      if (known === undefined) orbits.set(key, [group]);
      else known.push(group);
    }
  }
  return [...orbits.values()].filter((groups) => groups.length > 1).map((groups) => ({ groups }));
}

/** For each ledger the devices that draw on it, ascending. */
export function drawingOn({ ledgers, draws }: ProblemResources): [number, Draw][][] {
  const drawing = ledgers.map((): [number, Draw][] => []);
  for (const one of draws) drawing[one[1].ledger]?.push(one);
  for (const devices of drawing) devices.sort(([left], [right]) => left - right);
  return drawing;
}

/** Devices of a ledger that are connected by budgets. */
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

/** The signature of a group: what its devices are and draw, with budgets by their places in it. */
export function groupSignature(
  { devices, budgets }: PartitionGroup,
  { draws, signatures = [] }: { readonly draws: ReadonlyMap<number, Draw>; readonly signatures?: readonly (number | undefined)[] },
): string {
  const places = new Map(budgets.map((budget, place) => [budget, place]));
  const parts = devices.map((device) => {
    const charges = (draws.get(device)?.charges ?? []).map(({ budget, amount }) => `${places.get(budget)}:${amount}`).sort();
    return `${signatures[device]}(${charges.join()})`;
  });
  return `${budgets.length};${parts.join(';')}`;
}
