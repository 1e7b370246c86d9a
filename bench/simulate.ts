// Measures the simulation of 5,000 pods of ten templates on 500 nodes with partitioned cards, pairs of GPU and NIC, and NICs that pods
// share.
// `npm run bench:simulate [-- --write]`

import { createAllocator } from '../src/index.js';
import { type LoadJson, type Report, simulate } from '../src/planning/index.js';
import { machine, processorSeconds, spreadOf } from './measure.js';
import { publish, table } from './page.js';

const NODES = 500;
const PODS = Number(process.env['PODS'] ?? 5000);
const LIFETIME = process.env['LIFETIME'];
const RUNS = Number(process.env['RUNS'] ?? 5);

const GPU = 'gpu.example.com';
const NIC = 'nic.example.com';

/** Eight cards that can be cut into two halves each, and eight NICs that can be shared, in pairs on one root each. */
function nodeObjects(index: number): object[] {
  const name = `node-${index}`;
  const cards = Array.from({ length: 8 }, (_, card) => card);
  const root = (card: number): object => ({ 'resource.kubernetes.io/pcieRoot': { string: `pci${card}` } });
  const counters = (share: number): object => ({ slots: { value: String(share) } });
  const gpus = cards.flatMap((card) =>
    ['whole', 'half-0', 'half-1'].map((part) => ({
      name: `gpu-${card}-${part}`,
      attributes: { ...root(card), kind: { string: part === 'whole' ? 'card' : 'half' } },
      consumesCounters: [{ counterSet: `card-${card}`, counters: counters(part === 'whole' ? 2 : 1) }],
    })),
  );
  const nics = cards.map((card) => ({
    name: `nic-${card}`,
    attributes: root(card),
    allowMultipleAllocations: true,
    capacity: { bandwidth: { value: '100G', requestPolicy: { default: '1G', validRange: { min: '1G' } } } },
  }));
  const slice = (driver: string, part: string, spec: object): object => ({
    apiVersion: 'resource.k8s.io/v1',
    kind: 'ResourceSlice',
    metadata: { name: `${name}-${part}` },
    spec: { driver, nodeName: name, pool: { name: `${name}-${part}`, generation: 1, resourceSliceCount: 1 }, ...spec },
  });
  const sharedCounters = cards.map((card) => ({ name: `card-${card}`, counters: counters(2) }));
  return [
    {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name, labels: { 'kubernetes.io/hostname': name, zone: 'abcd'.charAt(index % 4) } },
      status: { allocatable: { cpu: '96', memory: '768Gi', pods: '110' } },
    },
    {
      ...slice(GPU, 'counters', { pool: { name: `${name}-gpu`, generation: 1, resourceSliceCount: 2 }, sharedCounters }),
    },
    slice(GPU, 'gpu', { pool: { name: `${name}-gpu`, generation: 1, resourceSliceCount: 2 }, devices: gpus }),
    slice(NIC, 'nic', { devices: nics }),
  ];
}

const deviceClass = (name: string, expression: string): object => ({
  apiVersion: 'resource.k8s.io/v1',
  kind: 'DeviceClass',
  metadata: { name },
  spec: { selectors: [{ cel: { expression } }] },
});

/** The requests of the claims of the ten templates. */
function templatesOfClaims(): object[] {
  const kind = (word: string): object => ({ selectors: [{ cel: { expression: `device.attributes["${GPU}"].kind == "${word}"` } }] });
  const gpu = (word: string, count = 1): object => ({ name: 'gpu', exactly: { deviceClassName: 'gpu', count, ...kind(word) } });
  const nic = (bandwidth: string): object => ({
    name: 'nic',
    exactly: { deviceClassName: 'nic', capacity: { requests: { bandwidth } } },
  });
  const pair = { constraints: [{ matchAttribute: 'resource.kubernetes.io/pcieRoot', requests: ['gpu', 'nic'] }] };
  const alternatives = {
    name: 'gpu',
    firstAvailable: [
      { name: 'card', deviceClassName: 'gpu', ...kind('card') },
      { name: 'halves', deviceClassName: 'gpu', count: 2, ...kind('half') },
    ],
  };
  return [
    { requests: [gpu('half')] },
    { requests: [gpu('half'), nic('5G')], ...pair },
    { requests: [gpu('card')] },
    { requests: [gpu('card'), nic('20G')], ...pair },
    { requests: [nic('10G')] },
    { requests: [nic('2G')] },
    { requests: [alternatives] },
    { requests: [gpu('half', 2)] },
    { requests: [gpu('card', 2)] },
    { requests: [gpu('half'), nic('1G')] },
  ];
}

function objects(): object[] {
  const templates = templatesOfClaims().map((devices, index) => ({
    apiVersion: 'resource.k8s.io/v1',
    kind: 'ResourceClaimTemplate',
    metadata: { namespace: 'default', name: `t${index}` },
    spec: { spec: { devices } },
  }));
  const classes = [deviceClass('gpu', `device.driver == "${GPU}"`), deviceClass('nic', `device.driver == "${NIC}"`)];
  return [...Array.from({ length: NODES }, (_, index) => nodeObjects(index)).flat(), ...classes, ...templates];
}

/** Pods of all templates arrive one by one and stay for a while, so that the cluster is full finally. */
function load(): LoadJson {
  return {
    seed: 25,
    count: PODS,
    arrivals: { every: '1s' },
    ...(LIFETIME === undefined ? {} : { lifetime: { exponential: LIFETIME } }),
    templates: templatesOfClaims().map((_, index) => ({
      object: {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: `p${index}` },
        spec: {
          containers: [{ name: 'c', resources: { requests: { cpu: `${1 + (index % 4)}`, memory: '4Gi' } } }],
          resourceClaims: [{ name: 'devices', resourceClaimTemplateName: `t${index}` }],
        },
      },
    })),
  };
}

const allocator = await createAllocator();
const cluster = allocator.cluster();
cluster.apply(objects() as Parameters<typeof cluster.apply>[0]);
const times: number[] = [];
const cpu: number[] = [];
let report: Report | undefined;
for (let run = 0; run < RUNS; run++) {
  const [start, startCpu] = [performance.now(), processorSeconds()];
  report = simulate(cluster, { load: load() });
  times.push((performance.now() - start) / 1000);
  cpu.push(processorSeconds() - startCpu);
  console.log(`run ${run}: ${times.at(-1)?.toFixed(2)} s, ${cpu.at(-1)?.toFixed(2)} s of processors`);
}
const totals = report?.totals;
const rows = [
  ['wall clock', ...[spreadOf(times)].flatMap(({ median, min, max }) => [median, min, max]).map((time) => `${time.toFixed(2)} s`)],
  ['processors', ...[spreadOf(cpu)].flatMap(({ median, min, max }) => [median, min, max]).map((time) => `${time.toFixed(2)} s`)],
];
console.log(JSON.stringify(totals), report?.samples.length, machine());
publish('simulate', `${table(['', 'median', 'least', 'most'], rows)}`);
