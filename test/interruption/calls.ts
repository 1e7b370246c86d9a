// Every public call that accepts limits, on small inputs. interruption.test.ts compares the names with the exports of the package.

import { FAKE_DRIVER, fakeDriver, Simulation } from '../../src/classic/index.js';
import { check } from '../../src/explain/check/check.js';
import type { AllocateInput, Allocator, Cluster, FilterResult, KubernetesObjectJson, PodFilterResult } from '../../src/index.js';
import { filterNodes } from '../../src/library/pods/index.js';
import * as simulations from '../../src/planning/index.js';
import * as judges from './answers.js';
import { told } from './answers.js';
import { CLAIMS, type ClaimInput } from './claims.js';
import { nodeOf, PODS as OTHER_PODS, type PodCase, podOf, sliceOf, WITH_CLAIM } from './pods.js';
import { RELATED_PODS } from './related-pods.js';
import { DEPLOYMENT, SIMULATIONS, type SimulationCase } from './simulations.js';
import { type Case, clusterWith, freshAllocator, type Options, type Subject } from './subject.js';

type Prepare<I> = (input: I, options: Options) => Promise<Subject>;

const casesOf = <I>(inputs: Readonly<Record<string, I>>, prepare: Prepare<I>, judge: judges.Judge, way = ''): Case[] =>
  Object.entries(inputs).map(([name, input]) => ({
    name: way === '' ? name : `${name}, ${way}`,
    prepare: (options) => prepare(input, options),
    judge,
  }));

const PODS = { ...OTHER_PODS, ...RELATED_PODS };

const OTHER = { ...nodeOf('other'), spec: { unschedulable: true } };
/** Adds and removes a node that accepts no pod. */
const changeOf = (cluster: Cluster): (() => void) => {
  let isThere = false;
  return () => {
    if (isThere) cluster.remove([OTHER] as readonly KubernetesObjectJson[]);
    else cluster.apply([OTHER] as readonly KubernetesObjectJson[]);
    isThere = !isThere;
  };
};

/** A call of an allocator. */
const ofAllocator =
  (name: 'allocate' | 'explain', more: object = {}): Prepare<ClaimInput> =>
  async ({ input, gates }, options) => {
    const { allocator, begin } = await freshAllocator(options, gates);
    const asked = { ...input, ...more };
    return {
      begin,
      inOneGo: (limits) => allocator[name]({ ...asked, limits }),
      inTurns: (limits) => allocator[`${name}Async`]({ ...asked, limits }),
    };
  };

async function clusterOf(
  { input, nodes = [], gates }: ClaimInput,
  options: Options,
): Promise<{ readonly cluster: Cluster; readonly begin: () => void }> {
  const { allocator, begin } = await freshAllocator(options, gates);
  const { node, deviceClasses, resourceSlices, deviceTaintRules = [], allocated } = input;
  const objects = [node, ...nodes, ...deviceClasses, ...resourceSlices, ...deviceTaintRules, ...(allocated?.claims ?? [])];
  return { cluster: clusterWith(allocator, objects as readonly object[]), begin };
}

const NOW = new Date('2026-01-01');

/** A call of a cluster, in both forms. `read` returns the data that callers read from the result. */
function formsOf(cluster: Cluster, name: 'allocate' | 'filter' | 'explain', asked: object, nodes: readonly string[]): Subject {
  const calls = cluster as unknown as Readonly<Record<string, (input: object) => unknown>>;
  const read = (result: unknown): unknown => (name === 'filter' ? filterRead(result as FilterResult, nodes) : result);
  return {
    inOneGo: (limits) => read(calls[name]?.call(cluster, { ...asked, limits })),
    inTurns: async (limits) => read(await calls[`${name}Async`]?.call(cluster, { ...asked, limits })),
    change: changeOf(cluster),
  };
}

