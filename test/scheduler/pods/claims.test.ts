import { describe, expect, test } from 'vitest';
import { type ClaimGroup, claimGroups, isCandidateNode, MAX_MADE_CLAIMS } from '../../../src/scheduler/pods/claims.js';
import { threadMilliseconds } from '../../support/clock.js';
import { objectsOf } from './objects.js';

const TEMPLATE = `
{apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate, metadata: {name: t, namespace: ns}, spec: {metadata: {labels: {a: b}, annotations: {c: d}}, spec: {devices: {requests: [{name: r, exactly: {deviceClassName: k}}]}}}}
---
`;

const claim = (name: string, rest = ''): string =>
  `{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: ${name}, namespace: ns${rest}}, spec: {devices: {requests: []}}}\n---\n`;

const pod = (name: string, claims: string, rest = '', metadata = ''): string =>
  `{apiVersion: v1, kind: Pod, metadata: {name: ${name}, namespace: ns${metadata}}, spec: {resourceClaims: [${claims}], containers: []${rest}}}\n---\n`;

const owner = (kind: string, name: string, spec: string, metadata = ''): string =>
  `{apiVersion: ${/Job/.test(kind) ? 'batch' : 'apps'}/v1, kind: ${kind}, metadata: {name: ${name}, namespace: ns${metadata}}, spec: {${spec}}}\n---\n`;

const POD_TEMPLATE = 'template: {spec: {resourceClaims: [{name: c, resourceClaimTemplateName: t}], containers: []}}';

function groupsOf(text: string, limit = 1000): ClaimGroup[] {
  const groups: ClaimGroup[] = [];
  for (const group of claimGroups(objectsOf(text))) {
    groups.push(group);
    if (groups.length === limit) break;
  }
  return groups;
}

const summary = (text: string): string[] =>
  groupsOf(text).map(({ name, claims }) => `${name}: ${claims.map(({ metadata }) => metadata.name).join(' ')}`);

