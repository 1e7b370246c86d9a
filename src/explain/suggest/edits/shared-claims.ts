// Edits that share one claim between pods: devices with a sharing strategy, such as time slicing, are shared only within one claim.

import { alternativesOf } from '../../../core/api/device-request.js';
import { encodeResourceClaim } from '../../../core/api/encode.js';
import { metadataOf } from '../../../core/api/meta.js';
import type { Pod } from '../../../core/api/pod.js';
import type { Allocation, ResourceClaim } from '../../../core/api/resource-claim.js';
import type { Incremental } from '../../../core/base/incremental.js';
import { filtering } from '../../../core/base/lists-in-increments.js';
import { some } from '../../../core/base/words.js';
import { controllerOf } from '../../../scheduler/pods/ownership.js';
import { recordedNames } from '../../../scheduler/pods/pod-groups.js';
import { consumerOf } from '../../../scheduler/pods/reservations.js';
import { sharingStrategyOf } from '../../../scheduler/pods/sharing-strategy.js';
import { specText } from '../../../scheduler/pods/spec-text.js';
import { freeNumberedName, isExtendedClaim, podClaimNameOf } from '../../../scheduler/pods/template.js';
import type { Change } from '../change.js';
import type { PlacedPod, PlacedSet, PodOnNode } from '../pod-trial.js';
import type { Question } from '../question.js';
import { MOST } from './bounds.js';
import { type ClaimEdit, entryChange } from './claim-edit.js';

/** An entry of a pod's claims, made from a template. */
interface MadeEntry {
  readonly pod: Pod;
  readonly name: string;
  readonly template: string;
  readonly place: number;
  readonly claim: ResourceClaim;
  /** The spec as a text. */
  readonly spec: string;
}

/**
 * Returns edits that let the pod share a claim with the same spec. This is an existing claim, or a new claim that pods placed
 * earlier also use.
 */
export function* sharedClaimEdits(question: Question, on: PodOnNode): Incremental<readonly ClaimEdit[]> {
  const { input, checkpoint } = question;
  const pending = yield* filtering(input.claims, ({ status }) => status.allocation === undefined, checkpoint);
  const entries = entriesOf(on.pod, pending).filter(({ claim }) => strategyOf(claim, question) !== undefined);
  if (entries.length === 0) return [];
  const placed = on.placed?.() ?? [];
  const holders = [...question.world.holders()].filter(({ metadata }) => metadata.namespace === on.pod.metadata.namespace);
  return entries.flatMap((entry) => [
    ...holders.flatMap((holder) => joinEdit(entry, holder, placed) ?? []),
    ...partnersOf(placed).flatMap((sets) => newClaimEdit(question, entry, sets, holders) ?? []),
  ]);
}

function entriesOf(pod: Pod, claims: readonly ResourceClaim[]): readonly MadeEntry[] {
  const recorded = recordedNames(pod.status.resourceClaimStatuses);
  return pod.spec.resourceClaims.slice(0, MOST.entriesOfPod).flatMap(({ name, resourceClaimTemplateName: template }, place) => {
    const recordedClaim = recorded.get(name);
    const claim = claims.find((one) => (recordedClaim === undefined ? podClaimNameOf(one) === name : one.metadata.name === recordedClaim));
    return template === undefined || claim === undefined ? [] : [{ pod, name, template, place, claim, spec: specText(claim.spec) }];
  });
}

/** Returns the sharing strategy of a claim, from the claim or a class of its requests. */
function strategyOf({ spec }: ResourceClaim, { input }: Question): string | undefined {
  const configurations = alternativesOf(spec).flatMap(({ config, requests }) => {
    const names = requests.flatMap(({ exactly, firstAvailable }) => [exactly, ...firstAvailable].map((one) => one?.deviceClassName ?? ''));
    return [...config, ...names.flatMap((name) => input.deviceClasses.get(name)?.spec.config ?? [])];
  });
  for (const { opaque } of configurations) {
    const strategy = opaque === undefined ? undefined : sharingStrategyOf(opaque.parameters);
    if (strategy !== undefined) return strategy;
  }
  return undefined;
}