/** A call of a cluster about claims. */
const aboutClaims =
  (name: 'allocate' | 'filter' | 'explain', more: (input: AllocateInput) => object = () => ({}), isPrepared = false): Prepare<ClaimInput> =>
  async (input, options) => {
    const { cluster, begin } = await clusterOf(input, options);
    const claims = isPrepared ? preparedIn(cluster, input) : input.input.claims;
    return { begin, ...formsOf(cluster, name, { claims, now: NOW, ...more(input.input) }, ['n', 'o']) };
  };

function preparedIn(cluster: Cluster, { input }: ClaimInput): AllocateInput['claims'] {
  return cluster.prepare(input.claims as Parameters<Cluster['prepare']>[0]);
}

/** Returns all data that callers can read from a filter, without the outcome of an unknown node. */
function filterRead(result: FilterResult | PodFilterResult, nodes: readonly string[]): object {
  const outcomes: Record<string, unknown> = {};
  const choices: Record<string, unknown> = {};
  for (const node of nodes) {
    try {
      outcomes[node] = result.outcome(node);
      choices[node] = result.choices(node);
    } catch (error) {
      const one = told(error);
      if (one.code !== 'unknown-node') outcomes[node] = one;
    }
  }
  return { ...result, outcomes, choices };
}

/** A call of a cluster about a pod. */
const aboutPod =
  (name: 'allocate' | 'filter' | 'explain', more: object = {}, isPrepared = false): Prepare<PodCase> =>
  async ({ pod: given, objects, gates }, options) => {
    const { allocator, begin } = await freshAllocator(options, gates);
    const cluster = clusterWith(allocator, objects);
    const pod = isPrepared ? cluster.preparePod(given as never) : given;
    return { begin, ...formsOf(cluster, name, { pod, now: NOW, ...more }, ['n0', 'n1', 'n2']) };
  };

/** Applies the objects of a pod's cluster, and returns the resulting state. */
const applied: Prepare<PodCase> = async ({ pod, objects, gates }, options) => {
  const { allocator } = await freshAllocator(options, gates);
  const cluster = clusterWith(allocator, objects.slice(0, 4));
  return {
    inTurns: async ({ signal }) => {
      await cluster.applyAsync([...objects, pod] as readonly KubernetesObjectJson[], signal === undefined ? {} : { signal });
      return cluster.toJSON();
    },
    change: changeOf(cluster),
  };
};

/** Filters the nodes among the objects of a pod's cluster. */
const filteredNodes: Prepare<PodCase> = async ({ pod, objects, gates: featureGates = {} }) => {
  const nodes = objects.filter((object) => 'kind' in object && object.kind === 'Node');
  const given = { pod, nodes, objects } as Parameters<typeof filterNodes>[0];
  return {
    inOneGo: ({ milliseconds }) => filterNodes({ ...given, limits: milliseconds === undefined ? {} : { milliseconds } }, { featureGates }),
  };
};

const certificates = { certificates: true };
const sameNode = (): object => ({ node: 'n' });
const givenNode = ({ node }: AllocateInput): object => ({ node });

/** An allocator with a cluster that simulations fork. */
const simulated =
  (
    call: (cluster: Cluster, input: SimulationCase, limits: object) => unknown,
    inTurns: (cluster: Cluster, input: SimulationCase, limits: object) => unknown,
  ): Prepare<SimulationCase> =>
  async (input, options) => {
    const { allocator, begin } = await freshAllocator(options);
    const cluster = clusterWith(allocator, input.cluster);
    return {
      begin,
      inOneGo: (limits) => call(cluster, input, { limits }),
      inTurns: (limits) => inTurns(cluster, input, { limits }),
      change: changeOf(cluster),
    };
  };

const objectsOf = ({ input }: SimulationCase): object => ({ objects: input.objects ?? [DEPLOYMENT] });
const POD = { pod: podOf('one', WITH_CLAIM), now: NOW } as never as simulations.FitInput;
const LARGE = { template: { node: nodeOf('n9'), resourceSlices: [sliceOf('n9', 2)] } } as never as simulations.NodesNeededInput;

