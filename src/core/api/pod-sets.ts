// Finds the sets of pods that an object makes, at the places from the table of kinds.

import { describe } from '../base/describe.js';
import { AllocationError } from '../base/errors.js';
import type { Incremental } from '../base/incremental.js';
import { formatPath, type Json, type JsonObject, type PathStep, setField } from '../base/json.js';
import { append } from '../base/lists.js';
import { shorten } from '../base/words.js';
import { DecodeContext } from './context.js';
import { count32, type Decoder, decoding, isJsonObject } from './decoder.js';
import { type IndexRanges, indexRanges } from './index-ranges.js';
import { type Located, type ObjectPath, parseObjectPath, valueAt, valuesAt } from './object-path.js';
import { claimTemplates } from './persistent-volume-claim.js';
import { type PodTemplate, podTemplate } from './pod-template.js';
import type { Factor, PodRow, PodTemplateKind, Stop } from './pod-template-table.js';
import { TRAINER_GROUP } from './train-job.js';
import type { Volume } from './volume.js';

/** The range of a number in the names of pods. */
export interface PodIndex {
  readonly size: number;
  readonly first: number;
}

/** Pods of an object that are equal except for their names. */
export interface PodSet {
  /** The name of the set within the object; empty for the only set. */
  readonly name: string;
  /** The number of pods that run in parallel. If absent, there is one pod for each node. */
  readonly replicas?: number;
  /** The number of pods that run to completion. Absent if pods run indefinitely or their number is unknown. */
  readonly completions?: number;
  /** The number of pods that completed or are not retried, by the status of the object. */
  readonly succeeded: number;
  /** The indices of these pods, if the object reports them. */
  readonly endedIndices?: IndexRanges;
  /** True if the pods are workers of a queue: after the first success, no more pods are made. */
  readonly isQueue?: true;
  readonly template: PodTemplate;
  /** The path of the template inside the object. */
  readonly path: readonly PathStep[];
  /** True if the object has the whole template at this path, so that a change there changes the pods. */
  readonly isWhole: boolean;
  /**
   * The pattern of pod names. `{name}` is the name of the owner, `{set}` the name of the set. `{0}`, `{1}` ... are the indices, and `{index}` numbers all pods
   * of the set. Empty for the default pattern.
   */
  readonly names: string;
  readonly indices: readonly PodIndex[];
  /** The labels that distinguish the pods of this set from the pods of other sets. */
  readonly labels: ReadonlyMap<string, string>;
  /** When the claims that the owner makes for its pods are deleted; absent if they stay. */
  readonly claimEnds?: ClaimEnds;
}

/** The events after which the claims of pods are deleted. Source: apps/v1 StatefulSetPersistentVolumeClaimRetentionPolicy. */
export interface ClaimEnds {
  readonly whenScaled: boolean;
  readonly whenDeleted: boolean;
}

/** The most pods of an object. The limit is needed for products of external numbers. No controller makes more. */
const MOST_PODS = 2 ** 31 - 1;

/** The most values that the search for templates visits in one object. */
const MOST_VALUES = 100_000;

/** The most sets of an object. */
const MOST_SETS = 10_000;

/** The most characters of a value in a remark. */
const MOST_SHOWN = 80;

/** Reads the sets of pods of one object. */
export class PodSets {
  readonly #object: Json;
  readonly #kind: PodTemplateKind;
  readonly #context: DecodeContext;

  /** `context` is at the start of the object. */
  constructor(object: Json, kind: PodTemplateKind, context: DecodeContext) {
    this.#object = object;
    this.#kind = kind;
    this.#context = context;
  }

