// Validation: many slices from text to findings, and objects that are meant to keep it busy, each in a separate process.
//
//   npm run bench:validate [-- WORD...]
//
// Seconds are CPU times, including all threads of Node. Megabytes are the peak memory of the process.

import { spawnSync } from 'node:child_process';
import { validate } from '../src/validate/index.js';

const [only, ...words] = process.argv.slice(2);

/** A device with an attribute of each type and capacities, as drivers publish them. */
function device(number: number): object {
  const attributes: Record<string, object> = {};
  for (let index = 0; index < 3; index++) attributes[`text${index}`] = { string: `value-${(number + index) % 7}` };
  for (let index = 0; index < 3; index++) attributes[`number${index}`] = { int: number + index };
  for (let index = 0; index < 2; index++) attributes[`flag${index}`] = { bool: true };
  attributes['driverVersion'] = { version: '550.54.15' };
  attributes['resource.kubernetes.io/pcieRoot'] = { string: 'pci0000:00' };
  return { name: `gpu-${number}`, attributes, capacity: { memory: { value: '80Gi' }, cores: { value: '108' } } };
}

const devices = (count: number, make: (number: number) => object = device): object[] =>
  Array.from({ length: count }, (_, number) => make(number));
const mapOf = (count: number, value: object): object =>
  Object.fromEntries(Array.from({ length: count }, (_, number) => [`a${number}`, value]));

function slice(number: number, spec: object): object {
  return {
    apiVersion: 'resource.k8s.io/v1',
    kind: 'ResourceSlice',
    metadata: { name: `node-${number}-gpu.example.com` },
    spec: {
      driver: 'gpu.example.com',
      nodeName: `node-${number}`,
      pool: { name: `node-${number}`, generation: 1, resourceSliceCount: 1 },
      ...spec,
    },
  };
}

/** The objects of each case. */
const CASES: Readonly<Record<string, () => object[]>> = {
  'Node alone': () => [],
  '10,000 slices of 8 devices with 10 attributes and 2 capacities': () =>
    Array.from({ length: 10_000 }, (_, number) => slice(number, { devices: devices(8) })),
  'a device with 1,000,000 attributes': () => [slice(0, { devices: [{ name: 'gpu-0', attributes: mapOf(1_000_000, { int: 1 }) }] })],
  'a device with 1,000,000 attributes with wrong names and no values': () => [
    slice(0, {
      devices: [{ name: 'gpu-0', attributes: Object.fromEntries(Array.from({ length: 1_000_000 }, (_, number) => [`a-${number}`, {}])) }],
    }),
  ],
  '100,000 devices of one name': () => [slice(0, { devices: devices(100_000, () => ({ name: 'gpu-0' })) })],
  '128 devices with 5,000 counters each, 1.34': () => [
    slice(0, {
      devices: devices(128, (number) => ({
        name: `gpu-${number}`,
        consumesCounters: [{ counterSet: 'a', counters: mapOf(5000, { value: '1' }) }],
      })),
      sharedCounters: [{ name: 'a', counters: mapOf(5000, { value: '1' }) }],
    }),
  ],
  '200,000 valid values of a capacity': () => [
    slice(0, {
      devices: [
        {
          name: 'gpu-0',
          allowMultipleAllocations: true,
          capacity: {
            memory: {
              value: '1',
              requestPolicy: { default: '1', validValues: Array.from({ length: 200_000 }, (_, number) => `${number}`) },
            },
          },
        },
      ],
    }),
  ],
  '300,000 requirements of a node selector': () => [
    slice(0, {
      nodeName: undefined,
      nodeSelector: {
        nodeSelectorTerms: [{ matchExpressions: devices(300_000, () => ({ key: 'a/b/c', operator: 'in', values: ['!'] })) }],
      },
    }),
  ],
  'texts of 10 MB in every place': () => {
    const text = 'a.'.repeat(5_000_000);
    return [
      slice(0, {
        driver: text,
        nodeName: text,
        pool: { name: text.replaceAll('.', '/'), generation: 1, resourceSliceCount: 1 },
        devices: [{ name: text, attributes: { [text]: { version: `1.0.0-${text}` } }, taints: [{ key: text, value: text, effect: text }] }],
      }),
    ];
  },
};

if (only === undefined || words.length > 0 || CASES[only] === undefined) {
  const wanted = [only, ...words].filter((word) => word !== undefined);
  for (const name of Object.keys(CASES).filter((each) => wanted.every((word) => each.includes(word)))) {
    const { stdout } = spawnSync(process.execPath, [process.argv[1] as string, name], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    console.log(`${name}: ${stdout.trim()}`);
  }
} else {
  const text = JSON.stringify(CASES[only]?.());
  const options = only.endsWith('1.34') ? { kubernetesVersion: '1.34', featureGates: { DRAPartitionableDevices: true } } : {};
  const begin = process.cpuUsage();
  const objects = JSON.parse(text) as object[];
  const parsed = process.cpuUsage(begin);
  const findings = validate(objects, options);
  const all = process.cpuUsage(begin);
  const seconds = (usage: NodeJS.CpuUsage): string => ((usage.user + usage.system) / 1e6).toFixed(2);
  const megabytes = Math.round(process.resourceUsage().maxRSS / 1024);
  console.log(`${seconds(all)} s, of which reading JSON ${seconds(parsed)} s; ${megabytes} MB; ${findings.length} findings`);
}
