import { expect, test } from 'vitest';
import { playgroundExamples } from '../../../../scripts/playground-examples.mjs';
import { Session } from '../../../../src/apps/playground/answer/session.js';
import { EXAMPLES } from '../../../../src/apps/playground/page/examples.js';
import type { Answer, DeviceTile, Replies, Semantics } from '../../../../src/apps/playground/protocol.js';
import { platform } from '../../../../src/platform/node.js';

const examples = playgroundExamples();
const session = new Session(platform);
const semantics: Semantics = { devicesOnly: false };

const exampleText = (id: string): string => examples.get(id) as string;
const answer = (text: string, group?: string, own = semantics): Promise<Answer> =>
  session.reply({ ask: 'answer', text, semantics: own, ...(group === undefined ? {} : { group }) }) as Promise<Answer>;
const tiles = ({ nodes }: Answer): readonly DeviceTile[] => nodes.flatMap(({ pools }) => pools.flatMap(({ devices }) => devices));
const outcomes = ({ groups }: Answer): readonly string[] => groups.map(({ outcome }) => outcome);

test('the page offers the examples that the build makes', () => {
  expect(EXAMPLES.map(({ id }) => id).sort()).toEqual([...examples.keys()].sort());
});

test.each([...examples].filter(([id]) => id !== 'hard'))('example %s has no errors, and says where it is from', async (id, text) => {
  const { marks, groups } = await answer(text);
  expect(marks.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(groups.length).toBeGreaterThan(0);
  if (['eks', 'does-not-fit', 'first-available', 'backtracking'].includes(id)) expect(text).toMatch(/^# From .*Apache-2\.0/ms);
});

test('pairs on one PCIe root are selected, and the values that they have in common are marked', async () => {
  const found = await answer(exampleText('eks'));
  expect(outcomes(found)).toEqual(['placed', 'placed', 'placed', 'placed']);
  expect(found.totals).toEqual({ devices: 15, free: 7, picked: 8, taken: 0 });
  const matched = tiles(found).flatMap(({ values }) => values.filter(({ match }) => match !== undefined));
  expect(matched).toHaveLength(8);
  expect(new Set(matched.map(({ value, match }) => `${value} ${match}`)).size).toBe(4);
  expect(tiles(found).filter(({ isShown }) => isShown)).toHaveLength(2);
});

test('a suggestion that is applied makes the claim fit, and changes nothing else of the text', async () => {
  const text = exampleText('does-not-fit');
  const before = await answer(text);
  expect(outcomes(before)).toEqual(['refused']);
  const { explanation } = before.groups[0] as Answer['groups'][number];
  expect(explanation?.conflict).toMatch(/pcieRoot/);
  for (const { patches } of explanation?.suggestions.slice(0, 3) ?? []) {
    const applied = (await session.reply({ ask: 'apply', text, patches })) as Replies['apply'];
    expect(applied).toHaveProperty('text');
    if ('text' in applied) expect(outcomes(await answer(applied.text))).toEqual(['placed']);
  }
  expect(explanation?.suggestions.length).toBeGreaterThan(0);
});

test('tiles say why a device is rejected', async () => {
  const found = await answer(exampleText('taints'));
  expect(outcomes(found)).toEqual(['refused', 'placed']);
  const broken = tiles(found).find(({ name }) => name === 'gpu-0');
  expect(broken).toMatchObject({ state: 'refused' });
  expect(broken?.why.join()).toContain('example.com/broken');
});

test('counters and capacities are bars of what is in use', async () => {
  const partitions = await answer(exampleText('partitions'));
  const counters = partitions.nodes.flatMap(({ pools }) => pools.flatMap(({ counters: own }) => own));
  expect(counters.map(({ name }) => name).sort()).toEqual(['card-0/memory', 'card-0/slices', 'card-1/memory', 'card-1/slices']);
  expect(counters.find(({ name }) => name === 'card-1/memory')).toMatchObject({ used: 1, text: '80Gi of 80Gi used' });
  expect(counters.find(({ name }) => name === 'card-0/memory')).toMatchObject({ used: 0.5, text: '40Gi of 80Gi used' });
  const shared = await answer(exampleText('shared-nics'));
  expect(outcomes(shared)).toEqual(['placed', 'placed', 'placed', 'placed', 'refused']);
  expect(tiles(shared).map(({ capacity }) => capacity[0]?.used)).toEqual([0.75, 0.75]);
});

test('a group that is chosen is the one whose devices stand out', async () => {
  const found = await answer(exampleText('eks'), 'pod default/trainer-2');
  expect(found.shown).toBe('pod default/trainer-2');
  expect(
    tiles(found)
      .filter(({ isShown }) => isShown)
      .flatMap(({ why }) => why)
      .join(),
  ).toContain('trainer-2');
});

test('the pods of 500 nodes are placed', async () => {
  const found = await answer(exampleText('many-nodes'));
  expect(outcomes(found)).toEqual(Array.from({ length: 20 }, () => 'placed'));
  expect(found.nodes).toHaveLength(500);
});

test('errors have their lines', async () => {
  const text = exampleText('does-not-fit').replace('count: 2', 'count: -2');
  const line = text.split('\n').findIndex((each) => each.includes('count: -2')) + 1;
  const { marks, groups } = await answer(text);
  expect(marks).toContainEqual(expect.objectContaining({ severity: 'error', line }));
  expect(groups).toEqual([]);
  expect((await answer('kind: [')).marks).toEqual([expect.objectContaining({ severity: 'error', rule: 'readable-text', line: 1 })]);
});

test.each([
  '',
  '\n',
  '# nothing',
  'null',
  '1',
  '[]',
  '{}',
  '- a',
  'a: &a [*a]',
  '{"kind": "Pod"}',
  'kind: Node\napiVersion: v1\nmetadata: {name: "<img src=x onerror=alert(1)>"}',
  '\u0000',
])('text %j has an answer', async (text) => {
  const found = await answer(text);
  expect(found.groups).toEqual([]);
});

test('a release has its gates', async () => {
  const found = await answer(exampleText('partitions'), undefined, { devicesOnly: false, release: '1.34' });
  expect(found.groups.every(({ outcome }) => outcome !== 'placed') || found.marks.length > 0).toBe(true);
});

test('a PodGroup with too few devices has no pod with devices', async () => {
  const gang = (minCount: number): string =>
    `${exampleText('taints')
      .split('\n---\n')
      .filter((text) => !/kind: (Pod|Job|Deployment)\b/.test(text))
      .join('\n---\n')}
---
apiVersion: resource.k8s.io/v1
kind: DeviceClass
metadata: {name: of-gang}
spec: {}
---
apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata: {name: of-gang}
spec: {driver: gang.example.com, allNodes: true, pool: {name: gang, generation: 1, resourceSliceCount: 1}, devices: [{name: one}, {name: two}]}
---
apiVersion: resource.k8s.io/v1
kind: ResourceClaimTemplate
metadata: {name: of-gang}
spec: {spec: {devices: {requests: [{name: d, exactly: {deviceClassName: of-gang, selectors: [{cel: {expression: 'device.driver == "gang.example.com"'}}]}}]}}}
---
apiVersion: scheduling.k8s.io/v1beta1
kind: PodGroup
metadata: {name: gang}
spec: {schedulingPolicy: {gang: {minCount: ${minCount}}}}
---
apiVersion: batch/v1
kind: Job
metadata: {name: gang}
spec: {parallelism: 3, completions: 3, template: {spec: {restartPolicy: Never, schedulingGroup: {podGroupName: gang}, containers: [{name: c, image: c}], resourceClaims: [{name: d, resourceClaimTemplateName: of-gang}]}}}
`;
  const ofGang = ({ groups }: Answer) => groups.filter(({ name }) => name.includes('gang-')).map(({ outcome }) => outcome);
  expect(ofGang(await answer(gang(2)))).toEqual(['placed', 'placed', 'refused']);
  const held = await answer(gang(3));
  expect(ofGang(held)).toEqual(['refused', 'refused', 'refused']);
  expect(held.groups.map(({ text }) => text)).toContain(
    'PodGroup default/gang: minCount (3) cannot be satisfied: 2 scheduled, 0 remaining',
  );
});
