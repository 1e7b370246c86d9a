// Completes a TrainJob with the pod templates of its runtime, a separate object, and with its overrides. Source:
// trainer.kubeflow.org/v1alpha1, types TrainJob and TrainingRuntime of kubeflow/trainer, and its JobSet builder.

import { type Json, type JsonObject, setField } from '../base/json.js';
import type { DecodeContext } from './context.js';
import { isJsonObject } from './decoder.js';
import { parseObjectPath, valueAt } from './object-path.js';

/** The API group of TrainJobs and their runtimes. */
export const TRAINER_GROUP = 'trainer.kubeflow.org';

const CLUSTER_RUNTIME = 'ClusterTrainingRuntime';
const RUNTIME = 'TrainingRuntime';

/** The label on job templates that marks the trainer. */
const STEP_LABEL = 'trainer.kubeflow.org/trainjob-ancestor-step';

/** The name of the training container, and of the MPI job whose pods are the nodes. */
const NODE = 'node';

/** The API server accepts 16 patches and 100 jobs. Each patch visits all jobs. */
const MOST_OVERRIDES = 1000;
const MOST_JOBS = 10_000;

/** Values that are nested deeper than any field of a pod are replaced, not merged. */
const MOST_DEPTH = 64;

/** Runtimes by the references in TrainJobs. */
export class TrainingRuntimes {
  readonly #byKey = new Map<string, JsonObject>();

  /** Adds an object if it is a runtime. Objects without a namespace are in kubectl's default. */
  add(kind: string, object: JsonObject): void {
    if (kind !== RUNTIME && kind !== CLUSTER_RUNTIME) return;
    const namespace = kind === RUNTIME ? namespaceOf(object) : '';
    this.#byKey.set(keyOf(kind, namespace, textAt(object, 'metadata.name')), object);
  }

  /**
   * Returns a TrainJob with the `spec.replicatedJobs` of its runtime; the TrainJob itself if the runtime is missing. Throws AllocationError
   * above the limits.
   */
  complete(trainJob: JsonObject, context: DecodeContext): JsonObject {
    const kind = textAt(trainJob, 'spec.runtimeRef.kind') || CLUSTER_RUNTIME;
    const runtime = this.#byKey.get(keyOf(kind, kind === RUNTIME ? namespaceOf(trainJob) : '', textAt(trainJob, 'spec.runtimeRef.name')));
    const spec = trainJob['spec'];
    if (runtime === undefined || !isJsonObject(spec)) return trainJob;
    return { ...trainJob, spec: { ...spec, replicatedJobs: jobsOf(trainJob, runtime, context) } };
  }
}

/** Returns the jobs of the runtime with all overrides. Later patches win over earlier ones, and the trainer wins over all. */
function jobsOf(trainJob: JsonObject, runtime: JsonObject, context: DecodeContext): readonly Json[] {
  const bounded = (items: readonly Json[], most: number, what: string): readonly Json[] =>
    items.length <= most ? items : context.fail(`expected at most ${most} ${what}, found ${items.length}`, 'input-too-large');
  const overridesAt = (path: string): readonly Json[] => bounded(listAt(trainJob, path), MOST_OVERRIDES, path);
  let jobs = bounded(listAt(runtime, 'spec.template.spec.replicatedJobs'), MOST_JOBS, 'replicatedJobs of its runtime');
  for (const patch of overridesAt('spec.runtimePatches'))
    jobs = mergeNamed(jobs, listAt(patch, 'trainingRuntimeSpec.template.spec.replicatedJobs'), false);
  for (const override of overridesAt('spec.podSpecOverrides')) jobs = overridden(jobs, override, { spec: withoutTarget(override) });
  for (const override of overridesAt('spec.podTemplateOverrides')) jobs = overridden(jobs, override, withoutTarget(override));
  return jobs.map((job) => trained(job, trainJob, runtime));
}

/** Patches the pod templates of the jobs that an override names. */
function overridden(jobs: readonly Json[], override: Json, template: Json): readonly Json[] {
  const targets = new Set(listAt(override, 'targetJobs').map((target) => textAt(target, 'name')));
  const patch = { template: { spec: { template } } };
  return jobs.map((job) => (targets.has(textAt(job, 'name')) ? merged(job, patch) : job));
}

