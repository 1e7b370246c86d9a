// Explains why an argument names no result of a command: it does not exist, is in another namespace, or is not pending.

import { objectName } from '../../../core/api/meta.js';
import type { Pod } from '../../../core/api/pod.js';
import { some } from '../../../core/base/words.js';
import { isPodDone } from '../../../scheduler/pods/owners.js';
import { Ownership } from '../../../scheduler/pods/ownership.js';
import { didYouMean } from '../arguments.js';
import type { Snapshot } from '../input/snapshot.js';
import { kindOf, kindsIn, type NamesOfGroup, nameOfOwner } from '../object-names.js';

/** The most names that are compared with a misspelt name, since each comparison is slow. */
const MAX_COMPARED = 10_000;
/** The most namespaces in a message; others are only counted. */
const MAX_NAMESPACES = 3;

/** The part of the input in which names are looked up. */
export type NamedInput = Pick<Snapshot, 'objects' | 'replaced'>;

/** Returns the message that a pod is not pending because it runs on a node. */
export function notPending({ metadata, spec }: Pod): string {
  return `pod ${objectName(metadata)} is not pending: it runs on node ${spec.nodeName}`;
}

/** Explains arguments that name no group. */
export class AbsentNames {
  readonly #input: NamedInput;
  /** The default namespace of names. */
  readonly #namespace: string;
  readonly #hasNamespaceOption: boolean;
  /** Names with their kinds: of objects in the input, and of objects that owners make. */
  readonly #all = new Set<string>();
  #hasInput = false;

  constructor(input: NamedInput, namespace: string | undefined) {
    this.#input = input;
    this.#namespace = namespace ?? 'default';
    this.#hasNamespaceOption = namespace !== undefined;
  }

  /** Adds the names of a group of claims. */
  add({ asPod, asClaims, owners }: NamesOfGroup): void {
    for (const name of [...asPod, ...asClaims, ...owners]) this.#all.add(name);
  }

  /** Returns the reason why an argument names no group. `requestedName`: from `parseObjectName`. */
  reasonOf(requestedName: string): string {
    this.#addInput();
    const [name = '', namespace = '', kind = ''] = requestedName.split('/').reverse();
    const kinds = kind === '' ? ['pod', 'claim'] : [kind];
    const state = this.#stateOf(kinds, `${namespace}/${name}`);
    if (state !== undefined) return state;
    const absence = `no ${kinds.join(' or ')} "${name}" in namespace "${namespace}"`;
    const hint = this.#elsewhere(kinds, namespace, name) ?? this.#otherKind(kinds, namespace, name) ?? this.#misspelt(requestedName, kinds);
    return `${absence}${hint}`;
  }

