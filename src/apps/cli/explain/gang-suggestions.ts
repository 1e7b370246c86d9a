// The changes that let a whole PodGroup fit. A change for one pod is tried for all, and repeated until enough pods fit.

import { objectName } from '../../../core/api/meta.js';
import type { Node } from '../../../core/api/node.js';
import type { Features } from '../../../core/features/features.js';
import type { ObjectPatch, Suggestion } from '../../../explain/explanation.js';
import type { ClaimGroup } from '../../../scheduler/pods/claims.js';
import { groupsOf } from '../commands/groups.js';
import type { Snapshot } from '../input/snapshot.js';
import type { PlacementCluster } from '../library.js';
import type { ExplainSettings } from '../options.js';
import { Placement, type PlacementOptions } from '../placement/placement.js';
import { changedSnapshot, type InputChanges } from './changed-snapshot.js';
import { keyOfObject, SuggestionsOfInput } from './suggestions-of-input.js';
import { InputObjects } from './template-places.js';

/** The most repetitions of one change. */
const MOST_TIMES = 32;
/** The most placements of the group. */
const MOST_TRIALS = 64;

/** The cluster before a group is placed, and the input. */
export interface GangSurroundings {
  readonly cluster: PlacementCluster;
  readonly nodes: readonly Node[];
  readonly snapshot: Snapshot;
  readonly features: Features;
  readonly requestedNames: readonly string[];
  readonly settings: ExplainSettings;
  readonly limits: PlacementOptions['limits'];
}

/** A change of the input, and the texts of its parts. */
interface Change extends InputChanges, Pick<Suggestion, 'size' | 'by'> {
  readonly texts: readonly string[];
  readonly givesUpGoal: boolean;
}

/** The group after a change. */
interface Trial {
  readonly snapshot: Snapshot;
  readonly placement: Placement;
  readonly groups: readonly ClaimGroup[];
}

/** Finds changes for one PodGroup. */
export class GangSuggestions {
  readonly #gang: string;
  readonly #surroundings: GangSurroundings;
  readonly #superseded = new Map<Suggestion, InputChanges['superseded']>();
  #trials = 0;

  constructor(gang: string, surroundings: GangSurroundings) {
    this.#gang = gang;
    this.#surroundings = surroundings;
  }

