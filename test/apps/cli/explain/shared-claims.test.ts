// Pods that share a device in time slices need one claim: `explain` says so, and the changed input has a place for them.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { directoryWith, documents, GPU_CLASS, gpuSlice, runProgram } from '../run-program.js';

const node = (name: string, cpu = 8): string =>
  `{apiVersion: v1, kind: Node, metadata: {name: ${name}, labels: {kubernetes.io/hostname: ${name}}}, status: {allocatable: {cpu: "${cpu}", memory: 8Gi, pods: "300"}}}\n`;
const CLUSTER = documents('# a cluster\n', node('one'), GPU_CLASS, gpuSlice('one', 1));
/** The class for the second node, which the claims of running pods are not on. */
const TWO_NODES = documents(CLUSTER, node('two'), gpuSlice('two', 1));

const config = (strategy: string): string =>
  strategy === '' ? '' : `, config: [{opaque: {driver: gpu.example.com, parameters: {sharing: {strategy: ${strategy}}}}}]`;
const spec = (strategy: string, more = ''): string =>
  `{devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu${more}}}]${config(strategy)}}}`;
const template = (strategy = 'TimeSlicing', name = 't'): string =>
  `{apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate, metadata: {name: ${name}, namespace: ml}, spec: {spec: ${spec(strategy)}}}\n`;

const podSpec = (entry: string, more = ''): string =>
  `{containers: [{name: main, image: i, resources: {requests: {cpu: "1"}, claims: [{name: gpu}]}}], resourceClaims: [{name: gpu, ${entry}}]${more}}`;
const FROM_TEMPLATE = 'resourceClaimTemplateName: t';
const pod = (name: string, entry = FROM_TEMPLATE, more = '', status = ''): string =>
  `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}, namespace: ml, uid: uid-${name}}\nspec: ${podSpec(entry, more)}\nstatus: {phase: ${more.includes('nodeName') ? 'Running' : 'Pending'}${status}}\n`;
const running = (name: string, entry: string, on = 'one', status = ''): string => pod(name, entry, `, nodeName: ${on}`, status);

/** A claim with the only device of a node. */
const held = ({ name = 'team', on = 'one', namespace = 'ml', strategy = 'TimeSlicing', users = 1, meta = '', more = '' } = {}): string => {
  const selector = `nodeSelector: {nodeSelectorTerms: [{matchFields: [{key: metadata.name, operator: In, values: [${on}]}]}]}`;
  const results = `devices: {results: [{request: gpu, driver: gpu.example.com, pool: ${on}, device: gpu-0}]}`;
  const consumers = Array.from({ length: users }, (_, index) => `{resource: pods, name: u${index}, uid: uid-u${index}}`);
  const status = `{allocation: {${results}, ${selector}}, reservedFor: [${consumers.join(', ')}]}`;
  return `{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: ${name}, namespace: ${namespace}, uid: uid-${name}${meta}}, spec: ${spec(strategy, more)}, status: ${status}}\n`;
};
const made = (name: string, owner: string): string =>
  `{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: ${name}, namespace: ml, uid: uid-${name}, annotations: {resource.kubernetes.io/pod-claim-name: gpu}, ownerReferences: [{apiVersion: v1, kind: Pod, name: ${owner}, uid: uid-${owner}, controller: true}]}, spec: ${spec('TimeSlicing')}}\n`;
const recorded = (name: string): string => `, resourceClaimStatuses: [{name: gpu, resourceClaimName: ${name}}]`;

const workload = (kind: string, apiVersion: string, name: string, amount: string): string =>
  `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: ${name}, namespace: ml}\nspec: {${amount}, selector: {matchLabels: {app: ${name}}}, template: {metadata: {labels: {app: ${name}}}, spec: ${podSpec(FROM_TEMPLATE, kind === 'Job' ? ', restartPolicy: Never' : '')}}}\n`;
const deployment = (name: string, replicas: number): string => workload('Deployment', 'apps/v1', name, `replicas: ${replicas}`);

interface SuggestionJson {
  readonly text: string;
  readonly patches: readonly { readonly object: { readonly kind: string; readonly name: string } }[];
}

async function suggestionsFor(file: string): Promise<readonly SuggestionJson[]> {
  const { out } = await runProgram(['explain', '-f', file, '-o', 'json']);
  return JSON.parse(out).explanations[0].suggestions;
}

const isSharing = ({ text }: SuggestionJson): boolean => /^(?:share|create) claim/.test(text);

