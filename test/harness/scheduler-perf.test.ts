import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ourAllocator, readSchedulerPerf, runBench, type SchedulerPerfWorkload, schedulerPerfScenario } from '../../src/harness/index.js';
import { someOf } from '../support/extent.js';
import { turnsDuring } from '../support/turns.js';

const FOLDER = new URL('./scheduler-perf/', import.meta.url).pathname;

/** The workloads of Kubernetes, each with the folder of its configuration. */
const WORKLOADS = (readdirSync(FOLDER, { recursive: true }) as string[])
  .filter((file) => file.endsWith('performance-config.yaml'))
  .sort()
  .flatMap((file) =>
    readSchedulerPerf(readFileSync(join(FOLDER, file), 'utf8'), file).map((workload) => ({ folder: join(FOLDER, file, '..'), workload })),
  );

/** Divides the numbers of nodes and pods that exceed ten by a hundred. */
function smaller(workload: SchedulerPerfWorkload): SchedulerPerfWorkload {
  const params = Object.fromEntries(
    Object.entries(workload.params).map(([name, value]) => {
      const isCount = /nodes|pods|claims|groups/i.test(name) && typeof value === 'number' && value > 10;
      return [name, isCount ? Math.ceil(value / 100) : value];
    }),
  );
  return { ...workload, params };
}

/** Workloads that name a parameter they do not have: scheduler_perf rejects them as well. */
const LACKING = ['SchedulingWithResourceClaimTemplate/empty_100nodes', 'SchedulingWithResourceClaimTemplate/empty_200nodes'];

const scenarioOf = (folder: string, workload: SchedulerPerfWorkload, steadyPods = 20) =>
  schedulerPerfScenario(workload, (path) => readFileSync(join(folder, path), 'utf8'), { steadyPods });

describe('workloads of Kubernetes 1.37', () => {
  it('are all there', () => {
    expect(WORKLOADS.length).toBe(78);
  });

  it.each(WORKLOADS.filter(({ workload }) => LACKING.includes(workload.name)))(
    '$workload.name lacks a parameter',
    async ({ folder, workload }) => {
      await expect(scenarioOf(folder, workload)).rejects.toThrow('the workload has no parameter "measurePods"');
    },
  );

  const whole = WORKLOADS.filter(({ workload }) => !LACKING.includes(workload.name));
  it.each(someOf(whole, 4).map((each) => [each.workload.name, each] as const))(
    '%s runs, and our answers are right',
    async (name, { folder, workload }) => {
      const { scenario } = await scenarioOf(folder, smaller(workload));
      const { results } = await runBench([scenario], [ourAllocator()], { rounds: 1 });
      expect(results).toMatchObject([{ scenario: name, wrong: { count: 0, first: [] } }]);
      expect((results[0]?.questions ?? 0) + (results[0]?.applied ?? 0)).toBeGreaterThan(0);
    },
  );
});

it('makes objects and the claims of pods in turns with other work', async () => {
  const ops = [{ opcode: 'createPods', count: 300, podTemplatePath: 't' }];
  const template = '{apiVersion: v1, kind: Pod, metadata: {name: "p{{.Index}}"}, spec: {containers: [{name: c, image: i}]}}';
  // The clock goes on by a millisecond at each look.
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now++);
  onTestFinished(() => clock.mockRestore());
  const made = schedulerPerfScenario({ name: 'w', labels: [], featureGates: {}, params: {}, ops }, () => template);
  expect(await turnsDuring(made)).toBeGreaterThan(60);
});

