// The measured figures, stored in bench/limits/figures.json, one cell in each line.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CellFigures, CellName } from './cell.js';
import { REGISTRY } from './registry.js';

const FILE = join(process.cwd(), 'bench/limits/figures.json');

/** A measured cell, or the reason why it has no figures. */
export interface Measured {
  readonly figures?: CellFigures;
  readonly failure?: string;
}

/** All figures by the names of cells, and the machine of the measurement. */
export interface Figures {
  readonly measured: string;
  readonly cells: Readonly<Record<string, Measured>>;
}

export function nameOf({ group, call, way, input }: CellName): string {
  return [group, call, way, input].join(' | ');
}

/** All cells of the registry. */
export function allCells(): readonly CellName[] {
  return Object.entries(REGISTRY).flatMap(([group, calls]) =>
    Object.entries(calls).flatMap(([call, entry]) =>
      'ways' in entry ? entry.ways.flatMap(({ name: way, inputs }) => inputs.map((input) => ({ group, call, way, input }))) : [],
    ),
  );
}

export function readFigures(): Figures {
  return JSON.parse(readFileSync(FILE, 'utf8')) as Figures;
}

/** Writes the figures, without cells that the registry no longer has. */
export function writeFigures({ measured, cells }: Figures): void {
  const lines = allCells().flatMap((name) => {
    const cell = cells[nameOf(name)];
    return cell === undefined ? [] : [`    ${JSON.stringify(nameOf(name))}: ${JSON.stringify(rounded(cell))}`];
  });
  writeFileSync(FILE, `{\n  "measured": ${JSON.stringify(measured)},\n  "cells": {\n${lines.join(',\n')}\n  }\n}\n`);
}

function rounded(cell: Measured): unknown {
  return JSON.parse(JSON.stringify(cell, (_, value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(3)) : value)));
}