const HELPED: readonly (readonly [string, string, RegExp, readonly string[]])[] = [
  ['two pods', documents(CLUSTER, template(), pod('a'), pod('b')), /^create claim t with .* for this pod and a, /, ['t', 'b', 'a']],
  ['a Deployment', documents(CLUSTER, template(), deployment('web', 3)), /^create claim t .* for all pods of its template, /, ['t', 'web']],
  [
    'a Job',
    documents(CLUSTER, template(), workload('Job', 'batch/v1', 'train', 'parallelism: 3, completions: 3, manualSelector: true')),
    /^create claim t .* for all pods of its template, /,
    ['t', 'train'],
  ],
  ['a Deployment on two nodes', documents(TWO_NODES, template(), deployment('web', 3)), /^create claim t /, ['t', 'web']],
  [
    'two Deployments',
    documents(CLUSTER, template(), deployment('web', 1), deployment('api', 1)),
    /^create claim t .* for this pod and web-0, /,
    ['t', 'api', 'web'],
  ],
  [
    'a claim that a running pod names',
    documents(CLUSTER, template(), held(), running('u0', 'resourceClaimName: team'), pod('b')),
    /^share claim team, /,
    ['b'],
  ],
  [
    'a claim that a running pod names, for a Deployment',
    documents(CLUSTER, template(), held(), running('u0', 'resourceClaimName: team'), deployment('web', 2)),
    /^share claim team, /,
    ['web'],
  ],
  [
    'a claim that is not on the nearest node',
    documents(TWO_NODES, template('MPS'), held({ name: 'other' }), held({ on: 'two', strategy: 'MPS' }), pod('b')),
    /^share claim team, /,
    ['b'],
  ],
  [
    'sharing that the class says',
    documents(CLUSTER.replace('selectors: []', `selectors: []${config('TimeSlicing')}`), template(''), pod('a'), pod('b')),
    /^create claim t /,
    ['t', 'b', 'a'],
  ],
  [
    'a name that is taken',
    documents(TWO_NODES, template(), held({ name: 't', on: 'two', strategy: '' }), pod('a'), pod('b')),
    /^create claim t-2 /,
    ['t-2', 'b', 'a'],
  ],
  [
    'claims that a controller made',
    documents(
      CLUSTER,
      template(),
      pod('a', FROM_TEMPLATE, '', recorded('a-x')),
      made('a-x', 'a'),
      pod('b', FROM_TEMPLATE, '', recorded('b-x')),
      made('b-x', 'b'),
    ),
    /^create claim t /,
    ['t', 'b', 'a'],
  ],
  ['255 consumers', documents(CLUSTER, template(), held({ users: 255 }), pod('b')), /^share claim team, /, ['b']],
];

const QUOTA =
  '{apiVersion: v1, kind: ResourceQuota, metadata: {name: q, namespace: ml}, spec: {hard: {count/resourceclaims.resource.k8s.io: "2"}}}\n';

describe('a pending pod shares a claim in time slices', () => {
  test.each([
    ...HELPED,
    ['a quota of claims', documents(CLUSTER, template(), QUOTA, pod('a'), pod('b')), /^create claim t /, ['t', 'b', 'a']] as const,
  ])('%s', async (_, input, text, objects) => {
    const file = join(directoryWith({ 'all.yaml': input }), 'all.yaml');
    const suggestions = await suggestionsFor(file);
    const index = suggestions.findIndex(isSharing);
    expect(index).toBe(0);
    expect(suggestions[0]?.text).toMatch(text);
    expect(suggestions[0]?.patches.map(({ object }) => object.name)).toEqual(objects);
    const applied = await runProgram(['explain', '-f', file, '--apply', file, '--suggestion', '1']);
    expect(applied.err).toContain('note: changed ');
    const again = await runProgram(['allocate', '-f', file]);
    expect([again.code, again.err, readFileSync(file, 'utf8')]).toEqual([0, expect.not.stringContaining('error'), expect.anything()]);
  });
});

describe('no claim is shared', () => {
  test.each([
    [
      'with a running pod that owns it',
      [
        template(),
        held({
          name: 'a-x',
          meta: ', annotations: {resource.kubernetes.io/pod-claim-name: gpu}, ownerReferences: [{apiVersion: v1, kind: Pod, name: a, uid: uid-a, controller: true}]',
        }),
        running('a', FROM_TEMPLATE, 'one', recorded('a-x')),
        pod('b'),
      ],
    ],
    ['of another namespace', [template(), held({ namespace: 'other' }), pod('b')]],
    ['of another configuration', [template(), held({ strategy: 'MPS' }), pod('b')]],
    ['of another request', [template(), held({ more: ', count: 1, tolerations: [{operator: Exists}]' }), pod('b')]],
    ['without a way of sharing', [template(''), held({ strategy: '' }), pod('b')]],
    ['that has 256 consumers', [template(), held({ users: 256 }), pod('b')]],
    ['that is being deleted', [template(), held({ meta: ', deletionTimestamp: "2026-01-01T00:00:00Z"' }), pod('b')]],
    ['of a node where the pod has no room', [template(), held(), pod('b').replace('cpu: "1"', 'cpu: "9"')]],
    [
      'of a node that the pod does not select',
      [template(), held(), pod('b', FROM_TEMPLATE, ', nodeSelector: {kubernetes.io/hostname: two}')],
    ],
    ['between pods for which no node has room', [deployment('web', 3), template(), node('one', 2), node('two', 1), gpuSlice('two', 1)]],
    [
      'that an administrator has, too',
      [template('').replace('deviceClassName: gpu', 'deviceClassName: gpu, adminAccess: true'), held({ strategy: '' }), pod('b')],
    ],
    [
      'of a template that the input has twice under different names',
      [template(), template('MPS', 's'), pod('a', 'resourceClaimTemplateName: s'), pod('b')],
    ],
  ])('%s', async (_, objects) => {
    const file = join(directoryWith({ 'all.yaml': documents(CLUSTER, ...objects) }), 'all.yaml');
    const suggestions = await suggestionsFor(file);
    expect(suggestions.filter(isSharing)).toEqual([]);
  });
});
