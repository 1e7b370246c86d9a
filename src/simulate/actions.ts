// Events change the world: one function for each kind of action.

import type { Node } from '../api/node.js';
import type { ResourceQuota } from '../api/resource-quota.js';
import { AllocationError } from '../base/errors.js';
import { nearestName } from '../base/nearest-name.js';
import { claimKey } from '../cluster/claims.js';
import { isNamespaced } from '../cluster/pods/pod-objects.js';
import { inNamespace } from '../cluster/pods/stored-pod.js';
import { cloneNames, cloneNode } from './clone-node.js';
import { type DecodedAction, type DecodedEvent, NO_OBJECTS } from './decoded-event.js';
import type { NodeTaint, Reference } from './events.js';
import type { World } from './world.js';

/** Lets an event happen. Throws AllocationError with the path of the event, where it is about something that is not there. */
export function happen({ action, path }: DecodedEvent, world: World): void {
  // Options of the command are no events: their paths end with what they do.
  const where = path.startsWith('--') ? path : `${path}.${action.kind}`;
  switch (action.kind) {
    case 'apply':
      return apply(action, world);
    case 'delete':
      for (const reference of action.references) remove(reference, where, world);
      return;
    case 'scale':
      for (const { replicas, ...reference } of action.scales) {
        const owner = world.owners.find(reference.kind, reference.namespace, reference.name) ?? missing(reference, where);
        world.owners.scale(owner, replicas, where);
      }
      return;
    case 'cordon':
    case 'uncordon':
      for (const name of action.nodes) setUnschedulable(nodeOf(name, where, world), action.kind === 'cordon', world);
      return;
    case 'drain':
      for (const name of action.nodes) drain(nodeOf(name, where, world), world);
      return;
    case 'clone':
      for (const { node, count } of action.clones) clone(nodeOf(node, where, world), count, world);
      return;
    case 'taint':
    case 'untaint':
      for (const taint of action.taints) setTaint(nodeOf(taint.node, where, world), taint, action.kind, world);
  }
}

type Apply = DecodedAction & { readonly kind: 'apply' };

function apply({ set: given, queues = [], lifetime, arrives }: Apply, world: World): void {
  const set = arrives === true ? withFreeNames(given, world) : given;
  world.applyQueues(queues);
  if (hasObjects(set)) world.applyObjects({ ...set, resourceQuotas: set.resourceQuotas.map((quota) => withStatusOfWorld(quota, world)) });
  if (set.workloads.length > 0) world.owners.apply(set.workloads, lifetime);
  for (const pod of set.pods) world.applyPod(pod, lifetime);
}

/** A quota with the status that it has already: to apply a quota changes no status, and the status of a new one is empty. */
function withStatusOfWorld(quota: ResourceQuota, { state }: World): ResourceQuota {
  const status = state.objects.pods.get('ResourceQuota', claimKey(quota))?.status ?? NO_STATUS;
  return { ...quota, status };
}

const NO_STATUS: ResourceQuota['status'] = { used: new Map() };

/** Gives what arrives names that nobody of its kind has: under those of others it would change these, and be lost itself. */
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

/** Tells whether a set has objects other than pods and owners of pods. */
function hasObjects(set: Apply['set']): boolean {
  const { pods: _pods, workloads: _workloads, skipped: _skipped, places: _places, ...others } = set;
  for (const [name, objects] of Object.entries(others)) if (name !== 'warnings' && (objects as readonly unknown[]).length > 0) return true;
  return false;
}

function remove(reference: Reference, path: string, world: World): void {
  const { kind, namespace, name } = reference;
  const key = isNamespaced(kind) ? claimKey({ metadata: { namespace, name } }) : name;
  if (kind === 'Pod') return world.delete(world.pods.get(key) ?? missing(reference, path));
  const owner = world.owners.find(kind, namespace, name);
  if (owner !== undefined) return world.owners.delete(owner);
  if (world.admission.removeObject(kind, reference)) return;
  if (!world.hasObject(kind, key)) missing(reference, path);
  world.removeObject(kind, key);
}

function missing({ kind, namespace, name }: Reference, path: string): never {
  const what = isNamespaced(kind) || kind !== 'Node' ? `${kind} ${namespace}/${name}` : `${kind} ${name}`;
  throw new AllocationError('invalid-input', `${path}: there is no ${what} at that time`, { path });
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
    `${path}: there is no node ${name} at that time${near === undefined ? '' : `, did you mean ${near}?`}`,
    { path },
  );
}

function setUnschedulable(node: Node, unschedulable: boolean, world: World): void {
  if (node.spec.unschedulable === unschedulable) return;
  if (unschedulable) world.cordoned.set(node.metadata.name, 'cordon');
  else world.cordoned.delete(node.metadata.name);
  world.putNode({ ...node, spec: { ...node.spec, unschedulable } });
}

/** Cordons a node and evicts its pods, as `kubectl drain --ignore-daemonsets --force` does. PodDisruptionBudgets are not looked at. */
function drain(node: Node, world: World): void {
  setUnschedulable(node, true, world);
  world.cordoned.set(node.metadata.name, 'drain');
  for (const pod of world.pods.on(node.metadata.name)) {
    if (pod.owned?.set.replicas === undefined && pod.owned !== undefined) continue;
    const isLost = pod.owned === undefined;
    world.remove(pod, 'evicted', isLost ? 'its node is drained; nothing brings it again' : 'its node is drained');
  }
}

function clone(node: Node, count: number, world: World): void {
  const clones = cloneNode(node, cloneNames(node.metadata.name, count, world.state), world.state);
  const resourceSlices = clones.flatMap(({ slices }) => slices);
  world.applyObjects({ ...NO_OBJECTS, nodes: clones.map(({ node: one }) => one), resourceSlices });
}

/** A taint takes the place of the one with its key and effect, as with `kubectl taint --overwrite`. Without an effect those of any go. */
function setTaint(node: Node, { node: _name, ...taint }: NodeTaint, kind: 'taint' | 'untaint', world: World): void {
  const others = node.spec.taints.filter(({ key, effect }) => key !== taint.key || (taint.effect !== '' && effect !== taint.effect));
  if (kind === 'untaint' && others.length === node.spec.taints.length) return;
  world.putNode({ ...node, spec: { ...node.spec, taints: kind === 'taint' ? [...others, taint] : others } });
}
