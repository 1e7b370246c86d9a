import { describe, expect, it, test } from 'vitest';
import type { Workload } from '../../src/api/workload.js';
import { UsageError } from '../../src/cli/arguments.js';
import { kindsIn, parseObjectName, podKeys } from '../../src/cli/object-names.js';
import { allocate, cluster, deployment, node, pod, rows } from './commands/allocate-inputs.js';
import { directoryWith, documents, GPU_TEMPLATE, gpuClaim, gpuSlice, runProgram } from './run-program.js';

const WORKLOAD: Workload = {
  group: 'example.com',
  kind: '',
  metadata: { name: 'a', generateName: '', namespace: 'ns', uid: '', labels: new Map(), ownerReferences: [] },
  podSets: [],
  endsPods: false,
  describesOwner: false,
  label: '',
  remarks: [],
};

it.each([
  ['a', 'ns/a'],
  ['b/a', 'b/a'],
  ['claim/a', 'ns/a'],
  ['resourceclaims.resource.k8s.io/b/a', 'b/a'],
  ['pod/a', 'pod/ns/a'],
  ['po/b/a', 'pod/b/a'],
  ['deploy/a', 'deployment/ns/a'],
  ['deployments.apps/a', 'deployment/ns/a'],
])('%s names %s', (text, name) => {
  expect(parseObjectName(text, 'ns')).toBe(name);
});

it('kinds that make pods can be named, those of the input as well', () => {
  const kinds = kindsIn([{ ...WORKLOAD, kind: 'Training' }]);
  for (const [text, name] of [
    ['jobset/a', 'jobset/ns/a'],
    ['RayClusters.ray.io/b/a', 'raycluster/b/a'],
    ['training/a', 'training/ns/a'],
    ['Trainings.example.com/b/a', 'training/b/a'],
    ['other/a', 'other/a'],
  ] as const)
    expect(parseObjectName(text, 'ns', kinds)).toBe(name);
});

it.each(['', 'a/', '/a', 'x/y/z', 'pod/a/b/c'])('"%s" names no object', (text) => {
  expect(() => parseObjectName(text, 'ns')).toThrow(UsageError);
});

it('names that may mean a pod have its key, those of owners none', () => {
  expect([...podKeys(['pod/a/b', 'a/b', 'c/d', 'job/a/b'])]).toEqual(['a\0b', 'c\0d']);
});

const INPUT = documents(
  cluster(gpuSlice('node-a', 4)),
  GPU_TEMPLATE,
  node('node-a'),
  pod('one', '{name: g, resourceClaimTemplateName: one-gpu}'),
  pod('two', '{name: g, resourceClaimTemplateName: one-gpu}'),
  pod('plain', ''),
  deployment('web', 2),
  gpuClaim('lone'),
);
const pods = async (...names: string[]): Promise<string[]> => rows((await allocate(INPUT, ...names)).out).map(([name = '']) => name);

describe('allocate', () => {
  test('looks at the pod that is named, and at those of an owner', async () => {
    expect(await pods('pod/two')).toEqual(['two']);
    expect(await pods('deploy/web')).toEqual(['web-0', 'web-1']);
    expect(await pods('pod/web-1')).toEqual(['web-1']);
    expect(await pods('pod/one', 'claim/lone')).toEqual(['one', '-']);
  });

  test('places a pod that is named whatever it needs', async () => {
    const { code, out, err } = await allocate(INPUT, 'pod/plain');
    expect({ code, out }).toEqual({ code: 0, out: '' });
    expect(err).toContain('note: pod default/plain: ');
  });

  test('looks at the pods of an owner of a kind that the user describes', async () => {
    const training =
      '{apiVersion: example.com/v1, kind: Training, metadata: {name: t}, spec: {template: {spec: {resourceClaims: [{name: g, resourceClaimTemplateName: one-gpu}], containers: [{name: m, image: i}]}}}}\n';
    const directory = directoryWith({
      'kinds.yaml': '- {group: example.com, kind: Training, pods: [{template: spec.template, count: 2}]}\n',
    });
    const input = documents(INPUT, training);
    const { out } = await allocate(input, '--pod-templates', `${directory}/kinds.yaml`, 'training/t');
    expect(rows(out).map(([name]) => name)).toEqual(['t-0', 't-1']);
    expect(rows((await allocate(input, 'Training/t')).out).map(([name]) => name)).toEqual(['t-0']);
  });

  test('says what is not there', async () => {
    const { code, err } = await allocate(INPUT, 'pod/nobody', 'job/none');
    expect(code).toBe(3);
    expect(err).toContain('error: the input has no pod/default/nobody that needs a place\n');
    expect(err).toContain('error: the input has no job/default/none that needs a place\n');
  });
});

describe('nodes', () => {
  const nodes = (...options: string[]) => runProgram(['nodes', '-f', '-', '-o', 'json', ...options], INPUT);
  const asked = async (...options: string[]): Promise<string[]> =>
    JSON.parse((await nodes(...options)).out).pods.map(({ name }: { name: string }) => name);

  test('reads names as allocate does; an owner stands for one of each set of its pods', async () => {
    expect(await asked('pod/two')).toEqual(['two']);
    expect(await asked('pod/default/plain')).toEqual(['plain']);
    expect(await asked('deploy/web')).toEqual(['web-0']);
    expect(await asked('po/web-1', 'deployments.apps/web')).toEqual(['web-0', 'web-1']);
    expect(await asked('claim/lone', 'one')).toEqual(['one', 'lone']);
  });

  test('looks at one namespace', async () => {
    expect(await asked('-n', 'default', 'plain')).toEqual(['plain']);
    const { code, err } = await nodes('-n', 'other', 'default/plain');
    expect([code, err]).toEqual([3, expect.stringContaining('error: the input has no claim and no pod default/plain\n')]);
    const named = runProgram(
      ['nodes', '-f', '-', '-n', 'other', '-o', 'json'],
      INPUT.replace('{name: two}', '{namespace: elsewhere, name: two}'),
    );
    expect(JSON.parse((await named).out).pods.map(({ name }: { name: string }) => name)).not.toContain('two');
  });

  test('says what is not there', async () => {
    const { code, err } = await nodes('job/none', 'elsewhere/two', 'lonee');
    expect(code).toBe(3);
    expect(err).toContain('error: the input has no job/default/none that needs a place\n');
    expect(err).toContain('error: the input has no claim and no pod elsewhere/two, did you mean default/two?\n');
    expect(err).toContain('error: the input has no claim and no pod default/lonee, did you mean default/lone?\n');
  });
});

describe('-n', () => {
  const other = (text: string): string => text.replace('metadata: {name: ', 'metadata: {namespace: other, name: ');
  const both = documents(cluster(gpuSlice('node-a', 4)), node('node-a'), gpuClaim('a'), other(gpuClaim('b')));

  test('looks at one namespace, which objects are in that name none', async () => {
    const { out } = await allocate(both, '-n', 'other');
    expect(rows(out).map(([, claim]) => claim)).toEqual(['other/a', 'other/b']);
    const named = both.replace('metadata: {name: a', 'metadata: {namespace: default, name: a');
    expect(rows((await allocate(named, '-n', 'other')).out).map(([, claim]) => claim)).toEqual(['other/b']);
    expect(rows((await allocate(named, '-n', 'other', '-A')).out).map(([, claim]) => claim)).toEqual(['a', 'other/b']);
    expect(rows((await allocate(named, '-n', 'other', 'b')).out).map(([, claim]) => claim)).toEqual(['other/b']);
  });

  test('needs a name', async () => {
    expect((await allocate(both, '-n', '')).code).toBe(2);
  });
});
