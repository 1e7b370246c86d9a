// Prints the inventory in every output format.

import type { DeviceTaint } from '../../../core/api/resource-slice.js';
import type { Json, JsonObject } from '../../../core/base/json.js';
import { append } from '../../../core/base/lists.js';
import { printable } from '../../../core/base/printable.js';
import type { Style } from '../../../core/base/styled-text.js';
import { some } from '../../../core/base/words.js';
import type { DeviceTotals, Inventory, InventoryDevice, InventoryLeftOut, InventoryPool } from '../inventory/inventory.js';
import type { Settings } from '../options.js';
import { classToJson, fitsAtOnce, formatClasses, formatTotals, totalsToJson } from './inventory-totals.js';
import { formatJson } from './json.js';
import { formatTable, titled } from './table.js';
import { formatByTemplate } from './template.js';
import { formatYaml } from './yaml.js';

/** The most names in a cell; others are only counted, and -o wide shows all of them. */
const MAX_NAMES = 2;

/** A column of a table, for a pool, or with `-o wide` for a device. */
interface Column {
  readonly heading: string;
  readonly cell: (pool: InventoryPool, device?: InventoryDevice) => string;
  /** Returns whether a pool has content for the column. A column without content is omitted. Absent: the column always appears. */
  readonly says?: (pool: InventoryPool) => boolean;
}

type DeviceTest = (device: InventoryDevice) => boolean;

/** Returns whether a pool has such a device. */
const has =
  (test: DeviceTest): ((pool: InventoryPool) => boolean) =>
  ({ devices }) =>
    devices.some(test);

const count = (heading: string, test: DeviceTest): Column => ({ heading, cell: ({ devices }) => String(devices.filter(test).length) });

/** Returns a count column that appears only if a count is above zero. */
const countIfAny = (heading: string, test: DeviceTest): Column => ({ ...count(heading, test), says: has(test) });

const DRIVER: Column = { heading: 'DRIVER', cell: ({ driver }) => driver };
const POOL: Column = { heading: 'POOL', cell: ({ pool }) => pool };
const PROBLEM: Column = { heading: 'PROBLEM', cell: ({ problem }) => problem ?? '', says: ({ problem }) => problem !== undefined };

/** Counts come before names, which may be long. */
const POOL_COLUMNS: readonly Column[] = [
  DRIVER,
  POOL,
  count('DEVICES', () => true),
  // A pool with a problem has no free devices, and devices of cordoned nodes do not count as free.
  {
    heading: 'FREE',
    cell: ({ devices, problem }) =>
      String(problem === undefined ? devices.filter(({ state, cordoned }) => state === 'free' && !cordoned).length : 0),
  },
  count('TAKEN', ({ state }) => state === 'taken'),
  count('SHARED', ({ state }) => state === 'shared'),
  count('ADMIN', ({ admins }) => admins.length > 0),
  countIfAny('BLOCKED', ({ state }) => state === 'blocked'),
  countIfAny('TAINTED', ({ tainted }) => tainted),
  countIfAny('CORDONED', ({ cordoned }) => cordoned),
  countIfAny('CONFLICTS', ({ conflict }) => conflict !== undefined),
  { heading: 'CLAIMS', cell: ({ devices }) => nameSome(devices.flatMap(({ claims }) => claims)) },
  { heading: 'PODS', cell: ({ devices }) => nameSome(devices.flatMap(({ pods }) => pods)), says: has(({ pods }) => pods.length > 0) },
  PROBLEM,
];

const DEVICE_COLUMNS: readonly Column[] = [
  DRIVER,
  POOL,
  { heading: 'DEVICE', cell: (_pool, device) => device?.name ?? '' },
  { heading: 'STATE', cell: (_pool, device) => (device === undefined ? '' : `${device.state}${device.cordoned ? CORDONED : ''}`) },
  { heading: 'CLAIMS', cell: (_pool, device) => device?.claims.join(',') ?? '' },
  { heading: 'ADMIN', cell: (_pool, device) => device?.admins.join(',') ?? '' },
  {
    heading: 'CAPACITY',
    cell: (_pool, device) => (device === undefined ? '' : describeCapacity(device)),
    says: has(({ capacity }) => capacity.length > 0),
  },
  { heading: 'PODS', cell: (_pool, device) => device?.pods.join(',') ?? '', says: has(({ pods }) => pods.length > 0) },
  { heading: 'CONFLICT', cell: (_pool, device) => device?.conflict ?? '', says: has(({ conflict }) => conflict !== undefined) },
  { heading: 'BLOCKED BY', cell: (_pool, device) => device?.blockedBy ?? '', says: has(({ state }) => state === 'blocked') },
  {
    heading: 'TAINTS',
    cell: (_pool, device) => (device?.taints ?? []).map(describeTaint).join(','),
    says: has(({ taints }) => taints.length > 0),
  },
  PROBLEM,
];

