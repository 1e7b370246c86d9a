// The negotiation of classic DRA as a Mermaid sequence diagram: actors on both sides of the API server, which receives all changes.

import type { SimulationEvent } from '../../../classic/index.js';
import { printable } from '../../../core/base/printable.js';
import { shorten } from '../../../core/base/words.js';
import { type ClassicChange, changesOf } from './classic-events.js';

/** The most characters of a text, since longer ones make the diagram too wide. */
const LONGEST = 120;

/** Returns the diagram of all changes. Actors are in the order of their first change. */
export function formatClassicDiagram(events: readonly SimulationEvent[]): string {
  const changes = events.flatMap((event) => changesOf(event));
  const actors = [...new Set(changes.map(({ actor }) => actor))];
  const idOf = new Map(actors.map((actor, index) => [actor, `a${index}`]));
  const half = Math.ceil(actors.length / 2);
  const lines = [
    'sequenceDiagram',
    ...actors.slice(0, half).map((actor) => `  participant ${idOf.get(actor)} as ${escaped(actor)}`),
    '  participant api as API server',
    ...actors.slice(half).map((actor) => `  participant ${idOf.get(actor)} as ${escaped(actor)}`),
    ...changes.map((change) => `  ${messageOf(change, idOf.get(change.actor) ?? '')}`),
  ];
  return `${lines.join('\n')}\n`;
}

/** An Event is a note next to its actor, because no other actor waits for it. */
function messageOf({ object, change }: ClassicChange, id: string): string {
  const warning = /^(?:Warning|Normal) \w+: (.*)$/s.exec(change)?.[1];
  if (warning !== undefined) return `Note over ${id}: ${escaped(`${object}: ${warning}`)}`;
  return `${id}->>api: ${escaped(`${object}: ${change}`)}`;
}

/** Returns a text for Mermaid: characters with a special meaning are written by number. */
function escaped(text: string): string {
  return printable(shorten(text, LONGEST)).replaceAll(/[#;<>{}"]/g, (sign) => `#${sign.codePointAt(0)};`);
}
