// Views of nodes that are worth remembering, within a bound: devices that all nodes reach are in the view of each.

import type { NodeView } from '../encode/node-view.js';

/** Devices in all remembered views together. A view costs some 10 bytes for each. */
const DEVICES_REMEMBERED = 8_000_000;

/** Remembers views by node name; the oldest ones go first. */
export class ViewCache {
  readonly #views = new Map<string, NodeView>();
  #devices = 0;

  get isEmpty(): boolean {
    return this.#views.size === 0;
  }

  get(name: string): NodeView | undefined {
    return this.#views.get(name);
  }

  set(name: string, view: NodeView): void {
    this.delete(name);
    this.#views.set(name, view);
    this.#devices += view.devices.length;
    for (const oldest of this.#views.keys()) {
      if (this.#devices <= DEVICES_REMEMBERED || oldest === name) return;
      this.delete(oldest);
    }
  }

  delete(name: string): void {
    this.#devices -= this.#views.get(name)?.devices.length ?? 0;
    this.#views.delete(name);
  }
}
