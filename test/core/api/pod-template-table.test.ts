import { describe, expect, test } from 'vitest';
import { decodeAllObjects } from '../../../src/core/api/all-objects.js';
import { DecodeContext } from '../../../src/core/api/context.js';
import { decodeObjects, type ObjectSet } from '../../../src/core/api/objects.js';
import { builtInPodTemplates, decodePodTemplateKinds } from '../../../src/core/api/pod-template-table.js';
import type { Json } from '../../../src/core/base/json.js';
import { readText } from '../../../src/core/read/read.js';
import { errorOf, yaml } from '../../support/api.js';

const kinds = (text: string) => decodePodTemplateKinds(yaml(text), new DecodeContext());

function read(table: string, text: string): ObjectSet {
  return decodeAllObjects(readText(text, 'test.yaml').documents, { podTemplates: builtInPodTemplates().with(kinds(table)) });
}

const TABLE = `
- group: example.com
  kind: Train
  done: [Done]
  stopped: [{path: spec.paused, is: true}]
  remarks: [{when: spec.mode, text: 'runs in mode {spec.mode}'}]
  pods:
  - template: spec.teams[*].template
    setField: title
    count: ["spec.teams[*].size", {path: spec.copies, default: 2, atMost: 3}]
    names: 'train-{name}-{set}-{0}-{1}'
    stopped: [{path: "spec.teams[*].idle"}]
`;

const train = (spec: string, rest = ''): string =>
  `{apiVersion: example.com/v7, kind: Train, metadata: {name: t}, spec: {${spec}}${rest}}\n`;
const team = (title: string, rest: string): string => `{title: ${title}, ${rest}, template: {spec: {containers: [{name: c}]}}}`;
const replicas = (text: string): (number | undefined)[] =>
  read(TABLE, text).workloads.flatMap(({ podSets }) => podSets.map((set) => set.replicas));

describe('kinds that a user adds', () => {
  test('count their pods by a product of numbers within bounds', () => {
    expect(replicas(train(`teams: [${team('a', 'size: 4')}, ${team('b', 'size: 1')}]`))).toEqual([8, 2]);
    expect(replicas(train(`copies: 9, teams: [${team('a', 'size: 4')}]`))).toEqual([12]);
    expect(replicas(train(`copies: 0, teams: [${team('a', 'size: 4')}]`))).toEqual([0]);
    expect(replicas(train(`teams: [${team('a', "size: '5'")}]`))).toEqual([10]);
  });

  test('make none while a value or a condition says so', () => {
    expect(replicas(train(`paused: true, teams: [${team('a', 'size: 4')}]`))).toEqual([0]);
    expect(replicas(train(`paused: false, teams: [${team('a', 'size: 4')}]`))).toEqual([8]);
    expect(replicas(train(`teams: [${team('a', 'size: 4, idle: 1')}, ${team('b', 'size: 4')}]`))).toEqual([0, 8]);
    const done = (status: string): string => `, status: {conditions: [{type: Done, status: "${status}"}]}`;
    expect(replicas(train(`teams: [${team('a', 'size: 4')}]`, done('True')))).toEqual([0]);
    expect(replicas(train(`teams: [${team('a', 'size: 4')}]`, done('False')))).toEqual([8]);
  });

  test('say what is unknown of them', () => {
    expect(read(TABLE, train('mode: fast')).workloads[0]?.remarks).toEqual(['runs in mode fast']);
    expect(read(TABLE, train('mode: fast, paused: true')).workloads[0]?.remarks).toEqual(['creates no pods, since spec.paused is true']);
  });

  test('replace those that are known, but not those of Kubernetes', () => {
    const jobSet = '[{group: jobset.x-k8s.io, kind: JobSet, pods: [{template: spec.other}]}]';
    expect(builtInPodTemplates().with(kinds(jobSet)).find('jobset.x-k8s.io', 'JobSet')?.pods).toHaveLength(1);
    expect(errorOf(() => kinds('[{group: apps, kind: Deployment}]'))).toMatchObject({ code: 'invalid-object', path: '[0].kind' });
  });

  test.each([
    ['{}', '', 'expected a list'],
    ['[{group: a}]', '[0].kind', 'a row needs the kind'],
    ['[{kind: A, pods: [{}]}]', '[0].pods[0].template', 'a row needs the path'],
    ['[{kind: A, pods: [{template: spec..x}]}]', '[0].pods[0].template', 'expected a path such as'],
    ['[{kind: A, pods: [{template: "spec.a[*].t", count: "spec.b[*].n"}]}]', '[0].pods[0].count', 'must equal the path of the template'],
    ['[{kind: A, pods: [{template: spec.a, count: "spec.b[*].n"}]}]', '[0].pods[0].count', 'must equal the path of the template'],
    ['[{kind: A, pods: [{template: spec.a, counts: 1}]}]', '[0].pods[0].counts', 'unknown field, did you mean'],
    ['[{kind: A, pods: [{template: spec.a, names: "{1}"}]}]', '[0].pods[0].names', 'has no index'],
  ])('%s is wrong at %j', (text, path, message) => {
    const error = errorOf(() => kinds(text));
    expect([error.code, error.path ?? '']).toEqual(['invalid-object', path]);
    expect(error.message).toContain(message);
  });
});

