// Decodes objects that make pods: a Deployment, a custom resource of the table, or any object with a value in the shape of a pod template.

import type { Incremental } from '../base/incremental.js';
import { formatPath, type Json, type PathStep } from '../base/json.js';
import { shorten } from '../base/words.js';
import type { DecodeContext } from './context.js';
import { decoding, type LargeDecoder, object } from './decoder.js';
import { findPodTemplates } from './find-pod-templates.js';
import { labelSelector } from './label-selector.js';
import { type ObjectMeta, type OwnerReference, objectMeta } from './meta.js';
import { type ObjectPath, valueAt } from './object-path.js';
import { decodingAt, type PodSet, PodSets, readOrWarn } from './pod-sets.js';
import { podTemplate } from './pod-template.js';
import type { PodTemplateKind } from './pod-template-table.js';
import { otherKind } from './version.js';

/** An object that makes pods. */
export interface Workload {
  /** The API group of its kind. */
  readonly group: string;
  readonly kind: string;
  readonly metadata: ObjectMeta;
  readonly podSets: readonly PodSet[];
  /** True if its pods run to completion, so a completed pod is not replaced. */
  readonly endsPods: boolean;
  /** True if it makes no pods but describes the pods of its owner. */
  readonly describesOwner: boolean;
  /** The label by which pods name it; empty if none exists. */
  readonly label: string;
  /** The controller that its pods refer to; absent if it is unknown. */
  readonly controller?: OwnerReference;
  /** The labels of the intermediate objects that make the pods, if any. */
  readonly madeLabels?: ReadonlyMap<string, string>;
  /** Remarks on unknown properties of its pods. */
  readonly remarks: readonly string[];
}

const lenient = { lenient: true } as const;

const namedObject: LargeDecoder<{ readonly metadata: ObjectMeta }> = object({ metadata: objectMeta }, lenient);

/**
 * Decodes an object of a kind that makes pods. Unknown fields are ignored. Throws AllocationError. For kinds outside of Kubernetes, which
 * no API server validated, an invalid set of pods is left out with a warning.
 */
export function* decodeWorkload(value: Json, kind: PodTemplateKind, context: DecodeContext): Incremental<Workload> {
  const { metadata } = yield* decoding(otherKind(kind.kind, namedObject), value, context);
  const sets = new PodSets(value, kind, context);
  const { group, label, describesOwner, done, made } = kind;
  const podSets = yield* sets.all();
  const madeLabels = made === undefined ? undefined : yield* labelsAt(value, made, context);
  return {
    group,
    kind: kind.kind,
    metadata,
    podSets,
    endsPods: done.length > 0,
    describesOwner,
    label,
    ...(describesOwner ? {} : { controller: yield* controllerAt(value, kind, metadata, context) }),
    ...(madeLabels === undefined ? {} : { madeLabels }),
    remarks: sets.remarks(),
  };
}

/** Returns the reference of the pods of an object. The names and identities of objects between them are unknown. */
function* controllerAt(
  value: Json,
  { group, kind, madeBy, selector: path }: PodTemplateKind,
  { name, uid }: ObjectMeta,
  context: DecodeContext,
): Incremental<OwnerReference> {
  const itself = { apiVersion: group === '' ? 'v1' : `${group}/v1`, kind, name, uid, controller: true };
  const [apiVersion = '', madeKind = ''] = madeBy?.split(' ') ?? [];
  const reference = madeBy === undefined ? itself : { ...itself, apiVersion, kind: madeKind, uid: '' };
  const found = path === undefined ? undefined : valueAt(value, path);
  if (found === undefined) return reference;
  return { ...reference, selector: yield* decodingAt(found.steps, labelSelector, found.value, context) };
}

function* labelsAt(value: Json, path: ObjectPath, context: DecodeContext): Incremental<ReadonlyMap<string, string>> {
  const { value: found, steps } = valueAt(value, path) ?? { value: undefined, steps: [] };
  return (yield* decodingAt(steps, objectMeta, found, context)).labels;
}

/**
 * Decodes an object of an unknown kind as one that makes a pod of each of its pod templates; undefined if it has none. Throws
 * AllocationError for invalid metadata.
 */
export function* decodeFoundWorkload(value: Json, group: string, kind: string, context: DecodeContext): Incremental<Workload | undefined> {
  const { templates, isComplete } = findPodTemplates(value);
  if (templates.length === 0) return undefined;
  const { metadata } = yield* decoding(otherKind(kind, namedObject), value, context);
  const podSets: PodSet[] = [];
  for (const { value: found, path } of templates) {
    const template = yield* readOrWarn(path, context, (templateContext) => decodingAt(path, podTemplate, found, templateContext));
    if (template === undefined) continue;
    const name = templates.length === 1 ? '' : setName(path);
    podSets.push({ name, replicas: 1, succeeded: 0, template, path, isWhole: true, names: '', indices: [], labels: new Map() });
  }
  const where = shorten(formatPath(templates[0]?.path ?? []), 120);
  const counts = templates.length === 1 ? 'counts as one pod' : `and ${templates.length - 1} more count as one pod each`;
  const remarks = [`is of an unsupported kind: its pod template at ${where} ${counts}`];
  if (!isComplete) remarks.push('is too large to search for all of its pod templates');
  return { group, kind, metadata, podSets, endsPods: false, describesOwner: false, label: '', remarks };
}

/** Returns the last names on the path of a template, as a part of pod names. */
function setName(path: readonly PathStep[]): string {
  const name = path.filter((step) => step !== 'spec' && step !== 'template').join('-');
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]/g, '')
    .slice(-40)
    .replace(/^-+/, '');
}
