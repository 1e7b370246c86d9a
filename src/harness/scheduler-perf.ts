// Converts test cases of Kubernetes' scheduler_perf to scenarios. Source: test/integration/scheduler_perf of
// Kubernetes 1.37.1, operations.go and executor.go.

import { isJsonObject } from '../core/api/decoder.js';
import {
  checkFields,
  checkFunction,
  checkObject,
  checkText,
  integer,
  listOf,
  objectWith,
  optional,
  wrongArgument,
} from '../core/base/arguments.js';
import type { Json, JsonObject } from '../core/base/json.js';
import { GATES, LIBRARY_GATES } from '../core/features/gates.js';
import { readText } from '../core/read/read.js';
import { Pauses } from '../platform/pauses.js';
import { GoTemplate, type TemplateData } from './go-template/run.js';
import type { Scenario } from './scenario.js';
import { WorkloadRun } from './workload-run.js';

/** A test case of a configuration with one of its workloads. */
export interface SchedulerPerfWorkload {
  /** `TestCase/workload`, as scheduler_perf names it. */
  readonly name: string;
  readonly labels: readonly string[];
  readonly featureGates: Readonly<Record<string, boolean>>;
  readonly params: TemplateData;
  readonly ops: readonly JsonObject[];
}

/** Options of {@link schedulerPerfScenario}. */
export interface SchedulerPerfOptions {
  /** The pods of a steady state, which scheduler_perf creates for a few seconds. Default: 1,000. */
  readonly steadyPods?: number;
}

/** A scenario, and notes on parts of the test case that it leaves out. */
export interface SchedulerPerfScenario {
  readonly scenario: Scenario;
  readonly notes: readonly string[];
}

/**
 * Returns the workloads of a configuration, `performance-config.yaml`. Throws AllocationError (`invalid-input`) for an invalid
 * configuration, and ReadError for text that is not YAML.
 * @example
 * ```ts
 * import { readSchedulerPerf } from 'dra-allocator/bench';
 *
 * const text = `
 * - name: ManyNodes
 *   workloadTemplate:
 *   - {opcode: createNodes, countParam: $nodes}
 *   - {opcode: createPods, count: 2, podTemplatePath: templates/pod.yaml}
 *   workloads:
 *   - {name: small, labels: [fast], params: {nodes: 3}}
 * `;
 * const [workload] = readSchedulerPerf(text);
 * console.log(workload?.name, workload?.labels, JSON.stringify(workload?.params)); // ManyNodes/small [ 'fast' ] {"nodes":3}
 * ```
 */
export function readSchedulerPerf(text: string, file = 'performance-config.yaml'): readonly SchedulerPerfWorkload[] {
  checkText(text, 'readSchedulerPerf(text)');
  checkText(file, 'readSchedulerPerf(file)');
  const cases = readText(text, file).documents.flatMap(({ value }) => (Array.isArray(value) ? (value as readonly Json[]) : [value]));
  return cases.flatMap((each) => {
    const where = `${file}: ${isJsonObject(each) && typeof each['name'] === 'string' ? each['name'] : 'a test case'}`;
    const { name, featureGates, workloadTemplate, workloads } = objectAt(each, where);
    const caseName = textAt(name, `${where}.name`);
    const ops = listAt(workloadTemplate, `${where}.workloadTemplate`).map((op) => objectAt(op, `${where}.workloadTemplate[]`));
    return listAt(workloads, `${where}.workloads`).map((workload): SchedulerPerfWorkload => {
      const workloadFields = objectAt(workload, `${where}.workloads[]`);
      return {
        name: `${caseName}/${textAt(workloadFields['name'], `${where}.workloads[].name`)}`,
        labels: listAt(workloadFields['labels'], `${where}.labels`).map((label) => textAt(label, `${where}.labels[]`)),
        featureGates: { ...gatesAt(featureGates, where), ...gatesAt(workloadFields['featureGates'], where) },
        params: objectAt(workloadFields['params'] ?? {}, `${where}.params`),
        ops,
      };
    });
  });
}

