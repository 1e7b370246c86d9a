// The inventory in every output format.

import type { DeviceTaint } from '../../api/resource-slice.js';
import type { Json, JsonObject } from '../../base/json.js';
import { some } from '../../base/words.js';
import type { Inventory, InventoryDevice, InventoryLeftOut, InventoryPool } from '../inventory/inventory.js';
import type { Settings } from '../options.js';
import { printable } from '../terminal/printable.js';
import type { Style } from '../terminal/styles.js';
import { classToJson, fitsAtOnce, formatClasses, formatTotals, totalsToJson } from './inventory-totals.js';
import { formatJson } from './json.js';
import { formatTable, titled } from './table.js';
import { formatByTemplate } from './template.js';
import { formatYaml } from './yaml.js';

/** More names than these are only counted, so that lines stay short; -o wide has them all. */
const MAX_NAMES = 2;

/** A column of a table: for a pool, or for a device of it in the wide one. */
interface Column {
  readonly heading: string;
  readonly cell: (pool: InventoryPool, device?: InventoryDevice) => string;
}

const count = (heading: string, test: (device: InventoryDevice) => boolean): Column => ({
  heading,
  cell: ({ devices }) => String(devices.filter(test).length),
});

const DRIVER: Column = { heading: 'DRIVER', cell: ({ driver }) => driver };
const POOL: Column = { heading: 'POOL', cell: ({ pool }) => pool };
const PROBLEM: Column = { heading: 'PROBLEM', cell: ({ problem }) => problem ?? '' };
const TAINTED = count('TAINTED', ({ tainted }) => tainted);
const TAINTS: Column = { heading: 'TAINTS', cell: (_pool, device) => (device?.taints ?? []).map(describeTaint).join(',') };

const PODS: Column = { heading: 'PODS', cell: ({ devices }) => nameSome(devices.flatMap(({ pods }) => pods)) };
const DEVICE_PODS: Column = { heading: 'PODS', cell: (_pool, device) => device?.pods.join(',') ?? '' };
const CONFLICTS = count('CONFLICTS', ({ conflict }) => conflict !== undefined);
const CONFLICT: Column = { heading: 'CONFLICT', cell: (_pool, device) => device?.conflict ?? '' };

const BLOCKED = count('BLOCKED', ({ state }) => state === 'blocked');
const BLOCKED_BY: Column = { heading: 'BLOCKED BY', cell: (_pool, device) => device?.blockedBy ?? '' };
const CAPACITY: Column = { heading: 'CAPACITY', cell: (_pool, device) => (device === undefined ? '' : describeCapacity(device)) };

const POOL_COLUMNS: readonly Column[] = [
  DRIVER,
  POOL,
  count('DEVICES', () => true),
  // A pool that does not count has no free device: none of it can be had.
  {
    heading: 'FREE',
    cell: ({ devices, problem }) => String(problem === undefined ? devices.filter(({ state }) => state === 'free').length : 0),
  },
  count('TAKEN', ({ state }) => state === 'taken'),
  count('SHARED', ({ state }) => state === 'shared'),
  count('ADMIN', ({ admins }) => admins.length > 0),
  { heading: 'CLAIMS', cell: ({ devices }) => nameSome(devices.flatMap(({ claims }) => claims)) },
];

const DEVICE_COLUMNS: readonly Column[] = [
  DRIVER,
  POOL,
  { heading: 'DEVICE', cell: (_pool, device) => device?.name ?? '' },
  { heading: 'STATE', cell: (_pool, device) => device?.state ?? '' },
  { heading: 'CLAIMS', cell: (_pool, device) => device?.claims.join(',') ?? '' },
  { heading: 'ADMIN', cell: (_pool, device) => device?.admins.join(',') ?? '' },
];

/** The text for standard output. */
export function formatInventory(inventory: Inventory, { output, headings }: Pick<Settings, 'output' | 'headings'>): string {
  if (typeof output !== 'string') return formatByTemplate(output, toJson(inventory), deviceItems(inventory), headings);
  switch (output) {
    case 'json':
      return formatJson(toJson(inventory));
    case 'yaml':
      return formatYaml(toJson(inventory));
    case 'name':
      return [
        ...new Set(
          inventory.pools.flatMap(({ driver, pool, devices }) => devices.map(({ name }) => `${printable(`${driver}/${pool}/${name}`)}\n`)),
        ),
      ].join('');
    case 'table':
    case 'wide':
      return headings ? formatTables(inventory, output === 'wide') : formatRows(inventory, output === 'wide');
  }
}

