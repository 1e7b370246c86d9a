// Applies events to the simulated world: one function for each kind of action.

import { claimKey } from '../cluster/claims.js';
import { isNamespaced } from '../cluster/pod-objects.js';
import { inNamespace } from '../cluster/stored-pod.js';
import type { Node } from '../core/api/node.js';
import { makesPods } from '../core/api/object-kinds.js';
import type { ResourceQuota } from '../core/api/resource-quota.js';
import { AllocationError } from '../core/base/errors.js';
import { nearestName } from '../core/base/nearest-name.js';
import type { Program } from '../core/base/program.js';
import type { Clock } from './clock.js';
import { type ClonedNode, cloneNames, clonesOf } from './clone-node.js';
import { type DecodedAction, type DecodedEvent, NO_OBJECTS } from './decoded-event.js';
import type { NodeTaint, Reference } from './events.js';
import type { World } from './world.js';

/** Applies an event. Throws AllocationError with the path of the event if it refers to a missing object. */
export function* happen({ action, path }: DecodedEvent, world: World, clock: Clock): Program<void> {
  // Paths from command line options already end with the action.
  const where = path.startsWith('--') ? path : `${path}.${action.kind}`;
  if (action.kind === 'apply') {
    yield* apply(action, world, clock);
    return;
  }
  for (const part of partsOf(action)) {
    yield* clock.check();
    yield* part(world, where, clock);
  }
}

/** One part of an action, for one of its objects. */
type Part = (world: World, where: string, clock: Clock) => Program<void>;

function partsOf(action: Exclude<DecodedAction, { kind: 'apply' }>): readonly Part[] {
  switch (action.kind) {
    case 'delete':
      return action.references.map(
        (reference): Part =>
          (world, where, clock) =>
            remove(reference, where, world, clock),
      );
    case 'scale':
      return action.scales.map(
        ({ replicas, ...reference }): Part =>
          atOnce((world, where) => {
            const owner = world.owners.find(reference.kind, reference.namespace, reference.name) ?? missing(reference, where);
            world.owners.scale(owner, replicas, where);
          }),
      );
    case 'cordon':
    case 'uncordon':
      return action.nodes.map(
        (name): Part => atOnce((world, where) => setUnschedulable(nodeOf(name, where, world), action.kind === 'cordon', world)),
      );
    case 'drain':
      return action.nodes.map(
        (name): Part =>
          (world, where, clock) =>
            drain(nodeOf(name, where, world), world, clock),
      );
    case 'clone':
      return action.clones.map(
        ({ node, count }): Part =>
          (world, where, clock) =>
            clone(nodeOf(node, where, world), count, world, clock),
      );
    case 'taint':
    case 'untaint':
      return action.taints.map(
        (taint): Part => atOnce((world, where) => setTaint(nodeOf(taint.node, where, world), taint, action.kind, world)),
      );
  }
}

function atOnce(act: (world: World, where: string) => void): Part {
  // biome-ignore lint/correctness/useYield: what takes no time needs no pause
  return function* (world, where) {
    act(world, where);
  };
}

type Apply = DecodedAction & { readonly kind: 'apply' };

function* apply({ set: actionSet, queues = [], lifetime, arrives }: Apply, world: World, clock: Clock): Program<void> {
  const set = arrives === true ? withFreeNames(actionSet, world) : actionSet;
  world.applyQueues(queues);
  if (hasObjects(set)) {
    const resourceQuotas = set.resourceQuotas.map((quota) => withStatusOfWorld(quota, world));
    yield* world.applyObjects({ ...set, resourceQuotas }, clock);
  }
  if (set.workloads.length > 0) yield* world.owners.apply(set.workloads, clock, lifetime);
  for (const pod of set.pods) {
    yield* clock.check();
    world.applyPod(pod, lifetime);
  }
}

/** Returns a quota with its stored status: applying a quota does not change its status, and a new quota has none. */
function withStatusOfWorld(quota: ResourceQuota, { state }: World): ResourceQuota {
  const status = state.objects.pods.get('ResourceQuota', claimKey(quota))?.status ?? NO_STATUS;
  return { ...quota, status };
}

const NO_STATUS: ResourceQuota['status'] = { used: new Map() };