/**
 * Returns a scenario of a workload. `template` returns the text of a template by its path in the configuration, relative to it.
 * Pods become the claims that they need, so other conditions on nodes are ignored. Throws AllocationError for invalid or
 * unknown operations, parameters and templates.
 * @example
 * ```ts
 * // Goes on from the example of readSchedulerPerf.
 * import { schedulerPerfScenario } from 'dra-allocator/bench';
 *
 * const pod = 'apiVersion: v1\nkind: Pod\nmetadata: {generateName: pod-}\nspec: {containers: [{name: pause, image: pause}]}\n';
 * const texts = new Map([['templates/pod.yaml', pod]]); // a program reads them from files
 * const { scenario, notes } = await schedulerPerfScenario(workload!, (path) => texts.get(path) ?? '');
 * console.log(scenario.steps.map((step) => step.do), notes); // [ 'apply' ] []
 * ```
 */
export async function schedulerPerfScenario(
  workload: SchedulerPerfWorkload,
  template: (path: string) => string | Promise<string>,
  options: SchedulerPerfOptions = {},
): Promise<SchedulerPerfScenario> {
  checkWorkload(workload, 'schedulerPerfScenario(workload)');
  checkFunction(template, 'schedulerPerfScenario(template)');
  checkFields(options, 'schedulerPerfScenario(options)', ['steadyPods']);
  optional(integer(0))(options.steadyPods, 'steadyPods');
  const { steadyPods = 1000 } = options;
  const { supportedGates, notes } = supportedGatesOf(workload.featureGates);
  const templates = new Map<string, GoTemplate>();
  for (const path of new Set(workload.ops.flatMap(pathsOf))) templates.set(path, new GoTemplate(await textOf(template, path), path));
  const run = new WorkloadRun({ name: workload.name, params: workload.params, templates, featureGates: supportedGates, steadyPods });
  const pauses = new Pauses();
  for (const op of workload.ops) for (const _ of run.op(op)) if (pauses.isDue) await pauses.take();
  return { scenario: { name: workload.name, featureGates: supportedGates, steps: run.steps() }, notes: [...notes, ...run.notes()] };
}

const checkWorkload = objectWith<SchedulerPerfWorkload>({
  name: checkText,
  featureGates: checkObject,
  params: checkObject,
  ops: listOf(checkObject, 'operations'),
});

async function textOf(template: (path: string) => string | Promise<string>, path: string): Promise<string> {
  const text = await template(path);
  checkText(text, `template ${path}`);
  return text;
}

/** Returns the paths of the templates of an operation. */
function pathsOf(op: JsonObject): readonly string[] {
  return ['templatePath', 'nodeTemplatePath', 'podTemplatePath'].flatMap((field) => (typeof op[field] === 'string' ? [op[field]] : []));
}

/** Selects the gates of device allocation. */
function supportedGatesOf(gates: Readonly<Record<string, boolean>>): { supportedGates: Record<string, boolean>; notes: readonly string[] } {
  const names = new Set([...GATES, ...LIBRARY_GATES].map(({ name }) => name));
  const supportedGates = Object.fromEntries(Object.entries(gates).filter(([name]) => names.has(name)));
  const others = Object.keys(gates).filter((name) => !names.has(name) && name !== 'DynamicResourceAllocation');
  return { supportedGates, notes: others.map((name) => `gate ${name} is ignored: it does not affect device allocation`) };
}

function objectAt(value: Json | undefined, where: string): JsonObject {
  if (!isJsonObject(value)) throw wrongArgument(where, 'an object', value);
  return value;
}

function textAt(value: Json | undefined, where: string): string {
  if (typeof value !== 'string') throw wrongArgument(where, 'a string', value);
  return value;
}

function listAt(value: Json | undefined, where: string): readonly Json[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw wrongArgument(where, 'a list', value);
  return value as readonly Json[];
}

function gatesAt(value: Json | undefined, where: string): Readonly<Record<string, boolean>> {
  const gates = Object.entries(objectAt(value ?? {}, `${where}.featureGates`));
  const wrong = gates.find(([, isOn]) => typeof isOn !== 'boolean');
  if (wrong !== undefined) throw wrongArgument(`${where}.featureGates.${wrong[0]}`, 'true or false', wrong[1]);
  return Object.fromEntries(gates) as Record<string, boolean>;
}