  #addInput(): void {
    if (this.#hasInput) return;
    this.#hasInput = true;
    const { pods, resourceClaims, resourceClaimTemplates, workloads } = this.#input.objects;
    for (const { metadata } of pods) this.#all.add(`pod/${objectName(metadata)}`);
    for (const { pod } of this.#input.replaced) this.#all.add(`pod/${objectName(pod.metadata)}`);
    for (const { metadata } of resourceClaims) this.#all.add(`claim/${objectName(metadata)}`);
    for (const { metadata } of resourceClaimTemplates) this.#all.add(`resourceclaimtemplate/${objectName(metadata)}`);
    for (const workload of workloads) this.#all.add(nameOfOwner(workload));
  }

  /** Returns the reason why an object of the input has no answer; undefined if the input lacks the object. */
  #stateOf(kinds: readonly string[], name: string): string | undefined {
    const kind = kinds.find((each) => this.#all.has(`${each}/${name}`));
    if (kind === undefined) return undefined;
    const subject = `${kind} ${name}`;
    if (!name.startsWith(`${this.#namespace}/`) && this.#hasNamespaceOption)
      return `${subject} is not in namespace "${this.#namespace}", which -n selects: leave out -n`;
    const replaced = this.#input.replaced.find(({ pod }) => kind === 'pod' && objectName(pod.metadata) === name);
    if (replaced !== undefined)
      return `${subject} was created from an older template of ${replaced.owner.kind} ${objectName(replaced.owner.metadata)}, and the owner will replace it: use ${nameOfOwner(replaced.owner)}`;
    if (kind === 'pod') return `${subject} is not pending${this.#whyNotPending(name)}`;
    if (kind === 'claim') return `${subject} is not pending: its pod is gone`;
    if (kind === 'resourceclaimtemplate') return `${subject} is a template: use a pod with a claim from it, or the command fit`;
    return `${subject} has no pending pod${this.#whyNoPods(kind, name)}`;
  }

  #whyNotPending(name: string): string {
    const pod = this.#input.objects.pods.find(({ metadata }) => objectName(metadata) === name);
    if (pod === undefined) return '';
    const { phase } = pod.status;
    if (phase === 'Succeeded' || phase === 'Failed') return `: it has ended (${phase})`;
    if (isPodDone(pod)) return ': it is being deleted';
    return pod.spec.nodeName === '' ? '' : `: it runs on node ${pod.spec.nodeName}`;
  }

  #whyNoPods(kind: string, name: string): string {
    const { pods, workloads } = this.#input.objects;
    const owner = workloads.find((each) => nameOfOwner(each) === `${kind}/${name}`);
    if (owner === undefined) return '';
    const ownership = new Ownership(workloads);
    const running = pods.filter((pod) => pod.spec.nodeName !== '' && !isPodDone(pod) && ownership.above(pod).includes(owner)).length;
    if (running > 0) return `: ${running} of its pods ${running === 1 ? 'runs' : 'run'}`;
    return owner.remarks.length === 0 ? ': it creates no more pods' : `: it ${owner.remarks[0]}`;
  }

  #elsewhere(kinds: readonly string[], namespace: string, name: string): string | undefined {
    const found = [...this.#all].flatMap((each) => {
      const [kind = '', other = '', local = ''] = each.split('/');
      return local === name && other !== namespace && kinds.includes(kind) ? [other] : [];
    });
    const [first, ...more] = new Set(found);
    if (first === undefined) return undefined;
    const where = `; found ${some(
      [first, ...more].map((each) => `${each}/${name}`),
      MAX_NAMESPACES,
    )}`;
    const one = more.length === 0 ? first : 'NAMESPACE';
    if (namespace !== this.#namespace) return `${where}: use ${kinds.length === 1 ? `${kinds[0]}/` : ''}${one}/${name}`;
    return `${where}: ${this.#hasNamespaceOption ? 'use' : 'add'} -n ${one}`;
  }

  /** Returns a hint if the name belongs to an object of a different kind, such as an owner or a claim. */
  #otherKind(kinds: readonly string[], namespace: string, name: string): string | undefined {
    const found = [...this.#all].filter((each) => each.endsWith(`/${namespace}/${name}`));
    const [first] = found.map((each) => each.split('/', 1)[0] as string).filter((kind) => !kinds.includes(kind));
    return first === undefined ? undefined : `; found ${first} ${namespace}/${name}: use ${first}/${name}`;
  }

  #misspelt(requestedName: string, kinds: readonly string[]): string {
    const [name = '', namespace = ''] = requestedName.split('/').reverse();
    const ofKinds = [...this.#all].filter((each) => kinds.includes(each.split('/', 1)[0] as string)).slice(0, MAX_COMPARED);
    const isBare = kinds.length > 1;
    const hint = didYouMean(requestedName, isBare ? ofKinds.map((each) => each.slice(each.indexOf('/') + 1)) : ofKinds);
    if (hint !== '') return hint;
    if (isBare && namespace === this.#namespace && kindOf(name, kindsIn(this.#input.objects.workloads)) !== undefined)
      return `: "${name}" is a kind: write ${name} NAME`;
    const hasNamespace = [...this.#all].some((each) => each.split('/')[1] === namespace);
    if (hasNamespace || namespace === this.#namespace) return '';
    const near = didYouMean(namespace.toLowerCase(), [...kindsIn(this.#input.objects.workloads), 'pod', 'claim']);
    return `: the input has no object in that namespace, and "${namespace}" is not a supported kind${near}`;
  }
}
