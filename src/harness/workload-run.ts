// Runs the operations of a workload, which make objects and the claims of pods.

import { isJsonObject } from '../core/api/decoder.js';
import { describe } from '../core/base/describe.js';
import { AllocationError } from '../core/base/errors.js';
import type { Json, JsonObject } from '../core/base/json.js';
import { append } from '../core/base/lists.js';
import { readText } from '../core/read/read.js';
import type { KubernetesObjectJson, NodeJson, ResourceClaimJson } from '../index.js';
import { podsOf } from '../library/pods/index.js';
import { type GoTemplate, type TemplateData, TemplateWork } from './go-template/run.js';
import type { ScenarioStep } from './scenario.js';

/** The input of the operations of a workload. */
export interface Workload {
  readonly name: string;
  readonly params: TemplateData;
  readonly templates: ReadonlyMap<string, GoTemplate>;
  readonly featureGates: Readonly<Record<string, boolean>>;
  readonly steadyPods: number;
}

/** The most objects of one operation. */
const MOST_OBJECTS = 1_000_000;

/** The least number of pods whose claims are found at once. */
const LEAST_PORTION = 64;

/** Operations for waiting, watching or writing. They change no answer. */
const WITHOUT_EFFECT: ReadonlySet<unknown> = new Set([
  'barrier',
  'sleep',
  'createNamespaces',
  'startCollectingProfile',
  'stopCollectingProfile',
]);

/** Kinds from which pods and claims are made, in addition to the kinds in a cluster. */
const FOR_PODS: ReadonlySet<string> = new Set(['ResourceClaim', 'ResourceClaimTemplate', 'DeviceClass', 'PodGroup']);

/** Kinds that the cluster of a scenario does not contain. */
const NOT_HELD: ReadonlySet<string> = new Set(['ResourceClaim', 'ResourceClaimTemplate', 'PodGroup']);

/** The node of createNodes without a template. */
const PLAIN_NODE = { apiVersion: 'v1', kind: 'Node', status: { capacity: { pods: '110', cpu: '4', memory: '32Gi' } } };

type Named = KubernetesObjectJson & { readonly metadata: { readonly name: string; readonly namespace?: string } };

/** Runs operations and returns the steps of a scenario. Throws AllocationError (`invalid-input`) for invalid or unknown operations. */
export class WorkloadRun {
  readonly #workload: Workload;
  readonly #steps: ScenarioStep[] = [];
  readonly #notes = new Map<string, number>();
  /** The objects of these kinds, by kind and name. */
  readonly #forPods = new Map<string, Named>();
  readonly #requestedClaims = new Set<string>();
  readonly #work = new TemplateWork();
  readonly #nodes: Named[] = [];
  #made = 0;
  #isCollecting = false;

  constructor(workload: Workload) {
    this.#workload = workload;
  }

  steps(): readonly ScenarioStep[] {
    return this.#steps;
  }

  notes(): readonly string[] {
    return Array.from(this.#notes, ([note, count]) => (count === 1 ? note : `${note} (${count} times)`));
  }

  /** Runs an operation. May pause after each object. */
  *op(op: JsonObject): Generator<void> {
    const { opcode } = op;
    if (WITHOUT_EFFECT.has(opcode)) return;
    switch (opcode) {
      case 'createNodes':
        return yield* this.#apply(yield* this.#objects(op, 'nodeTemplatePath', PLAIN_NODE));
      case 'createAny':
      case 'createPodGroups':
      case 'createResourceClaims':
        return yield* this.#apply(yield* this.#objects(op, 'templatePath'));
      case 'createPods':
        return yield* this.#pods(op);
      case 'allocResourceClaims':
        return this.#allocate(op);
      case 'startCollectingMetrics':
      case 'stopCollectingMetrics':
        this.#isCollecting = opcode === 'startCollectingMetrics';
        return;
      case 'createResourceDriver':
        return this.#reject('opcode createResourceDriver was removed in 1.35: use createNodes and createAny instead');
      default:
        return this.#reject(`opcode ${JSON.stringify(opcode)} is not supported`);
    }
  }

  *#apply(objects: readonly Named[]): Generator<void> {
    const appliedObjects: Named[] = [];
    for (const object of objects) {
      const { kind = '' } = object;
      if (FOR_PODS.has(kind)) this.#forPods.set(`${kind} ${nameOf(object)}`, object);
      if (kind === 'Node') this.#nodes.push(object);
      if (!NOT_HELD.has(kind)) appliedObjects.push(object);
      yield;
    }
    if (appliedObjects.length > 0)
      this.#steps.push({ do: 'apply', objects: appliedObjects, ...(this.#isCollecting ? { isMeasured: true } : {}) });
  }

