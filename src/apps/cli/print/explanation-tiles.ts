// Devices in groups: those that are allocated, free, in use, or unavailable for one reason.

import { deviceId } from '../../../allocator/pools/pool.js';
import { count, some } from '../../../core/base/words.js';
import type { DeviceName, NodeExplanation } from '../../../explain/explanation.js';
import { afterCount } from '../../../explain/losses.js';
import { requestNamer } from '../../../explain/request-names.js';
import type { InventoryDevice, InventoryPool } from '../inventory/inventory.js';
import { type Html, html } from './html.js';

/** The most names in a text; others are only counted. */
const MAX_NAMES = 3;

/** The most characters of a name, so that pages stay small. */
const MAX_NAME = 120;

/** The most characters of a reason. */
const MAX_REASON = 400;

/** The devices of a group that are visible; a click shows the others. */
const NAMES_AT_FIRST = 12;

/** The appearance of a device, as a class of the style sheet. */
export type TileState = 'picked' | 'free' | 'taken' | 'refused';

/** The states in the order of a legend, with their meaning. */
const MEANINGS: Readonly<Record<TileState, readonly [word: string, meaning: string]>> = {
  picked: ['allocated', 'allocated to this pod or claim'],
  free: ['free', 'not allocated'],
  taken: ['in use', 'allocated to other claims'],
  refused: ['unavailable', 'does not match, or lacks capacity'],
};

/** Explains the states that occur on a page. */
export function legendOf(states: ReadonlySet<TileState>): Html | undefined {
  const items = (Object.keys(MEANINGS) as TileState[])
    .filter((state) => states.has(state))
    .map((state) => {
      const [word, meaning] = MEANINGS[state];
      return html`<li class="${state}"><span class="swatch"></span> <b>${word}</b> ${meaning}</li>`;
    });
  return items.length === 0 ? undefined : html`<ul class="legend" aria-label="Legend">${items}</ul>\n`;
}

/** The number of tiles that a page may still have, since a page with a whole large cluster would not open. */
export class TileBudget {
  #left: number;

  constructor(most: number) {
    this.#left = most;
  }

  /** Returns up to `requestedCount` tiles of the rest. */
  take(requestedCount: number): number {
    const taken = Math.min(requestedCount, this.#left);
    this.#left -= taken;
    return taken;
  }
}

/** The devices of a node as the requests see them. */
export class DeviceFates {
  /**
   * The requests by device: requests for which the device is allocated, requests that it matches, and the reasons against it
   * for the others.
   */
  readonly #fates = new Map<string, { readonly allocatedTo: string[]; readonly left: string[]; readonly lost: Map<string, string[]> }>();

  /** The number of requests: a text about all of them omits their names. */
  readonly #requests: number;

  constructor({ kind, picks: selections = [], requests }: Pick<NodeExplanation, 'kind' | 'picks' | 'requests'>) {
    this.#requests = requests.length;
    const nameOf = requestNamer([...selections, ...requests]);
    for (const { device, ...named } of kind === 'allocated' ? selections : []) this.#of(device).allocatedTo.push(nameOf(named));
    for (const { leftDevices = [], losses, ...named } of requests) {
      const request = nameOf(named);
      for (const device of leftDevices) this.#of(device).left.push(request);
      for (const { detail, devices = [] } of losses) {
        for (const device of devices) {
          const { lost } = this.#of(device);
          lost.set(detail, [...(lost.get(detail) ?? []), request]);
        }
      }
    }
  }

