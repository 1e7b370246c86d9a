// The tip of the current tile, next to it and within the window.

import { useLayoutEffect, useRef } from 'preact/hooks';
import type { DeviceTile, TileState } from '../protocol.js';

/** The tile of a tip. */
export interface TipTarget {
  readonly element: HTMLElement;
  readonly device: DeviceTile;
}

/** The states of devices in words. */
export const STATE_WORDS: Readonly<Record<TileState, string>> = {
  free: 'free',
  taken: 'in use',
  picked: 'allocated',
  refused: 'unavailable',
};

/** The space between the tip, the tile and the edges of the window. */
const GAP = 6;

/** The tip of a tile. Screen readers find its text in the tile itself. */
export function Tip({ element, device: { name, state, why, values, capacity } }: TipTarget) {
  const tipRef = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const tip = tipRef.current;
    if (tip === null) return;
    const tile = element.getBoundingClientRect();
    const { width, height } = tip.getBoundingClientRect();
    tip.style.visibility = tile.bottom < 0 || tile.top > innerHeight ? 'hidden' : 'visible';
    const below = tile.bottom + GAP;
    const top = below + height > innerHeight ? Math.max(GAP, tile.top - GAP - height) : below;
    tip.style.left = `${Math.max(GAP, Math.min(tile.left, innerWidth - width - GAP))}px`;
    tip.style.top = `${top}px`;
  });
  return (
    <div class="tip" ref={tipRef} aria-hidden="true">
      <strong>{`${name}: ${STATE_WORDS[state]}`}</strong>
      {why.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {values.map(({ attribute, value, match }) => (
        <p
          key={`${attribute} ${value}`}
        >{`${attribute}: ${value}${match === undefined ? '' : ' (the same on all devices of the claim)'}`}</p>
      ))}
      {capacity.map((bar) => (
        <p key={bar.name}>{`${bar.name}: ${bar.text}`}</p>
      ))}
    </div>
  );
}