async function cellOf(
  input: SimulationCase,
  options: Options,
): Promise<{ readonly sources: (limits: object) => simulations.CellSources; readonly begin: () => void }> {
  const { allocator, begin } = await freshAllocator(options);
  const cluster = clusterWith(allocator, input.cluster);
  return { sources: (limits) => ({ cluster: () => cluster, workload: () => input.input, limits }), begin };
}

const CELL = { index: 0, cluster: 'c', workload: 'w' };
const SWEEP = { clusters: [{ name: 'c' }], workloads: [{ name: 'w' }], seeds: { from: 0, count: 2 } };

const GROUP = 'resource.k8s.io/v1alpha2';
const CLASSIC = [
  nodeOf('n0'),
  {
    apiVersion: 'nas.fake.resource.3-shake.com/v1alpha1',
    kind: 'NodeAllocationState',
    metadata: { name: 'n0', namespace: 'fake-system' },
    spec: { allocatableDevice: [{ fake: { uuid: 'u0', name: 'LATEST-FAKE-MODEL' } }] },
    status: 'Ready',
  },
  { apiVersion: GROUP, kind: 'ResourceClass', metadata: { name: 'c' }, driverName: 'fake.resource.3-shake.com' },
  {
    apiVersion: GROUP,
    kind: 'ResourceClaimTemplate',
    metadata: { name: 't', namespace: 'ns' },
    spec: { spec: { resourceClassName: 'c' } },
  },
  podOf('p0', { resourceClaims: [{ name: 'r', source: { resourceClaimTemplateName: 't' } }] }),
  podOf('p1', { resourceClaims: [{ name: 'r', source: { resourceClaimTemplateName: 't' } }] }),
];

/** A simulation runs once, so each call makes a new one. */
async function classic(objects: readonly object[], options: Options): Promise<Subject> {
  const { allocator, begin } = await freshAllocator(options);
  return {
    begin,
    inTurns: async ({ milliseconds }) => {
      const simulation = new Simulation({ objects, drivers: { [FAKE_DRIVER]: fakeDriver({ allocator }) } });
      return simulation.run(milliseconds === undefined ? {} : { milliseconds });
    },
  };
}

/** Checks a certificate of the allocator. */
async function checked({ input, gates }: ClaimInput, options: Options): Promise<Subject> {
  const { allocator } = await freshAllocator(options, gates);
  const outcome = certified(allocator, input);
  return {
    inOneGo: ({ milliseconds }) =>
      check(outcome as never, input, {
        ...(gates === undefined ? {} : { featureGates: gates }),
        limits: milliseconds === undefined ? {} : { milliseconds },
      }),
  };
}

function certified(allocator: Allocator, input: AllocateInput): unknown {
  try {
    const outcome = allocator.allocate({ ...input, certificates: true });
    return 'certificate' in outcome ? outcome.certificate : { version: 1, proof: { rule: 'count', limits: [], groups: [] } };
  } catch {
    return { version: 1, proof: { rule: 'count', limits: [], groups: [] } };
  }
}

