// Pods, nodes and other objects from which inputs are made.

/** Input of `filter` and `allocate`: a pod, and the objects of the cluster, with a node named `n`. */
export interface PodCall {
  readonly pod: object;
  readonly objects: readonly object[];
}

export const range = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index));
export const named = <T>(count: number, make: (index: number) => T, name = (index: number): string => `k${index}`): Record<string, T> =>
  Object.fromEntries(range(count, (index) => [name(index), make(index)]));

export const ROOM = { cpu: '64', memory: '256Gi', pods: '1000000' };
const nodeOf = (name: string, rest: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name },
  status: { allocatable: ROOM },
  ...rest,
});
export const nodes = (count: number, rest: (index: number) => object = () => ({})): object[] =>
  range(count, (index) => nodeOf(index === 0 ? 'n' : `n${(index * 7919) % 1_000_003}`, rest(index)));

export const container = (index: number, rest: object = {}): object => ({ name: `c${index}`, image: `i${index}`, ...rest });
export const podOf = (spec: object, rest: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p', namespace: 'ns' },
  spec: { containers: [container(0)], ...spec },
  ...rest,
});
export const running = (count: number, spec: (index: number) => object): object[] =>
  range(count, (index) => podOf({ nodeName: 'n', ...spec(index) }, { metadata: { name: `r${index}`, namespace: 'ns' } }));

export const callOf = (pod: object, objects: readonly object[] = nodes(1)): PodCall => ({ pod, objects });

export const requirement = (key: string, values: readonly string[], operator = 'In'): object => ({ key, operator, values });

export const other = (apiVersion: string, kind: string, index: number, rest: object): object => ({
  apiVersion,
  kind,
  metadata: { name: `o${index}`, namespace: 'ns' },
  ...rest,
});
