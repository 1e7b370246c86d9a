import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withNewChecksum } from '../../../support/with-checksum.js';
import { firstInterrupted, runProgram } from '../run-program.js';

const CLUSTER = ['-f', 'examples/simulate/cluster.yaml'];
const TRACE = [...CLUSTER, '-f', 'examples/simulate/trace.yaml'];
const KINDS = '- {group: example.com, kind: Training, pods: [{template: spec.template}]}\n';
const folder = mkdtempSync(join(tmpdir(), 'simulate-'));

function fileOf(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

describe('simulate', () => {
  it('prints what the page says', async () => {
    const { code, out, err } = await runProgram(['simulate', ...TRACE]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(readFileSync('docs/guides/what-if.md', 'utf8')).toContain(out);
  });

  it('has pods wait for the quotas of Kueue, whose objects nobody calls skipped', async () => {
    const { code, out, err } = await runProgram(['simulate', ...CLUSTER, '-f', 'examples/simulate/queue.yaml', '--until', '5m']);
    expect({ code, err }).toEqual({ code: 1, err: '' });
    expect(readFileSync('docs/guides/kueue.md', 'utf8')).toContain(out);
    const wrong = fileOf(
      'queue.yaml',
      readFileSync('examples/simulate/queue.yaml', 'utf8').replace('nominalQuota: 8', 'nominalQuota: many'),
    );
    const refused = await runProgram(['simulate', ...CLUSTER, '-f', wrong]);
    expect(refused.code).toBe(3);
    expect(refused.err).toMatch(/queue\.yaml:24:\d+: .*nominalQuota: expected a quantity/);
  });

  it('notes that no pod runs on a drained node, and that a dump has no budgets', async () => {
    expect((await runProgram(['simulate', ...CLUSTER, '--drain', 'node-a'])).err).toBe(
      'note: no pod runs on node-a: --drain evicts no pods there\n',
    );
    const running = fileOf(
      'running.yaml',
      '{apiVersion: v1, kind: Pod, metadata: {namespace: ml, name: one, uid: u}, spec: {nodeName: node-a, containers: [{name: c, image: i}]}}\n',
    );
    const drained = (...more: string[]) => runProgram(['simulate', ...CLUSTER, '-f', running, ...more, '--drain', 'node-a']);
    expect((await drained()).err).toBe('note: the input has no PodDisruptionBudget: check that the dump includes poddisruptionbudgets\n');
    const budget = fileOf(
      'budget.yaml',
      '{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: b, namespace: ml}, spec: {}}\n',
    );
    expect((await drained('-f', budget)).err).toBe('');
  });

  it('tells of events that come after its end', async () => {
    const events = (count: number): string =>
      Array.from({ length: count }, (_, index) => `- {at: ${10 + index}m, cordon: node-a}\n`).join('');
    const trace = (name: string, count: number): string =>
      fileOf(name, `apiVersion: simulate.dra-allocator/v1alpha1\nkind: Trace\nevents:\n${events(count)}`);
    const ended = (file: string, until: string) => runProgram(['simulate', ...CLUSTER, '-f', file, '--until', until]);
    expect((await ended(trace('one.yaml', 1), '5m')).err).toBe('note: not simulated: 1 event after --until\n');
    expect((await ended(trace('three.yaml', 3), '10m')).err).toBe('note: not simulated: 2 events after --until\n');
    expect((await ended(trace('none.yaml', 3), '12m')).err).toBe('');
  });

  it('reports all that happened, the report as data, and the samples as lines', async () => {
    expect((await runProgram(['simulate', ...TRACE, '-o', 'wide'])).out).toContain(
      '\n5m    evicted   ml/serve-0   node-a   its node is drained\n',
    );
    const report = JSON.parse((await runProgram(['simulate', ...TRACE, '-o', 'json'])).out) as {
      readonly kind: string;
      readonly log: readonly object[];
    };
    expect(report.kind).toBe('complete');
    expect(report.log).toHaveLength(13);
    const lines = (await runProgram(['simulate', ...TRACE, '-o', 'csv'])).out.split('\n');
    expect(lines[0]).toBe(
      'at,placed,pending,room,devices gpu.example.com in use,devices gpu.example.com,class gpu,cause cannot allocate all claims,"cause cannot allocate all claims, node(s) were unschedulable"',
    );
    expect(lines[2]).toBe('30,2,1,,2,4,2,1,0');
  });

  it('changes the cluster before anything happens, and exits with 1 where pods are pending', async () => {
    const drained = await runProgram(['simulate', ...CLUSTER, '--drain', 'node-a', '--cordon', 'node-b']);
    expect(drained.code).toBe(1);
    expect(drained.out).toContain('Pending at the end:');
    const cloned = await runProgram([
      'simulate',
      ...CLUSTER,
      '--drain',
      'node-a',
      '--cordon',
      'node-b',
      '--clone-node',
      'node-a=2',
      '-o',
      'wide',
    ]);
    expect(cloned.code).toBe(0);
    expect(cloned.out).toMatch(/placed +ml\/serve-\d +node-a-clone-1/);
    const node = fileOf(
      'node.yaml',
      readFileSync('examples/simulate/cluster.yaml', 'utf8')
        .replaceAll('node-a', 'new')
        .split('---')
        .filter((text) => /name: new/.test(text))
        .join('---'),
    );
    const made = await runProgram([
      'simulate',
      ...CLUSTER,
      '--drain',
      'node-a',
      '--cordon',
      'node-b',
      '--node-template',
      `${node}=2`,
      '-o',
      'wide',
    ]);
    expect(made.out).toMatch(/placed +ml\/serve-\d +new/);
    const twice = await runProgram(['simulate', ...CLUSTER, '--node-template', node, '--node-template', `${node}=2`]);
    expect(twice).toMatchObject({ code: 3, out: '' });
    expect(twice.err).toMatch(/node\.yaml:\d+:\d+: error: option --node-template: Node new already exists/);
    const pod = '---\napiVersion: v1\nkind: Pod\nmetadata: {name: p, namespace: ml}\nspec: {containers: [{name: c, image: i}]}\n';
    const withPod = fileOf('with-pod.yaml', `${readFileSync(node, 'utf8')}\n${pod}`);
    const refused = await runProgram(['simulate', ...CLUSTER, '--node-template', withPod]);
    expect(refused).toMatchObject({ code: 3, out: '' });
    expect(refused.err).toMatch(
      /with-pod\.yaml:\d+:\d+: error: option --node-template: the file has pods or owners of pods: give them with -f/,
    );
  });

  it('takes objects of events unjudged where that is requested, and reports which kinds it skips', async () => {
    const pod = '{apiVersion: v1, kind: Pod, metadata: {name: P!}, spec: {containers: [{name: c, image: i}]}}';
    const other = '{apiVersion: v1, kind: ConfigMap, metadata: {name: x}}';
    const events = `[{at: 5, apply: [${pod}, ${other}]}, {at: 6, apply: ${other}}]`;
    const file = fileOf('unjudged.yaml', `{apiVersion: simulate.dra-allocator/v1alpha1, kind: Trace, events: ${events}}`);
    const { code, err } = await runProgram(['simulate', ...CLUSTER, '-f', file, '--no-validate']);
    expect([code, err]).toEqual([0, 'note: skipped objects in events, because their kinds do not affect devices: 2 v1 ConfigMap\n']);
  });

  it('has a pod wait that the scheduler fails on, and plays on', async () => {
    const attribute = readFileSync('examples/simulate/cluster.yaml', 'utf8').replace(
      'attributes: {model: {string: a100}}',
      'attributes: {model: {}}',
    );
    const file = fileOf('no-value.yaml', attribute);
    const { code, out } = await runProgram(['simulate', '-f', file, '--no-validate', '--room', '0', '-o', 'json']);
    const { stillPending, totals } = JSON.parse(out);
    expect([code, totals.pending, stillPending[0]?.message]).toEqual([1, 2, expect.stringContaining('unsupported attribute value')]);
  });

  it('plays variants beside each other', async () => {
    const { out } = await runProgram([
      'simulate',
      ...CLUSTER,
      '-f',
      'examples/simulate/load.yaml',
      '--until',
      '30m',
      '--room',
      '0',
      '--against',
      'choose=most-packed',
      '--against',
      'devices=reversed',
    ]);
    expect(out).toMatch(/^WHAT +AS GIVEN +CHOOSE=MOST-PACKED +DEVICES=REVERSED/);
    expect(out).toContain('Pods that differ (');
  });

  it('goes on from a checkpoint, and rejects that of other input', async () => {
    const checkpoint = join(folder, 'checkpoint.json');
    const few = fileOf('few.yaml', readFileSync('examples/simulate/load.yaml', 'utf8').replace('count: 100', 'count: 12'));
    const load = [...CLUSTER, '-f', few, '--room', '2', '-o', 'json'];
    const whole = await runProgram(['simulate', ...load]);
    const first = await runProgram(['simulate', ...load, '--checkpoint', checkpoint]);
    expect(first.out).toBe(whole.out);
    const file = JSON.parse(readFileSync(checkpoint, 'utf8')) as { readonly pods: readonly number[]; readonly rooms: readonly number[] };
    writeFileSync(checkpoint, JSON.stringify(withNewChecksum({ ...file, pods: file.pods.slice(0, 9), rooms: file.rooms.slice(0, 1) })));
    expect((await runProgram(['simulate', ...load, '--checkpoint', checkpoint, '--resume'])).out).toBe(whole.out);
    for (const damaged of [{ rooms: file.rooms.map(() => 3) }, { nodes: ['node-x'] }]) {
      writeFileSync(checkpoint, JSON.stringify(withNewChecksum({ ...file, ...damaged, pods: file.pods.map(() => 0) })));
      const { code, err } = await runProgram(['simulate', ...load, '--checkpoint', checkpoint, '--resume']);
      expect([code, err]).toEqual([3, expect.stringContaining('the checkpoint does not belong to this simulation')]);
    }
    writeFileSync(checkpoint, JSON.stringify(file));
    const other = await runProgram(['simulate', ...TRACE, '--checkpoint', checkpoint, '--resume']);
    expect(other).toMatchObject({ code: 3, out: '' });
    expect(other.err).toContain('the checkpoint does not belong to this simulation');
    const kinds = fileOf('kinds.yaml', KINDS);
    const withKinds = [...load, '--pod-templates', kinds, '--checkpoint', checkpoint];
    await runProgram(['simulate', ...withKinds]);
    fileOf('kinds.yaml', KINDS.replace('example.com', 'other.example.com'));
    expect((await runProgram(['simulate', ...withKinds, '--resume'])).err).toContain('the checkpoint does not belong to this simulation');
    writeFileSync(checkpoint, '{"kind": "Checkpoint"');
    expect((await runProgram(['simulate', ...load, '--checkpoint', checkpoint, '--resume'])).code).toBe(3);
  });

  it('is interrupted by its time with what was until then', async () => {
    const { code, out } = await firstInterrupted('interrupted by milliseconds at 0 s', ['simulate', ...TRACE]);
    expect(code).toBe(4);
    expect(out).toContain('interrupted by milliseconds');
  });

  it.each<[string, readonly string[], number, string]>([
    ['a node that is not there', ['--drain', 'node-c'], 3, '--drain: the simulated cluster has no node node-c, did you mean node-a?'],
    ['no number of nodes', ['--clone-node', 'node-a'], 2, 'option --clone-node accepts NAME=N'],
    ['another variant', ['--against', 'orde=input'], 2, 'did you mean order?'],
    ['a word that is none of a variant', ['--against', 'choose=worst'], 2, 'choose accepts one of best, first, most-packed, not "worst"'],
    ['a setting of a variant twice', ['--against', 'order=input,order=priority'], 2, 'order appears twice in "order=input,order=priority"'],
    ['a variant twice', ['--against', 'seed=2', '--against', 'seed=2'], 2, 'option --against occurs twice with seed=2'],
    ['resuming nothing', ['--resume'], 2, 'option --resume needs --checkpoint FILE'],
    ['an end that is none', ['--until', 'noon'], 2, 'option --until accepts a duration'],
  ])('refuses %s', async (_, args, code, message) => {
    const ran = await runProgram(['simulate', ...CLUSTER, ...args]);
    expect(ran.code).toBe(code);
    expect(ran.err).toContain(message);
  });

  it.each<[string, string, string]>([
    ['another kind of ours', 'kind: Trce\nevents: []', ':2:1: error: kind: expected Trace, Load or Sweep, found Trce, did you mean Trace?'],
    ['a time that is none', 'kind: Trace\nevents:\n- at: noon\n  drain: node-a', ':4:3: error: events[0].at: expected a duration'],
    [
      'a number of replicas that is forgotten',
      'kind: Trace\nevents:\n- at: 5\n  scale: {kind: Deployment, namespace: ml, name: serve}',
      ':5:3: error: events[0].scale.replicas: expected a number of replicas',
    ],
    [
      'an object in an event that the API server would refuse',
      'kind: Trace\nevents:\n- at: 5\n  apply:\n  - {apiVersion: v1, kind: Pod, metadata: {name: P!}, spec: {containers: [{name: c, image: i}]}}',
      ':6:44: error: Pod P!: metadata.name: Invalid value: "P!"',
    ],
    [
      'a template of a load that the API server would refuse',
      'kind: Load\ncount: 1\narrivals: {every: 1}\ntemplates:\n- object: {apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: c, image: i, resources: {requests: {cpu: -1}}}]}}',
      ': error: Pod p: spec.containers[0].resources.requests[cpu]: Invalid value',
    ],
    [
      'an event about what is not there',
      'kind: Trace\nevents:\n- at: 5\n  cordon: node-a\n- at: 6\n  delete: {kind: Pod, namespace: ml, name: x}',
      ':7:3: error: events[1].delete: the simulated cluster has no Pod ml/x',
    ],
    [
      'an event in another document',
      'kind: Trace\nevents: []\n---\napiVersion: simulate.dra-allocator/v1alpha1\nkind: Trace\nevents:\n- at: 5\n  drain: node-aa',
      ':9:3: error: events[0].drain: the simulated cluster has no node node-aa, did you mean node-a?',
    ],
    [
      'an object that is none',
      'kind: Trace\nevents:\n- at: 0\n  apply: {apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: 3}}',
      ':5:66: error: Pod p: spec.containers: ',
    ],
  ])('tells the place of %s', async (name, text, message) => {
    const file = fileOf(`${name.replaceAll(' ', '-')}.yaml`, `apiVersion: simulate.dra-allocator/v1alpha1\n${text}\n`);
    const { code, err } = await runProgram(['simulate', ...CLUSTER, '-f', file]);
    expect(code).toBe(3);
    expect(err).toContain(message);
  });
});
