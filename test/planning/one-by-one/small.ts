// Clusters so small that every placement can be tried, for the most replicas that any has.

import { Dice } from '../../support/dice.js';
import { device, deviceClass, node, request, slice } from '../../support/objects.js';
import type { Setting } from './clusters.js';

interface OwnedDevice {
  readonly model: string;
  readonly root: number;
  /** The place of the node that it is on; undefined: all see it. */
  readonly node: number | undefined;
}

interface Wanted {
  readonly model: string | undefined;
  readonly count: number;
}

/** A cluster in numbers. */
export interface Small {
  readonly devices: readonly OwnedDevice[];
  /** The number of pods that each node has room for. */
  readonly room: readonly number[];
  readonly requests: readonly Wanted[];
  readonly isOfOneRoot: boolean;
}

/** The cluster of a seed. */
export function smallOf(seed: number): Small {
  const dice = new Dice(seed);
  const nodes = dice.from(1, 3);
  const sees = dice.isOneOf(3);
  const owner = (): number | undefined => (sees && dice.isOneOf(2) ? undefined : dice.below(nodes));
  return {
    devices: Array.from({ length: dice.from(1, 7) }, () => ({ model: dice.one(['a', 'b']), root: dice.below(2), node: owner() })),
    room: Array.from({ length: nodes }, () => dice.one([1, 2, 9])),
    requests: Array.from({ length: dice.from(1, 2) }, () => ({ model: dice.one(['a', 'b', undefined]), count: dice.from(1, 2) })),
    isOfOneRoot: dice.isOneOf(2),
  };
}

/** A small cluster as Kubernetes objects. */
export function asObjects({ devices, room, requests, isOfOneRoot }: Small): Setting {
  const listed = (owner: number | undefined): object[] =>
    devices.flatMap(({ model, root, node: own }, index) => (own === owner ? [device(`d${index}`, { model, root })] : []));
  const expression = (model: string): string => `device.attributes["d.example.com"].model == "${model}"`;
  const asked = requests.map(({ model, count }, index) =>
    request(`r${index}`, { count, ...(model === undefined ? {} : { selectors: [{ cel: { expression: expression(model) } }] }) }),
  );
  const constraints = isOfOneRoot ? { constraints: [{ matchAttribute: 'd.example.com/root' }] } : {};
  const template = { namespace: 'ns', name: 't' };
  const objects = [
    deviceClass('any'),
    {
      apiVersion: 'resource.k8s.io/v1',
      kind: 'ResourceClaimTemplate',
      metadata: template,
      spec: { spec: { devices: { requests: asked, ...constraints } } },
    },
    ...room.map((pods, index) => node(`n${index}`, {}, { allocatable: { pods: String(pods), cpu: '8' } })),
    ...room.map((_, index) => slice(`s${index}`, listed(index), { nodeName: `n${index}`, pool: { name: `n${index}` } })),
    ...(listed(undefined).length === 0 ? [] : [slice('all', listed(undefined), { allNodes: true, pool: { name: 'all' } })]),
  ];
  const spec = { containers: [], resourceClaims: [{ name: 'g', resourceClaimTemplateName: 't' }] };
  return { objects, pod: { apiVersion: 'v1', kind: 'Pod', metadata: { namespace: 'ns', name: 'p' }, spec } as Setting['pod'] };
}

/** The most replicas, by trying every placement with every choice of devices. */
export function mostOfAll({ devices, room, requests, isOfOneRoot }: Small): number {
  const seenBy = (place: number): readonly number[] =>
    devices.flatMap(({ node: own }, index) => (own === undefined || own === place ? [index] : []));
  const choicesOn = room.map((_, place) => {
    const all = requests.reduce<readonly number[]>(
      (sets, wanted) => [...new Set(sets.flatMap((taken) => chosen(seenBy(place), wanted, taken, devices)))],
      [0],
    );
    return all.filter(
      (bits) => !isOfOneRoot || new Set(devices.filter((_, index) => (bits >> index) & 1).map(({ root }) => root)).size <= 1,
    );
  });
  const known = new Map<string, number>();
  const most = (used: number, left: readonly number[]): number => {
    const key = `${used} ${left.join()}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    let best = 0;
    choicesOn.forEach((choices, place) => {
      if ((left[place] as number) === 0) return;
      const rest = left.map((count, index) => (index === place ? count - 1 : count));
      for (const bits of choices) if ((bits & used) === 0) best = Math.max(best, 1 + most(used | bits, rest));
    });
    known.set(key, best);
    return best;
  };
  return most(0, room);
}

/** Returns the sets of devices, as bits, after one more request is allocated. */
function chosen(seen: readonly number[], { model, count }: Wanted, taken: number, devices: readonly OwnedDevice[]): readonly number[] {
  const fitting = seen.filter((index) => ((taken >> index) & 1) === 0 && (model === undefined || devices[index]?.model === model));
  let sets: readonly { readonly bits: number; readonly next: number }[] = [{ bits: taken, next: 0 }];
  for (let picked = 0; picked < count; picked++)
    sets = sets.flatMap(({ bits, next }) =>
      fitting.slice(next).map((index, offset) => ({ bits: bits | (1 << index), next: next + offset + 1 })),
    );
  return sets.map(({ bits }) => bits);
}
