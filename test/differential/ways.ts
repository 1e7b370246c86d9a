// Every kind of call for the same input. The first is `allocator.allocate`. The others must have equal answers.

import { isDeepStrictEqual } from 'node:util';
import { referenceKernel } from '../../src/allocator/kernel/reference.js';
import type { AllocateInput, Cluster, FilterResult, Limits } from '../../src/index.js';
import { allocatorFor, type Case, inputFor } from '../support/cases.js';
import { complete } from '../support/filtered.js';
import { bounded, debug, release } from '../support/kernels.js';
import { answerFromError, answerOf, type OurAnswer, STEP_LIMIT } from './answers.js';
import { heldClaim } from './generate/allocated.js';
import { isFeatureOn } from './generate/gates.js';
import type { Fields } from './generate/setting.js';
import { jsonText } from './json-text.js';
import { asVersion1Beta1, taintsAsRules } from './rewrite.js';

/** A difference between two kinds of calls. */
export interface Inconsistency {
  readonly way: string;
  readonly got: unknown;
  readonly want: unknown;
}

/** Our answers by node, from the first kind of call. */
export type OurAnswers = ReadonlyMap<string, OurAnswer>;

const LIMITS: Limits = { steps: STEP_LIMIT };
const withBounds = await bounded();

/** Plain search is slow: longer searches are left to the other kernels. */
const PLAIN_LIMITS: Limits = { steps: 2_000 };

/** Our answers from the first kind of call. */
export async function ask(input: Case): Promise<OurAnswers> {
  const allocator = allocatorFor(input, release);
  const answers = new Map<string, OurAnswer>();
  for (const node of input.nodes) {
    answers.set(node.metadata.name, await answerOf(() => allocator.allocate({ ...inputFor(input, node), limits: LIMITS })));
  }
  return answers;
}

/** A cluster with the objects of a case. Undefined: a cluster cannot hold objects without names, or with equal names. */
export function clusterOf(input: Case): Cluster | undefined {
  const slices = (input.slices ?? []) as readonly { readonly metadata: { readonly name: string } }[];
  if (input.nodes.some(({ metadata }) => metadata.name === '')) return undefined;
  if (new Set(slices.map(({ metadata }) => metadata.name)).size < slices.length) return undefined;
  // Without consumable capacity a share of a claim occupies its device, but a share by name does not.
  const shares = [...(input.allocatedShares ?? []), ...(input.consumedCapacity ?? [])];
  if (shares.length > 0 && !isFeatureOn(input.features, 'consumableCapacity')) return undefined;
  const cluster = allocatorFor(input, release).cluster();
  const held = (input.allocatedDevices ?? []).map((device) => ({ request: 'r', ...device }));
  cluster.apply([...input.nodes, ...slices, ...(input.classes ?? []), ...(input.allocatedClaims ?? [])]);
  if (held.length > 0) cluster.apply([heldClaim('old', 'held', held)]);
  if (shares.length > 0) cluster.apply([heldClaim('old', 'shares', shares.map(shareResult))]);
  return cluster;
}

/** The result for a share, or for the consumption of a share, that is listed by name. */
function shareResult({ driver, pool, device, ...share }: { driver: string; pool: string; device: string } & Fields, index: number): Fields {
  const { shareID = `00000000-0000-0000-0001-${String(index).padStart(12, '0')}`, capacity } = share;
  return { request: 'r', driver, pool, device, shareID, ...(capacity === undefined ? {} : { consumedCapacity: capacity }) };
}

/** One call: its case, its node and its input. */
interface Question {
  readonly input: Case;
  readonly node: Case['nodes'][number];
  readonly whole: AllocateInput;
  readonly first: OurAnswer;
}

