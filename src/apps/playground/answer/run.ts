// Places all pods and claims of an input in order, like the command `explain` but without stopping at a rejected one.

import type { Node } from '../../../core/api/node.js';
import { endOfCall } from '../../../core/base/checkpoint.js';
import { append } from '../../../core/base/lists.js';
import type { Features } from '../../../core/features/features.js';
import type { Explanation } from '../../../explain/explanation.js';
import type { ClaimGroup } from '../../../scheduler/pods/claims.js';
import { groupsOf, withGangs } from '../../cli/commands/groups.js';
import { SuggestionsOfInput } from '../../cli/explain/suggestions-of-input.js';
import { InputObjects } from '../../cli/explain/template-places.js';
import type { Snapshot } from '../../cli/input/snapshot.js';
import type { PlacementCluster } from '../../cli/library.js';
import { nodesOf } from '../../cli/nodes.js';
import type { GroupResult } from '../../cli/placement/group-result.js';
import { Placement } from '../../cli/placement/placement.js';

/** The most groups on a page. */
const MAX_GROUPS = 300;

/** The most groups that are explained at once, since explaining takes longer than placing. Others are explained when the user selects them. */
const MAX_EXPLAINED_PLACED = 1;
const MAX_EXPLAINED_REJECTED = 2;

/** The time limit of one allocation. The user may cancel it earlier. */
const MILLISECONDS = 60_000;

/** The input of a run. */
export interface RunInput {
  readonly snapshot: Snapshot;
  readonly features: Features;
  readonly devicesOnly: boolean;
  readonly cluster: PlacementCluster;
}

/** A group with its result. */
export interface PlacedGroup {
  readonly group: ClaimGroup;
  readonly result: GroupResult;
  readonly explanation?: Explanation;
}

/** A run over all groups. */
export class Run {
  readonly nodes: readonly Node[];
  /** True if the input has no Node objects. Nodes are then made from the names in slices. */
  readonly hasMadeNodes: boolean;
  readonly placed: PlacedGroup[] = [];
  readonly placement: Placement;
  hasMore = false;
  readonly #input: RunInput;
  #inputObjects: InputObjects | undefined;
  readonly #explained = { placed: 0, refused: 0 };

  constructor(input: RunInput) {
    const { snapshot, devicesOnly, cluster } = input;
    this.#input = input;
    const { nodes, made } = nodesOf(snapshot.objects);
    this.nodes = nodes;
    this.hasMadeNodes = made && nodes.length > 0;
    cluster.parts.cluster.apply({ ...snapshot.objects, nodes });
    this.placement = new Placement(cluster, nodes, {
      limits: { milliseconds: MILLISECONDS },
      devicesOnly,
      workloads: snapshot.objects.workloads,
    });
  }

  /** Places all groups. `shown`: a group that is always explained. */
  all(shown: string | undefined): this {
    for (const { gang, groups } of withGangs(this.groups(), (group) => this.placement.gangOf(group))) {
      if (this.placed.length + groups.length > MAX_GROUPS) {
        this.hasMore = true;
        return this;
      }
      const placed = groups.map((group) => this.#place(group, group.name === shown));
      const refusal = gang === undefined ? undefined : this.placement.completeGang(gang, groups);
      append(this.placed, refusal === undefined ? placed : placed.map((one) => pendingWith(one, `PodGroup ${gang}: ${refusal}`)));
    }
    return this;
  }

  /** Returns the result of each group that needs devices or a node. */
  *groups(): Generator<ClaimGroup> {
    const { snapshot, features, devicesOnly } = this.#input;
    for (const group of groupsOf(snapshot, this.nodes, features, { podOrder: 'input', devicesOnly }, [])) {
      if (!this.#hasAll(group)) yield group;
    }
  }

  #hasAll(group: ClaimGroup): boolean {
    const { placement } = this;
    if (group.problem !== undefined || group.perNode?.extended !== undefined || placement.needsNode(group)) return false;
    return group.claims.every((claim) => placement.isAllocated(claim));
  }

  /** Places a group. A group is explained if it is shown, or among the first of its kind. Placing without explaining is faster. */
  #place(group: ClaimGroup, isShown: boolean): PlacedGroup {
    const { placement } = this;
    if (!isShown && this.#explained.refused >= MAX_EXPLAINED_REJECTED) return { group, result: placement.place(group) };
    try {
      const { result, explanation } = placement.explain(group, isShown || this.#explained.placed < MAX_EXPLAINED_PLACED);
      if (explanation !== undefined) this.#explained[result.kind === 'placed' ? 'placed' : 'refused']++;
      return { group, result, ...(explanation === undefined ? {} : { explanation: this.#ofInput(explanation, group) }) };
    } catch (error) {
      return { group, result: { kind: 'interrupted', nodes: [], interruption: { by: endOfCall(error) } } };
    }
  }

  #ofInput(explanation: Explanation, explained: ClaimGroup): Explanation {
    this.#inputObjects ??= new InputObjects(this.#input.snapshot);
    return { ...explanation, suggestions: new SuggestionsOfInput(explanation.suggestions, explained, this.#inputObjects).all };
  }
}

/** Returns the answer for a pod of a PodGroup of which all pods stay pending. */
function pendingWith(placed: PlacedGroup, message: string): PlacedGroup {
  return placed.result.kind === 'placed' ? { group: placed.group, result: { kind: 'no-node', message } } : placed;
}
