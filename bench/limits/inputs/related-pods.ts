// Pods whose filters and scores read the pods of all nodes: affinity between pods, and topology spread.

import { callOf, named, nodes, other, type PodCall, podOf, range, requirement, running } from './pod-objects.js';

export const HOSTNAME = 'kubernetes.io/hostname';
export const MEGABYTE = 'x'.repeat(1_000_000);

const labels = (index: number): object => ({ [HOSTNAME]: `h${index}`, zone: `z${index % 5}` });
export const hosts = (count: number): object[] => {
  const name = (index: number): string => (index === 0 ? 'n' : `n${index}`);
  return nodes(count, (index) => ({ metadata: { name: name(index), labels: labels(index) } }));
};

export type Term = Readonly<Record<string, unknown>>;
export const term = (rest: object = {}): Term => ({ topologyKey: HOSTNAME, labelSelector: { matchLabels: { app: 'a' } }, ...rest });
const required = (kind: 'podAffinity' | 'podAntiAffinity', terms: readonly Term[]): object => ({
  affinity: { [kind]: { requiredDuringSchedulingIgnoredDuringExecution: terms } },
});
export const repelling = (terms: readonly Term[]): object => required('podAntiAffinity', terms);
const attracting = (terms: readonly Term[]): object => required('podAffinity', terms);
export const preferring = (terms: readonly Term[]): object => ({
  affinity: {
    podAffinity: {
      preferredDuringSchedulingIgnoredDuringExecution: terms.map((podAffinityTerm, index) => ({
        weight: (index % 100) + 1,
        podAffinityTerm,
      })),
    },
  },
});

const OWN = { metadata: { name: 'p', namespace: 'ns', labels: { app: 'a' } } };
export const labelled = (spec: object): object => podOf(spec, OWN);
/** Pods with labels, each on one of some nodes. */
export const runningOn = (places: number, count: number, spec: (index: number) => object = () => ({})): object[] =>
  range(count, (index) =>
    podOf(
      { nodeName: index % places === 0 ? 'n' : `n${index % places}`, ...spec(index) },
      { metadata: { name: `r${index}`, namespace: 'ns', labels: { app: index % 2 === 0 ? 'a' : 'b' } } },
    ),
  );
const some = (): object[] => [...hosts(20), ...runningOn(20, 20)];
const byKey = (index: number): Term => term({ topologyKey: `k${index}` });
const bySelector = (index: number): Term => term({ labelSelector: { matchExpressions: [requirement('app', [`v${index}`], 'NotIn')] } });
export const expressions = (): object[] => range(100_000, (index) => requirement(`k${index}`, ['v'], 'NotIn'));
const values = (): string[] => range(100_000, (index) => `v${index}`);
const namespaceNames = (): string[] => range(100_000, (index) => `ns${index}`);

