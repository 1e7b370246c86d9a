// The negotiation of classic DRA as a sequence diagram of Mermaid: actors on both sides of the API server, to which all changes go.

import type { SimulationEvent } from '../../../classic/index.js';
import { printable } from '../../../core/base/printable.js';
import { shorten } from '../../../core/base/words.js';
import { type ClassicChange, changesOf } from './classic-events.js';

/** Longer texts would make the diagram too wide to be read. */
const LONGEST = 120;

/** The diagram of all changes. Actors stand in the order in which they first did something. */
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

/** An Event stands next to its actor, since nobody waits for it. */
function messageOf({ object, change }: ClassicChange, id: string): string {
  const warning = /^(?:Warning|Normal) \w+: (.*)$/s.exec(change)?.[1];
  if (warning !== undefined) return `Note over ${id}: ${escaped(`${object}: ${warning}`)}`;
  return `${id}->>api: ${escaped(`${object}: ${change}`)}`;
}

/** The text as Mermaid shows it: characters with a meaning there are written by their numbers. */
function escaped(text: string): string {
  return printable(shorten(text, LONGEST)).replaceAll(/[#;<>{}"]/g, (sign) => `#${sign.codePointAt(0)};`);
}