function withoutTarget(override: Json): Json {
  if (!isJsonObject(override)) return {};
  const { targetJobs: _, ...rest } = override;
  return rest;
}

/** Sets the number of pods of the training job, which has one pod for each node, and the resources from the TrainJob. */
function trained(job: Json, trainJob: JsonObject, runtime: JsonObject): Json {
  const isTrainer = at(job, `template.metadata.labels["${STEP_LABEL}"]`) === 'trainer';
  const mpi = at(runtime, 'spec.mlPolicy.mpi');
  const numNodes = at(trainJob, 'spec.trainer.numNodes') ?? at(runtime, 'spec.mlPolicy.numNodes');
  const isNodes = mpi === undefined ? isTrainer : textAt(job, 'name') === NODE;
  const launcherIsNode = mpi !== undefined && at(mpi, 'runLauncherAsNode') === true;
  const nodes = typeof numNodes === 'number' && launcherIsNode ? numNodes - 1 : numNodes;
  const count = isNodes && nodes !== undefined ? { parallelism: nodes, completions: nodes } : {};
  const resources = at(trainJob, 'spec.trainer.resourcesPerNode');
  const changed = merged(job, { ...(isTrainer ? { replicas: 1 } : {}), template: { spec: count } });
  return (isTrainer || isNodes) && resources !== undefined ? withResources(changed, resources) : changed;
}

/** Replaces the resources of the training container with the resources of the TrainJob. */
function withResources(job: Json, resources: Json): Json {
  return changedAt(job, CONTAINERS, (containers) =>
    Array.isArray(containers)
      ? (containers as readonly Json[]).map((each) => (isJsonObject(each) && each['name'] === NODE ? { ...each, resources } : each))
      : containers,
  );
}

const CONTAINERS = ['template', 'spec', 'template', 'spec', 'containers'] as const;

/** Returns a value with the part at a path changed, if the part exists. */
function changedAt(value: Json, [key, ...rest]: readonly string[], change: (value: Json) => Json): Json {
  if (key === undefined) return change(value);
  const inner = isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return inner === undefined ? value : { ...(value as JsonObject), [key]: changedAt(inner, rest, change) };
}

/** Merges values. Fields of the patch take precedence, and lists of named items are merged item by item, as in kubectl. */
function merged(base: Json | undefined, patch: Json, depth = 0): Json {
  if (depth > MOST_DEPTH) return patch;
  if (Array.isArray(patch)) return Array.isArray(base) && isNamed(base) && isNamed(patch) ? mergeNamed(base, patch, true, depth) : patch;
  if (!isJsonObject(patch) || !isJsonObject(base)) return patch;
  const result: JsonObject = {};
  for (const [key, value] of Object.entries(base)) setField(result, key, value);
  for (const [key, value] of Object.entries(patch)) {
    setField(result, key, merged(Object.hasOwn(base, key) ? base[key] : undefined, value, depth + 1));
  }
  return result;
}

/** Merges items with equal names. With `addsNew`, new items come last. */
function mergeNamed(base: readonly Json[], patches: readonly Json[], addsNew = true, depth = 0): readonly Json[] {
  const byName = new Map(base.map((item) => [textAt(item, 'name'), item]));
  for (const patch of patches) {
    const name = textAt(patch, 'name');
    const before = byName.get(name);
    if (before !== undefined || addsNew) byName.set(name, merged(before, patch, depth + 1));
  }
  return [...byName.values()];
}

function isNamed(items: readonly Json[]): boolean {
  return items.every((item) => textAt(item, 'name') !== '');
}

function keyOf(kind: string, namespace: string, name: string): string {
  return JSON.stringify([kind, namespace, name]);
}

function namespaceOf(object: Json): string {
  return textAt(object, 'metadata.namespace') || 'default';
}

function at(value: Json, path: string): Json | undefined {
  return valueAt(value, parseObjectPath(path) ?? [])?.value;
}

function textAt(value: Json, path: string): string {
  const found = at(value, path);
  return typeof found === 'string' ? found : '';
}

function listAt(value: Json, path: string): readonly Json[] {
  const found = at(value, path);
  return Array.isArray(found) ? (found as readonly Json[]) : [];
}