  /** Returns devices in groups: allocated devices first, then free devices, devices in use, and others by their number. */
  groups(pool: Pick<InventoryPool, 'driver' | 'pool'>, devices: readonly InventoryDevice[], states: Set<TileState>): Html {
    const groups = new Map<string, { readonly kind: Kind; readonly tiles: { readonly name: string; readonly note: string }[] }>();
    for (const device of devices) {
      const { note, ...kind } = this.#kindOf(pool, device);
      const key = JSON.stringify(kind);
      const group = groups.get(key) ?? { kind, tiles: [] };
      groups.set(key, group);
      group.tiles.push({ name: device.name, note });
      states.add(kind.state);
    }
    const order = Object.keys(MEANINGS);
    const sorted = [...groups.values()].sort(
      (left, right) => order.indexOf(left.kind.state) - order.indexOf(right.kind.state) || right.tiles.length - left.tiles.length,
    );
    return html`<ul class="groups">${sorted.map(({ kind: { state, word, reasons }, tiles }) => {
      const why = reasons.map(({ requests, detail }) => `${requests}${afterCount(tiles.length, detail)}`).join('; ');
      const items = tiles.map(
        ({ name, note }) => html`<li><strong>${cut(name)}</strong>${note === '' ? undefined : html` <small>${cut(note)}</small>`}</li>\n`,
      );
      const rest = items.length - NAMES_AT_FIRST;
      const more =
        rest > 0
          ? html`<details><summary>${rest} more</summary><ul class="tiles">${items.slice(NAMES_AT_FIRST)}</ul></details>`
          : undefined;
      return html`<li class="${state}"><p><b>${count(tiles.length, 'device')}</b> <span class="state">${word}</span>${why === '' ? '' : `${state === 'free' ? '' : ':'} ${cut(why, MAX_REASON)}`}</p>
<ul class="tiles">${items.slice(0, NAMES_AT_FIRST)}</ul>${more}</li>\n`;
    })}</ul>`;
  }

  #kindOf({ driver, pool }: Pick<InventoryPool, 'driver' | 'pool'>, device: InventoryDevice): Kind & { readonly note: string } {
    const fate = this.#fates.get(deviceId(driver, pool, device.name));
    const kind = (state: TileState, reasons: Kind['reasons'] = [], note = '') => ({
      state,
      word: device.state === 'shared' && state !== 'picked' ? 'shared' : MEANINGS[state][0],
      reasons,
      note,
    });
    const holders = device.state === 'free' || device.state === 'blocked' ? '' : holdersOf(device);
    if (fate !== undefined && fate.allocatedTo.length > 0) return kind('picked', [], `for ${some(fate.allocatedTo, MAX_NAMES)}`);
    if (device.state === 'taken') return kind('taken', [], holders);
    if (fate !== undefined && fate.left.length > 0)
      return kind('free', [{ requests: 'for ', detail: some(fate.left, MAX_NAMES) }], holders);
    if (fate !== undefined && fate.lost.size > 0) {
      const reasons = Array.from(fate.lost, ([detail, requests]) => ({
        requests: requests.length < this.#requests ? `${some(requests, MAX_NAMES)}: ` : '',
        detail,
      }));
      return kind('refused', reasons.slice(0, MAX_NAMES), holders);
    }
    if (device.state === 'blocked') return kind('refused', [{ requests: '', detail: device.blockedBy ?? '' }]);
    return kind('free', device.tainted ? [{ requests: '', detail: 'tainted' }] : [], holders);
  }

  #of({ driver, pool, device }: DeviceName) {
    const id = deviceId(driver, pool, device);
    let fate = this.#fates.get(id);
    if (fate === undefined) {
      fate = { allocatedTo: [], left: [], lost: new Map() };
      this.#fates.set(id, fate);
    }
    return fate;
  }
}

/** The state and the reasons that the devices of a group have in common. */
interface Kind {
  readonly state: TileState;
  readonly word: string;
  /** `requests` names the requests that the reason applies to, if it does not apply to all. */
  readonly reasons: readonly { readonly requests: string; readonly detail: string }[];
}

function holdersOf({ claims, pods }: InventoryDevice): string {
  const named = (what: string, names: readonly string[]): readonly string[] =>
    names.length === 0 ? [] : [`${what} ${some(names, MAX_NAMES)}`];
  return [...named('by claim', claims), ...named('of pod', pods)].join(' ');
}

/** Returns a text, cut to a limit. */
export function cut(text: string, most = MAX_NAME): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}
