// Random clusters whose pods compete: few nodes, priorities, PodGroups, budgets, and claims without a user.

import type { Random } from '../../differential/generate/random.js';
import type { KubeObject } from '../real/api.mjs';

const GPU = 'gpu.example.com';
export const NAMESPACE = 'default';
const APPS = ['web', 'db', 'train'];
/** The classes of priority. Pods of the last do not preempt. */
const CLASSES = [
  { name: 'low', value: -10 },
  { name: 'middle', value: 100 },
  { name: 'high', value: 1000 },
  { name: 'patient', value: 1000, preemptionPolicy: 'Never' },
];

/** The kinds that these clusters have. */
export const KINDS = [
  ...['Namespace', 'Node', 'Pod', 'ResourceClaim', 'ResourceClaimTemplate', 'ResourceSlice', 'DeviceClass'],
  ...['PriorityClass', 'PodGroup', 'PodDisruptionBudget'],
];

/** The objects that exist before the first pod. */
export function firstObjects(random: Random): readonly KubeObject[] {
  const nodes = random.times(random.integer(2, 4), (index) => `n${index}`);
  return [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE, labels: { 'kubernetes.io/metadata.name': NAMESPACE } } },
    ...CLASSES.map((each) => priorityClass(each)),
    ...nodes.flatMap((name) => [node(random, name), ...slices(random, name)]),
    deviceClass(),
    template('one', 1),
    template('two', 2),
  ];
}

function priorityClass({ name, value, preemptionPolicy }: (typeof CLASSES)[number]): KubeObject {
  const policy = preemptionPolicy === undefined ? {} : { preemptionPolicy };
  return { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name }, ...{ value, ...policy } } as KubeObject;
}

function node(random: Random, name: string): KubeObject {
  const amounts = { cpu: random.pick(['2', '3', '4']), memory: '8Gi', pods: random.pick(['110', '110', '4']) };
  const labels = { 'kubernetes.io/hostname': name, zone: random.pick(['a', 'b']) };
  return { apiVersion: 'v1', kind: 'Node', metadata: { name, labels }, status: { allocatable: amounts, capacity: amounts } };
}

function slices(random: Random, name: string): readonly KubeObject[] {
  const count = random.pick([0, 1, 2, 2, 3]);
  if (count === 0) return [];
  const devices = random.times(count, (index) => ({ name: `gpu-${index}` }));
  const spec = { driver: GPU, nodeName: name, pool: { name, generation: 1, resourceSliceCount: 1 }, devices };
  return [{ apiVersion: 'resource.k8s.io/v1', kind: 'ResourceSlice', metadata: { name: `gpu-${name}` }, spec }];
}

function deviceClass(): KubeObject {
  const spec = { selectors: [{ cel: { expression: `device.driver == "${GPU}"` } }] };
  return { apiVersion: 'resource.k8s.io/v1', kind: 'DeviceClass', metadata: { name: 'gpu' }, spec };
}

const requests = (count: number): object => ({ devices: { requests: [{ name: 'gpu', exactly: { deviceClassName: 'gpu', count } }] } });

function template(name: string, count: number): KubeObject {
  const metadata = { name, namespace: NAMESPACE };
  return { apiVersion: 'resource.k8s.io/v1', kind: 'ResourceClaimTemplate', metadata, spec: { spec: requests(count) } };
}

/** The objects that one step creates, in order, and its pods. */
export interface Arrival {
  readonly objects: readonly KubeObject[];
  readonly pods: readonly KubeObject[];
}

/** A pod, a gang, or a pod whose claim is allocated on a node without a user. */
export function arrival(random: Random, step: number, objects: readonly KubeObject[]): Arrival {
  const choice = random.next();
  if (choice < 0.4) return { objects: [], pods: [pod(random, `p${step}`)] };
  if (choice < 0.85) return gang(random, step);
  return withIdleClaim(random, step, objects) ?? { objects: [], pods: [pod(random, `p${step}`)] };
}

interface PodOptions {
  readonly priorityClassName: string;
  readonly needs: Needs;
  readonly more?: object;
}

/** The requests of a pod. */
interface Needs {
  readonly cpu: string;
  readonly template: string | undefined;
  readonly port: number | undefined;
  readonly zone: string | undefined;
}

function needs(random: Random): Needs {
  return {
    cpu: random.pick(['500m', '1', '1', '2', '3', '6']),
    template: random.chance(0.35) ? random.pick(['one', 'one', 'two']) : undefined,
    port: random.chance(0.1) ? 8080 : undefined,
    zone: random.chance(0.15) ? random.pick(['a', 'b']) : undefined,
  };
}