/** Returns arriving objects under names that are not used, so that they do not replace existing objects. */
function withFreeNames(set: Apply['set'], world: World): Apply['set'] {
  const free = <T extends Named>(object: T, isTaken: (object: T) => boolean): T => {
    let named = object;
    for (let number = 2; isTaken(named); number++)
      named = { ...object, metadata: { ...object.metadata, name: `${object.metadata.name}-${number}` } };
    return named;
  };
  const pods = set.pods.map((pod) => free(pod, (one) => world.has(claimKey(inNamespace(one)))));
  return { ...set, pods, workloads: set.workloads.map((owner) => free(owner, (one) => world.owners.has(one))) };
}

interface Named {
  readonly metadata: { readonly name: string };
}

/** The fields of a set that are not applied as objects. */
const NOT_APPLIED: ReadonlySet<string> = new Set<keyof Apply['set']>(['pods', 'workloads', 'skipped', 'places', 'warnings']);

/** Returns whether a set has objects other than pods and owners of pods. Creates no copies of fields, because each event has a set. */
function hasObjects(set: Apply['set']): boolean {
  for (const name in set) {
    if (!NOT_APPLIED.has(name) && (set[name as 'nodes'] as readonly unknown[]).length > 0) return true;
  }
  return false;
}

function* remove(reference: Reference, path: string, world: World, clock: Clock): Program<void> {
  const { kind, namespace, name } = reference;
  const key = isNamespaced(kind) ? claimKey({ metadata: { namespace, name } }) : name;
  if (kind === 'Pod') return world.delete(world.pods.get(key) ?? missing(reference, path));
  const owner = world.owners.find(kind, namespace, name);
  if (owner !== undefined) yield* world.owners.delete(owner, clock);
  else if (world.admission.removeObject(kind, reference)) return;
  else if (makesPods(kind) || !world.hasObject(kind, key)) missing(reference, path);
  if (world.hasObject(kind, key)) yield* world.removeObject(kind, key, clock);
}

function missing({ kind, namespace, name }: Reference, path: string): never {
  const what = isNamespaced(kind) || kind !== 'Node' ? `${kind} ${namespace}/${name}` : `${kind} ${name}`;
  throw new AllocationError('invalid-input', `${path}: the simulated cluster has no ${what}`, { path });
}

function nodeOf(name: string, path: string, world: World): Node {
  const node = world.state.node(name);
  if (node !== undefined) return node;
  const near = nearestName(
    name,
    world.nodes().map(({ metadata }) => metadata.name),
  );
  throw new AllocationError(
    'unknown-node',
    `${path}: the simulated cluster has no node ${name}${near === undefined ? '' : `, did you mean ${near}?`}`,
    { path },
  );
}

function setUnschedulable(node: Node, unschedulable: boolean, world: World): void {
  if (node.spec.unschedulable === unschedulable) return;
  if (unschedulable) world.cordoned.set(node.metadata.name, 'cordon');
  else {
    world.cordoned.delete(node.metadata.name);
    world.drains.end(node.metadata.name);
  }
  world.putNode({ ...node, spec: { ...node.spec, unschedulable } });
}

function drain(node: Node, world: World, clock: Clock): Program<void> {
  setUnschedulable(node, true, world);
  world.cordoned.set(node.metadata.name, 'drain');
  return world.drains.begin(node.metadata.name, clock);
}

function* clone(node: Node, count: number, world: World, clock: Clock): Program<void> {
  const clones: ClonedNode[] = [];
  for (const one of clonesOf(node, cloneNames(node.metadata.name, count, world.state), world.state)) {
    yield* clock.check();
    clones.push(one);
  }
  const resourceSlices = clones.flatMap(({ slices }) => slices);
  yield* world.applyObjects({ ...NO_OBJECTS, nodes: clones.map(({ node: one }) => one), resourceSlices }, clock);
}

/**
 * Sets or removes a taint. A new taint replaces the taint with its key and effect, as with `kubectl taint --overwrite`. Removal without an
 * effect removes every effect.
 */
function setTaint(node: Node, { node: _name, ...taint }: NodeTaint, kind: 'taint' | 'untaint', world: World): void {
  const others = node.spec.taints.filter(({ key, effect }) => key !== taint.key || (taint.effect !== '' && effect !== taint.effect));
  if (kind === 'untaint' && others.length === node.spec.taints.length) return;
  world.putNode({ ...node, spec: { ...node.spec, taints: kind === 'taint' ? [...others, taint] : others } });
}
