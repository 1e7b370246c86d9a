import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { DUMPED_KINDS, KINDS_OF_SOME_CLUSTERS } from '../../../../src/apps/cli/cluster-dump.js';
import { COMPLETENESS, findGaps, type NeedingCommand } from '../../../../src/apps/cli/input/completeness.js';
import { objectsOf } from '../../../scheduler/pods/objects.js';
import { documents, runProgram } from '../run-program.js';

const NODE = '{apiVersion: v1, kind: Node, metadata: {name: a, uid: node}, status: {allocatable: {cpu: 4, memory: 8Gi, pods: 110}}}\n';
const CLASS = '{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: gpu, uid: c}, spec: {}}\n';
const SLICE =
  '{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: s, uid: s}, spec: {driver: d, nodeName: a, pool: {name: a, generation: 1, resourceSliceCount: 1}, devices: [{name: g0}, {name: g1}]}}\n';
const SPEC = '{devices: {requests: [{name: r, exactly: {deviceClassName: gpu}}]}}';
const TEMPLATE = `{apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate, metadata: {name: t, namespace: ns, uid: t}, spec: {spec: ${SPEC}}}\n`;
const HELD =
  `{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: held, namespace: ns, uid: h}, spec: ${SPEC},` +
  ' status: {allocation: {devices: {results: [{request: r, driver: d, pool: a, device: g0}]}}, reservedFor: [{resource: pods, name: runs, uid: p}]}}\n';
const FREE = HELD.replace('name: held', 'name: free').replace(/, status: .*/, '}\n');
const POD = (name: string, spec: string, status: string, uid = `uid: ${name}`): string =>
  `{apiVersion: v1, kind: Pod, metadata: {name: ${name}, namespace: ns, ${uid}}, spec: {containers: [{name: c, image: i}], ${spec}}, status: {${status}}}\n`;
const RUNS = POD(
  'runs',
  'nodeName: a, resourceClaims: [{name: g, resourceClaimTemplateName: t}]',
  'phase: Running, resourceClaimStatuses: [{name: g, resourceClaimName: held}]',
);
const WAITS = POD('waits', 'resourceClaims: [{name: g, resourceClaimTemplateName: t}]', 'phase: Pending');
const BY_HAND = POD('mine', 'resourceClaims: [{name: g, resourceClaimTemplateName: t}]', '', 'labels: {}');
const WHOLE = [NODE, CLASS, SLICE, TEMPLATE, HELD, RUNS, WAITS];

const gapsOf = (
  texts: readonly string[],
  command: NeedingCommand = 'allocate',
  devicesOnly = false,
  genericWorkload = true,
): readonly string[] =>
  findGaps({ objects: objectsOf(documents(...texts)), command, devicesOnly, features: { genericWorkload } }).map(
    ({ kind, isNote }) => `${kind}${isNote ? ' (note)' : ''}`,
  );
const without = (...left: readonly string[]): readonly string[] => WHOLE.filter((text) => !left.includes(text));

describe('the input shows which kind is missing', () => {
  test('of a whole cluster none is', () => {
    for (const command of ['allocate', 'nodes', 'explain', 'fit', 'simulate', 'diff', 'inventory'] as const)
      expect(gapsOf(WHOLE, command)).toEqual([]);
  });

  test.each<[string, readonly string[], readonly string[]]>([
    ['claims of pods that run', without(HELD), ['resourceclaims']],
    ['claims of pods that run, where others are there', [...without(HELD), FREE], ['resourceclaims']],
    ['templates of pending pods', without(TEMPLATE), ['resourceclaimtemplates']],
    ['classes', without(CLASS), ['deviceclasses']],
    ['classes of hand-written claims', [NODE, SLICE, FREE.replace(', uid: h', '')], ['deviceclasses']],
    ['slices', without(SLICE), ['resourceslices']],
    ['nodes', without(NODE), ['nodes']],
    ['some nodes', [...WHOLE, RUNS.replace('nodeName: a', 'nodeName: gone').replace('name: runs', 'name: far')], ['nodes (note)']],
    ['pods', without(RUNS), ['pods (note)']],
    ['pods of a namespace', [...WHOLE, HELD.replace('namespace: ns', 'namespace: other')], ['pods (note)']],
    [
      'pods, where the one that a claim is reserved for is pending',
      without(RUNS).map((text) => text.replace('name: runs', 'name: waits')),
      [],
    ],
    [
      'claims of a pod whose status was recorded, without its uid',
      without(HELD).map((text) => text.replace(', uid: runs', '')),
      ['resourceclaims'],
    ],
    ['pod groups', [...WHOLE, POD('member', 'schedulingGroup: {podGroupName: g}', '')], ['podgroups.scheduling.k8s.io']],
    [
      'claims that a quota counts',
      [
        NODE,
        CLASS,
        SLICE,
        TEMPLATE,
        WAITS,
        '{apiVersion: v1, kind: ResourceQuota, metadata: {name: q, namespace: ns, uid: q}, status: {used: {count/resourceclaims.resource.k8s.io: "2"}}}\n',
      ],
      ['resourceclaims'],
    ],
  ])('%s', (_, texts, kinds) => {
    expect(gapsOf(texts)).toEqual(kinds);
  });

  test('manifests written by hand may be about a part of a cluster', () => {
    expect(gapsOf([CLASS, SLICE, BY_HAND])).toEqual([]);
    expect(gapsOf([CLASS, SLICE, TEMPLATE, BY_HAND])).toEqual([]);
    expect(gapsOf([CLASS, SLICE, TEMPLATE, RUNS.replace('uid: runs', 'labels: {}').replace(/status: .*/, 'status: {}}\n')])).toEqual([]);
  });
});