/**
 * Devices of nodes, then those of the network, how many there are of all (unless that is the one row there is) and of each class, what is left of counters, and what nobody
 * can get: each a table of its own, if there are any.
 */
function formatTables({ pools, leftOut, gone, totals, classes }: Inventory, wide: boolean): string {
  const columns = columnsFor(pools, wide);
  const headings = columns.map(({ heading }) => heading);
  const rows = (pool: InventoryPool): string[][] => rowsOf(pool, columns, wide);
  const local = pools.flatMap((pool) => (pool.node === undefined ? [] : rows(pool).map((row) => [pool.node ?? '', ...row])));
  const network = pools.flatMap((pool) => (pool.node === undefined ? rows(pool) : []));
  const tables: string[] = [];
  if (local.length > 0) tables.push(formatTable(['NODE', ...headings], local, { styleOf }));
  if (network.length > 0) tables.push(titled('Network-attached devices', formatTable(headings, network, { styleOf })));
  if (pools.length > 1 || !fitsAtOnce(totals.all)) tables.push(formatTotals(totals));
  if (classes.length > 0 && pools.length > 0) tables.push(formatClasses(classes, wide));
  if (wide) tables.push(...formatCounters(pools));
  if (leftOut.length > 0) tables.push(formatLeftOut(leftOut, wide));
  if (gone.length > 0) {
    const lost = gone.map(({ device, claims }) => [device, claims.join(',')]);
    tables.push(titled('Allocated devices that no slice has', formatTable(['DEVICE', 'CLAIMS'], lost)));
  }
  return tables.join('\n');
}

/** Good is a device that can be had. Counts of bad things are bad above zero. */
function styleOf(heading: string, cell: string): Style | undefined {
  if (heading === 'STATE') return STATE_STYLES.get(cell);
  const style = CELL_STYLES.get(heading);
  return cell === '-' || cell === '0' ? undefined : style;
}

const STATE_STYLES: ReadonlyMap<string, Style> = new Map([
  ['free', 'good'],
  ['blocked', 'doubtful'],
]);

const CELL_STYLES: ReadonlyMap<string, Style> = new Map([
  ['PROBLEM', 'bad'],
  ['CONFLICT', 'bad'],
  ['CONFLICTS', 'bad'],
  ['BLOCKED', 'doubtful'],
  ['BLOCKED BY', 'doubtful'],
  ['TAINTS', 'doubtful'],
  ['TAINTED', 'doubtful'],
]);

/** Rows of pools or devices alone, for scripts; devices of the network have no node. */
function formatRows({ pools }: Inventory, wide: boolean): string {
  const columns = columnsFor(pools, wide);
  const rows = pools.flatMap((pool) => rowsOf(pool, columns, wide).map((row) => [pool.node ?? '', ...row]));
  return formatTable(['NODE', ...columns.map(({ heading }) => heading)], rows, { hasHeadings: false, styleOf });
}

/** The row of a pool; in the wide table one for each device. */
function rowsOf(pool: InventoryPool, columns: readonly Column[], wide: boolean): string[][] {
  const devices = wide && pool.devices.length > 0 ? pool.devices : [undefined];
  return devices.map((device) => columns.map(({ cell }) => cell(pool, device)));
}

/** Each device with the pool that it is in. */
function deviceItems({ pools }: Inventory): readonly Json[] {
  return pools.flatMap(({ node, driver, pool, problem, devices }) =>
    devices.map((device) => ({
      ...(node === undefined ? { networkAttached: true } : { node }),
      driver,
      pool,
      ...(problem === undefined ? {} : { problem }),
      ...deviceToJson(device),
    })),
  );
}

function formatCounters(pools: readonly InventoryPool[]): string[] {
  const rows = pools.flatMap(({ node, driver, pool, counters }) =>
    counters.map(({ counterSet, counter, left, value }) => [node ?? '', driver, pool, `${counterSet}/${counter}`, left, value]),
  );
  return rows.length === 0 ? [] : [titled('Counters', formatTable(['NODE', 'DRIVER', 'POOL', 'COUNTER', 'LEFT', 'OF'], rows))];
}