describe('pods', () => {
  test('claims come in the order of the pod, named ones and those from templates', () => {
    const text = TEMPLATE + claim('z') + pod('p', '{name: x, resourceClaimTemplateName: t}, {name: w, resourceClaimName: z}');
    expect(summary(text)).toEqual(['pod ns/p: p-x z']);
  });

  test('a made claim has labels and annotations of the template, the mark of the controller and the namespace of the pod', () => {
    const [made] = groupsOf(TEMPLATE + pod('p', '{name: x, resourceClaimTemplateName: t}', '', ', uid: u'))[0]?.claims ?? [];
    expect(made?.metadata.namespace).toBe('ns');
    expect([...(made?.metadata.labels ?? [])]).toEqual([['a', 'b']]);
    expect(made?.metadata.source).toEqual({ annotations: { c: 'd', 'resource.kubernetes.io/pod-claim-name': 'x' } });
    expect(made?.metadata.ownerReferences).toEqual([{ apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u', controller: true }]);
    expect(made?.spec.devices.requests[0]?.exactly?.deviceClassName).toBe('k');
  });

  test('a pod without uid is no owner: the API server takes no reference without one', () => {
    expect(groupsOf(TEMPLATE + pod('p', '{name: x, resourceClaimTemplateName: t}'))[0]?.claims[0]?.metadata.ownerReferences).toEqual([]);
  });

  test('names of made claims avoid those that exist and each other', () => {
    const first = pod('p', '{name: x, resourceClaimTemplateName: t}, {name: x-w, resourceClaimTemplateName: t}');
    const second = pod('p-x', '{name: w, resourceClaimTemplateName: t}');
    const names = groupsOf(TEMPLATE + claim('p-x') + first + second).flatMap(({ claims }) => claims.map(({ metadata }) => metadata.name));
    expect(names).toEqual(['p-x-2', 'p-x-w', 'p-x-w-2', 'p-x']);
    expect(new Set(names).size).toBe(names.length);
  });

  test('a claim recorded in the status is used, not made again', () => {
    const status = `{apiVersion: v1, kind: Pod, metadata: {name: p, namespace: ns}, spec: {resourceClaims: [{name: x, resourceClaimTemplateName: t}]}, status: {resourceClaimStatuses: [{name: x, resourceClaimName: p-x-abcde}]}}\n`;
    expect(summary(TEMPLATE + claim('p-x-abcde') + status)).toEqual(['pod ns/p: p-x-abcde']);
  });

  test('a claim recorded in the status that is gone is made again', () => {
    const status = `{apiVersion: v1, kind: Pod, metadata: {name: p, namespace: ns}, spec: {resourceClaims: [{name: x, resourceClaimTemplateName: t}]}, status: {resourceClaimStatuses: [{name: x, resourceClaimName: gone}]}}\n`;
    expect(summary(TEMPLATE + status)).toEqual(['pod ns/p: p-x']);
  });

  test('an entry recorded without a name needs no claim', () => {
    const status = `{apiVersion: v1, kind: Pod, metadata: {name: p, namespace: ns}, spec: {resourceClaims: [{name: x, resourceClaimTemplateName: t}]}, status: {resourceClaimStatuses: [{name: x}]}}\n`;
    expect(summary(TEMPLATE + status)).toEqual(['pod ns/p: ']);
  });

  describe('claims of an earlier run', () => {
    const made = (name: string, entry: string, metadata = ''): string =>
      claim(name, `, annotations: {resource.kubernetes.io/pod-claim-name: ${entry}}${metadata}`);
    const entry = '{name: x, resourceClaimTemplateName: t}';

    test('are found by name and annotation where the pod had no uid', () => {
      expect(summary(TEMPLATE + made('p-x', 'x') + pod('p', entry))).toEqual(['pod ns/p: p-x']);
      expect(summary(TEMPLATE + made('p-x', 'y') + pod('p', entry))).toEqual(['pod ns/p: p-x-2', 'claim ns/p-x: p-x']);
    });

    test('are found by owner and annotation, and not taken from another owner', () => {
      const owned = (uid: string): string => `, ownerReferences: [{apiVersion: v1, kind: Pod, name: p, uid: ${uid}, controller: true}]`;
      expect(summary(TEMPLATE + made('p-x', 'x', owned('u')) + pod('p', entry, '', ', uid: u'))).toEqual(['pod ns/p: p-x']);
      expect(summary(TEMPLATE + made('p-x', 'x', owned('v')) + pod('p', entry, '', ', uid: u'))).toEqual([
        'pod ns/p: p-x-2',
        'claim ns/p-x: p-x',
      ]);
    });

    test('are found for pods of owners, wherever they stand in the input', () => {
      const text = TEMPLATE + made('web-1-c', 'c') + owner('Deployment', 'web', `replicas: 2, ${POD_TEMPLATE}`) + made('web-0-c', 'c');
      expect(summary(text)).toEqual(['pod ns/web-0: web-0-c', 'pod ns/web-1: web-1-c']);
    });

    test('with numbers are found behind those that stand in the way', () => {
      const text = TEMPLATE + claim('p-x') + made('p-x-2', 'x') + pod('p', entry);
      expect(summary(text)).toEqual(['pod ns/p: p-x-2', 'claim ns/p-x: p-x']);
    });

    test('of pods whose names are cut to the same are found one for each', () => {
      const long = 'w'.repeat(80);
      const text = TEMPLATE + owner('Deployment', long, `replicas: 3, ${POD_TEMPLATE}`);
      const first = groupsOf(text).map(({ claims }) => claims[0]?.metadata.name ?? '');
      expect(new Set(first).size).toBe(3);
      const again = groupsOf(text + first.map((name) => made(name, 'c')).join(''));
      expect(again.map(({ claims }) => claims[0]?.metadata.name)).toEqual(first);
    });

    test('whose pod does not come up stand alone, after all others', () => {
      expect(summary(TEMPLATE + made('q-x', 'x') + pod('p', entry) + claim('z'))).toEqual([
        'pod ns/p: p-x',
        'claim ns/z: z',
        'claim ns/q-x: q-x',
      ]);
    });
  });

  test('a claim that the pod owns and that is not recorded yet is used', () => {
    const orphan = claim(
      'p-x-abcde',
      ', generateName: p-x-, ownerReferences: [{apiVersion: v1, kind: Pod, name: p, uid: u, controller: true}]',
    );
    expect(summary(TEMPLATE + orphan + pod('p', '{name: x, resourceClaimTemplateName: t}', '', ', uid: u'))).toEqual([
      'pod ns/p: p-x-abcde',
    ]);
    expect(summary(TEMPLATE + orphan + pod('p', '{name: x, resourceClaimTemplateName: t}', '', ', uid: other'))).toEqual([
      'pod ns/p: p-x',
      'claim ns/p-x-abcde: p-x-abcde',
    ]);
  });

  test('a claim that the pod names twice is there once', () => {
    expect(summary(claim('z') + pod('p', '{name: x, resourceClaimName: z}, {name: w, resourceClaimName: z}'))).toEqual(['pod ns/p: z']);
  });

  test('pods without claims are no group', () => {
    expect(summary(pod('p', ''))).toEqual([]);
  });

  test.each(['Succeeded', 'Failed'])('a pod that is %s is ignored, with the claims that were made for it', (phase) => {
    const done = `{apiVersion: v1, kind: Pod, metadata: {name: p, namespace: ns, uid: u}, spec: {resourceClaims: [{name: x, resourceClaimTemplateName: t}]}, status: {phase: ${phase}}}\n---\n`;
    const own = claim('p-x-abcde', ', ownerReferences: [{apiVersion: v1, kind: Pod, name: p, uid: u, controller: true}]');
    expect(summary(TEMPLATE + done + own)).toEqual([]);
  });

  test('a pod that is deleted before it got a node is ignored, one on a node is not', () => {
    const deleted = ', deletionTimestamp: "2026-01-01T00:00:00Z"';
    expect(summary(TEMPLATE + pod('p', '{name: x, resourceClaimTemplateName: t}', '', deleted))).toEqual([]);
    expect(summary(TEMPLATE + pod('p', '{name: x, resourceClaimTemplateName: t}', ', nodeName: n1', deleted))).toEqual(['pod ns/p: p-x']);
  });
});

describe('problems', () => {
  const problemOf = (text: string) => groupsOf(text)[0]?.problem;

  test('a claim that is not there', () => {
    expect(problemOf(pod('p', '{name: x, resourceClaimName: z}'))?.message).toBe('ResourceClaim "z" not found in namespace "ns"');
  });

  test('a template that is not there', () => {
    expect(problemOf(pod('p', '{name: x, resourceClaimTemplateName: t}'))?.message).toBe(
      'ResourceClaimTemplate "t" not found in namespace "ns"',
    );
  });

  test('a template of another namespace is a hint', () => {
    const problem = problemOf(TEMPLATE.replace('namespace: ns', 'namespace: other') + pod('p', '{name: x, resourceClaimTemplateName: t}'));
    expect(problem?.hint).toBe('it exists in namespace "other", but it must be in the namespace of the pod');
  });

  test('an entry that names nothing', () => {
    expect(problemOf(pod('p', '{name: x}'))?.message).toBe('spec.resourceClaims entry "x" names neither a claim nor a template');
  });

  test('a claim that is being deleted', () => {
    const text = claim('z', ', deletionTimestamp: "2026-01-01T00:00:00Z"') + pod('p', '{name: x, resourceClaimName: z}');
    expect(problemOf(text)?.message).toBe('ResourceClaim "z" is being deleted');
  });

  test('but not for a pod that runs with its devices', () => {
    const result = '{request: r, driver: d, pool: p, device: d0}';
    const status = `status: {allocation: {devices: {results: [${result}]}}}`;
    const held = claim('z', ', deletionTimestamp: "2026-01-01T00:00:00Z"').replace('spec: {', `${status}, spec: {`);
    const runs = pod('p', '{name: x, resourceClaimName: z}').replace('spec: {', 'spec: {nodeName: n1, ');
    expect(problemOf(held + runs)).toBeUndefined();
    expect(problemOf(held + pod('p', '{name: x, resourceClaimName: z}'))?.message).toBe('ResourceClaim "z" is being deleted');
  });
});

describe('claims without a pod', () => {
  test('are groups of their own', () => {
    expect(summary(claim('a') + claim('b'))).toEqual(['claim ns/a: a', 'claim ns/b: b']);
  });

  test('are not those that a pod or a workload names', () => {
    const text = claim('a') + claim('b') + claim('c') + pod('p', '{name: x, resourceClaimName: a}');
    const web = owner('Deployment', 'web', 'template: {spec: {resourceClaims: [{name: x, resourceClaimName: b}]}}');
    expect(summary(text + web)).toEqual(['pod ns/p: a', 'pod ns/web-0: b', 'claim ns/c: c']);
  });

  test('of the same name in another namespace is another one', () => {
    const other = claim('a').replace('namespace: ns', 'namespace: other');
    expect(summary(claim('a') + other + pod('p', '{name: x, resourceClaimName: a}'))).toEqual(['pod ns/p: a', 'claim other/a: a']);
  });
});

test('`order` puts groups into the order of the input', () => {
  const set = objectsOf(
    TEMPLATE + claim('first') + owner('Deployment', 'web', POD_TEMPLATE) + pod('p', '{name: x, resourceClaimTemplateName: t}'),
  );
  const places = new Map<object, number>([...set.resourceClaims, ...set.workloads, ...set.pods].map((object, index) => [object, index]));
  const names = [...claimGroups(set, (object) => places.get(object) ?? 0)].map(({ name }) => name);
  expect(names).toEqual(['claim ns/first', 'pod ns/web-0', 'pod ns/p']);
});

describe('owners', () => {
  const names = (text: string): string[] => groupsOf(TEMPLATE + text).map(({ name }) => name);

  test.each([
    ['Deployment', 'replicas: 2'],
    ['ReplicaSet', 'replicas: 2'],
    ['StatefulSet', 'replicas: 2'],
    ['Job', 'parallelism: 2'],
    ['Job', 'parallelism: 5, completions: 2'],
  ])('%s with %s makes two pods', (kind, spec) => {
    expect(names(owner(kind, 'o', `${spec}, ${POD_TEMPLATE}`))).toEqual(['pod ns/o-0', 'pod ns/o-1']);
  });

  test('a CronJob makes the pods of one Job', () => {
    expect(names(owner('CronJob', 'o', `jobTemplate: {spec: {parallelism: 2, ${POD_TEMPLATE}}}`))).toEqual(['pod ns/o-0', 'pod ns/o-1']);
  });

  test('no replicas, no pods', () => {
    expect(names(owner('Deployment', 'o', `replicas: 0, ${POD_TEMPLATE}`))).toEqual([]);
  });

  test('a DaemonSet makes a pod for each node with the labels that it selects, unless one runs there', () => {
    const nodes = ['a', 'b', 'c', 'd'].map(
      (name) => `{apiVersion: v1, kind: Node, metadata: {name: ${name}, labels: {gpu: ${name === 'c' ? '"no"' : '"yes"'}}}}\n---\n`,
    );
    const daemons = owner('DaemonSet', 'o', POD_TEMPLATE.replace('containers: []', 'nodeSelector: {gpu: "yes"}'));
    const running = pod(
      'o-xyz',
      '',
      ', nodeName: b',
      ', ownerReferences: [{apiVersion: apps/v1, kind: DaemonSet, name: o, uid: "", controller: true}]',
    );
    const groups = groupsOf(TEMPLATE + nodes.join('') + daemons + running);
    expect(groups.map(({ name, node }) => [name, node])).toEqual([
      ['pod ns/o-0', 'a'],
      ['pod ns/o-1', 'd'],
    ]);
  });

  test('pods that are there are not made again, names that are taken are left out', () => {
    const set = owner('StatefulSet', 'o', `replicas: 3, ${POD_TEMPLATE}`);
    const there = pod(
      'o-1',
      '{name: c, resourceClaimTemplateName: t}',
      '',
      ', ownerReferences: [{apiVersion: apps/v1, kind: StatefulSet, name: o, uid: x, controller: true}]',
    );
    expect(names(set + there)).toEqual(['pod ns/o-1', 'pod ns/o-0', 'pod ns/o-2']);
  });

  test('a workload that is given twice counts once', () => {
    expect(names(owner('Deployment', 'o', POD_TEMPLATE) + owner('Deployment', 'o', `replicas: 2, ${POD_TEMPLATE}`))).toEqual([
      'pod ns/o-0',
      'pod ns/o-1',
    ]);
  });

  test('more pods than anyone can want are a problem, found without making them', () => {
    const groups = groupsOf(TEMPLATE + owner('Deployment', 'o', `replicas: 1000000000, ${POD_TEMPLATE}`));
    expect(groups.map(({ name, problem }) => [name, problem?.message])).toEqual([
      [
        'Deployment ns/o',
        `1000000000 more pods are left out: with them, the claims of simulated pods would exceed the limit of ${MAX_MADE_CLAIMS}`,
      ],
    ]);
  });

  test('the limit holds for all owners together', () => {
    const half = `replicas: ${MAX_MADE_CLAIMS / 2}, ${POD_TEMPLATE}`;
    const all = [
      ...claimGroups(
        objectsOf(TEMPLATE + owner('Deployment', 'a', half) + owner('Deployment', 'b', half) + owner('Deployment', 'c', POD_TEMPLATE)),
      ),
    ];
    expect(all.length).toBe(MAX_MADE_CLAIMS + 1);
    expect(all.at(-1)?.problem?.message).toContain('1 more pods');
  });

  test('groups are made when they are requested', () => {
    const start = threadMilliseconds();
    expect(groupsOf(TEMPLATE + owner('Deployment', 'o', `replicas: ${MAX_MADE_CLAIMS}, ${POD_TEMPLATE}`), 2).length).toBe(2);
    expect(threadMilliseconds() - start).toBeLessThan(200);
  });
});

describe('candidate nodes', () => {
  const NODES = `
{apiVersion: v1, kind: Node, metadata: {name: a, labels: {zone: x}}}
---
{apiVersion: v1, kind: Node, metadata: {name: b, labels: {zone: z}}}
---
`;
  const candidates = (text: string): string[] => {
    const set = objectsOf(NODES + text);
    const [group] = claimGroups(set);
    return set.nodes.filter((node) => group !== undefined && isCandidateNode(group, node)).map(({ metadata }) => metadata.name);
  };

  test('every node for a claim without a pod', () => {
    expect(candidates(claim('z'))).toEqual(['a', 'b']);
  });

  test('those with the labels of the node selector', () => {
    expect(candidates(claim('z') + pod('p', '{name: x, resourceClaimName: z}', ', nodeSelector: {zone: z}'))).toEqual(['b']);
  });

  test('the node of a pod that runs, whatever its labels', () => {
    expect(candidates(claim('z') + pod('p', '{name: x, resourceClaimName: z}', ', nodeName: a, nodeSelector: {zone: z}'))).toEqual(['a']);
  });
});
