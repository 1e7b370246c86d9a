// The allocation as a picture: nodes, pools, and a tile for each device with its holder, or the reasons against it.

import { deviceId } from '../../../allocator/pools/pool.js';
import { objectName } from '../../../core/api/meta.js';
import { entryIn } from '../../../core/base/entry-in.js';
import { some } from '../../../core/base/words.js';
import type { Features } from '../../../core/features/features.js';
import { parseQuantity } from '../../../core/quantity/quantity.js';
import type { Explanation } from '../../../explain/explanation.js';
import { afterCount } from '../../../explain/losses.js';
import { requestInShort } from '../../../explain/request-names.js';
import type { Snapshot } from '../../cli/input/snapshot.js';
import type { InventoryDevice, InventoryPool } from '../../cli/inventory/inventory.js';
import { takeInventory } from '../../cli/inventory/take-inventory.js';
import { type ClusterPicture, clusterPicture } from '../../cli/print/cluster-picture.js';
import type { Answer, Bar, DeviceTile, NodePicture, PoolPicture, TileState } from '../protocol.js';
import { type AllocatedTo, allocatedTo } from './group-answer.js';
import { Matches } from './matches.js';
import type { PlacedGroup, Run } from './run.js';

/** The most names in a text; others are only counted. */
const MAX_NAMES = 3;

/** The picture of a cluster, with its totals. */
export type Picture = Pick<Answer, 'nodes' | 'totals'>;

/** Returns the picture of a run. `shown`: the group whose devices and reasons are highlighted. */
export function pictureOf(snapshot: Snapshot, run: Run, features: Features, shown: PlacedGroup | undefined): Picture {
  const placed = run.placement.placedClaims();
  const names = new Set(placed.map(({ metadata }) => objectName(metadata)));
  const before = snapshot.objects.resourceClaims.filter(({ metadata }) => !names.has(objectName(metadata)));
  const { pools, totals } = takeInventory({ ...snapshot.objects, resourceClaims: [...before, ...placed] }, run.nodes, features);
  const picture = clusterPicture(pools, snapshot.objects.resourceSlices);
  const tiles = new Tiles(run, shown, picture);
  const byNode = new Map<string | undefined, PoolPicture[]>();
  // Nodes without devices are included.
  for (const { metadata } of run.nodes) byNode.set(metadata.name, []);
  for (const pool of pools) entryIn(byNode, pool.node, () => []).push(tiles.pool(pool));
  const { devices, free } = totals.all;
  return {
    nodes: inOrder(byNode, run, shown),
    totals: { devices, free, picked: tiles.allocatedCount, taken: tiles.taken },
  };
}

/** Sorts nodes: first the node of the shown group, or the nodes nearest to it, then nodes with placements. */
function inOrder(byNode: ReadonlyMap<string | undefined, PoolPicture[]>, run: Run, shown: PlacedGroup | undefined): readonly NodePicture[] {
  const first = new Map<string, number>();
  const note = (name: string): unknown => first.has(name) || first.set(name, first.size);
  if (shown?.result.kind === 'placed') note(shown.result.node);
  for (const { nodes } of shown?.result.kind === 'placed' ? [] : (shown?.explanation?.groups ?? [])) nodes.forEach(note);
  for (const { result } of run.placed) if (result.kind === 'placed') note(result.node);
  const rank = (name: string | undefined): number => (name === undefined ? -1 : (first.get(name) ?? Number.MAX_SAFE_INTEGER));
  return Array.from(byNode, ([name, pools]) => ({ ...(name === undefined ? {} : { name }), pools })).sort(
    (left, right) => rank(left.name) - rank(right.name),
  );
}

/** The results that the requests of the shown group have for a device. */
interface Fate {
  readonly left: string[];
  readonly lost: Map<string, string[]>;
}

/** Makes the tiles. */
class Tiles {
  allocatedCount = 0;
  taken = 0;
  readonly #matches: Matches;
  readonly #allocations = new Map<string, (AllocatedTo & { readonly group: string })[]>();
  readonly #fates = new Map<string, Fate>();
  readonly #shown: string | undefined;
  readonly #requests: number;

