// The table of docs/reference/limits.md: each call with its worst figures.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { table } from '../page.js';
import type { CellFigures } from './cell.js';
import { type Figures, nameOf } from './figures.js';
import { shownTime } from './promises.js';
import { REGISTRY } from './registry.js';
import type { Entry } from './ways.js';

const PAGE = join(process.cwd(), 'docs/reference/limits.md');

/** Puts the tables between their marks on the page. */
export function writePage(figures: Figures): void {
  writeFileSync(PAGE, withTables(readFileSync(PAGE, 'utf8'), figures));
}

/** The page with the tables of these figures. */
export function withTables(page: string, figures: Figures): string {
  return Object.entries(TABLES).reduce((text, [name, make]) => {
    const [begin, end] = [`<!-- ${name}: written by node scripts/bench.mjs limits --write -->`, `<!-- end of ${name} -->`];
    const [from, to] = [text.indexOf(begin), text.indexOf(end)];
    if (from < 0 || to < from) throw new Error(`docs/reference/limits.md has no table ${name}`);
    return `${text.slice(0, from + begin.length)}\n\n${make(figures)}\n\n${text.slice(to)}`;
  }, page);
}

/** An input of a call with its figures. */
interface Cell {
  readonly input: string;
  readonly figures: CellFigures;
}

const TABLES: Readonly<Record<string, (figures: Figures) => string>> = {
  limits: (figures) =>
    `${table(
      ['call', 'overrun', 'longest hold', 'memory'],
      rows('limited', figures, (cells) => [
        worst(cells, ({ overrun }) => overrun, shownMilliseconds),
        worst(
          cells,
          ({ hold }) => hold?.whole,
          (_, { hold }) => `${shownTime(hold?.whole ?? 0)} (${shownTime(hold?.withoutGarbage ?? 0)}) ms`,
        ),
        worst(cells, memoryAbove, shownMemory),
      ]),
    )}\n\nMeasured ${figures.measured}.`,
  'no limits': (figures) =>
    table(
      ['call', 'time', 'memory', 'promised', 'why it accepts no limits'],
      rows('unlimited', figures, (cells, entry) => [
        worst(cells, timePerMegabyte, (_, { time = 0, size }) => `${shownTime(time)} ms for ${size.toFixed(1)} MB`),
        worst(cells, memoryAbove, shownMemory),
        shownBound(entry),
        entry.kind === 'unlimited' ? entry.why : '',
      ]),
    ),
  programs: (figures) =>
    table(
      ['call', 'time', 'longest hold', 'memory', 'promised time'],
      rows('program', figures, (cells, entry) => [
        worst(cells, timePerMegabyte, (_, { time = 0, size }) => `${shownTime(time)} ms for ${size.toFixed(1)} MB`),
        worst(cells, ({ hold }) => hold?.whole, shownMilliseconds),
        worst(cells, memoryAbove, shownMemory),
        shownBound(entry),
      ]),
    ),
  'small calls': () =>
    table(
      ['calls', 'why'],
      [...smallCalls()].map(([why, calls]) => [calls.join(', '), why]),
    ),
};

const shownMilliseconds = (figure: number): string => `${shownTime(figure)} ms`;
const shownBound = (entry: Entry): string => ('bound' in entry ? `${entry.bound.milliseconds} ms + ${entry.bound.perMegabyte} ms/MB` : '-');
const timePerMegabyte = ({ time = 0, size }: CellFigures): number => time / Math.max(size, 1);
const memoryAbove = ({ memory, size }: CellFigures): number | undefined => memory && memory / Math.max(size, 10);
const shownMemory = (_: number, { memory = 0, size }: CellFigures): string =>
  size < 1 ? `${memory.toFixed(0)} MB` : `${memory.toFixed(0)} MB, ${(memory / size).toFixed(0)} times the input`;

function rows(kind: Entry['kind'], { cells }: Figures, show: (cells: readonly Cell[], entry: Entry) => readonly string[]): string[][] {
  return Object.entries(REGISTRY).flatMap(([group, calls]) =>
    Object.entries(calls).flatMap(([call, entry]) => {
      if (entry.kind !== kind || !('ways' in entry)) return [];
      const measured = entry.ways.flatMap(({ name: way, inputs }) =>
        inputs.flatMap((input) => {
          const figures = cells[nameOf({ group, call, way, input })]?.figures;
          return figures === undefined ? [] : [{ input: way === '' ? input : `${input}; ${way}`, figures }];
        }),
      );
      return [[`\`${shownCall(group, call)}\``, ...show(measured, entry)]];
    }),
  );
}

function shownCall(group: string, call: string): string {
  return group === 'command' ? `dra-allocator ${call}` : call;
}

function worst(
  cells: readonly Cell[],
  figureOf: (figures: CellFigures) => number | undefined,
  show: (figure: number, figures: CellFigures) => string,
): string {
  const [most] = cells
    .flatMap(({ input, figures }) => {
      const figure = figureOf(figures);
      return figure === undefined ? [] : [{ input, figure, figures }];
    })
    .sort((left, right) => right.figure - left.figure);
  return most === undefined ? '-' : `${show(most.figure, most.figures)} (${most.input})`;
}

function smallCalls(): ReadonlyMap<string, readonly string[]> {
  const calls = new Map<string, string[]>();
  for (const [group, entries] of Object.entries(REGISTRY))
    for (const [call, entry] of Object.entries(entries))
      if (entry.kind === 'small') calls.set(entry.why, [...(calls.get(entry.why) ?? []), `\`${shownCall(group, call)}\``]);
  return calls;
}
