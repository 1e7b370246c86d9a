import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { directoryWith, documents, GPU_CLASS, GPU_TEMPLATE, gpuSlice, runProgram } from '../run-program.js';

const node = (name: string, spec = '') =>
  `{apiVersion: v1, kind: Node, metadata: {name: ${name}}, spec: {${spec}}, status: {allocatable: {cpu: 16, memory: 64Gi, pods: 110}}}\n`;
const cluster = documents(GPU_CLASS, GPU_TEMPLATE, gpuSlice('n1', 3), node('n1'));
const tainted = documents(gpuSlice('n2', 3), node('n2', 'taints: [{key: team, value: ml, effect: NoSchedule}]'));
const group = (minCount: number) =>
  `{apiVersion: scheduling.k8s.io/v1beta1, kind: PodGroup, metadata: {name: train, namespace: default}, spec: {schedulingPolicy: {gang: {minCount: ${minCount}}}}}\n`;
const member = (cpus: number) =>
  `{restartPolicy: Never, schedulingGroup: {podGroupName: train}, containers: [{name: c, image: x, resources: {requests: {cpu: ${cpus}}, claims: [{name: g}]}}], resourceClaims: [{name: g, resourceClaimTemplateName: one-gpu}]}`;
const job = (pods: number, cpus = 1) =>
  `{apiVersion: batch/v1, kind: Job, metadata: {name: train, namespace: default}, spec: {parallelism: ${pods}, completions: ${pods}, completionMode: Indexed, template: {spec: ${member(cpus)}}}}\n`;
const pod = (name: string) => `{apiVersion: v1, kind: Pod, metadata: {name: ${name}, namespace: default}, spec: ${member(1)}}\n`;

async function suggestions(input: string, ...args: string[]) {
  const { code, out } = await runProgram(['explain', '-f', '-', '-o', 'json', ...args], input);
  const { explanations } = JSON.parse(out);
  expect(code).toBe(1);
  const [{ object, suggestions: found }] = explanations;
  const texts = found.map(({ text, size, by, givesUpGoal }: Record<string, unknown>) => [text, size, by, givesUpGoal === true]);
  return { name: object.name, texts, found, explanations };
}

describe('the changes for a gang', () => {
  it('add as many devices as the whole gang needs', async () => {
    const { name, texts, found, explanations } = await suggestions(documents(cluster, group(8), job(8)));
    expect(name).toBe('train-3');
    expect(explanations).toHaveLength(1);
    expect(texts).toEqual([
      ['add a device like gpu-0 to pool n1 (5 times)', 5, 'admin', false],
      ['lower minCount of PodGroup default/train from 8 to 3', 1, 'author', true],
    ]);
    expect(found[0].patches).toHaveLength(1);
    // Each device is a copy of gpu-0 with another name.
    expect(found[0].patches[0].patch).toHaveLength(10);
  });

  it('change each pod without an owner, and a template once', async () => {
    const pods = [0, 1, 2, 3, 4].map((index) => pod(`w${index}`));
    const alone = await suggestions(documents(cluster, tainted, group(5), ...pods));
    expect(alone.texts[0]).toEqual(['add a toleration for the taint team=ml:NoSchedule to the pod (2 times)', 2, 'author', false]);
    expect(alone.found[0].patches.map(({ object }: { object: { name: string } }) => object.name)).toEqual(['w3', 'w4']);
    const owned = await suggestions(documents(cluster, tainted, group(5), job(5)));
    expect(owned.texts[0]).toEqual(['add a toleration for the taint team=ml:NoSchedule to the pod', 1, 'author', false]);
    expect(owned.found[0].patches.map(({ object }: { object: { kind: string } }) => object.kind)).toEqual(['Job']);
  });

  it('leave out a change that helps one pod and not all', async () => {
    const { texts } = await suggestions(documents(cluster, group(2), job(2, 12)));
    expect(texts).toEqual([
      ['request 4 of cpu instead of 12 in container c', 1, 'author', false],
      ['lower minCount of PodGroup default/train from 2 to 1', 1, 'author', true],
    ]);
    // 10 pods of 5 CPUs do not fit on 16 CPUs, although the fourth pod would fit with less.
    const crowded = await suggestions(documents(GPU_CLASS, GPU_TEMPLATE, gpuSlice('n1', 30), node('n1'), group(40), job(40, 5)));
    expect(crowded.texts).toEqual([['lower minCount of PodGroup default/train from 40 to 3', 1, 'author', true]]);
  });

  it('lower minCount if too few pods exist, or if they disagree', async () => {
    const { name, texts } = await suggestions(documents(cluster, group(5), job(4)));
    expect([name, texts]).toEqual(['train-0', [['lower minCount of PodGroup default/train from 5 to 3', 1, 'author', true]]]);
    const other = pod('w1').replace('containers', 'schedulerName: other, containers');
    expect((await suggestions(documents(cluster, group(2), pod('w0'), other))).texts).toEqual([]);
  });

  it('are of the failing pod, whichever pod of the gang is named', async () => {
    const { name, texts } = await suggestions(documents(cluster, group(4), job(4)), 'pod/train-1');
    expect([name, texts[0]?.[0]]).toEqual(['train-3', 'add a device like gpu-0 to pool n1']);
  });

  it('are applied to files, after which the gang fits', async () => {
    const file = join(directoryWith({}), 'input.yaml');
    for (const suggestion of ['1', '2']) {
      writeFileSync(file, documents(cluster, group(8), job(8)));
      const { code } = await runProgram(['explain', '-f', file, '--apply', file, '--suggestion', suggestion], '');
      expect(code).toBe(1);
      const { err } = await runProgram(['allocate', '-f', file], '');
      expect(err).not.toContain('PodGroup default/train: none');
    }
    expect(readFileSync(file, 'utf8')).toContain('minCount: 3');
  });
});