  /** Allocates claims without a pod. */
  #allocate({ namespace }: JsonObject): void {
    const claims = [...this.#forPods.values()].filter(
      ({ kind, metadata }) => kind === 'ResourceClaim' && (namespace === undefined || metadata.namespace === namespace),
    );
    const questions = claims.flatMap((claim) => this.#new([claim as unknown as ResourceClaimJson]));
    if (questions.length > 0) this.#steps.push({ do: 'allocate', questions, isMeasured: this.#isCollecting });
  }

  *#pods(op: JsonObject): Generator<void> {
    const { collectMetrics, steadyStateParam } = op;
    const isSteady = typeof steadyStateParam === 'string' && this.#param(steadyStateParam) === true;
    const keeps = this.#count(op);
    const pods = yield* this.#objects(op, 'podTemplatePath', undefined, isSteady ? keeps + this.#workload.steadyPods : keeps);
    const questions: (readonly ResourceClaimJson[])[] = [];
    // Each portion is read with the objects from which pods are made. So a portion has at least as many pods as there are such
    // objects.
    const portion = Math.max(LEAST_PORTION, this.#forPods.size);
    for (let from = 0; from < pods.length; from += portion) {
      append(questions, this.#questionsOf(pods.slice(from, from + portion)));
      yield;
    }
    if (questions.length === 0) return;
    const isMeasured = collectMetrics === true || this.#isCollecting;
    this.#steps.push({ do: 'allocate', questions, isMeasured, ...(isSteady ? { keeps: Math.max(keeps, 1) } : {}) });
  }

  #questionsOf(pods: readonly Named[]): readonly (readonly ResourceClaimJson[])[] {
    const { featureGates } = this.#workload;
    const [node] = this.#nodes;
    const podNames = new Set(pods.map(({ metadata }) => `pod ${metadata.namespace}/${metadata.name}`));
    return [...podsOf([...this.#forPods.values(), ...pods], { featureGates })].flatMap(({ name, claims, claimsOn, problem }) => {
      if (!podNames.has(name)) return [];
      if (problem !== undefined) return this.#reject(`${name}: ${problem.message}`);
      const on = node === undefined ? { claims } : claimsOn(node as unknown as NodeJson);
      if ('refusal' in on) return this.#reject(`${name}: ${on.refusal}`);
      if (on.claims.length === 0) this.#note('skipped a pod that needs no devices');
      return this.#new(on.claims);
    });
  }

  /** Returns the claims that are new, as a question; empty if no claim is new. */
  #new(claims: readonly ResourceClaimJson[]): readonly (readonly ResourceClaimJson[])[] {
    const newClaims = claims.filter((claim) => !this.#requestedClaims.has(nameOf(claim as unknown as Named)));
    for (const claim of newClaims) this.#requestedClaims.add(nameOf(claim as unknown as Named));
    if (claims.length > 0 && newClaims.length === 0) this.#note('skipped a pod whose claims all belong to earlier pods');
    return newClaims.length === 0 ? [] : [newClaims];
  }

  *#objects(op: JsonObject, field: string, standard?: object, count = this.#count(op)): Generator<void, readonly Named[]> {
    const path = op[field];
    if (path === undefined && standard === undefined) this.#reject(`${op['opcode']} needs ${field}`);
    if (path !== undefined && typeof path !== 'string') this.#reject(`${field}: expected a string, found ${describe(path)}`);
    const template = path === undefined ? undefined : this.#workload.templates.get(path);
    const params = this.#templateParams(op['templateParams']);
    const { namespace } = op;
    const objects: Named[] = [];
    for (let index = 0; index < count; index++) {
      const object = template === undefined ? standard : this.#rendered(template, path ?? '', { ...params, Index: index, Count: count });
      objects.push(this.#named(object as JsonObject, typeof namespace === 'string' ? namespace : undefined));
      yield;
    }
    return objects;
  }

  #rendered(template: GoTemplate, path: string, data: TemplateData): JsonObject {
    const [document, more] = readText(template.run(data, this.#work), path).documents;
    if (document === undefined || more !== undefined || !isJsonObject(document.value)) return this.#reject(`${path}: expected one object`);
    return document.value;
  }

  /** Returns an object with its namespace, and with a generated name if it has none. */
  #named(object: JsonObject, namespace: string | undefined): Named {
    const { kind, metadata: metadataJson } = object;
    const metadata = metadataJson ?? {};
    if (!isJsonObject(metadata)) return this.#reject(`metadata of a template: expected an object, found ${describe(metadata)}`);
    const textOf = (field: string) => {
      const value = metadata[field] ?? undefined;
      if (value === undefined || typeof value === 'string') return value;
      return this.#reject(`metadata.${field} of a template: expected a string, found ${describe(value)}`);
    };
    const isGlobal = ['Node', 'ResourceSlice', 'DeviceClass', 'DeviceTaintRule'].includes(kind as string);
    const { generateName: _, ...others } = metadata;
    const name = textOf('name') ?? `${textOf('generateName') ?? 'scheduler-perf-'}${this.#made++}`;
    return {
      ...object,
      metadata: { ...others, name, ...(isGlobal ? {} : { namespace: namespace ?? textOf('namespace') ?? 'default' }) },
    } as unknown as Named;
  }

  #count({ count, countParam }: JsonObject): number {
    const value = typeof countParam === 'string' ? this.#param(countParam) : (count ?? 1);
    if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0 || value > MOST_OBJECTS)
      return this.#reject(`count: expected 0 to ${MOST_OBJECTS}, found ${describe(value)}`);
    return value;
  }

  #param(reference: string): unknown {
    const name = reference.replace(/^\$/, '');
    if (!Object.hasOwn(this.#workload.params, name)) return this.#reject(`the workload has no parameter ${JSON.stringify(name)}`);
    return this.#workload.params[name];
  }

  /** `$name` is a parameter of the workload; `$name|default` is one that may be absent. */
  #templateParams(paramsJson: Json | undefined): TemplateData {
    if (!isJsonObject(paramsJson)) return {};
    return Object.fromEntries(
      Object.entries(paramsJson).map(([key, value]) => {
        if (typeof value !== 'string' || !value.startsWith('$')) return [key, value];
        const [, name = '', standard] = /^\$([^|]*)(?:\|([\s\S]*))?$/.exec(value) ?? [];
        if (standard === undefined || Object.hasOwn(this.#workload.params, name)) return [key, this.#param(name)];
        return [key, readText(standard, `${this.#workload.name}: default of ${name}`).documents[0]?.value ?? null];
      }),
    );
  }

  #note(note: string): void {
    this.#notes.set(note, (this.#notes.get(note) ?? 0) + 1);
  }

  #reject(message: string): never {
    throw new AllocationError('invalid-input', `${this.#workload.name}: ${message}`);
  }
}

function nameOf({ metadata: { namespace = '', name } }: Named): string {
  return `${namespace}/${name}`;
}
