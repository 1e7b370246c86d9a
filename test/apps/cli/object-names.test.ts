import { describe, expect, it, test } from 'vitest';
import { UsageError } from '../../../src/apps/cli/arguments.js';
import { kindsIn, namedPods, objectNames, parseObjectName } from '../../../src/apps/cli/object-names.js';
import type { Workload } from '../../../src/core/api/workload.js';
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
  ['claim/a', 'claim/ns/a'],
  ['resourceclaims.resource.k8s.io/b/a', 'claim/b/a'],
  ['Pod/a', 'pod/ns/a'],
  ['STS/a', 'statefulset/ns/a'],
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

it('names that may mean a pod have its key', () => {
  expect([...namedPods(['pod/a/b', 'a/b', 'c/d', 'claim/a/c'], { pods: [], workloads: [] }).takes]).toEqual(['a\0b', 'c\0d']);
});

it.each([
  [['pod', 'a'], ['pod/ns/a']],
  [
    ['pods', 'a', 'b/c'],
    ['pod/ns/a', 'pod/b/c'],
  ],
  [['resourceclaim', 'a'], ['claim/ns/a']],
  [['deployments.apps', 'a'], ['deployment/ns/a']],
  [['pod'], ['ns/pod']],
  [
    ['a', 'pod'],
    ['ns/a', 'ns/pod'],
  ],
])('the words %j name %j', (words, names) => {
  expect(objectNames(words, 'ns')).toEqual(names);
});

