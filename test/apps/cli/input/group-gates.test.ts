import { describe, expect, it } from 'vitest';
import { documents, GPU_CLASS, GPU_TEMPLATE, gpuSlice, runProgram } from '../run-program.js';

const CLUSTER = documents(
  GPU_CLASS,
  GPU_TEMPLATE,
  gpuSlice('n1', 3),
  '{apiVersion: v1, kind: Node, metadata: {name: n1}, status: {allocatable: {cpu: 16, memory: 64Gi, pods: 110}}}\n',
);
const CLAIMS = 'resourceClaims: [{name: g, resourceClaimTemplateName: one-gpu}]';
const group = (more = '') =>
  `{apiVersion: scheduling.k8s.io/v1beta1, kind: PodGroup, metadata: {name: train, namespace: default}, spec: {schedulingPolicy: {gang: {minCount: 2}}${more}}}\n`;
const pod = (name: string) =>
  `{apiVersion: v1, kind: Pod, metadata: {name: ${name}, namespace: default}, spec: {schedulingGroup: {podGroupName: train}, containers: [{name: c, image: x, resources: {claims: [{name: g}]}}], ${CLAIMS}}}\n`;
const gang = (more?: string) => documents(CLUSTER, group(more), pod('a'), pod('b'));
const note = (gate: string, why: string, stage = 'beta in 1.37') => `note: ${gate} counts as on, since ${why}: ${stage}, off by default\n`;
const GENERIC = note('GenericWorkload', 'the input has PodGroups');
const CLAIMS_NOTE = note('DRAWorkloadResourceClaims', 'PodGroups in the input have claims');

const run = (command: string, input: string, ...args: string[]) => runProgram([command, '-f', '-', ...args], input);

describe('the gates that PodGroups need', () => {
  for (const release of [[], ['--kubernetes-version', '1.37']]) {
    for (const command of ['allocate', 'nodes', 'explain', 'fit', 'simulate'])
      it(`count as on in ${command} ${release.join(' ')}, with a note`, async () => {
        const plain = await run(command, gang(), ...release);
        expect([plain.code, plain.err]).toEqual([0, expect.stringContaining(GENERIC)]);
        expect(plain.err).not.toContain('DRAWorkloadResourceClaims');
        const shared = await run(command, gang(`, ${CLAIMS}`), ...release);
        expect([shared.code, shared.err]).toEqual([0, expect.stringContaining(GENERIC + CLAIMS_NOTE)]);
      });
  }

  it('count as on for both sides of diff, and in events of a trace', async () => {
    expect((await run('diff', gang(), '--kubernetes-version', '1.37', '--to-version', '1.37')).err).toContain(GENERIC);
    const trace = `{apiVersion: simulate.dra-allocator/v1alpha1, kind: Trace, events: [{at: 1, apply: [${[group(`, ${CLAIMS}`), pod('a'), pod('b')].join(',')}]}]}\n`;
    const { code, err } = await run('simulate', documents(CLUSTER, trace), '--kubernetes-version', '1.37');
    expect([code, err]).toEqual([0, expect.stringContaining(GENERIC + CLAIMS_NOTE)]);
  });

  it('stay as the user sets them', async () => {
    const set = (gates: string, ...args: string[]) =>
      run('allocate', gang(`, ${CLAIMS}`), '--kubernetes-version', '1.37', '--feature-gates', gates, ...args);
    const on = await set('AllBeta=true');
    expect([on.code, on.err]).toEqual([0, expect.not.stringContaining('counts as on')]);
    const off = await set('GenericWorkload=false');
    expect([off.code, off.err]).toEqual([3, expect.stringContaining('turn on GenericWorkload')]);
    const half = await set('DRAWorkloadResourceClaims=false');
    expect([half.code, half.err]).toEqual([1, expect.stringContaining('the DRAWorkloadResourceClaims feature is disabled')]);
    expect(half.err).toContain(GENERIC);
  });

  it('do not exist in releases without PodGroups, whose API server rejects them', async () => {
    const older = gang().replace('scheduling.k8s.io/v1beta1', 'scheduling.k8s.io/v1alpha2');
    const { code, err } = await run('allocate', older, '--kubernetes-version', '1.36');
    expect([code, err]).toEqual([0, expect.stringContaining(note('GenericWorkload', 'the input has PodGroups', 'alpha in 1.36'))]);
    const before = await run('allocate', older, '--kubernetes-version', '1.34');
    expect([before.code, before.err]).toEqual([3, expect.stringContaining('1.34 does not serve PodGroup')]);
    expect((await run('allocate', older, '--kubernetes-version', '1.34', '--no-validate')).err).toContain(
      'note: the gate GenericWorkload is off: the pods of a PodGroup are not placed together\n',
    );
  });

  it('are not mentioned without PodGroups', async () => {
    expect((await run('allocate', documents(CLUSTER, pod('a').replace('schedulingGroup: {podGroupName: train}, ', '')))).err).not.toContain(
      'counts as on',
    );
  });
});