function formatLeftOut(leftOut: readonly InventoryLeftOut[], wide: boolean): string {
  const rows = leftOut.map(({ node, driver, pool, devices, why }) => {
    const names = devices.map(({ name }) => name);
    const claims = devices.flatMap((device) => device.claims);
    return [
      node ?? '',
      driver,
      pool,
      wide ? names.join(',') : nameSome(names),
      wide ? [...new Set(claims)].join(',') : nameSome(claims),
      why,
    ];
  });
  return titled('Devices that no request can get', formatTable(['NODE', 'DRIVER', 'POOL', 'DEVICES', 'CLAIMS', 'WHY'], rows));
}

/** The last columns are there only if they say something. */
function columnsFor(pools: readonly InventoryPool[], wide: boolean): readonly Column[] {
  const some = (test: (device: InventoryDevice) => boolean): boolean => pools.some(({ devices }) => devices.some(test));
  return [
    ...(wide ? DEVICE_COLUMNS : POOL_COLUMNS),
    ...(wide && some(({ capacity }) => capacity.length > 0) ? [CAPACITY] : []),
    ...(some(({ pods }) => pods.length > 0) ? [wide ? DEVICE_PODS : PODS] : []),
    ...(some(({ conflict }) => conflict !== undefined) ? [wide ? CONFLICT : CONFLICTS] : []),
    ...(some(({ state }) => state === 'blocked') ? [wide ? BLOCKED_BY : BLOCKED] : []),
    ...(some(({ taints, tainted }) => (wide ? taints.length > 0 : tainted)) ? [wide ? TAINTS : TAINTED] : []),
    ...(pools.some(({ problem }) => problem !== undefined) ? [PROBLEM] : []),
  ];
}

function describeCapacity({ capacity }: InventoryDevice): string {
  return capacity.map(({ name, consumed, value }) => `${name} ${consumed} of ${value}`).join(', ');
}

function describeTaint({ key, value, effect }: DeviceTaint): string {
  return `${key}${value === '' ? '' : `=${value}`}:${effect}`;
}

function nameSome(names: readonly string[]): string {
  return some([...new Set(names)], MAX_NAMES, ',');
}

function toJson({ pools, leftOut, gone, totals, classes, conflicts }: Inventory): Json {
  return {
    pools: pools.map(({ node, driver, pool, problem, devices, counters }) => ({
      ...(node === undefined ? { networkAttached: true } : { node }),
      driver,
      pool,
      ...(problem === undefined ? {} : { problem }),
      devices: devices.map(deviceToJson),
      ...(counters.length === 0 ? {} : { counters: counters.map((counter) => ({ ...counter })) }),
    })),
    leftOut: leftOut.map(({ node, driver, pool, why, devices }) => ({
      ...(node === undefined ? {} : { node }),
      driver,
      pool,
      why,
      devices: devices.map(({ name, claims }) => ({ name, claims })),
    })),
    gone: gone.map(({ device, claims }) => ({ device, claims })),
    totals: { drivers: totals.drivers.map((each) => ({ driver: each.driver, ...totalsToJson(each) })), all: totalsToJson(totals.all) },
    classes: classes.map(classToJson),
    conflicts: conflicts.map((conflict) => ({ ...conflict })),
  };
}

function deviceToJson({ name, state, blockedBy, claims, admins, pods, conflict, capacity, taints }: InventoryDevice): JsonObject {
  return {
    name,
    state,
    ...(blockedBy === undefined ? {} : { blockedBy }),
    claims,
    admins,
    ...(pods.length === 0 ? {} : { pods }),
    ...(conflict === undefined ? {} : { conflict }),
    ...(capacity.length === 0 ? {} : { capacity: capacity.map((each) => ({ ...each })) }),
    taints: taints.map(taintToJson),
  };
}

function taintToJson({ key, value, effect, timeAdded }: DeviceTaint): Json {
  return { key, ...(value === '' ? {} : { value }), effect, ...(timeAdded === undefined ? {} : { timeAdded }) };
}