describe('a command needs what its answer depends on', () => {
  test('inventory needs claims and slices alone', () => {
    expect(gapsOf(without(HELD), 'inventory')).toEqual(['resourceclaims']);
    expect(gapsOf(without(SLICE), 'inventory')).toEqual(['resourceslices']);
    expect(gapsOf(without(CLASS, TEMPLATE, NODE), 'inventory')).toEqual([]);
  });

  test('where devices alone decide neither nodes nor pods are needed', () => {
    expect(gapsOf(without(NODE), 'allocate', true)).toEqual([]);
    expect(gapsOf(without(RUNS), 'allocate', true)).toEqual([]);
  });

  test('more replicas of a stored workload need its template', () => {
    const workload = `{apiVersion: apps/v1, kind: Deployment, metadata: {name: d, namespace: ns, uid: d}, spec: {selector: {}, template: {spec: {containers: [{name: c, image: i}], resourceClaims: [{name: g, resourceClaimTemplateName: t}]}}}}\n`;
    const texts = [...without(TEMPLATE, WAITS), workload];
    expect(gapsOf(texts, 'fit')).toEqual(['resourceclaimtemplates']);
    expect(gapsOf(texts, 'allocate')).toEqual([]);
  });

  test('pod groups are needed while there are some', () => {
    expect(gapsOf([...WHOLE, POD('member', 'schedulingGroup: {podGroupName: g}', '')], 'allocate', false, false)).toEqual([]);
  });
});

describe('an incomplete input', () => {
  const text = documents(...without(HELD, CLASS));

  test('is exit code 3, with one command for all that is missing', async () => {
    const { code, out, err } = await runProgram(['allocate', '-f', '-'], text);
    expect(err).toMatch(
      /^<stdin>:\d+:1: error: the input lacks ResourceClaims: pod ns\/runs has claim held; their devices would count as free: /,
    );
    expect(err).toMatch(/error: the input lacks DeviceClasses: template ns\/t requests class gpu; /);
    expect(err).toContain('kubectl get resourceclaims,deviceclasses -A -o json');
    expect({ code, out }).toEqual({ code: 3, out: '' });
  });

  test('is answered with a warning if it is allowed', async () => {
    const { code, err } = await runProgram(['allocate', '-f', '-', '--allow-incomplete'], documents(...without(HELD)));
    expect(err).toMatch(/^<stdin>:\d+:1: warning: the input lacks ResourceClaims: /m);
    expect(code).toBe(0);
  });
});

test('the kinds are among those of the command for a whole cluster, and in the docs', () => {
  const page = readFileSync(new URL('../../../../docs/reference/exit-codes.md', import.meta.url), 'utf8').split('## Incomplete input')[1];
  for (const { kind, commands, isNote } of COMPLETENESS) {
    expect([...DUMPED_KINDS, ...KINDS_OF_SOME_CLUSTERS]).toContain(kind);
    const row = page?.split('\n').find((line) => line.startsWith(`| \`${kind}\` |`));
    if (isNote !== true) expect(row?.split('|')[3]?.trim()).toBe(commands.map((command) => `\`${command}\``).join(', '));
  }
});