  /** Returns the changes with which enough pods of the group fit. `forPod`: changes with which its first failing pod fits. */
  of(forPod: SuggestionsOfInput | undefined): readonly Suggestion[] {
    const found: Suggestion[] = [];
    for (const suggestion of forPod?.all ?? []) {
      const change = this.#repeated(asChange(suggestion, forPod as SuggestionsOfInput));
      if (change !== undefined) found.push(this.#asSuggestion(change));
    }
    const fewer = this.#withFewerPods();
    return [...found.filter(({ givesUpGoal }) => !givesUpGoal), ...found.filter(({ givesUpGoal }) => givesUpGoal), ...fewer];
  }

  /** Returns the objects that a suggestion replaces. */
  superseded(patches: readonly ObjectPatch[]): InputChanges['superseded'] {
    return [...this.#superseded].find(([suggestion]) => suggestion.patches === patches)?.[1] ?? [];
  }

  /** Repeats a change for further pods until enough of them fit. */
  #repeated(first: Change): Change | undefined {
    const [text] = first.texts;
    let change = first;
    for (let times = 1; times <= MOST_TIMES; times++) {
      const trial = this.#after(change);
      if (trial === undefined) return undefined;
      const { refusal, results } = trial.placement.placeGang(this.#gang, trial.groups);
      if (refusal === undefined) return change;
      const failing = trial.groups.find((group) => results.get(group) !== refusal);
      if (failing === undefined) return undefined;
      const { explanation } = trial.placement.explainMember(trial.groups, failing);
      const placed = (name: { readonly namespace?: string; readonly name: string }) => trial.placement.placedGroup(name);
      const all = new SuggestionsOfInput(explanation?.suggestions ?? [], failing, new InputObjects(trial.snapshot), placed);
      const next = all.all.find((one) => one.text === text);
      if (next === undefined) return undefined;
      change = joined(change, asChange(next, all));
    }
    return undefined;
  }

  /** Returns the change of `minCount` to the number of pods that fit. */
  #withFewerPods(): readonly Suggestion[] {
    const group = this.#surroundings.cluster.parts.cluster.objects.pods.get('PodGroup', this.#gang);
    const minCount = group?.spec.schedulingPolicy.gang?.minCount;
    const start = this.#after(NO_CHANGE);
    if (group === undefined || minCount === undefined || start === undefined) return [];
    const most = start.placement.mostOfGang(this.#gang, start.groups);
    if (most < 1 || most >= minCount) return [];
    const { namespace, name } = group.metadata;
    const patch = [{ op: 'replace', path: '/spec/schedulingPolicy/gang/minCount', value: most }] as const;
    const text = `lower minCount of PodGroup ${objectName(group.metadata)} from ${minCount} to ${most}`;
    const change: Change = {
      ...NO_CHANGE,
      texts: [text],
      size: 1,
      givesUpGoal: true,
      patches: [{ object: { kind: 'PodGroup', namespace, name }, patch }],
    };
    const trial = this.#after(change);
    const isEnough = trial?.placement.placeGang(this.#gang, trial.groups).refusal === undefined;
    return trial !== undefined && isEnough ? [this.#asSuggestion(change)] : [];
  }

  /** Returns the group after a change; undefined if the change cannot be tried. */
  #after(changes: Change): Trial | undefined {
    const { cluster, nodes, snapshot, features, requestedNames, settings, limits } = this.#surroundings;
    if (this.#trials++ >= MOST_TRIALS || settings.time.isOver) return undefined;
    const found = changedSnapshot(snapshot, changes, settings.namespace ?? 'default');
    if (found === undefined) return undefined;
    const { changed } = found;
    const fork = cluster.fork();
    fork.parts.cluster.apply(changed);
    const replaced = new Map(changed.nodes.map((node) => [node.metadata.name, node]));
    const names = new Set(nodes.map(({ metadata }) => metadata.name));
    const added = settings.node === undefined ? changed.nodes.filter(({ metadata }) => !names.has(metadata.name)) : [];
    const after = [...nodes.map((node) => replaced.get(node.metadata.name) ?? node), ...added];
    const placement = new Placement(fork, after, { limits: limits ?? {}, workloads: found.snapshot.objects.workloads });
    const groups = [...groupsOf(found.snapshot, after, features, settings, requestedNames)];
    return { snapshot: found.snapshot, placement, groups: groups.filter((group) => placement.gangOf(group) === this.#gang) };
  }

  #asSuggestion({ texts, size, by, givesUpGoal, patches, superseded }: Change): Suggestion {
    const [text = ''] = texts;
    const times = texts.length === 1 ? text : `${text} (${texts.length} times)`;
    const suggestion = { size, text: times, by, ...(givesUpGoal ? { givesUpGoal: true as const } : {}), patches };
    this.#superseded.set(suggestion, superseded);
    return suggestion;
  }
}

const NO_CHANGE: Change = { texts: [], size: 0, by: 'author', givesUpGoal: false, patches: [], superseded: [] };

function asChange({ text, size, by, givesUpGoal, patches }: Suggestion, all: SuggestionsOfInput): Change {
  return { texts: [text], size, by, givesUpGoal: givesUpGoal === true, patches, superseded: all.superseded(patches) };
}

/** Returns two changes as one. The second one was found after the first. */
function joined(first: Change, second: Change): Change {
  const byObject = new Map<string, ObjectPatch>();
  for (const one of [...first.patches, ...second.patches]) {
    const before = byObject.get(keyOfObject(one.object));
    byObject.set(keyOfObject(one.object), before === undefined ? one : { ...one, patch: [...before.patch, ...one.patch] });
  }
  return {
    texts: [...first.texts, ...second.texts],
    size: first.size + second.size,
    by: first.by === 'admin' ? 'admin' : second.by,
    givesUpGoal: first.givesUpGoal || second.givesUpGoal,
    patches: [...byObject.values()],
    superseded: [...first.superseded, ...second.superseded],
  };
}
