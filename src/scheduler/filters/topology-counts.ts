// Counts by the values of a node label, such as the matching pods in each zone. A count is the sum of the shares of nodes. If a
// node changes, only its share is counted again.

import { compareBytes } from '../../core/base/byte-order.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import type { Incremental } from '../../core/base/incremental.js';
import type { VersionedList } from '../../core/base/versioned-list.js';
import type { NodeInfo } from './node-info.js';

/**
 * Adds to the share of a node. An amount of 0 also creates the value. `pod`: the name of a counted pod, for readers that name
 * one. The share of a node in a counter, for one value.
 */
export type AddShare = (counter: string, value: string, amount: number, pod?: string) => void;

/** Adds the shares of a node and its pods. The shares depend only on the node and its pods. */
export type CountNode = (info: NodeInfo, add: AddShare, checkpoint: Checkpoint) => Incremental<void>;

/** The count for one value of a label. */
export interface DomainCount<T> {
  readonly sum: number;
  /** The nodes with shares above zero, each with the first name of the pods that count there. */
  readonly nodes: ReadonlyMap<NodeInfo, string | undefined>;
  /** Data that a reader derives from the count; undefined after each change. */
  derived: T | undefined;
}

interface MutableCount<T> extends DomainCount<T> {
  sum: number;
  readonly nodes: Map<NodeInfo, string | undefined>;
  /** The number of shares, including zero shares. */
  shares: number;
}

interface Share {
  readonly counter: string;
  readonly value: string;
  amount: number;
  /** The first name of the pods that count. */
  pod: string | undefined;
}

/** A node that was counted, and its shares. */
interface Counted {
  readonly info: NodeInfo;
  readonly shares: readonly Share[];
}

/** The counts of a filter. `T`: the data that it derives from a count. */
export class TopologyCounts<T = unknown> {
  readonly #countNode: CountNode;
  readonly #byNode = new Map<string, Counted>();
  readonly #counters = new Map<string, Map<string, MutableCount<T>>>();
  /** The lowest sum of each counter that has not changed since, and the first value by name with that sum. */
  readonly #least = new Map<string, { readonly sum: number; readonly value: string | undefined }>();
  /** The nodes of the last call. */
  #last: VersionedList<NodeInfo> | undefined;

  constructor(countNode: CountNode) {
    this.#countNode = countNode;
  }

