// The inventory in every output format.

import type { Json } from '../json.js';
import type { Inventory, InventoryDevice, InventoryPool } from './inventory.js';
import type { OutputFormat } from './options.js';
import { formatJson } from './print-json.js';
import { formatTable } from './print-table.js';
import { formatYaml } from './print-yaml.js';

/** More names than these are only counted, so that lines stay short; -o wide has them all. */
const MAX_NAMES = 2;

const POOL_HEADINGS = ['DRIVER', 'POOL', 'DEVICES', 'FREE', 'TAKEN', 'SHARED', 'ADMIN', 'CLAIMS'];
const DEVICE_HEADINGS = ['DRIVER', 'POOL', 'DEVICE', 'STATE', 'CLAIMS', 'ADMIN'];

/** The text for standard output. */
export function formatInventory(inventory: Inventory, output: OutputFormat): string {
  switch (output) {
    case 'json':
      return formatJson(toJson(inventory));
    case 'yaml':
      return formatYaml(toJson(inventory));
    case 'name':
      return [
        ...new Set(inventory.pools.flatMap(({ driver, pool, devices }) => devices.map(({ name }) => `${driver}/${pool}/${name}\n`))),
      ].join('');
    default:
      return formatTables(inventory, output === 'wide');
  }
}

/** Devices of nodes, then those of the network, then those that are gone: each a table of its own, if there are any. */
function formatTables({ pools, gone }: Inventory, wide: boolean): string {
  // The last column is there only if it says something.
  const problems = pools.some(({ problem }) => problem !== undefined) ? ['PROBLEM'] : [];
  const headings = [...(wide ? DEVICE_HEADINGS : POOL_HEADINGS), ...problems];
  const rows = (pool: InventoryPool): string[][] => (wide ? deviceRows(pool) : [poolRow(pool)]);
  const local = pools.flatMap((pool) => (pool.node === undefined ? [] : rows(pool).map((row) => [pool.node ?? '', ...row])));
  const network = pools.flatMap((pool) => (pool.node === undefined ? rows(pool) : []));
  const tables: string[] = [];
  if (local.length > 0) tables.push(formatTable(['NODE', ...headings], local));
  if (network.length > 0) tables.push(`Network-attached devices:\n${formatTable(headings, network)}`);
  if (gone.length > 0) {
    const lost = gone.map(({ device, claims }) => [device, claims.join(',')]);
    tables.push(`Allocated devices that no slice has:\n${formatTable(['DEVICE', 'CLAIMS'], lost)}`);
  }
  return tables.join('\n');
}

function poolRow({ driver, pool, devices, problem }: InventoryPool): string[] {
  const count = (test: (device: InventoryDevice) => boolean): string => String(devices.filter(test).length);
  const counts = [
    String(devices.length),
    // Nothing of a pool that does not count can be had.
    problem === undefined ? count(({ state }) => state === 'free') : '0',
    count(({ state }) => state === 'taken'),
    count(({ state }) => state === 'shared'),
    count(({ admins }) => admins.length > 0),
  ];
  return [driver, pool, ...counts, nameSome(devices.flatMap(({ claims }) => claims)), problem ?? ''];
}

function deviceRows({ driver, pool, devices, problem }: InventoryPool): string[][] {
  if (devices.length === 0) return [[driver, pool, '', '', '', '', problem ?? '']];
  return devices.map(({ name, state, claims, admins }) => [driver, pool, name, state, claims.join(','), admins.join(','), problem ?? '']);
}

function nameSome(names: readonly string[]): string {
  const all = [...new Set(names)];
  const shown = all.slice(0, MAX_NAMES).join(',');
  return all.length > MAX_NAMES ? `${shown} and ${all.length - MAX_NAMES} more` : shown;
}

function toJson({ pools, gone }: Inventory): Json {
  return {
    pools: pools.map(({ node, driver, pool, problem, devices }) => ({
      ...(node === undefined ? { networkAttached: true } : { node }),
      driver,
      pool,
      ...(problem === undefined ? {} : { problem }),
      devices: devices.map(({ name, state, claims, admins }) => ({ name, state, claims, admins })),
    })),
    gone: gone.map(({ device, claims }) => ({ device, claims })),
  };
}
