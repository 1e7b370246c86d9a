// Prints sweeps in every output format: over the seeds of each combination, or cell by cell.

import { entryIn } from '../../../core/base/entry-in.js';
import type { Json } from '../../../core/base/json.js';
import type { CellResult } from '../../../planning/cell.js';
import type { SweepReport } from '../../../planning/shard.js';
import { formatJson } from './json.js';
import { csvCell, showSeconds } from './simulation.js';
import { formatTable } from './table.js';
import { formatYaml } from './yaml.js';

/** Returns the text for standard output. */
export function formatSweep(report: SweepReport, output: 'table' | 'wide' | 'json' | 'yaml' | 'csv', headings: boolean): string {
  switch (output) {
    case 'json':
      return formatJson(report as unknown as Json);
    case 'yaml':
      return formatYaml(report as unknown as Json);
    case 'csv':
      return formatCsv(report.cells, headings);
    case 'table':
      return tableOf([...groupsOf(report.cells)], 'CELLS', (cells) => String(cells.length), headings);
    case 'wide':
      return tableOf(
        report.cells.map((cell) => [cell]),
        'SEED',
        ([cell]) => String(cell?.seed ?? ''),
        headings,
      );
  }
}

/** Returns groups of cells that differ only in their seeds, in the order of their first cells. */
function groupsOf(cells: readonly CellResult[]): Iterable<readonly CellResult[]> {
  const groups = new Map<string, CellResult[]>();
  for (const cell of cells) entryIn(groups, JSON.stringify([cell.cluster, cell.workload, cell.release]), (): CellResult[] => []).push(cell);
  return groups.values();
}

type Column = readonly [heading: string, of: (cells: readonly CellResult[]) => string];

function tableOf(groups: readonly (readonly CellResult[])[], heading: string, of: Column[1], headings: boolean): string {
  const all = groups.flat();
  const columns: Column[] = [
    ['CLUSTER', ([first]) => first?.cluster ?? ''],
    ['WORKLOAD', ([first]) => first?.workload ?? ''],
    ['RELEASE', ([first]) => first?.release ?? ''],
    [heading, of],
    ['PLACED', (cells) => spread(cells, ({ totals }) => totals.placed)],
    ['EVICTED', (cells) => spread(cells, ({ totals }) => totals.evicted)],
    ['PENDING', (cells) => spread(cells, ({ totals }) => totals.pending)],
    ['WAITED', (cells) => spread(cells, ({ waits }) => waits?.mean, showSeconds)],
    ['95 %', (cells) => spread(cells, ({ waits }) => waits?.p95, showSeconds)],
    ...driversIn(all).map(
      (driver): Column => [`USE OF ${driver.toUpperCase()}`, (cells) => spread(cells, useOf(driver), Math.round, ' %')],
    ),
    ['LEAST ROOM', (cells) => spread(cells, ({ room }) => room?.least)],
  ];
  const shown = columns.filter(([name]) => {
    if (name === 'RELEASE') return all.some(({ release }) => release !== undefined);
    if (name === 'SEED') return all.some(({ seed }) => seed !== undefined);
    return name !== 'LEAST ROOM' || all.some(({ room }) => room !== undefined);
  });
  return formatTable(
    shown.map(([name]) => name),
    groups.map((cells) => shown.map(([, column]) => column(cells))),
    { hasHeadings: headings },
  );
}

/** Returns the mean, with the minimum and the maximum if they differ. */
function spread(
  cells: readonly CellResult[],
  of: (cell: CellResult) => number | undefined,
  show: (value: number) => string | number = toTenths,
  unit = '',
): string {
  const values = cells.map(of).filter((value) => value !== undefined);
  if (values.length === 0) return '';
  const [least, most] = [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))];
  if (least === most) return `${show(least)}${unit}`;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return `${show(toTenths(mean))}${unit} (${show(least)}..${show(most)})`;
}

function toTenths(value: number): number {
  return Math.round(value * 10) / 10;
}

function driversIn(cells: readonly CellResult[]): readonly string[] {
  return [...new Set(cells.flatMap(({ devices }) => Object.keys(devices)))].sort();
}

/** Returns the mean number of a driver's devices in use over time, in percent of its devices at the end. */
function useOf(driver: string): (cell: CellResult) => number | undefined {
  return ({ devices }) => {
    const use = Object.hasOwn(devices, driver) ? devices[driver] : undefined;
    return use === undefined || use.of === 0 ? undefined : (100 * (use.mean ?? use.inUse)) / use.of;
  };
}

/** Returns a line for each cell. */
function formatCsv(cells: readonly CellResult[], headings: boolean): string {
  const columns: (readonly [name: string, of: (cell: CellResult) => string | number | undefined])[] = [
    ['cell', ({ index }) => index],
    ['cluster', ({ cluster }) => cluster],
    ['workload', ({ workload }) => workload],
    ['release', ({ release }) => release],
    ['seed', ({ seed }) => seed],
    ['seconds', ({ seconds }) => seconds],
    ...(['created', 'placed', 'ended', 'deleted', 'evicted', 'running', 'pending'] as const).map(
      (name) => [name, ({ totals }: CellResult) => totals[name]] as const,
    ),
    ['most pending', ({ mostPending }) => mostPending],
    ['mean wait', ({ waits }) => waits?.mean],
    ['median wait', ({ waits }) => waits?.median],
    ['95 % wait', ({ waits }) => waits?.p95],
    ['longest wait', ({ waits }) => waits?.longest],
    ...driversIn(cells).flatMap((driver) => {
      const use = ({ devices }: CellResult) => (Object.hasOwn(devices, driver) ? devices[driver] : undefined);
      return [
        [`devices ${driver} mean`, (cell: CellResult) => use(cell)?.mean] as const,
        [`devices ${driver} peak`, (cell: CellResult) => use(cell)?.peak.inUse] as const,
        [`devices ${driver}`, (cell: CellResult) => use(cell)?.of] as const,
      ];
    }),
    ['least room', ({ room }) => room?.least],
  ];
  const lines = [
    ...(headings ? [columns.map(([name]) => name)] : []),
    ...cells.map((cell) => columns.map(([, of]) => String(of(cell) ?? ''))),
  ];
  return lines.map((line) => `${line.map(csvCell).join(',')}\n`).join('');
}
