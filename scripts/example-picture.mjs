// Draws the picture of the first answer from the slices of its example and the table in the tutorial. It shows a node with GPUs and
// network cards on their PCIe roots, and the devices of each pod.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { root } from './fresh.mjs';

export const EXAMPLE_PICTURE = 'docs/pictures/example-node.svg';

const PAGE = 'docs/tutorials/first-answer.md';
const FOLDER = 'examples/aws-eks-gpu-efa';
const TILE = { width: 150, height: 40, gap: 10 };
const COLUMN = TILE.width + 30;
const TOP = 74;
const COLORS = ['#0072b2', '#b35900', '#007a5a', '#8e3f85'];

/** @typedef {{ name: string, kind: string, pcieRoot: string }} Device */

/** Returns the devices of the example, from its slices. @returns {Device[]} */
function devicesOf() {
  return ['resourceslice-gpu', 'resourceslice-dranet'].flatMap((name) => {
    const list = /** @type {{ items: { spec: { devices: Record<string, any>[] } }[] }} */ (
      load(readFileSync(join(root, FOLDER, `${name}.yaml`), 'utf8'))
    );
    return list.items.flatMap(({ spec }) =>
      spec.devices.map(({ name: device, attributes }) => ({
        name: device,
        kind: attributes['dra.net/pciDevice']?.string.replace(/.*\((\w+)\)/, '$1') ?? 'GPU',
        pcieRoot: attributes['resource.kubernetes.io/pcieRoot'].string,
      })),
    );
  });
}

/** Returns the pod of each device, from the table in the tutorial. A test compares that table with the command. @returns {ReadonlyMap<string, string>} */
function picksOf() {
  const page = readFileSync(join(root, PAGE), 'utf8');
  const rows = [...page.matchAll(/^(\S+) +\S+ +\S+ +\S+ +(\S+) +ip-\S+\.internal$/gm)];
  if (rows.length === 0) throw new Error(`${PAGE} has no table of the devices of the example`);
  return new Map(rows.map(([, pod, device]) => [/** @type {string} */ (device), /** @type {string} */ (pod)]));
}

/** Returns the picture as SVG. */
export function examplePicture() {
  const picks = picksOf();
  const pods = [...new Set(picks.values())];
  const byRoot = groupByRoot(devicesOf());
  const rows = Math.max(...[...byRoot.values()].map(({ length }) => length));
  const width = byRoot.size * COLUMN + 20;
  const height = TOP + rows * (TILE.height + TILE.gap) + 60;
  const columns = [...byRoot].map(([name, devices], column) => {
    const left = 20 + column * COLUMN;
    const tiles = devices.map((device, row) => tile(device, left, TOP + row * (TILE.height + TILE.gap), picks.get(device.name), pods));
    const depth = rows * (TILE.height + TILE.gap) + 32;
    return `<rect class="root" x="${left - 10}" y="${TOP - 34}" width="${TILE.width + 20}" height="${depth}" rx="8"/><text class="name" x="${left}" y="${TOP - 14}">${name}</text>${tiles.join('')}`;
  });
  const title = 'Four pods that each request a GPU and an EFA card on one PCIe root, on a node of AWS EKS';
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="13" role="img">`,
    `<title>${title}</title>`,
    '<style>text { fill: #24292f } .name { font-weight: 600 } .root { fill: none; stroke: #8c959f } .free { fill: #eaeef2; stroke: #8c959f } .pick { fill: #fff } .freeText { fill: #24292f }',
    '@media (prefers-color-scheme: dark) { text { fill: #e6edf3 } .free { fill: #2d333b } .freeText { fill: #e6edf3 } .pick { fill: #fff } }</style>',
    `<text x="10" y="22">${title}:</text>`,
    ...columns,
    `<text x="10" y="${height - 12}">Grey devices are free: GPUs without a free EFA card on their root, and cards of another kind (ENA).</text>`,
    '</svg>',
    '',
  ].join('\n');
}

/**
 * Draws a device in the color of its pod, with the pod's name.
 * @param {Device} device
 * @param {number} x
 * @param {number} y
 * @param {string | undefined} pod
 * @param {readonly string[]} pods
 */
function tile({ name, kind }, x, y, pod, pods) {
  const color = pod === undefined ? undefined : COLORS[pods.indexOf(pod) % COLORS.length];
  const box = `x="${x}" y="${y}" width="${TILE.width}" height="${TILE.height}" rx="5"`;
  const [shape, style] = color === undefined ? [`<rect class="free" ${box}/>`, 'freeText'] : [`<rect ${box} fill="${color}"/>`, 'pick'];
  const words = `${kind} ${name.replace(/^gpu-/, '').replace(/^pci-0000-/, '')}`;
  return `${shape}<text class="${style}" x="${x + 8}" y="${y + 17}">${words}</text><text class="${style}" x="${x + 8}" y="${y + 33}" font-size="11">${pod ?? 'free'}</text>`;
}

/** @param {readonly Device[]} devices @returns {Map<string, Device[]>} */
function groupByRoot(devices) {
  /** @type {Map<string, Device[]>} */
  const groups = new Map();
  for (const device of devices) groups.set(device.pcieRoot, [...(groups.get(device.pcieRoot) ?? []), device]);
  return groups;
}
