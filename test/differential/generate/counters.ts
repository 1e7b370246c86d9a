// Counter sets of a pool, and the partitions that consume them: a whole, halves, quarters, or ranges of slots, as drivers for accelerators
// publish them. Devices overlap, so that a selection excludes others.

import { amountOf, chooseUnit, ODD_QUANTITIES, type Unit } from './quantities.js';
import type { Fields, Setting } from './setting.js';

/** The counter sets of a pool, and a generator of the consumption of its devices. */
export interface CounterFamily {
  readonly sharedCounters: readonly Fields[];
  readonly consume: () => Fields[];
}

interface Counter {
  readonly name: string;
  readonly unit: Unit;
  readonly total: number;
}

interface CounterSet {
  readonly name: string;
  /** Slots are counters of 1 each. A partition consumes several adjacent ones. */
  readonly slots: boolean;
  readonly counters: readonly Counter[];
}

const GROUPS = ['g', 'h', 'i'];

/** Makes the counter sets of a pool. */
export function makeCounterFamily(setting: Setting): CounterFamily {
  const { random, traits } = setting;
  const sets = random.times(random.pick(traits.packing ? [1, 1, 1, 2] : [1, 1, 1, 2, 2, 3]), (index) => makeCounterSet(setting, index));
  const sharedCounters = sets.map(({ name, counters }) => ({
    name: traits.invalidPools && random.chance(0.1) ? 'c1' : name,
    counters: Object.fromEntries(counters.map((counter) => [counter.name, { value: totalOf(setting, counter) }])),
  }));
  let made = 0;
  return { sharedCounters, consume: () => makeConsumption(setting, sets, made++) };
}

function makeCounterSet(setting: Setting, index: number): CounterSet {
  const { random, traits } = setting;
  const name = traits.prototypeNames && index === 0 ? '__proto__' : `c${index + 1}`;
  if (random.chance(0.3)) {
    const unit = chooseUnit(random, false);
    return { name, slots: true, counters: random.times(4, (slot) => ({ name: `slot-${slot}`, unit, total: 1 })) };
  }
  const names = traits.prototypeNames ? ['constructor', 'toString', 'mem'] : ['mem', 'cores', 'engines'];
  const counters = names
    .slice(0, random.pick([1, 2, 2, 3]))
    .map((counter) => ({ name: counter, unit: chooseUnit(random, traits.oddCounters), total: random.pick([2, 4, 4, 4, 8]) }));
  return { name, slots: false, counters };
}

function totalOf({ random, traits }: Setting, { unit, total }: Counter): string {
  if (traits.negativeCounters && random.chance(0.2)) return amountOf(random, unit, -1);
  if (traits.oddCounters && random.chance(0.1)) return random.pick(ODD_QUANTITIES);
  // Counters suffice for all devices if the case is about groups. Otherwise they are sometimes less than the parts of a whole consume together.
  if (traits.compatibilityGroups && random.chance(0.6)) return amountOf(random, unit, total * 3);
  return amountOf(random, unit, total + random.pick([0, 0, 0, 0, 0, -0.5, 0.5, -total]) * (random.chance(0.25) ? 1 : 0));
}

function makeConsumption(setting: Setting, sets: readonly CounterSet[], index: number): Fields[] {
  const { random, traits } = setting;
  const several = sets.length > 1 && random.chance(0.35);
  const chosen = several ? random.shuffle(sets).slice(0, 2) : [random.pick(sets)];
  if (traits.repeatedCounterSets && random.chance(0.4)) chosen.push(chosen[0] as CounterSet);
  return chosen.map((set) => {
    const counters = set.slots ? slotRange(setting, set) : shareOf(setting, set, index);
    const unknown = traits.invalidPools && random.chance(0.04);
    if (unknown && random.chance(0.5)) Object.assign(counters, { nope: { value: '1' } });
    return { counterSet: unknown ? random.pick([set.name, 'nope']) : set.name, counters, ...compatibilityGroups(setting) };
  });
}

function slotRange({ random }: Setting, { counters }: CounterSet): Fields {
  const length = random.pick([1, 1, 2, 2, 3, 4]);
  const start = random.integer(0, counters.length - length);
  return Object.fromEntries(counters.slice(start, start + length).map(({ name, unit }) => [name, { value: amountOf(random, unit, 1) }]));
}

/** When packing, large partitions come first, so that the search must backtrack over them. */
const PARTS = [1, 2, 2, 2, 4, 4, 4, 4, 4];

function shareOf(setting: Setting, { counters }: CounterSet, index: number): Fields {
  const { random, traits } = setting;
  const share = traits.packing ? (PARTS[index] ?? 4) : random.pick([1, 2, 2, 4, 4, 4]);
  const some = random.some(counters, 0.85);
  return Object.fromEntries(
    (some.length > 0 ? some : counters).map((counter) => {
      const parts = random.chance(0.15) ? random.pick([1, 2, 4]) : share;
      return [counter.name, { value: consumed(setting, counter, counter.total / parts) }];
    }),
  );
}

function consumed({ random, traits }: Setting, { unit }: Counter, times: number): string {
  if (traits.negativeCounters && random.chance(0.15)) return amountOf(random, unit, -1);
  if (traits.oddCounters && random.chance(0.1)) return random.pick(ODD_QUANTITIES);
  return amountOf(random, unit, random.chance(0.05) ? 0 : times);
}

function compatibilityGroups({ random, traits }: Setting): Fields {
  if (!traits.compatibilityGroups || random.chance(0.2)) return {};
  const groups = random.some(GROUPS, 0.5);
  if (groups.length === 0) return { compatibilityGroups: [random.pick(GROUPS)] };
  return { compatibilityGroups: random.chance(0.05) ? [...groups, groups[0]] : groups };
}
