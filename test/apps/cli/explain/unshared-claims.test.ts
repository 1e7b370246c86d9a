// A claim has at most 256 consumers: `explain` suggests a change for one more pod, and the pod fits after that change.

import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { directoryWith, documents, GPU_CLASS, gpuSlice, runProgram } from '../run-program.js';

const node = (name: string): string =>
  `{apiVersion: v1, kind: Node, metadata: {name: ${name}}, status: {allocatable: {cpu: "900", memory: 8Gi, pods: "900"}}}\n`;
const cluster = (gpus: number): string => documents('# a cluster\n', node('one'), GPU_CLASS, gpuSlice('one', gpus));
const FULL = 256;

/** A cluster whose devices stand for a CPU each. */
const mapped = (gpus: number): string =>
  documents(
    '# a cluster\n',
    node('one').replace('allocatable: ', 'declaredFeatures: [NodeAllocatableDRA], allocatable: '),
    GPU_CLASS,
    gpuSlice(
      'one',
      gpus,
      ', allowMultipleAllocations: true, capacity: {gpu.example.com/cpu: {value: "1"}}, nodeAllocatableResources: {cpu: {mapping: {capacityKey: gpu.example.com/cpu, capacityMultiplier: "1"}}}',
    ),
  );

/** A claim with the first device and some consumers. */
const held = (users: number): string => {
  const selector = 'nodeSelector: {nodeSelectorTerms: [{matchFields: [{key: metadata.name, operator: In, values: [one]}]}]}';
  const results = 'devices: {results: [{request: gpu, driver: gpu.example.com, pool: one, device: gpu-0}]}';
  const consumers = Array.from({ length: users }, (_, index) => `{resource: pods, name: u${index}, uid: uid-u${index}}`);
  return `{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: team, namespace: ml, uid: c}, spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu}}]}}, status: {allocation: {${results}, ${selector}}, reservedFor: [${consumers.join(', ')}]}}\n`;
};
const podSpec = (group: string, more = ''): string =>
  `{containers: [{name: main, image: i, resources: {requests: {cpu: "1"}, claims: [{name: gpu}]}}], resourceClaims: [{name: gpu, resourceClaimName: team}]${group === '' ? '' : `, schedulingGroup: {podGroupName: ${group}}`}${more}}`;
const pod = (name: string, group = ''): string =>
  `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}, namespace: ml, uid: uid-${name}}\nspec: ${podSpec(group)}\nstatus: {phase: Pending}\n`;
const deployment = (replicas: number, group = ''): string =>
  `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web, namespace: ml}\nspec: {replicas: ${replicas}, selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}, spec: ${podSpec(group)}}}\n`;
const podGroup = (claims = '', meta = ''): string =>
  `apiVersion: scheduling.k8s.io/v1beta1\nkind: PodGroup\nmetadata: {name: g, namespace: ml, uid: uid-g${meta}}\nspec: {schedulingPolicy: {basic: {}}${claims}}\n`;
const quota = (claims: number): string =>
  `{apiVersion: v1, kind: ResourceQuota, metadata: {name: q, namespace: ml}, spec: {hard: {count/resourceclaims.resource.k8s.io: "${claims}"}}}\n`;
const ON = ['--feature-gates', 'GenericWorkload=true,DRAWorkloadResourceClaims=true'];

interface SuggestionJson {
  readonly text: string;
  readonly givesUpGoal?: boolean;
  readonly patches: readonly { readonly object: { readonly kind: string; readonly name: string } }[];
}

async function suggestionsFor(file: string, gates: readonly string[]): Promise<readonly SuggestionJson[]> {
  const { out } = await runProgram(['explain', '-f', file, '-o', 'json', ...gates]);
  return JSON.parse(out).explanations[0].suggestions;
}

const isOwn = ({ patches }: SuggestionJson): boolean => patches.some(({ object }) => /Template$|^PodGroup$/.test(object.kind));
const namesOf = ({ patches }: SuggestionJson): readonly string[] => patches.map(({ object: { kind, name } }) => `${kind} ${name}`);

const NO_GATES: readonly string[] = [];
const OFF = ['--feature-gates', 'GenericWorkload=false,DRAWorkloadResourceClaims=false'];
const NO_GROUP_CLAIMS = ['--feature-gates', 'GenericWorkload=true,DRAWorkloadResourceClaims=false'];
const OWN = ['ResourceClaimTemplate team', 'Pod p'];

