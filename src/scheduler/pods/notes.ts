// Reports suspicious extended resources of pods: an unserved name, a fraction, a running pod whose devices are not in the input.

import type { Container } from '../../core/api/container.js';
import type { Node } from '../../core/api/node.js';
import type { Pod, PodSpec } from '../../core/api/pod.js';
import type { PriorityClass } from '../../core/api/priority-class.js';
import type { Workload } from '../../core/api/workload.js';
import { UNLIMITED } from '../../core/base/checkpoint.js';
import { inOneGo } from '../../core/base/incremental.js';
import { nearestName } from '../../core/base/nearest-name.js';
import { shorten } from '../../core/base/words.js';
import { assignedNote, assignsPods, isStarting, noClaimNote } from './assigned-pods.js';
import { ClaimFinder, type FinderInput } from './claim-finder.js';
import { CLASS_PREFIX, ExtendedResourceClasses, isExtendedResource, requestedResources } from './extended-resources.js';
import { isPodDone } from './owners.js';
import { Priorities } from './priorities.js';

/** A note for the user about pods or their owners. */
export interface ScheduleNote {
  readonly severity: 'warning' | 'note';
  readonly message: string;
  /** The first object that the note is about. */
  readonly object: Pod | Workload;
  /** The extended resource that no node or class has, and the hint for pods that are rejected because of it. */
  readonly unknown?: { readonly resource: string; readonly hint: string };
}

export interface NotesInput extends FinderInput {
  readonly workloads: readonly Workload[];
  /** All nodes of the cluster: they show which resources device plugins have. */
  readonly nodes: readonly Node[];
  readonly priorityClasses?: readonly PriorityClass[];
  readonly podOrder?: 'input' | 'priority';
}

/** The most names that the search for similar names considers, and the most searches. Each search compares letter by letter. */
const MAX_COMPARED = 1000;

/** The most notes, because more notes would not help the user. */
const MAX_NOTES = 100;

/** Longer names are cut. */
const MAX_NAME = 80;

/** Returns the notes on the pods of an input, with equal notes merged, in the order of the objects. At most a hundred. */
export function scheduleNotes(input: NotesInput): readonly ScheduleNote[] {
  const notes = new Notes();
  const isNode = nodeTest(input.nodes);
  const resources = new ExistingResources(input);
  const finder = inOneGo(ClaimFinder.of(input));
  if (input.podOrder === 'priority') noteGuessedPriorities(input, notes);
  for (const pod of input.pods) {
    if (isPodDone(pod)) continue;
    const isPending = pod.spec.nodeName === '';
    if (isPending) noteSpec(pod.spec, pod, resources, notes);
    else if (input.features?.extendedResource !== false && !finder.hasExtendedClaim(pod)) noteRunning(pod, resources, notes);
  }
  for (const workload of input.workloads) {
    for (const { replicas, template } of workload.podSets) if (replicas !== 0) noteSpec(template.spec, workload, resources, notes);
    addRemarks(workload, notes, isNode);
  }
  return notes.list();
}

/** Returns the part of {@link scheduleNotes} about unknown properties of the pods of workloads. */
export function workloadRemarks({ workloads, nodes }: Pick<NotesInput, 'workloads' | 'nodes'>): readonly ScheduleNote[] {
  const notes = new Notes();
  const isNode = nodeTest(nodes);
  for (const workload of workloads) addRemarks(workload, notes, isNode);
  return notes.list();
}

/** Returns a test of node names. Without Node objects, the names of nodes are unknown. */
function nodeTest(nodes: readonly Node[]): (name: string) => boolean {
  const names = new Set(nodes.map(({ metadata }) => metadata.name));
  return (name) => names.size === 0 || names.has(name);
}

function addRemarks(workload: Workload, notes: Notes, isNode: (name: string) => boolean): void {
  for (const remark of workload.remarks) notes.add('note', `${workload.kind} ${remark}`, workload, () => remark);
  // Each pod with claims has a message.
  const assigned = workload.podSets.find((set) => set.replicas !== 0 && assignsPods(set) && set.template.spec.resourceClaims.length === 0);
  if (assigned === undefined) return;
  const { nodeName } = assigned.template.spec;
  notes.add('note', `spec.nodeName ${nodeName}`, workload, () => assignedNote(nodeName, isNode));
}

function noteSpec(spec: PodSpec, object: Pod | Workload, resources: ExistingResources, notes: Notes): void {
  for (const container of [...spec.initContainers, ...spec.containers]) noteFractions(container, object, notes);
  for (const resource of inOneGo(requestedResources(spec, UNLIMITED)).keys()) {
    if (resources.isIgnored(resource)) {
      notes.add('note', `gate ${resource}`, object, () => {
        const what = `requests extended resource ${shorten(resource, MAX_NAME)}, which a DeviceClass serves`;
        return `${what}: with this version and these gates, DRAExtendedResource is off`;
      });
    }
    if (resources.has(resource)) continue;
    notes.add('warning', `unknown ${resource}`, object, () => unknownText(resource, resources));
  }
}

function unknownText(resource: string, resources: ExistingResources): NoteText | undefined {
  const near = resources.nearest(resource);
  if (near === undefined && !resources.isAll(resource)) return undefined;
  const name = shorten(resource, MAX_NAME);
  const meant = near === undefined ? '' : `, did you mean ${shorten(near, MAX_NAME)}?`;
  const text = `requests extended resource ${name}, which no DeviceClass and no node of the input has${meant}`;
  return { text, unknown: { resource, hint: `no DeviceClass and no node of the input has extended resource ${name}${meant}` } };
}