  /** Returns all sets, in the order of the table and the object. Throws AllocationError. */
  *all(): Incremental<PodSet[]> {
    const sets: PodSet[] = [];
    const budget = { left: MOST_VALUES };
    const isStopped = this.#isDone() || this.#stopOf(this.#kind.stopped) !== undefined;
    for (const row of this.#kind.pods) {
      for (const template of this.#templates(row, budget)) {
        const set = yield* this.#read(row, template, isStopped);
        if (set !== undefined) sets.push(set);
        if (sets.length > MOST_SETS) budget.left = -1;
        if (this.#context.checkpoint.due()) yield;
      }
    }
    if (budget.left < 0) this.#context.fail(`too many values to search for pod templates`, 'input-too-large');
    return sets;
  }

  /** Returns remarks on unknown properties of its pods, or the reason why it makes none. */
  remarks(): string[] {
    const has = (path: ObjectPath): boolean => valueAt(this.#object, path) !== undefined;
    const remarks = this.#kind.remarks.filter(
      ({ when, unless }) => (when === undefined || has(when)) && (unless === undefined || !has(unless)),
    );
    const texts = remarks.map(({ text }) => this.#fill(text));
    const stop = this.#isDone() ? undefined : this.#stopOf(this.#kind.stopped);
    if (stop === undefined) return texts;
    return [`creates no pods, since ${formatPath(stop.steps)} is ${inWords(stop.value)}`];
  }

  /** Fills in the values that a remark names. */
  #fill(text: string): string {
    return text.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => {
      const path = parseObjectPath(name);
      const value = path === undefined ? undefined : valueAt(this.#object, path)?.value;
      return value === undefined ? '<none>' : inWords(value);
    });
  }

  /** Returns each template of a row once, by the first of its paths that exists. */
  *#templates(row: PodRow, budget: { left: number }): Generator<Located> {
    const [first, ...others] = row.template;
    let found = false;
    for (const template of valuesAt(this.#object, first as ObjectPath, budget)) {
      found = true;
      yield template;
    }
    for (const path of found ? [] : others) {
      for (const template of valuesAt(this.#object, path, budget)) {
        found = true;
        yield template;
      }
      if (found) return;
    }
  }

  *#read(row: PodRow, located: Located, isStopped: boolean): Incremental<PodSet | undefined> {
    const whole = row.containers.length === 0 ? located.value : this.#assemble(row, located);
    if (whole === undefined) return undefined;
    const read = (context: DecodeContext): Incremental<PodSet> => this.#readWhole(row, located, whole, isStopped, context);
    return this.#kind.isBuiltIn ? yield* read(this.#context) : yield* readOrWarn(located.steps, this.#context, read);
  }

  *#readWhole(row: PodRow, located: Located, whole: Json, isStopped: boolean, context: DecodeContext): Incremental<PodSet> {
    const { steps, chosen } = located;
    const name = this.#nameOf(row, located);
    const labels = this.#labelsOf(row, name);
    const found = this.#withLabels(yield* decodingAt(steps, podTemplate, whole, context), labels);
    const template = yield* this.#withClaims(found, row, chosen, context);
    const indices = row.count.map((factor) => this.#index(factor, chosen, context));
    const isNone = isStopped || this.#stopOf(row.stopped, chosen) !== undefined;
    const completions = this.#product(row.completions, chosen, context);
    return {
      name,
      ...(this.#kind.perNode
        ? {}
        : {
            replicas: isNone
              ? 0
              : Math.min(
                  MOST_PODS,
                  indices.reduce((all, { size }) => all * size, 1),
                ),
          }),
      ...(completions === undefined ? {} : { completions }),
      ...this.#endedIn(row, chosen, context),
      ...(completions === undefined && row.completions.length === 1 ? { isQueue: true } : {}),
      template,
      path: steps,
      isWhole: row.containers.length === 0 && this.#kind.group !== TRAINER_GROUP,
      names: row.names ?? '',
      indices,
      labels,
      ...this.#claimEnds(row, chosen),
    };
  }

  /** Returns the labels that the controller sets on the pods of a set. */
  #labelsOf(row: PodRow, set: string): ReadonlyMap<string, string> {
    return new Map([...row.labels].map(([label, text]) => [label, text.replaceAll('{set}', set).replaceAll('{name}', this.#ownerName)]));
  }

  get #ownerName(): string {
    const name = valueAt(this.#object, NAME)?.value;
    return typeof name === 'string' ? name : '';
  }

  /** Adds the labels of the controller. */
  #withLabels(template: PodTemplate, labels: ReadonlyMap<string, string>): PodTemplate {
    const { label } = this.#kind;
    const ofOwner = label === '' || this.#ownerName === '' ? [] : [[label, this.#ownerName] as const];
    if (ofOwner.length + labels.size === 0) return template;
    const { metadata } = template;
    return { ...template, metadata: { ...metadata, labels: new Map([...metadata.labels, ...ofOwner, ...labels]) } };
  }

  /** Adds the volumes of claims that the owner makes. They replace volumes of their names. Source: updateStorage of the StatefulSet controller. */
  *#withClaims(
    template: PodTemplate,
    { volumeClaims }: PodRow,
    chosen: readonly PathStep[],
    context: DecodeContext,
  ): Incremental<PodTemplate> {
    const found = volumeClaims === undefined ? undefined : valueAt(this.#object, volumeClaims, chosen);
    if (found === undefined) return template;
    const templates = yield* decodingAt(found.steps, claimTemplates, found.value, context);
    const names = new Set(templates.map(({ metadata }) => metadata.name));
    const volumes: readonly Volume[] = [
      ...templates.map((claimTemplate) => ({ name: claimTemplate.metadata.name, claimTemplate })),
      ...template.spec.volumes.filter(({ name }) => !names.has(name)),
    ];
    return { ...template, spec: { ...template.spec, volumes } };
  }

  #claimEnds({ volumeClaimRetention: path }: PodRow, chosen: readonly PathStep[]): Pick<PodSet, 'claimEnds'> {
    const policy = path === undefined ? undefined : valueAt(this.#object, path, chosen)?.value;
    if (!isJsonObject(policy)) return {};
    const [whenScaled, whenDeleted] = [policy['whenScaled'] === 'Delete', policy['whenDeleted'] === 'Delete'];
    return whenScaled || whenDeleted ? { claimEnds: { whenScaled, whenDeleted } } : {};
  }

  /** Returns the pods that completed or are not retried. */
  #endedIn(row: PodRow, chosen: readonly PathStep[], context: DecodeContext): Pick<PodSet, 'succeeded' | 'endedIndices'> {
    const reportedCount = row.succeeded === undefined ? 0 : (this.#number(row.succeeded, chosen, context) ?? 0);
    const texts = row.settled.map((path) => valueAt(this.#object, path, chosen)?.value).filter((text) => typeof text === 'string');
    if (texts.length === 0) return { succeeded: reportedCount };
    const endedIndices = indexRanges(texts.join(','));
    return { succeeded: Math.max(reportedCount, endedIndices.count), endedIndices };
  }

  /** Returns a pod template from an element with containers and fields of a spec, and from inherited fields; undefined if it has no containers. */
  #assemble({ containers: fields, inherits }: PodRow, { value }: Located): Json | undefined {
    if (!isJsonObject(value)) return undefined;
    const containers = fields.flatMap((field) => listOf(valueAt(value, field)?.value));
    if (containers.length === 0) return undefined;
    const spec: JsonObject = {};
    for (const [field, path] of inherits) setField(spec, field, valueAt(this.#object, path)?.value ?? null);
    for (const [field, fieldValue] of Object.entries(value)) if (fieldValue !== null) setField(spec, field, fieldValue);
    setField(spec, 'containers', containers);
    return { metadata: valueAt(value, ['metadata'])?.value ?? null, spec };
  }

  #index(
    { path, default: standard, atLeast, atMost, from = 0, start }: Factor,
    chosen: readonly PathStep[],
    context: DecodeContext,
  ): PodIndex {
    const bound = (limit: ObjectPath | number | undefined): number | undefined =>
      typeof limit === 'object' ? this.#number(limit, chosen, context) : limit;
    let number = (path === undefined ? undefined : this.#number(path, chosen, context)) ?? standard ?? 1;
    number = Math.min(number, bound(atMost) ?? number);
    number = Math.max(number, bound(atLeast) ?? number);
    const first = start === undefined ? from : (this.#number(start, chosen, context) ?? 0);
    return { size: Math.max(0, number - from), first };
  }

  /** Undefined if a number is absent or there are no factors. */
  #product(factors: readonly Factor[], chosen: readonly PathStep[], context: DecodeContext): number | undefined {
    if (factors.length === 0) return undefined;
    let product = 1;
    for (const factor of factors) {
      const { path, default: standard } = factor;
      if (path !== undefined && standard === undefined && this.#number(path, chosen, context) === undefined) return undefined;
      product *= this.#index(factor, chosen, context).size;
    }
    return Math.min(MOST_PODS, product);
  }

  /** Returns the number at a path. Annotations and labels have numbers as text. */
  #number(path: ObjectPath, chosen: readonly PathStep[], context: DecodeContext): number | undefined {
    const found = valueAt(this.#object, path, chosen);
    if (found === undefined) return undefined;
    const { value, steps } = found;
    const number = typeof value === 'string' && /^[0-9]{1,10}$/.test(value) ? Number(value) : value;
    append(context.path, steps);
    const decoded = count32.decode(number, context);
    context.path.length -= steps.length;
    return decoded;
  }

  #nameOf({ set, setField: field = 'name' }: PodRow, { chosen, item }: Located): string {
    if (set !== undefined) return set;
    const last = chosen.at(-1);
    if (typeof last !== 'number') return last?.toLowerCase() ?? '';
    const name = isJsonObject(item) && Object.hasOwn(item, field) ? item[field] : undefined;
    return typeof name === 'string' && name !== '' ? name : String(last);
  }

  /** Returns the first value that prevents the object, or a set of it, from making pods. */
  #stopOf(stops: readonly Stop[], chosen: readonly PathStep[] = []): ReturnType<typeof valueAt> {
    for (const { path, is } of stops) {
      const found = valueAt(this.#object, path, chosen);
      if (found !== undefined && (is.length === 0 || is.includes(found.value))) return found;
    }
    return undefined;
  }

  #isDone(): boolean {
    const { done } = this.#kind;
    const conditions = done.length === 0 ? undefined : valueAt(this.#object, CONDITIONS)?.value;
    if (!Array.isArray(conditions)) return false;
    return (conditions as readonly Json[]).some(
      (each) => isJsonObject(each) && each['status'] === 'True' && typeof each['type'] === 'string' && done.includes(each['type']),
    );
  }
}

const CONDITIONS: ObjectPath = ['status', 'conditions'];
const NAME: ObjectPath = ['metadata', 'name'];

/**
 * Reads a value at a path of an object that no API server validated. Returns undefined if the value is invalid, with a warning.
 * This uses a separate context, because a context is invalid after an error.
 */
export function* readOrWarn<T>(
  steps: readonly PathStep[],
  context: DecodeContext,
  read: (context: DecodeContext) => Incremental<T>,
): Incremental<T | undefined> {
  const readContext = new DecodeContext(context.path, context.origin, context.checkpoint, context.libraryGates);
  try {
    return yield* read(readContext);
  } catch (error) {
    if (!(error instanceof AllocationError) || error.code !== 'invalid-object') throw error;
    context.warnings.push({
      message: `${error.message}; these pods are left out`,
      origin: context.origin,
      path: [...context.path, ...steps],
    });
    return undefined;
  }
}

/** Decodes a value some steps deeper. */
export function* decodingAt<T>(
  steps: readonly PathStep[],
  decoder: Decoder<T>,
  value: Json | undefined,
  context: DecodeContext,
): Incremental<T> {
  append(context.path, steps);
  const decoded = yield* decoding(decoder, value, context);
  context.path.length -= steps.length;
  return decoded;
}

/** Returns a list, or a single object as a list. */
function listOf(value: Json | undefined): readonly Json[] {
  if (Array.isArray(value)) return value as readonly Json[];
  return isJsonObject(value) ? [value] : [];
}

function inWords(value: Json): string {
  if (typeof value === 'string') return shorten(value, MOST_SHOWN);
  return typeof value === 'boolean' || typeof value === 'number' ? String(value) : describe(value);
}
