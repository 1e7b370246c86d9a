// Devices as tiles: free, allocated with the claims, rejected with reasons, or selected with the request.

import { deviceId } from '../../../allocator/pools/pool.js';
import { some } from '../../../core/base/words.js';
import type { DeviceName, NodeExplanation } from '../../../explain/explanation.js';
import { afterCount } from '../../../explain/losses.js';
import { requestNamer } from '../../../explain/request-names.js';
import type { InventoryDevice, InventoryPool } from '../inventory/inventory.js';
import { type Html, html } from './html.js';

/** The most names in a text; others are only counted. */
const MAX_NAMES = 3;

/** The most characters of a name, so that pages stay small. */
const MAX_NAME = 120;

/** The appearance of a tile. */
type TileState = 'free' | 'taken' | 'refused' | 'picked';

/** The number of tiles that a page may still have, since a page with a whole large cluster would not open. */
export class TileBudget {
  #left: number;

  constructor(most: number) {
    this.#left = most;
  }

  /** Returns up to `wanted` tiles of the rest. */
  take(wanted: number): number {
    const taken = Math.min(wanted, this.#left);
    this.#left -= taken;
    return taken;
  }
}

/** The devices of a node as the requests see them. */
export class DeviceFates {
  /** The requests by device: those for which it is allocated, those that match it, and the reasons of the others. */
  readonly #fates = new Map<string, { readonly picked: string[]; readonly left: string[]; readonly lost: Map<string, string[]> }>();

  /** The number of requests: a text about all of them omits their names. */
  readonly #requests: number;

  constructor({ kind, picks = [], requests }: Pick<NodeExplanation, 'kind' | 'picks' | 'requests'>) {
    this.#requests = requests.length;
    const nameOf = requestNamer([...picks, ...requests]);
    for (const { device, ...named } of kind === 'allocated' ? picks : []) this.#of(device).picked.push(nameOf(named));
    for (const { leftDevices = [], losses, ...named } of requests) {
      const request = nameOf(named);
      for (const device of leftDevices) this.#of(device).left.push(request);
      for (const { detail, devices = [] } of losses) {
        for (const device of devices) {
          const { lost } = this.#of(device);
          const why = afterCount(1, detail);
          lost.set(why, [...(lost.get(why) ?? []), request]);
        }
      }
    }
  }

  /** Returns the tile of a device. */
  tile({ driver, pool }: Pick<InventoryPool, 'driver' | 'pool'>, device: InventoryDevice): Html {
    const fate = this.#fates.get(deviceId(driver, pool, device.name));
    if (fate !== undefined && fate.picked.length > 0) return tile('picked', device.name, 'picked', [`for ${some(fate.picked, MAX_NAMES)}`]);
    if (device.state === 'taken') return tile('taken', device.name, 'taken', holdersOf(device));
    const shared = device.state === 'shared' ? 'shared' : undefined;
    const held = device.state === 'blocked' ? [device.blockedBy ?? ''] : shared === undefined ? [] : holdersOf(device);
    if (fate !== undefined && fate.left.length > 0) {
      return tile('free', device.name, shared ?? 'free', [...held, `matches ${some(fate.left, MAX_NAMES)}`]);
    }
    if (fate !== undefined && fate.lost.size > 0) {
      const why = Array.from(fate.lost, ([detail, requests]) =>
        requests.length < this.#requests ? `${some(requests, MAX_NAMES)}: ${detail}` : detail,
      );
      return tile('refused', device.name, shared ?? 'refused', [...held, ...why.slice(0, MAX_NAMES)]);
    }
    if (device.state === 'blocked') return tile('refused', device.name, 'blocked', held);
    return tile('free', device.name, shared ?? 'free', [...held, ...(device.tainted ? ['tainted'] : [])]);
  }

  #of({ driver, pool, device }: DeviceName) {
    const id = deviceId(driver, pool, device);
    let fate = this.#fates.get(id);
    if (fate === undefined) {
      fate = { picked: [], left: [], lost: new Map() };
      this.#fates.set(id, fate);
    }
    return fate;
  }
}

function holdersOf({ claims, pods }: InventoryDevice): readonly string[] {
  const named = (what: string, names: readonly string[]): readonly string[] =>
    names.length === 0 ? [] : [`${what} ${some(names, MAX_NAMES)}`];
  return [...named('by claim', claims), ...named('of pod', pods)];
}

function tile(state: TileState, name: string, word: string, notes: readonly string[]): Html {
  const small = notes.map((note) => html`<small>${cut(note)}</small>`);
  return html`<li class="${state}"><strong>${cut(name)}</strong><span class="state">${word}</span>${small}</li>\n`;
}

/** Returns a text of a tile, cut to the limit. */
export function cut(text: string): string {
  return text.length <= MAX_NAME ? text : `${text.slice(0, MAX_NAME - 1)}…`;
}