/** This text follows the state of a device of a cordoned node, like `SchedulingDisabled` in kubectl. */
const CORDONED = ',cordoned';

/** Returns the text for standard output. */
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
 * Returns the tables that have rows: devices of nodes, network-attached devices, totals of classes, counters, and unavailable
 * devices. Totals are omitted if there is only one row.
 */
function formatTables({ pools, leftOut, removedDevices, totals, classes }: Inventory, wide: boolean): string {
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
  if (wide) append(tables, formatCounters(pools));
  if (leftOut.length > 0) tables.push(formatLeftOut(leftOut, wide));
  if (removedDevices.length > 0) {
    const lost = removedDevices.map(({ device, claims }) => [device, claims.join(',')]);
    tables.push(titled('Allocated devices without a ResourceSlice', formatTable(['DEVICE', 'CLAIMS'], lost)));
  }
  if (!wide) append(tables, legendOf(totals.all));
  return tables.join('\n');
}

/** Returns the meanings of the optional count headings. */
function legendOf({ blocked, tainted, cordoned }: DeviceTotals): readonly string[] {
  const lines = [
    ...(blocked === 0 ? [] : ['BLOCKED   no claim uses it, but allocated devices of the same card or group rule it out']),
    ...(tainted === 0 ? [] : ['TAINTED   it has a taint that requests must tolerate; FREE also counts it if no claim uses it']),
    ...(cordoned === 0 ? [] : ['CORDONED  its node is cordoned and accepts no new pods; FREE does not count it']),
  ];
  return lines.length === 0 ? [] : [lines.map((line) => `${line}\n`).join('')];
}

/**
 * Returns the style of a cell. Available devices have the style of a good result. Counts of problems above zero have the style
 * of a bad one.
 */
function styleOf(heading: string, cell: string): Style | undefined {
  if (heading === 'STATE') return cell.endsWith(CORDONED) ? 'doubtful' : STATE_STYLES.get(cell);
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
  ['CORDONED', 'doubtful'],
]);

/** Returns the rows of pools or devices without headings, for scripts. Network-attached devices have no node. */
function formatRows({ pools }: Inventory, wide: boolean): string {
  const columns = columnsFor(pools, wide);
  const rows = pools.flatMap((pool) => rowsOf(pool, columns, wide).map((row) => [pool.node ?? '', ...row]));
  return formatTable(['NODE', ...columns.map(({ heading }) => heading)], rows, { hasHeadings: false, styleOf });
}

/** Returns the row of a pool, or with `-o wide` one per device. */
function rowsOf(pool: InventoryPool, columns: readonly Column[], wide: boolean): string[][] {
  const devices = wide && pool.devices.length > 0 ? pool.devices : [undefined];
  return devices.map((device) => columns.map(({ cell }) => cell(pool, device)));
}

/** Returns each device with its pool. */
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
  return titled(
    'Devices that cannot be allocated to any request',
    formatTable(['NODE', 'DRIVER', 'POOL', 'DEVICES', 'CLAIMS', 'WHY'], rows),
  );
}

function columnsFor(pools: readonly InventoryPool[], wide: boolean): readonly Column[] {
  return (wide ? DEVICE_COLUMNS : POOL_COLUMNS).filter(({ says }) => says === undefined || pools.some(says));
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

function toJson({ pools, leftOut, removedDevices, totals, classes, conflicts }: Inventory): Json {
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
    gone: removedDevices.map(({ device, claims }) => ({ device, claims })),
    totals: { drivers: totals.drivers.map((each) => ({ driver: each.driver, ...totalsToJson(each) })), all: totalsToJson(totals.all) },
    classes: classes.map(classToJson),
    conflicts: conflicts.map((conflict) => ({ ...conflict })),
  };
}

function deviceToJson({ name, state, blockedBy, claims, admins, pods, conflict, capacity, taints, cordoned }: InventoryDevice): JsonObject {
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
    ...(cordoned ? { cordoned } : {}),
  };
}

function taintToJson({ key, value, effect, timeAdded }: DeviceTaint): Json {
  return { key, ...(value === '' ? {} : { value }), effect, ...(timeAdded === undefined ? {} : { timeAdded }) };
}