describe('one more pod than a claim has consumers', () => {
  test.each([
    ['a claim of its own', [cluster(2), held(FULL), pod('p')], NO_GATES, [OWN]],
    ['a claim of its own, within a quota', [cluster(2), held(FULL), quota(2), pod('p')], NO_GATES, [OWN]],
    [
      'a claim of its own, by another name of the template',
      [
        cluster(2),
        held(FULL),
        '{apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate, metadata: {name: team, namespace: ml}, spec: {spec: {devices: {}}}}\n',
        pod('p'),
      ],
      NO_GATES,
      [['ResourceClaimTemplate team-2', 'Pod p']],
    ],
    [
      'a new claim of its PodGroup, or one of its own',
      [cluster(2), held(FULL), podGroup(), pod('p', 'g')],
      ON,
      [['ResourceClaimTemplate team', 'Pod p', 'PodGroup g'], OWN],
    ],
    ['a claim of its own, while groups share none', [cluster(2), held(FULL), podGroup(), pod('p', 'g')], NO_GROUP_CLAIMS, [OWN]],
    [
      'a claim of its own, where devices stand for CPUs',
      [mapped(2), held(1), podGroup(), pod('p', 'g')],
      ['--feature-gates', 'GenericWorkload=true,DRAWorkloadResourceClaims=true,DRANodeAllocatableResources=true'],
      [OWN],
    ],
    ['a claim that its PodGroup shares', [cluster(1), held(0), podGroup(), deployment(300, 'g')], ON, [['PodGroup g']]],
    ['a claim that its PodGroup shares with 255 others', [cluster(1), held(255), podGroup(), deployment(2, 'g')], ON, [['PodGroup g']]],
  ] as const)('gets %s', async (_, objects, gates, expected) => {
    for (const [index, names] of expected.entries()) {
      const file = join(directoryWith({ 'all.yaml': documents(...objects) }), 'all.yaml');
      const suggestions = await suggestionsFor(file, gates);
      expect(suggestions.filter(isOwn).map(namesOf)).toEqual(expected);
      expect(namesOf(suggestions[index] as SuggestionJson)).toEqual(names);
      expect(suggestions[index]?.givesUpGoal).toBeUndefined();
      await runProgram(['explain', '-f', file, '--apply', file, '--suggestion', `${index + 1}`, ...gates]);
      const again = await runProgram(['allocate', '-f', file, ...gates]);
      expect([again.code, again.err]).toEqual([0, expect.not.stringContaining('error')]);
    }
  });

  test.each([
    ['while no device is free', [cluster(1), held(FULL), pod('p')], NO_GATES],
    ['while a quota has no room for another claim', [cluster(2), held(FULL), quota(1), pod('p')], NO_GATES],
    ['for one of many pods of a template', [cluster(100), held(250), deployment(10)], NO_GATES],
    ['from a group while its gate is off', [cluster(2), held(FULL), podGroup(), pod('p', 'g')], OFF],
    [
      'from a group that a controller makes',
      [
        cluster(1),
        held(0),
        podGroup('', ', ownerReferences: [{apiVersion: scheduling.k8s.io/v1beta1, kind: Workload, name: w, uid: w, controller: true}]'),
        deployment(300, 'g'),
      ],
      ON,
    ],
    [
      'from a group with four claims',
      [
        cluster(1),
        held(0),
        podGroup(`, resourceClaims: [${[1, 2, 3, 4].map((number) => `{name: c${number}, resourceClaimName: team}`).join(', ')}]`),
        deployment(300, 'g'),
      ],
      ON,
    ],
    ['from a group with 256 others', [cluster(1), held(FULL), podGroup(), pod('p', 'g')], ON],
  ] as const)('gets none %s', async (_, objects, gates) => {
    const file = join(directoryWith({ 'all.yaml': documents(...objects) }), 'all.yaml');
    expect((await suggestionsFor(file, gates)).filter(isOwn)).toEqual([]);
  });
});

describe('pods of a group', () => {
  test.each([
    ['are consumers one by one of a claim that the group does not list', podGroup(), 1, /Too many: 257/],
    [
      'are one consumer of a claim that the group lists',
      podGroup(', resourceClaims: [{name: gpu, resourceClaimName: team}]'),
      0,
      /^(?!.*Too many)/s,
    ],
    [
      'are consumers one by one of a claim that the group lists by another name',
      podGroup(', resourceClaims: [{name: other, resourceClaimName: team}]'),
      1,
      /Too many: 257/,
    ],
  ])('%s', async (_, group, code, err) => {
    const file = join(directoryWith({ 'all.yaml': documents(cluster(1), held(0), group, deployment(257, 'g')) }), 'all.yaml');
    const run = await runProgram(['allocate', '-f', file, ...ON]);
    expect([run.code, run.err]).toEqual([code, expect.stringMatching(err)]);
  });
});