/** The kinds of calls without a cluster. Undefined: the call is not possible for the case. */
const WAYS: Readonly<Record<string, (question: Question) => Promise<OurAnswer> | undefined>> = {
  allocateAsync: ({ input, whole }) => answerOf(() => allocatorFor(input, release).allocateAsync(whole)),
  'plain search': ({ input, whole }) => answerOf(() => allocatorFor(input, referenceKernel).allocate({ ...whole, limits: PLAIN_LIMITS })),
  'solver with assertions': ({ input, whole }) => answerOf(() => allocatorFor(input, debug).allocate(whole)),
  // Bounds save steps, and do not change the answer.
  'bounds from the first step': async ({ input, whole, first }) => {
    const got = await answerOf(() => allocatorFor(input, withBounds).allocate(whole));
    return 'steps' in got && 'steps' in first && Number(got.steps) <= Number(first.steps) ? { ...got, steps: first.steps } : got;
  },
  'exactly the steps needed': ({ input, whole, first }) =>
    'steps' in first && first.steps !== undefined
      ? answerOf(() => allocatorFor(input, release).allocate({ ...whole, limits: { steps: Number(first.steps) } }))
      : undefined,
  'taints as rules': ({ input, whole }) => {
    const rewritten = taintsAsRules(input);
    if (rewritten === undefined) return undefined;
    return answerOf(() =>
      allocatorFor(input, release).allocate({ ...whole, resourceSlices: rewritten.slices, deviceTaintRules: rewritten.rules }),
    );
  },
  // In this version a request without a class is a prioritized list, and a node without a name is no node.
  'resource.k8s.io/v1beta1': ({ input, whole }) =>
    /"(?:deviceClassName|nodeName)":""/.test(jsonText([input.claims, input.slices]))
      ? undefined
      : answerOf(() => allocatorFor(input, release).allocate(asVersion1Beta1(whole))),
};

/** The kinds of calls with a cluster. */
const CLUSTER_WAYS: Readonly<Record<string, (cluster: Cluster, question: Question) => Promise<OurAnswer>>> = {
  'cluster.allocate': (cluster, { input, node }) =>
    answerOf(() => cluster.allocate({ claims: input.claims, node: node.metadata.name, limits: LIMITS })),
  'cluster.allocate, prepared': (cluster, { input, node }) =>
    answerOf(() => cluster.allocate({ claims: cluster.prepare(input.claims), node: node.metadata.name, limits: LIMITS })),
  'cluster.allocateAsync': (cluster, { input, node }) =>
    answerOf(() => cluster.allocateAsync({ claims: input.claims, node, limits: LIMITS })),
};

/** Makes every other kind of call, and returns the differences to the first answers. `ran` counts the calls of each kind. */
export async function askEveryWay(input: Case, answers: OurAnswers, ran?: Map<string, number>): Promise<Inconsistency[]> {
  const before = jsonText(input);
  const found: Inconsistency[] = [];
  const check = (way: string, got: OurAnswer, want: OurAnswer): void => {
    ran?.set(way, (ran.get(way) ?? 0) + 1);
    if (got.kind !== 'interrupted' && want.kind !== 'interrupted' && !isDeepStrictEqual(withoutPath(got), withoutPath(want)))
      found.push({ way, got, want });
  };
  for (const node of input.nodes) {
    const first = answers.get(node.metadata.name) as OurAnswer;
    const question = { input, node, first, whole: { ...inputFor(input, node), limits: LIMITS } };
    for (const [way, askIt] of Object.entries(WAYS)) {
      const got = await askIt(question);
      if (got !== undefined) check(way, got, first);
    }
    found.push(...(await oneStepLess(question)));
  }
  try {
    const cluster = clusterOf(input);
    if (cluster !== undefined) await askCluster(cluster, input, answers, check, found);
  } catch (error) {
    found.push({ way: 'cluster', got: answerFromError(error), want: [...answers.values()] });
  }
  if (jsonText(input) !== before) found.push({ way: 'input modified', got: jsonText(input), want: before });
  return found;
}