it.each([
  [['pod', 'deploy/a'], '"pod deploy/a" has two kinds: write pod/NAME deploy/a, or pod NAME...'],
  [['b/pod/a'], '"b/pod/a" has the kind after the namespace: write pod/b/a'],
  [['pod/a/'], '"pod/a/" names no object: write NAME, NAMESPACE/NAME, KIND/NAME or KIND/NAMESPACE/NAME; did you mean pod/a?'],
  [['deploymnt/b/a'], '"deploymnt" is not a supported kind; did you mean deployment/b/a?'],
])('the words %j are wrong, and the error says how they are meant', (words, message) => {
  expect(() => objectNames(words, 'ns')).toThrow(message);
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
  test('considers the pod that is named, and those of an owner', async () => {
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

  test('considers the pods of an owner of a kind that the user describes', async () => {
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
    expect(err).toContain('error: no pod "nobody" in namespace "default"\n');
    expect(err).toContain('error: no job "none" in namespace "default"\n');
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

  test('considers one namespace', async () => {
    expect(await asked('-n', 'default', 'plain')).toEqual(['plain']);
    const { code, err } = await nodes('-n', 'other', 'default/plain');
    expect([code, err]).toEqual([
      3,
      expect.stringContaining('error: no pod or claim "plain" in namespace "default"; found other/plain: use other/plain\n'),
    ]);
    const named = runProgram(
      ['nodes', '-f', '-', '-n', 'other', '-o', 'json'],
      INPUT.replace('{name: two}', '{namespace: elsewhere, name: two}'),
    );
    expect(JSON.parse((await named).out).pods.map(({ name }: { name: string }) => name)).not.toContain('two');
  });

  test('says what is not there', async () => {
    const { code, err } = await nodes('job/none', 'elsewhere/two', 'lonee');
    expect(code).toBe(3);
    expect(err).toContain('error: no job "none" in namespace "default"\n');
    expect(err).toContain('error: no pod or claim "two" in namespace "elsewhere"; found default/two: use default/two\n');
    expect(err).toContain('error: no pod or claim "lonee" in namespace "default", did you mean default/lone?\n');
  });
});

// One table for all commands that accept names: what a name finds, or why it finds nothing.
const running = (name: string, namespace: string, more = ''): string =>
  `{apiVersion: v1, kind: Pod, metadata: {name: ${name}, namespace: ${namespace}}, spec: {nodeName: node-a, containers: [{name: c, image: i}]}${more}}\n`;
const TABLE = documents(
  INPUT.replace(gpuSlice('node-a', 4), gpuSlice('node-a', 20)),
  running('busy', 'default'),
  running('ended', 'default', ', status: {phase: Succeeded}'),
  ...['pod', 'deployment'].flatMap((kind) => {
    const make = kind === 'pod' ? pod('far', '{name: g, resourceClaimTemplateName: one-gpu}') : deployment('far-web', 1);
    return [make.replace('metadata: {name: far', 'metadata: {namespace: research, name: far')];
  }),
  GPU_TEMPLATE.replace('metadata: {', 'metadata: {namespace: research, '),
  pod('twice', '').replace('name: twice', 'namespace: a, name: twice'),
  pod('twice', '').replace('name: twice', 'namespace: b, name: twice'),
  deployment('idle', 0),
);

describe.each(['allocate', 'explain', 'nodes', 'fit'])('%s', (command) => {
  const of = (...words: readonly string[]) =>
    runProgram([command, '-f', '-', ...words, ...(command === 'fit' ? ['--most', '3'] : [])], TABLE);

  test.each([
    [['pod/two']],
    [['pod', 'two']],
    [['po', 'two', 'one']],
    [['pods/two']],
    [['Pod/two']],
    [['two']],
    [['claim', 'lone']],
    [['resourceclaim/lone']],
    [['deployment', 'web']],
    [['deploy/web']],
    [['deployments.apps', 'web']],
    [['pod', 'far', '-n', 'research']],
    [['pod/research/far']],
    [['deploy', 'research/far-web']],
    [['pod/plain']],
  ])('finds %j', async (words) => {
    const { code, err } = await of(...words);
    expect([code, err.match(/^error: .*/gm)]).toEqual([0, null]);
  });

  test.each([
    [['pod/far'], 'no pod "far" in namespace "default"; found research/far: add -n research'],
    [['pod', 'far'], 'no pod "far" in namespace "default"; found research/far: add -n research'],
    [['far'], 'no pod or claim "far" in namespace "default"; found research/far: add -n research'],
    [['deploy/far-web'], 'no deployment "far-web" in namespace "default"; found research/far-web: add -n research'],
    [['pod/far', '-n', 'other'], 'no pod "far" in namespace "other"; found research/far: use -n research'],
    [['pod/other/far'], 'no pod "far" in namespace "other"; found research/far: use pod/research/far'],
    [['pod/twice'], 'no pod "twice" in namespace "default"; found a/twice, b/twice: add -n NAMESPACE'],
    [['research/far', '-n', 'default'], 'pod research/far is not in namespace "default", which -n selects: leave out -n'],
    [['pod/nobody'], 'no pod "nobody" in namespace "default"'],
    [['pod/web'], 'no pod "web" in namespace "default"; found deployment default/web: use deployment/web'],
    [['web'], 'no pod or claim "web" in namespace "default"; found deployment default/web: use deployment/web'],
    [['deploy/wbe'], 'no deployment "wbe" in namespace "default", did you mean deployment/default/web?'],
    [['pod/ended'], 'pod default/ended is not pending: it has ended (Succeeded)'],
    [['pod'], 'no pod or claim "pod" in namespace "default": "pod" is a kind: write pod NAME'],
    [
      ['deploymet/web'],
      'no pod or claim "web" in namespace "deploymet": the input has no object in that namespace, and "deploymet" is not a supported kind, did you mean deployment?',
    ],
  ])('says why %j names nothing', async (words, message) => {
    const { code, err } = await of(...words);
    expect([code, err]).toEqual([3, expect.stringContaining(`error: ${message}\n`)]);
  });

  test('says that a pod runs', async () => {
    const { code, err } = await of('pod/busy');
    expect(code).toBe(0);
    if (command !== 'fit') expect(err).toContain('note: pod default/busy is not pending: it runs on node node-a\n');
  });
});

test('an owner without pods is distinguished from one that does not exist', async () => {
  const { code, err } = await runProgram(['nodes', '-f', '-', 'deploy/idle'], TABLE);
  expect([code, err]).toEqual([3, expect.stringContaining('error: deployment default/idle has no pending pod: it creates no more pods\n')]);
});

describe('-n', () => {
  const other = (text: string): string => text.replace('metadata: {name: ', 'metadata: {namespace: other, name: ');
  const both = documents(cluster(gpuSlice('node-a', 4)), node('node-a'), gpuClaim('a'), other(gpuClaim('b')));

  test('considers one namespace, which objects are in that name none', async () => {
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