/** The order of pods by priority depends on PriorityClasses, which the input may lack. */
function noteGuessedPriorities({ pods, workloads, priorityClasses = [] }: NotesInput, notes: Notes): void {
  const priorities = new Priorities(priorityClasses);
  const note = (spec: PodSpec, object: Pod | Workload): void => {
    const { priorityClassName: name } = spec;
    if (!priorities.isGuessed(spec)) return;
    notes.add('note', `class ${name}`, object, () => {
      return `has PriorityClass ${shorten(name, MAX_NAME)}, but the input has no PriorityClasses: its priority counts as 0`;
    });
  };
  for (const pod of pods) if (!isPodDone(pod)) note(pod.spec, pod);
  for (const workload of workloads) for (const { template } of workload.podSets) note(template.spec, workload);
}

function noteFractions({ name, requests }: Container, object: Pod | Workload, notes: Notes): void {
  for (const [resource, quantity] of requests) {
    if (!isExtendedResource(resource) || quantity.nano % WHOLE === 0n) continue;
    notes.add('warning', `fraction ${resource}`, object, () => {
      const subject = `container ${shorten(name, MAX_NAME)} requests ${shorten(quantity.toString(), MAX_NAME)} of extended resource`;
      return `${subject} ${shorten(resource, MAX_NAME)}: the API server would reject the fraction; here it is rounded up`;
    });
  }
}

const WHOLE = 1_000_000_000n;

/** A running pod already has its devices. Only its claim names them. A pod that its author assigned to the node has none. */
function noteRunning(pod: Pod, resources: ExistingResources, notes: Notes): void {
  for (const resource of inOneGo(requestedResources(pod.spec, UNLIMITED)).keys()) {
    if (!resources.isServedByClass(resource) || resources.isOffered(resource, pod.spec.nodeName)) continue;
    if (isStarting(pod) && pod.status.extendedResourceClaimStatus === undefined) {
      notes.add('warning', `assigned ${resource}`, pod, () => noClaimNote(resource));
      continue;
    }
    notes.add('note', `running ${resource}`, pod, () => {
      const text = `already runs on a node with devices for extended resource ${shorten(resource, MAX_NAME)}`;
      return `${text}: the input lacks the claim for these devices, so they count as free`;
    });
  }
}

/** The extended resources that exist: served by a class through DRA, or by a device plugin of a node. */
class ExistingResources {
  readonly #classes: ExtendedResourceClasses;
  readonly #nodes = new Map<string, Node>();
  readonly #names: ReadonlySet<string>;
  readonly #nodesTell: boolean;
  readonly #isGateOn: boolean;
  #compared = 0;

  constructor({ deviceClasses, nodes, features }: NotesInput) {
    this.#isGateOn = features?.extendedResource !== false;
    this.#classes = new ExtendedResourceClasses(deviceClasses);
    for (const node of nodes) this.#nodes.set(node.metadata.name, node);
    const offered = nodes.flatMap(({ status }) => [...(status.allocatable?.keys() ?? [])].filter(isExtendedResource));
    this.#nodesTell = nodes.some(({ status }) => status.allocatable !== undefined);
    this.#names = new Set([...this.#classes.resources(), ...offered]);
  }

  has(resource: string): boolean {
    return this.#names.has(resource);
  }

  /**
   * Returns whether the input has all sources of a resource. These are classes for a resource named after a class, otherwise
   * nodes with `status.allocatable`.
   */
  isAll(resource: string): boolean {
    return this.#nodesTell || resource.startsWith(CLASS_PREFIX);
  }

  /** Returns whether a class serves the resource and the gate is off. */
  isIgnored(resource: string): boolean {
    return !this.#isGateOn && this.isServedByClass(resource);
  }

  isServedByClass(resource: string): boolean {
    return this.#classes.classOf(resource) !== undefined;
  }

  /** Returns whether a device plugin of a node serves a resource. */
  isOffered(resource: string, nodeName: string): boolean {
    return (this.#nodes.get(nodeName)?.status.allocatable?.get(resource)?.sign() ?? 0) > 0;
  }

  nearest(resource: string): string | undefined {
    if (this.#compared++ >= MAX_NOTES) return undefined;
    return nearestName(resource, [...this.#names].slice(0, MAX_COMPARED));
  }
}

/** The words of a note. */
interface NoteText extends Pick<ScheduleNote, 'unknown'> {
  readonly text: string;
}

/** One note, about one object or several. */
interface Found {
  readonly severity: ScheduleNote['severity'];
  readonly first: Pod | Workload;
  /** Undefined if no note is needed after all. */
  readonly said: NoteText | undefined;
  readonly objects: Set<Pod | Workload>;
}

/** Merges notes with one key, and counts the objects after the first. */
class Notes {
  readonly #notes = new Map<string, Found>();

  /** Calls `text` once for all notes of one key. */
  add(severity: ScheduleNote['severity'], key: string, object: Pod | Workload, text: () => string | NoteText | undefined): void {
    const note = this.#notes.get(key);
    if (note !== undefined) {
      note.objects.add(object);
      return;
    }
    const noteText = text();
    const said = typeof noteText === 'string' ? { text: noteText } : noteText;
    this.#notes.set(key, { severity, first: object, said, objects: new Set([object]) });
  }

  list(): ScheduleNote[] {
    const said = [...this.#notes.values()].flatMap(({ severity, first, said: words, objects }) => {
      if (words === undefined) return [];
      const { text, unknown } = words;
      const more = objects.size === 1 ? '' : ` (and ${objects.size - 1} more like it)`;
      return [{ severity, message: `${nameOf(first)}: ${text}${more}`, object: first, ...(unknown === undefined ? {} : { unknown }) }];
    });
    return said.slice(0, MAX_NOTES);
  }
}

function nameOf(object: Pod | Workload): string {
  const { namespace, name } = object.metadata;
  return `${'kind' in object ? object.kind : 'pod'} ${namespace}/${name}`;
}
