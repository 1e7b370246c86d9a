// Prints the numbers of devices in an inventory: by driver, by class, and in total.

import type { JsonObject } from '../../../core/base/json.js';
import type { ClassTotals, DeviceTotals, FailingSelector, Inventory } from '../inventory/inventory.js';
import { formatTable, titled } from './table.js';

/** A column of numbers. */
type Column = readonly [heading: string, cell: (totals: DeviceTotals) => string];

/** Returns a table of drivers, with a total if there are several. */
export function formatTotals({ drivers, all }: Inventory['totals']): string {
  const columns = columnsFor([all]);
  const row = (name: string, totals: DeviceTotals): string[] => [name, ...columns.map(([, cell]) => cell(totals))];
  const rows = drivers.map((totals) => row(totals.driver, totals));
  if (rows.length > 1) rows.push(row('(all)', all));
  return titled('Totals', formatTable(['DRIVER', ...columns.map(([heading]) => heading)], rows));
}

/** Returns a table with a row for each class. With `-o wide` it includes extended resources. */
export function formatClasses(classes: readonly ClassTotals[], wide: boolean): string {
  const columns = columnsFor(classes.filter((each) => each.isCounted));
  const hasFailing = classes.some((each) => each.isCounted && each.failing !== undefined);
  const hasResources = wide && classes.some(({ extendedResourceName }) => extendedResourceName !== undefined);
  const headings = ['CLASS', ...columns.map(([heading]) => heading)];
  if (hasFailing) headings.push('FAILING');
  if (hasResources) headings.push('EXTENDED-RESOURCE');
  const rows = classes.map((each) => [
    each.name,
    ...columns.map(([, cell]) => (each.isCounted ? cell(each) : '?')),
    ...(hasFailing ? [each.isCounted ? String(each.failing?.devices ?? 0) : '?'] : []),
    ...(hasResources ? [each.extendedResourceName ?? ''] : []),
  ]);
  return titled(
    'Classes',
    formatTable(headings, rows, { styleOf: (heading, cell) => (heading === 'FAILING' && cell !== '0' ? 'bad' : undefined) }),
  );
}

/** Returns the columns. Optional columns, and the column of devices at once, appear only if they add information. */
function columnsFor(rows: readonly DeviceTotals[]): readonly Column[] {
  const columns: Column[] = [
    ['DEVICES', ({ devices }) => String(devices)],
    ['FREE', ({ free }) => String(free)],
  ];
  if (!rows.every(fitsAtOnce)) columns.push(['AT-ONCE', atOnceInWords]);
  columns.push(
    ['TAKEN', ({ taken }) => String(taken)],
    ['SHARED', ({ shared }) => String(shared)],
    ['ADMIN', ({ admin }) => String(admin)],
  );
  if (rows.some(({ blocked }) => blocked > 0)) columns.push(['BLOCKED', ({ blocked }) => String(blocked)]);
  if (rows.some(({ tainted }) => tainted > 0)) columns.push(['TAINTED', ({ tainted }) => String(tainted)]);
  if (rows.some(({ cordoned }) => cordoned > 0)) columns.push(['CORDONED', ({ cordoned }) => String(cordoned)]);
  return columns;
}

/** Returns whether all free devices can be allocated at the same time. */
export function fitsAtOnce({ free, atOnce }: DeviceTotals): boolean {
  return atOnce.atLeast === free;
}

function atOnceInWords({ atOnce: { atLeast, atMost } }: DeviceTotals): string {
  return atLeast === atMost ? String(atMost) : `${atLeast}..${atMost}`;
}

/** Returns totals as JSON. If the work limit ended the search, a range replaces the number of devices that fit at once. */
export function totalsToJson({ devices, free, atOnce, taken, shared, blocked, admin, tainted, cordoned }: DeviceTotals): JsonObject {
  const { atLeast, atMost } = atOnce;
  const most = atLeast === atMost ? { freeAtOnce: atMost } : { freeAtOnceAtLeast: atLeast, freeAtOnceAtMost: atMost };
  return { devices, free, ...most, taken, shared, blocked, admin, tainted, ...(cordoned === 0 ? {} : { cordoned }) };
}

/** Returns a class as JSON, without numbers if it was not counted. */
export function classToJson(each: ClassTotals): JsonObject {
  const { name, extendedResourceName } = each;
  const named = { name, ...(extendedResourceName === undefined ? {} : { extendedResourceName }) };
  if (!each.isCounted) return { ...named, interrupted: 'milliseconds' };
  const { failing } = each;
  return { ...named, ...totalsToJson(each), ...(failing === undefined ? {} : { failing: failingToJson(failing) }) };
}

function failingToJson({ devices, first }: FailingSelector): JsonObject {
  return { devices, first: { device: first.device, message: first.error.message } };
}