  /** Counts the nodes that changed since the last call, and drops nodes that are not listed. */
  *follow(infos: VersionedList<NodeInfo>, checkpoint: Checkpoint): Incremental<void> {
    const last = this.#last;
    if (last === infos) return;
    // If a call ends early, some nodes keep their old shares.
    this.#last = undefined;
    const changed = last?.length === infos.length ? changedInPlace(last, infos) : undefined;
    for (const info of changed ?? infos.toArray()) {
      const { name } = info.node.metadata;
      if (this.#byNode.get(name)?.info === info) continue;
      const shares = yield* this.#sharesOf(info, checkpoint);
      yield* this.#putting(name, { info, shares }, checkpoint);
      if (checkpoint.due()) yield;
    }
    if (changed === undefined && this.#byNode.size !== infos.length) yield* this.#forgetOthers(infos, checkpoint);
    this.#last = infos;
  }

  *#forgetOthers(infos: VersionedList<NodeInfo>, checkpoint: Checkpoint): Incremental<void> {
    const names = new Set(infos.toArray().map(({ node }) => node.metadata.name));
    for (const name of [...this.#byNode.keys()]) {
      if (!names.has(name)) yield* this.#putting(name, undefined, checkpoint);
      if (checkpoint.due()) yield;
    }
  }

  /** Returns the result of `read` while the given nodes replace the nodes with the same names, if there are any. */
  *withNodes<R>(infos: readonly NodeInfo[], read: () => R, checkpoint: Checkpoint): Incremental<R> {
    const changed = infos.filter((info) => this.#byNode.get(info.node.metadata.name)?.info !== info);
    if (changed.length === 0) return read();
    const before = changed.map(({ node: { metadata } }) => ({ name: metadata.name, counted: this.#byNode.get(metadata.name) }));
    let isRestored = false;
    try {
      for (const info of changed)
        yield* this.#putting(info.node.metadata.name, { info, shares: yield* this.#sharesOf(info, checkpoint) }, checkpoint);
      const result = read();
      for (const { name, counted } of before) yield* this.#putting(name, counted, checkpoint);
      isRestored = true;
      return result;
    } finally {
      if (!isRestored) this.#clear();
    }
  }

  /** Returns the count for a value; undefined if no node has a share. */
  of(counter: string, value: string): DomainCount<T> | undefined {
    return this.#counters.get(counter)?.get(value);
  }

  /** Returns the sum for a value; zero if no node has a share. */
  sum(counter: string, value: string): number {
    return this.of(counter, value)?.sum ?? 0;
  }

  /** Returns the number of values with shares. */
  size(counter: string): number {
    return this.#counters.get(counter)?.size ?? 0;
  }

  /** Returns the lowest sum of a counter; infinite if it has no values. */
  least(counter: string): number {
    return this.#leastOf(counter).sum;
  }

  /** Returns the first value by name with the lowest sum of a counter. */
  leastValue(counter: string): string | undefined {
    return this.#leastOf(counter).value;
  }

  #leastOf(counter: string): { readonly sum: number; readonly value: string | undefined } {
    const cached = this.#least.get(counter);
    if (cached !== undefined) return cached;
    let least = { sum: Number.POSITIVE_INFINITY, value: undefined as string | undefined };
    for (const [value, { sum }] of this.#counters.get(counter) ?? []) {
      if (sum < least.sum || (sum === least.sum && compareBytes(value, least.value ?? '') < 0)) least = { sum, value };
    }
    this.#least.set(counter, least);
    return least;
  }

  /** True if no node has a share. */
  get isEmpty(): boolean {
    return this.#counters.size === 0;
  }

  /** The number of counters with values. */
  get counterCount(): number {
    return this.#counters.size;
  }

  /** The counters with values. */
  counters(): Iterable<string> {
    return this.#counters.keys();
  }

  *#sharesOf(info: NodeInfo, checkpoint: Checkpoint): Incremental<readonly Share[]> {
    const shares = new Map<string, Share>();
    yield* this.#countNode(info, (...added) => addTo(shares, ...added), checkpoint);
    return [...shares.values()];
  }

  /** Replaces the shares of a node. If the call ends before that, the node does not count as counted. */
  *#putting(name: string, counted: Counted | undefined, checkpoint: Checkpoint): Incremental<void> {
    let isDone = false;
    try {
      for (const share of this.#byNode.get(name)?.shares ?? []) {
        this.#add(share, this.#byNode.get(name)?.info as NodeInfo, -1);
        if (checkpoint.due()) yield;
      }
      for (const share of counted?.shares ?? []) {
        this.#add(share, counted?.info as NodeInfo, 1);
        if (checkpoint.due()) yield;
      }
      if (counted === undefined) this.#byNode.delete(name);
      else this.#byNode.set(name, counted);
      isDone = true;
    } finally {
      if (!isDone) this.#clear();
    }
  }

  #clear(): void {
    this.#byNode.clear();
    this.#counters.clear();
    this.#least.clear();
    this.#last = undefined;
  }

  #add({ counter, value, amount, pod }: Share, info: NodeInfo, sign: 1 | -1): void {
    this.#least.delete(counter);
    let byValue = this.#counters.get(counter);
    if (byValue === undefined) {
      byValue = new Map();
      this.#counters.set(counter, byValue);
    }
    let count = byValue.get(value);
    if (count === undefined) {
      count = { sum: 0, nodes: new Map(), derived: undefined, shares: 0 };
      byValue.set(value, count);
    }
    count.sum += sign * amount;
    count.shares += sign;
    count.derived = undefined;
    if (amount > 0 && sign === 1) count.nodes.set(info, pod);
    else if (amount > 0) count.nodes.delete(info);
    if (count.shares > 0) return;
    byValue.delete(value);
    if (byValue.size === 0) this.#counters.delete(counter);
  }
}

/** Adds to the share with this counter. */
function addTo(shares: Map<string, Share>, ...[counter, value, amount, pod]: Parameters<AddShare>): void {
  const share = shares.get(counter);
  if (share === undefined) {
    shares.set(counter, { counter, value, amount, pod });
    return;
  }
  share.amount += amount;
  if (pod !== undefined && (share.pod === undefined || compareBytes(pod, share.pod) < 0)) share.pod = pod;
}

/** Returns the nodes that differ. Returns undefined if the places have other nodes. */
function changedInPlace(before: VersionedList<NodeInfo>, now: VersionedList<NodeInfo>): readonly NodeInfo[] | undefined {
  const changed: NodeInfo[] = [];
  let isSameNodes = true;
  now.forEachChange(before, (place, old) => {
    const info = now.at(place);
    changed.push(info);
    isSameNodes &&= info.node.metadata.name === old.node.metadata.name;
  });
  return isSameNodes ? changed : undefined;
}

/** Returns the first node by name. */
export function firstByName(nodes: Iterable<NodeInfo>): NodeInfo | undefined {
  let first: NodeInfo | undefined;
  for (const info of nodes) if (first === undefined || compareBytes(info.node.metadata.name, first.node.metadata.name) < 0) first = info;
  return first;
}