export const RELATED_PODS: Readonly<Record<string, () => PodCall>> = {
  '100,000 terms of pod affinity': () => callOf(labelled(attracting(range(100_000, bySelector))), some()),
  '100,000 terms of pod anti-affinity': () => callOf(labelled(repelling(range(100_000, bySelector))), some()),
  '100,000 terms of pod anti-affinity with separate keys': () => callOf(labelled(repelling(range(100_000, byKey))), some()),
  '100,000 preferred terms of pod affinity': () => callOf(labelled(preferring(range(100_000, bySelector))), some()),
  '100,000 preferred terms of pod affinity with separate keys': () => callOf(labelled(preferring(range(100_000, byKey))), some()),
  '100,000 keys of pod affinity that nodes have': () => {
    const keys = named(100_000, () => 'v');
    const all = nodes(20, (index) => ({ metadata: { name: index === 0 ? 'n' : `n${index}`, labels: keys } }));
    return callOf(labelled(repelling(range(100_000, byKey))), [...all, ...runningOn(20, 20)]);
  },
  '100,000 terms of a pod on a node': () =>
    callOf(labelled({}), [...hosts(20), ...runningOn(1, 1, () => repelling(range(100_000, bySelector)))]),
  '100,000 preferred terms of a pod on a node': () =>
    callOf(labelled({}), [...hosts(20), ...runningOn(1, 1, () => preferring(range(100_000, bySelector)))]),
  '100,000 terms of 20,000 pods on nodes': () =>
    callOf(labelled({}), [...hosts(20), ...runningOn(20, 20_000, (pod) => repelling(range(5, (index) => bySelector(5 * pod + index))))]),
  '100,000 expressions of a pod selector': () =>
    callOf(labelled(repelling([term({ labelSelector: { matchExpressions: expressions() } })])), some()),
  '100,000 expressions of a pod selector and 20,000 pods': () =>
    callOf(labelled(repelling([term({ labelSelector: { matchExpressions: expressions() } })])), [...hosts(20), ...runningOn(20, 20_000)]),
  '100,000 labels of a pod selector': () =>
    callOf(labelled(repelling([term({ labelSelector: { matchLabels: named(100_000, () => 'v') } })])), some()),
  '100,000 values of a pod selector': () =>
    callOf(labelled(repelling([term({ labelSelector: { matchExpressions: [requirement('app', values(), 'NotIn')] } })])), some()),
  '100,000 expressions of a namespace selector': () =>
    callOf(labelled(repelling([term({ namespaceSelector: { matchExpressions: expressions() } })])), some()),
  '100,000 namespaces of a term': () => callOf(labelled(repelling([term({ namespaces: namespaceNames() })])), some()),
  '100,000 namespaces of a term of a pod on a node': () =>
    callOf(labelled({}), [...hosts(20), ...runningOn(1, 1, () => repelling([term({ namespaces: namespaceNames() })]))]),
  '100,000 Namespaces': () =>
    callOf(labelled(repelling([term({ namespaceSelector: { matchExpressions: [requirement('k', ['v'], 'NotIn')] } })])), [
      ...some(),
      ...range(100_000, (index) => other('v1', 'Namespace', index, { metadata: { name: `ns${index}`, labels: { k: 'v' } } })),
      ...range(20_000, (index) => podOf({ nodeName: 'n' }, { metadata: { name: 'r', namespace: `ns${index}`, labels: { app: 'a' } } })),
    ]),
  '100,000 labels of a Namespace': () =>
    callOf(labelled(repelling([term({ namespaceSelector: { matchExpressions: [requirement('k', ['v'], 'NotIn')] } })])), [
      ...some(),
      other('v1', 'Namespace', 0, { metadata: { name: 'ns', labels: named(100_000, () => 'v') } }),
    ]),
  '100,000 topology spread constraints': () =>
    callOf(
      labelled({
        topologySpreadConstraints: range(100_000, (index) => ({
          maxSkew: 1,
          topologyKey: `k${index}`,
          whenUnsatisfiable: 'DoNotSchedule',
          labelSelector: { matchLabels: { app: 'a' } },
        })),
      }),
      some(),
    ),
  '50,000 pods with anti-affinity on 5,000 nodes': () =>
    callOf(labelled(repelling([term(), term({ topologyKey: 'zone' })])), [
      ...hosts(5000),
      ...runningOn(5000, 50_000, () => repelling([term()])),
    ]),
  '100,000 pods on a node and affinity': () =>
    callOf(labelled({ ...attracting([term()]) }), [...hosts(20), ...running(100_000, () => ({})), ...runningOn(1, 1)]),
  '1,000 terms of pod affinity and 1,000 pods on each of 20 nodes': () =>
    callOf(labelled(repelling(range(1000, bySelector))), [...hosts(20), ...runningOn(20, 20_000)]),
  '1,000 preferred terms of pod affinity and 1,000 pods on each of 20 nodes': () =>
    callOf(labelled(preferring(range(1000, bySelector))), [...hosts(20), ...runningOn(20, 20_000)]),
  '1,000 terms of pod affinity on 20,000 nodes': () =>
    callOf(labelled(repelling(range(1000, byKey))), [...hosts(20_000), ...runningOn(20, 20)]),
  'a label value of 1 MB in 8 terms': () => {
    const large = (index: number): Term => term({ labelSelector: { matchLabels: { app: `${MEGABYTE}${index}` } } });
    return callOf(labelled(repelling(range(8, large))), some());
  },
  'a topology key of 1 MB in 8 terms': () =>
    callOf(labelled(repelling(range(8, (index) => term({ topologyKey: `${MEGABYTE}${index}` })))), some()),
  'a node label of 1 MB on 20 nodes': () => {
    const all = nodes(20, (index) => ({ metadata: { name: index === 0 ? 'n' : `n${index}`, labels: { [HOSTNAME]: MEGABYTE } } }));
    return callOf(labelled(repelling([term()])), [...all, ...runningOn(20, 20)]);
  },
};