async function oneStepLess({ input, whole, first }: Question): Promise<Inconsistency[]> {
  const steps = 'steps' in first ? (first.steps ?? 0) : 0;
  if (steps === 0) return [];
  const got = await answerOf(() => allocatorFor(input, release).allocate({ ...whole, limits: { steps: steps - 1 } }));
  return got.kind === 'interrupted' ? [] : [{ way: 'one step less than needed', got, want: { kind: 'interrupted' } }];
}

async function askCluster(
  cluster: Cluster,
  input: Case,
  answers: OurAnswers,
  check: (way: string, got: OurAnswer, want: OurAnswer) => void,
  found: Inconsistency[],
): Promise<void> {
  const filterAll = async (way: string, filter: FilterResult): Promise<void> => {
    for (const [name, want] of answers) {
      check(way, await answerOf(() => filter.outcome(name)), want);
      const listed = { feasible: complete(filter).feasible.includes(name), error: filter.errors.has(name) };
      const right = { feasible: want.kind === 'allocated', error: want.kind === 'error' };
      if (!isDeepStrictEqual(listed, right)) found.push({ way: `${way}: lists`, got: listed, want: right });
    }
  };
  for (const node of input.nodes) {
    const first = answers.get(node.metadata.name) as OurAnswer;
    const question = { input, node, first, whole: inputFor(input, node) };
    for (const [way, askIt] of Object.entries(CLUSTER_WAYS)) check(way, await askIt(cluster, question), first);
  }
  const question = { claims: input.claims, limits: LIMITS };
  await filterAll('cluster.filter', cluster.filter(question));
  await filterAll('cluster.filterAsync', await cluster.filterAsync(question));
  found.push(...explainAddsUp(cluster, input));
  const decoys = decoysFor(input);
  cluster.apply(decoys);
  cluster.filter(question);
  cluster.remove(decoys);
  await filterAll('cluster.filter, after objects came and went', cluster.filter(question));
}

/** Every device of a node has exactly one fate in an explanation. */
function explainAddsUp(cluster: Cluster, { claims }: Case): Inconsistency[] {
  const requests = cluster.explain({ claims }).nodes.flatMap((node) => node.requests.map((request) => ({ node: node.node, request })));
  return requests.flatMap(({ node, request }) => {
    const { total, left, losses } = request;
    const parts = [left, ...losses.map(({ count }) => count)];
    const wrong = left < 0 || losses.some(({ count }) => count < 1) || parts.reduce((sum, part) => sum + part, 0) !== total;
    return wrong ? [{ way: 'cluster.explain: devices add up', got: { node, request }, want: total }] : [];
  });
}

/** Objects that change answers while they exist. */
function decoysFor(input: Case): Fields[] {
  const decoys: Fields[] = [
    { apiVersion: 'resource.k8s.io/v1', kind: 'DeviceClass', metadata: { name: 'nope' }, spec: {} },
    { apiVersion: 'v1', kind: 'Node', metadata: { name: 'decoy' } },
  ];
  const first = (input.slices ?? [])[0] as
    | undefined
    | { spec: { driver: string; pool: Fields & { name: string }; devices?: { name: string }[] } };
  if (first === undefined) return decoys;
  const { driver, pool, devices = [] } = first.spec;
  decoys.push({ ...structuredClone(first), metadata: { name: '0-decoy' } });
  decoys.push({
    ...first,
    metadata: { name: '0-newer-decoy' },
    spec: { ...structuredClone(first.spec), pool: { ...pool, generation: 99 } },
  });
  const taken = devices.slice(0, 1).map((device) => ({ request: 'r', driver, pool: pool.name, device: device.name }));
  return [...decoys, heldClaim('old', 'decoy', taken)];
}

/** The path of an error depends on the form of the input. */
function withoutPath(answer: OurAnswer): OurAnswer {
  if (answer.kind !== 'error') return answer;
  const { path, ...place } = answer.place ?? {};
  return { ...answer, place };
}