function pod(
  random: Random,
  name: string,
  { priorityClassName, needs: { cpu, template: from, port, zone }, more = {} }: PodOptions = {
    priorityClassName: random.pick(['low', 'low', 'middle', 'middle', 'high', 'patient']),
    needs: needs(random),
  },
): KubeObject {
  const claims = from === undefined ? {} : { claims: [{ name: 'gpu' }] };
  const container = {
    name: 'main',
    image: 'example.com/app:1',
    resources: { requests: { cpu }, ...claims },
    ...(port === undefined ? {} : { ports: [{ containerPort: 80, hostPort: port }] }),
  };
  const spec = {
    terminationGracePeriodSeconds: 0,
    priorityClassName,
    ...(zone === undefined ? {} : { nodeSelector: { zone } }),
    ...(from === undefined ? {} : { resourceClaims: [{ name: 'gpu', resourceClaimTemplateName: from }] }),
    ...more,
    containers: [container],
  };
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace: NAMESPACE, labels: { app: random.pick(APPS) } }, spec };
}

/** A PodGroup with about as many pods as it needs. Its pods may have a claim in common. */
function gang(random: Random, step: number): Arrival {
  const name = `g${step}`;
  const minCount = random.integer(1, 4);
  const priorityClassName = random.pick(['low', 'low', 'middle', 'middle', 'high']);
  const shared = random.chance(0.15);
  const policy = random.chance(0.9) ? { gang: { minCount } } : { basic: {} };
  const ofGroup = shared ? { resourceClaims: [{ name: 'fabric', resourceClaimTemplateName: 'one' }] } : {};
  const group: KubeObject = {
    apiVersion: 'scheduling.k8s.io/v1beta1',
    kind: 'PodGroup',
    metadata: { name, namespace: NAMESPACE },
    spec: { schedulingPolicy: policy, priorityClassName, ...ofGroup },
  };
  const count = random.pick([minCount, minCount, minCount, minCount, minCount + 1, Math.max(1, minCount - 1)]);
  const common = needs(random);
  const pods = random.times(count, (index) => {
    const ofPod = random.chance(0.85) ? common : needs(random);
    const own = random.chance(0.96) ? priorityClassName : random.pick(['low', 'middle']);
    const inGroup = {
      schedulingGroup: { podGroupName: name },
      ...(shared ? { resourceClaims: [{ name: 'fabric', resourceClaimTemplateName: 'one' }] } : {}),
    };
    const plain = shared ? { ...ofPod, template: undefined } : ofPod;
    return pod(random, `${name}-${index}`, { priorityClassName: own, needs: plain, more: inGroup });
  });
  return { objects: [group], pods };
}

/** A pod with a claim that is allocated on a node, although no pod uses it. The scheduler may deallocate it. */
function withIdleClaim(random: Random, step: number, objects: readonly KubeObject[]): Arrival | undefined {
  const used = new Set(
    objects.flatMap(({ kind, status }) =>
      kind === 'ResourceClaim'
        ? (status?.allocation?.devices?.results ?? []).map(({ pool, device }: { pool: string; device: string }) => `${pool}/${device}`)
        : [],
    ),
  );
  const free = objects
    .filter(({ kind }) => kind === 'ResourceSlice')
    .flatMap(({ spec }) => spec.devices.map(({ name }: { name: string }) => ({ pool: spec.pool.name as string, device: name })))
    .filter(({ pool, device }) => !used.has(`${pool}/${device}`));
  if (free.length === 0) return undefined;
  const { pool, device } = random.pick(free);
  const name = `idle-${step}`;
  const nodeSelector = { nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: [pool] }] }] };
  const claim: KubeObject = {
    apiVersion: 'resource.k8s.io/v1',
    kind: 'ResourceClaim',
    // The scheduler adds this finalizer before it allocates a claim.
    metadata: { name, namespace: NAMESPACE, finalizers: ['resource.kubernetes.io/delete-protection'] },
    spec: requests(1),
    status: { allocation: { devices: { results: [{ request: 'gpu', driver: GPU, pool, device }] }, nodeSelector } },
  };
  const priorityClassName = random.pick(['low', 'middle', 'high']);
  const more = { resourceClaims: [{ name: 'gpu', resourceClaimName: name }] };
  const one = pod(random, `p${step}`, { priorityClassName, needs: { ...needs(random), template: undefined }, more });
  one.spec.containers[0].resources.claims = [{ name: 'gpu' }];
  return { objects: [claim], pods: [one] };
}

/** Changes between two steps: pods that end, and budgets that come or go. */
export interface Changes {
  readonly gone: readonly KubeObject[];
  readonly put: readonly KubeObject[];
}

export function changes(random: Random, objects: readonly KubeObject[]): Changes {
  const pods = objects.filter(({ kind }) => kind === 'Pod');
  const budgets = objects.filter(({ kind }) => kind === 'PodDisruptionBudget');
  const gone: KubeObject[] = [];
  const put: KubeObject[] = [];
  if (pods.length > 0 && random.chance(0.25)) gone.push(random.pick(pods));
  if (budgets.length > 0 && random.chance(0.15)) gone.push(random.pick(budgets));
  const without = APPS.filter((app) => !budgets.some(({ metadata }) => metadata.name === app));
  if (without.length > 0 && random.chance(0.25)) {
    const app = random.pick(without);
    const metadata = { name: app, namespace: NAMESPACE };
    const spec = { minAvailable: random.pick([0, 1, 1, 2]), selector: { matchLabels: { app } } };
    put.push({ apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata, spec });
  }
  return { gone, put };
}