describe('a workload', () => {
  const FAST = WORKLOADS.find(({ workload }) => workload.name === 'SchedulingWithResourceClaim/fast');

  it('has pods that share claims as one question', async () => {
    const { scenario, notes } = await scenarioOf(FAST?.folder ?? '', FAST?.workload as SchedulerPerfWorkload);
    expect(scenario.steps.map((step) => [step.do, step.do === 'apply' ? step.objects.length : step.questions.length])).toEqual([
      ['apply', 1],
      ['apply', 1],
      ['apply', 1],
      ['apply', 1],
      ['allocate', 2],
    ]);
    expect(notes).toEqual(['skipped a pod whose claims all belong to earlier pods (8 times)']);
  });

  const workloadOf = (op: string, params = '{}'): SchedulerPerfWorkload =>
    readSchedulerPerf(`- name: A\n  workloadTemplate: [${op}]\n  workloads: [{name: w, params: ${params}}]`)[0] as SchedulerPerfWorkload;
  const failing = async (op: string, params?: string, template = ''): Promise<string> => {
    try {
      await schedulerPerfScenario(workloadOf(op, params), () => template);
    } catch (error) {
      return (error as Error).message;
    }
    return '';
  };

  it.each([
    ['{opcode: createVolumes}', undefined, 'A/w: opcode "createVolumes" is not supported'],
    [
      '{opcode: createResourceDriver}',
      undefined,
      'A/w: opcode createResourceDriver was removed in 1.35: use createNodes and createAny instead',
    ],
    ['{opcode: createNodes, countParam: $nodes}', '{}', 'A/w: the workload has no parameter "nodes"'],
    ['{opcode: createNodes, countParam: $nodes}', '{nodes: 1e9}', 'A/w: count: expected 0 to 1000000, found the number 1000000000'],
    ['{opcode: createNodes, countParam: $nodes}', '{nodes: [{}]}', 'A/w: count: expected 0 to 1000000, found a list'],
    ['{opcode: createNodes, count: {}}', undefined, 'A/w: count: expected 0 to 1000000, found an object'],
    ['{opcode: createNodes, count: 99999999999999999999}', undefined, 'A/w: count: expected 0 to 1000000, found the number'],
    ['{opcode: 99999999999999999999}', undefined, 'A/w: opcode 100000000000000000000 is not supported'],
    ['{opcode: createAny, templatePath: {}}', undefined, 'A/w: templatePath: expected a string, found an object'],
    ['{opcode: createAny}', undefined, 'A/w: createAny needs templatePath'],
    ['{opcode: createAny, templatePath: t.yaml}', undefined, 't.yaml: expected one object'],
    ['{opcode: createAny, templatePath: t.yaml, templateParams: {a: $b}}', undefined, 'A/w: the workload has no parameter "b"'],
  ])('%s is refused', async (op, params, message) => {
    expect(await failing(op, params)).toContain(message);
  });

  it.each([
    ['metadata: [1]', 'A/w: metadata of a template: expected an object, found a list'],
    ['metadata: {name: {}}', 'A/w: metadata.name of a template: expected a string, found an object'],
    ['metadata: {generateName: {}}', 'A/w: metadata.generateName of a template: expected a string, found an object'],
    ['metadata: {namespace: {}}', 'A/w: metadata.namespace of a template: expected a string, found an object'],
  ])('with the template %j is refused', async (template, message) => {
    expect(await failing('{opcode: createAny, templatePath: t.yaml}', undefined, `kind: ResourceClaim\n${template}`)).toContain(message);
  });

  it('takes a kind that is no text for no kind that it knows', async () => {
    expect(await failing('{opcode: createAny, templatePath: t.yaml}', undefined, 'kind: {}')).toBe('');
  });

  it.each([
    ['1', 'performance-config.yaml: a test case: expected an object'],
    ['- name: {}', 'performance-config.yaml: a test case.name: expected a string'],
    ['- name: A\n  workloads: [{name: {}}]', 'performance-config.yaml: A.workloads[].name: expected a string'],
    ['- name: A\n  workloads: [{name: w, labels: [{}]}]', 'performance-config.yaml: A.labels[]: expected a string'],
    ['- name: A\n  workloads: 3', 'performance-config.yaml: A.workloads: expected a list'],
    ['- name: A\n  workloads: [{name: w, featureGates: {DRAAdminAccess: 1}}]', 'A.featureGates.DRAAdminAccess: expected true or false'],
  ])('of %j is refused', (text, message) => {
    expect(() => readSchedulerPerf(text)).toThrow(message);
  });

  it('makes as many nodes as it says, with what gates know', async () => {
    const workload = {
      ...workloadOf('{opcode: createNodes, countParam: $nodes}', '{nodes: 2}'),
      featureGates: { DRAAdminAccess: true, WatchList: true },
    };
    const { scenario, notes } = await schedulerPerfScenario(workload, () => '');
    expect(scenario).toMatchObject({
      featureGates: { DRAAdminAccess: true },
      steps: [{ do: 'apply', objects: [{ kind: 'Node' }, { kind: 'Node' }] }],
    });
    expect(notes).toEqual(['gate WatchList is ignored: it does not affect device allocation']);
  });
});