  constructor({ placed }: Run, shown: PlacedGroup | undefined, picture: ClusterPicture) {
    this.#shown = shown?.group.name;
    this.#matches = new Matches(placed, picture);
    for (const { group, result } of placed) {
      if (result.kind === 'placed' && result.claims.every(({ before }) => before)) continue;
      for (const allocation of allocatedTo(result)) {
        entryIn(this.#allocations, deviceId(allocation.driver, allocation.pool, allocation.device), () => []).push({
          ...allocation,
          group: group.name,
        });
      }
    }
    this.#requests = this.#noteFates(shown?.result.kind === 'placed' ? undefined : shown?.explanation);
  }

  /** Records these results by device. Returns the number of requests: a text about all of them omits their names. */
  #noteFates(explanation: Explanation | undefined): number {
    let most = 0;
    for (const { requests } of explanation?.nodes ?? []) {
      most = Math.max(most, requests.length);
      for (const { leftDevices = [], losses, ...named } of requests) {
        const request = requestInShort(named);
        for (const device of leftDevices) this.#fate(deviceId(device.driver, device.pool, device.device)).left.push(request);
        for (const { detail, devices = [] } of losses) {
          for (const { driver, pool, device } of devices) {
            const { lost } = this.#fate(deviceId(driver, pool, device));
            const names = entryIn(lost, afterCount(1, detail), () => []);
            if (!names.includes(request)) names.push(request);
          }
        }
      }
    }
    return most;
  }

  #fate(id: string): Fate {
    return entryIn(this.#fates, id, () => ({ left: [], lost: new Map() }));
  }

  pool({ driver, pool, problem, devices, counters }: InventoryPool): PoolPicture {
    return {
      driver,
      pool,
      ...(problem === undefined ? {} : { problem }),
      devices: devices.map((device) => this.#tile(driver, pool, device)),
      counters: counters.map(({ counterSet, counter, left, value }) => bar(`${counterSet}/${counter}`, usedOf(left, value), value)),
    };
  }

  #tile(driver: string, pool: string, device: InventoryDevice): DeviceTile {
    const id = deviceId(driver, pool, device.name);
    const allocations = this.#allocations.get(id) ?? [];
    const isOfShown = allocations.some(({ group }) => group === this.#shown);
    const { state, why } = allocations.length > 0 ? this.#allocatedTile(allocations) : this.#unallocatedTile(id, device);
    if (state === 'taken') this.taken++;
    return {
      name: device.name,
      state,
      isShown: isOfShown,
      why: [...why, ...device.taints.map(({ key, effect }) => `tainted: ${key}:${effect}`)],
      values: this.#matches.badgesOf({ driver, pool, device: device.name }),
      capacity: device.capacity.map(({ name, consumed, value }) => bar(name, consumed, value)),
    };
  }

  #allocatedTile(allocations: readonly (AllocatedTo & { readonly group: string })[]): {
    readonly state: TileState;
    readonly why: readonly string[];
  } {
    this.allocatedCount++;
    return { state: 'picked', why: allocations.map(allocatedInWords) };
  }

  #unallocatedTile(id: string, device: InventoryDevice): { readonly state: TileState; readonly why: readonly string[] } {
    const holders = [
      ...(device.claims.length === 0 ? [] : [`allocated to claim ${some(device.claims, MAX_NAMES)}`]),
      ...(device.pods.length === 0 ? [] : [`used by pod ${some(device.pods, MAX_NAMES)}`]),
    ];
    if (device.state === 'taken') return { state: 'taken', why: holders };
    const blocked = device.state === 'blocked' ? [device.blockedBy ?? 'blocked by allocated devices'] : holders;
    const fate = this.#fates.get(id);
    if (fate !== undefined && fate.left.length > 0)
      return { state: 'free', why: [...blocked, `available for ${some(fate.left, MAX_NAMES)}`] };
    if (fate !== undefined && fate.lost.size > 0) {
      const why = Array.from(fate.lost, ([detail, requests]) =>
        requests.length < this.#requests ? `${some(requests, MAX_NAMES)}: ${detail}` : detail,
      );
      return { state: 'refused', why: [...blocked, ...why] };
    }
    return device.state === 'blocked' ? { state: 'refused', why: blocked } : { state: 'free', why: blocked };
  }
}

function allocatedInWords({ group, request, claim }: AllocatedTo & { readonly group: string }): string {
  const owner = group === `claim ${claim}` ? '' : ` of ${group}`;
  return `allocated to request ${request} of claim ${claim}${owner}`;
}

function usedOf(left: string, value: string): string {
  return parseQuantity(value).sub(parseQuantity(left)).toString();
}

function bar(name: string, used: string, value: string): Bar {
  const whole = numberOf(value);
  const share = whole > 0 ? numberOf(used) / whole : 0;
  return { name, used: Math.min(1, Math.max(0, share)), text: `${used} of ${value} used` };
}

/** Returns an approximate number, only for the length of a bar. */
function numberOf(quantity: string): number {
  return Number(parseQuantity(quantity).nano) / 1e9;
}