/** The cases of each call, by the names of the exports. Synchronous and asynchronous forms share their cases. */
export const CALLS: Readonly<Record<string, readonly Case[]>> = {
  'Allocator.allocate': [
    ...casesOf(CLAIMS, ofAllocator('allocate'), judges.outcome),
    ...casesOf(CLAIMS, ofAllocator('allocate', certificates), judges.outcome, 'with certificates'),
  ],
  'Allocator.explain': [
    ...casesOf(CLAIMS, ofAllocator('explain', { suggestions: false }), judges.explained),
    ...casesOf(CLAIMS, ofAllocator('explain', certificates), judges.explained, 'with certificates and suggestions'),
  ],
  'Cluster.allocate': [
    ...casesOf(CLAIMS, aboutClaims('allocate', sameNode), judges.outcome),
    ...casesOf(
      CLAIMS,
      aboutClaims('allocate', (input) => ({ ...givenNode(input), ...certificates }), true),
      judges.outcome,
      'prepared, on a given node, with certificates',
    ),
    ...casesOf(PODS, aboutPod('allocate', { node: 'n2' }), judges.outcome),
    ...casesOf(PODS, aboutPod('allocate', { node: nodeOf('n1') }, true), judges.outcome, 'prepared, on a given node'),
  ],
  'Cluster.filter': [
    ...casesOf(CLAIMS, aboutClaims('filter'), judges.filtered),
    ...casesOf(
      CLAIMS,
      aboutClaims('filter', () => ({ ...certificates, nodes: ['n'] }), true),
      judges.filtered,
      'prepared, on named nodes, with certificates',
    ),
    ...casesOf(PODS, aboutPod('filter'), judges.filtered),
    ...casesOf(PODS, aboutPod('filter', { nodes: ['n2', 'n1'] }, true), judges.filtered, 'prepared, on named nodes'),
  ],
  'Cluster.explain': [
    ...casesOf(
      CLAIMS,
      aboutClaims('explain', () => ({ suggestions: false, ...certificates })),
      judges.explained,
      'with certificates',
    ),
    ...casesOf(CLAIMS, aboutClaims('explain', givenNode, true), judges.explained, 'prepared, on a given node, with suggestions'),
    ...casesOf(PODS, aboutPod('explain', { suggestions: false }), judges.explained),
    ...casesOf(
      PODS,
      aboutPod('explain', { node: 'n2', ...certificates }),
      judges.explained,
      'on a node, with certificates and suggestions',
    ),
  ],
  filterNodes: casesOf(PODS, filteredNodes, judges.filteredNodes),
  'Cluster.applyAsync': casesOf(PODS, applied, judges.nothing),
  simulate: casesOf(
    SIMULATIONS,
    simulated(
      (cluster, { input }, limits) => simulations.simulate(cluster, { ...input, ...limits }),
      (cluster, { input }, limits) => simulations.simulateAsync(cluster, { ...input, ...limits }),
    ),
    judges.simulated,
  ),
  fit: casesOf(
    SIMULATIONS,
    simulated(
      (cluster, one, limits) => simulations.fit(cluster, { ...POD, ...objectsOf(one), ...limits }),
      (cluster, one, limits) => simulations.fitAsync(cluster, { ...POD, ...objectsOf(one), ...limits }),
    ),
    judges.fitted,
  ),
  diff: casesOf(
    SIMULATIONS,
    simulated(
      (cluster, one, limits) => simulations.diff(cluster, without(cluster), { ...objectsOf(one), now: NOW, ...limits }),
      (cluster, one, limits) => simulations.diffAsync(cluster, without(cluster), { ...objectsOf(one), now: NOW, ...limits }),
    ),
    judges.orInterrupted,
  ),
  nodesNeeded: casesOf(
    SIMULATIONS,
    simulated(
      (cluster, one, limits) => simulations.nodesNeeded(cluster, { ...LARGE, ...objectsOf(one), ...limits }),
      (cluster, one, limits) => simulations.nodesNeededAsync(cluster, { ...LARGE, ...objectsOf(one), ...limits }),
    ),
    judges.orInterrupted,
  ),
  runCell: casesOf(
    SIMULATIONS,
    async (input, options) => {
      const { sources, begin } = await cellOf(input, options);
      return { begin, inTurns: (limits) => simulations.runCell(CELL, sources(limits)) };
    },
    judges.orInterrupted,
  ),
  runShard: casesOf(
    SIMULATIONS,
    async (input, options) => {
      const { sources, begin } = await cellOf(input, options);
      return { begin, inTurns: (limits) => simulations.runShard(SWEEP, { shard: 0, of: 1, input: 'i', ...sources(limits) }) };
    },
    judges.orInterrupted,
  ),
  'Simulation.run': casesOf({ 'two pods for one device': CLASSIC }, classic, judges.run),
  check: casesOf(CLAIMS, checked, judges.verdict),
};

/** The cluster without a node. */
function without(cluster: Cluster): Cluster {
  const other = cluster.fork();
  other.remove([nodeOf('n2')] as readonly KubernetesObjectJson[]);
  return other;
}