/** Returns the edit that lets the pod, with all pods of its template, use an unowned claim; undefined if the specs differ. */
function joinEdit(
  { pod, name, place, claim, spec }: MadeEntry,
  holder: ResourceClaim,
  placed: readonly PlacedSet[],
): ClaimEdit | undefined {
  const { metadata, status } = holder;
  const isMade = controllerOf(holder) !== undefined || podClaimNameOf(holder) !== undefined || isExtendedClaim(holder);
  if (isMade || metadata.deletionTimestamp !== undefined || status.allocation === undefined || specText(holder.spec) !== spec)
    return undefined;
  const node = nodeOf(status.allocation);
  const pods = placed.flatMap((set) => (set.isOwn ? set.pods : []));
  if (!canMove(pods, node)) return undefined;
  const swap = { from: claim.metadata.name, to: reservedFor(holder, pods), joiningPods: pods };
  const text = `share claim ${metadata.name}, which has the same spec: set resourceClaimName of claim ${name} in the pod`;
  return {
    edit: {
      kind: 'claim',
      by: 'author',
      text,
      loss: 0,
      changes: [entryChange(pod, place, { name, resourceClaimName: metadata.name }, swap)],
    },
    node,
  };
}

/** Returns the pod sets that may share a new claim with the pod: of the pod's template, or of one other template. */
function partnersOf(placed: readonly PlacedSet[]): readonly (readonly PlacedSet[])[] {
  const ownedPods = placed.filter(({ isOwn }) => isOwn);
  return ownedPods.length > 0 ? [ownedPods] : placed.slice(0, MOST.setsOfPods).map((set) => [set]);
}

/**
 * Returns the edit that lets the pod and earlier pods share a new claim. The claim is allocated with the first of these pods,
 * and has the devices of that pod.
 */
function newClaimEdit(
  { world }: Question,
  { pod, name, template, place, claim, spec }: MadeEntry,
  sets: readonly PlacedSet[],
  holders: readonly ResourceClaim[],
): ClaimEdit | undefined {
  const pods = sets.flatMap((set) => set.pods);
  const [first] = pods;
  const shared = first === undefined ? undefined : partOf(first, spec);
  const allocation = holders.find(({ metadata }) => metadata.name === shared?.claim.metadata.name)?.status.allocation;
  if (first === undefined || shared === undefined || allocation === undefined) return undefined;
  const isOwn = sets.every((set) => set.isOwn);
  if (!canMove(pods, first.node) || (!isOwn && pods.some(({ node }) => node !== first.node))) return undefined;
  const { namespace } = pod.metadata;
  const free = freeNumberedName(template, (candidate) => world.has?.('ResourceClaim', { namespace, name: candidate }) === true);
  const made: ResourceClaim = { metadata: metadataOf(free, namespace), spec: claim.spec, status: { reservedFor: [] } };
  const swap = { from: claim.metadata.name, to: reservedFor({ ...made, status: { ...made.status, allocation } }, pods), joiningPods: pods };
  const who = isOwn
    ? 'all pods of its template'
    : `this pod and ${some(
        pods.map((one) => one.pod.metadata.name),
        MOST.named,
      )}`;
  const text = `create claim ${free} with the spec of template ${template} for ${who}, and set resourceClaimName of claim ${name} to it`;
  const json = encodeResourceClaim(made);
  const changes: Change[] = [
    { target: { kind: 'ResourceClaim', object: made }, operation: { op: 'create', path: [], json } },
    entryChange(pod, place, { name, resourceClaimName: free }, swap),
    ...(isOwn ? [] : [entryChange(first.pod, shared.place, { name: shared.name, resourceClaimName: free })]),
  ];
  return { edit: { kind: 'claim', by: 'author', text, loss: 1, changes }, node: first.node };
}

/** Returns the entry of a placed pod that requests separate devices with the same spec. */
function partOf({ pod, claims }: PlacedPod, spec: string): MadeEntry | undefined {
  const pending = claims.filter(({ status }) => status.allocation === undefined);
  return entriesOf(pod, pending).find((one) => one.spec === spec);
}

/** Returns whether pods can move to a node: their other claims are allocated on the current one. */
function canMove(pods: readonly PlacedPod[], to: string | undefined): boolean {
  return pods.every(({ node, claims }) => node === to || claims.length === 1);
}

function reservedFor(claim: ResourceClaim, pods: readonly PlacedPod[]): ResourceClaim {
  const consumers = pods.map(({ pod }) => consumerOf(pod));
  return { ...claim, status: { ...claim.status, reservedFor: [...claim.status.reservedFor, ...consumers] } };
}

/** Returns the only node where an allocation can be used; undefined if there may be several. */
function nodeOf({ nodeSelector }: Allocation): string | undefined {
  const [term] = nodeSelector?.nodeSelectorTerms ?? [];
  return term?.matchFields.find(({ key }) => key === 'metadata.name')?.values[0];
}