describe('what cannot be read of a custom resource', () => {
  test('is left out with a warning, the rest counts', () => {
    const { workloads, warnings } = read(TABLE, train(`teams: [${team('a', 'size: many')}, ${team('b', 'size: 1')}]`));
    expect(workloads[0]?.podSets.map(({ name }) => name)).toEqual(['b']);
    expect(warnings.map(({ message, path }) => [message, path.join('.')])).toEqual([
      ['spec.teams[0].size: expected an integer, found the string "many"; these pods are left out', 'spec.teams.0.template'],
    ]);
  });

  test('is an error in a kind of Kubernetes', () => {
    const job =
      '{apiVersion: batch/v1, kind: Job, metadata: {name: j}, spec: {parallelism: many, template: {spec: {containers: [{name: c}]}}}}';
    expect(errorOf(() => read('[]', job)).path).toBe('spec.parallelism');
  });
});

describe('kinds that nobody described', () => {
  const other = (spec: string, kind = 'example.org/v1, kind: Other'): string =>
    `{apiVersion: ${kind}, metadata: {name: o}, spec: {${spec}}}\n`;

  test('count as one pod for each pod template, and say so', () => {
    const { workloads, skipped } = read(
      '[]',
      `${other('replicas: 7, a: {template: {spec: {containers: [{name: c}]}}}')}---\n${other('x: 1', 'a/v1, kind: B')}`,
    );
    expect(workloads.map(({ podSets, remarks }) => [podSets.map((set) => set.replicas), remarks])).toEqual([
      [[1], ['is of an unsupported kind: its pod template at spec.a.template counts as one pod']],
    ]);
    expect([...skipped.keys()]).toEqual(['a/v1 B']);
  });

  test('do not where Kubernetes has pod templates that make no pods', () => {
    const revision =
      '{apiVersion: apps/v1, kind: ControllerRevision, metadata: {name: r}, data: {spec: {template: {spec: {containers: [{name: c}]}}}}}';
    expect(read('[]', revision).workloads).toEqual([]);
  });

  test('are not considered by callers that did not request it', () => {
    const documents = readText(other('a: {template: {spec: {containers: [{name: c}]}}}'), 'test.yaml').documents;
    expect(decodeObjects(documents).workloads).toEqual([]);
  });
});

test('hostile objects cost bounded work', () => {
  const list: Json[] = [];
  for (let item = 0; item < 2000; item++) list.push(list);
  const group = { replicas: 1_000_000_000, numOfHosts: 1_000_000_000, template: { spec: { containers: [{ name: 'c' }] } } };
  const decode = (spec: Json): ObjectSet =>
    decodeAllObjects([{ value: { apiVersion: 'ray.io/v1', kind: 'RayCluster', metadata: { name: 'r' }, spec } }], {
      podTemplates: builtInPodTemplates(),
    });
  expect(decode({ workerGroupSpecs: [group] }).workloads[0]?.podSets[0]?.replicas).toBe(2 ** 31 - 1);
  expect(errorOf(() => decode({ workerGroupSpecs: Array.from({ length: 200_000 }, () => group) })).code).toBe('input-too-large');
  expect(decode({ workerGroupSpecs: list }).workloads[0]?.podSets).toEqual([]);
});
