// A node at a time with what filters say of it for pods of one shape, and its scores for them once these were asked for.

import type { Node } from '../../api/node.js';
import { type Checkpoint, UNLIMITED } from '../../base/checkpoint.js';
import { bytesOfText } from '../../base/lru-cache.js';
import { VersionedList } from '../../base/versioned-list.js';
import type { Rejection } from '../../filters/filter.js';
import type { NodeInfo } from '../../filters/node-info.js';
import type { ImageSpread } from '../../scores/image-spread.js';
import type { PluginScore } from '../../scores/total.js';

/** About what a verdict takes by itself, with its place in lists. */
const VERDICT_BYTES = 64;
/** About what a reason takes beside its particulars; its other texts are constants. */
const REASON_BYTES = 64;
/** About what a list of scores takes beside these. */
const LIST_BYTES = 48;

/** Scores of nodes before normalization, prepared for a shape of pods and the images of a cluster. */
export interface PreparedScores {
  readonly images: ImageSpread;
  readonly plugins: readonly PluginScore[];
}

interface RawScores {
  readonly by: PreparedScores;
  readonly scores: readonly number[];
}

/** A node with what filters say of it. Nobody changes it: when the node changes, another one takes its place. */
export class NodeVerdict {
  readonly info: NodeInfo;
  /** The reasons of the filters before the one for devices; empty: the node passes. */
  readonly before: readonly Rejection[];
  /** The reasons of those after it. */
  readonly after: readonly Rejection[];
  #raw: RawScores | undefined;

  constructor(info: NodeInfo, before: readonly Rejection[], after: readonly Rejection[]) {
    this.info = info;
    this.before = before;
    this.after = after;
  }

  /** True where the filters before the one for devices let the pod pass. */
  get passes(): boolean {
    return this.before.length === 0;
  }

  /** Bytes that it takes. `scores`: the number of scores that it gets when they are asked for. */
  bytes(scores: number): number {
    return VERDICT_BYTES + reasonBytes(this.before) + reasonBytes(this.after) + LIST_BYTES + 8 * scores;
  }

  /** The scores of the node before normalization, in the order of the plugins. `old`: the node before it changed, whose scores hold in part. */
  scores(by: PreparedScores, old?: NodeVerdict): readonly number[] {
    if (this.#raw?.by === by) return this.#raw.scores;
    const { info } = this;
    const raw = this.#raw;
    // Some scores hold for the same node that changed, and all that look at no image for other images.
    const known = raw ?? (old !== undefined && old.info.node.metadata.name === info.node.metadata.name ? old.#raw : undefined);
    const isSame = {
      node: raw !== undefined || old?.info.node === info.node,
      pods: raw !== undefined,
      images: known?.by.images === by.images,
    };
    const scores: number[] = [];
    for (const { score, changesWith } of by.plugins) {
      const before = isSame[changesWith] ? known?.scores[scores.length] : undefined;
      scores.push(before ?? score(info, UNLIMITED));
    }
    this.#raw = { by, scores };
    return scores;
  }

  /** Works out the scores, for who asks for them later. */
  score(by: PreparedScores, checkpoint: Checkpoint): void {
    if (checkpoint.keep(() => this.#raw?.by === by)) return;
    const scores = checkpoint.map(by.plugins, ({ score }) => score(this.info, checkpoint));
    checkpoint.keep(() => {
      this.#raw = { by, scores };
    });
  }
}

function reasonBytes(reasons: readonly Rejection[]): number {
  let bytes = 0;
  if (reasons.length === 0) return bytes;
  for (const { detail } of reasons) bytes += REASON_BYTES + (detail === undefined ? 0 : bytesOfText(detail));
  return bytes;
}

/** The nodes that pass the filters before the one for devices: the same object as long as it is the same nodes. */
export class PassingNodes {
  readonly count: number;
  /** Gives the nodes, for whom they are listed only if need be. */
  readonly list = (): readonly Node[] => this.nodes;
  readonly #verdicts: VersionedList<NodeVerdict>;
  #nodes: readonly Node[] | undefined;

  /** `count`: the number of those that pass. */
  constructor(verdicts: VersionedList<NodeVerdict>, count: number) {
    this.count = count;
    this.#verdicts = verdicts;
  }

  /** The nodes by name, the same list each time. */
  get nodes(): readonly Node[] {
    this.#nodes ??= this.#verdicts.toArray().flatMap((verdict) => (verdict.passes ? [verdict.info.node] : []));
    return this.#nodes;
  }
}

/** The nodes that a call is about, by name, each with what filters say of it. Nobody changes it. */
export interface NodesAsked {
  readonly verdicts: VersionedList<NodeVerdict>;
  readonly passing: PassingNodes;
  /** These are all nodes of the cluster. */
  readonly isEvery: boolean;
}

/** Nodes that a call is about. */
export function nodesAsked(verdicts: readonly NodeVerdict[], isEvery: boolean): NodesAsked {
  const list = VersionedList.of(verdicts);
  let count = 0;
  for (const verdict of verdicts) if (verdict.passes) count++;
  return { verdicts: list, passing: new PassingNodes(list, count), isEvery };
}

/** Some of the nodes, in their order. */
export function only({ verdicts }: NodesAsked, wanted: readonly Node[]): NodesAsked {
  const names = new Set(wanted.map(({ metadata }) => metadata.name));
  return nodesAsked(
    verdicts.toArray().filter(({ info }) => names.has(info.node.metadata.name)),
    false,
  );
}
