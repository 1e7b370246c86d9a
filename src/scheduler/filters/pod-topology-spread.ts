// PodTopologySpread: rejects a node if the pod would make the pods of its domain too many. Source: plugin podtopologyspread,
// filtering.go, of Kubernetes 1.37.1.

import type { Pod } from '../../core/api/pod.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import { type Incremental, ITEMS_A_UNIT } from '../../core/base/incremental.js';
import { mapping } from '../../core/base/lists-in-increments.js';
import { count, shorten } from '../../core/base/words.js';
import type { ClusterFilter, FilterCounts, PreparedClusterFilter } from './cluster-filter.js';
import { PASSED, type Rejection } from './filter.js';
import type { NodeInfo } from './node-info.js';
import { type SpreadConstraint, type SpreadConstraints, spreadConstraints } from './spread-constraints.js';
import type { AddShare } from './topology-counts.js';

/** Checks the constraints with DoNotSchedule. The defaults of kube-scheduler have none. */
export const podTopologySpread: ClusterFilter = {
  plugin: 'PodTopologySpread',
  *preparing(pod, context, checkpoint) {
    const constraints = yield* spreadConstraints(pod, 'DoNotSchedule', context, checkpoint);
    if (constraints === undefined) return undefined;
    const error = constraints.all.find((constraint) => constraint.error !== undefined)?.error;
    if (error !== undefined) return { refusal: { code: 'topology-spread', message: [...WRAPPING, error].join(': '), isError: true } };
    return new Spread(constraints, yield* mapping(constraints.all, (each, index) => countedConstraint(each, index, pod), checkpoint));
  },
};

/** The errors that the scheduler wraps around the error of a selector. */
const WRAPPING = [
  'running PreFilter plugin "PodTopologySpread"',
  'get constraints from pod',
  "obtaining pod's hard topology spread constraints",
];

/** A constraint, the name of its counter, and 1 if the constraint selects the pod itself. */
interface CountedConstraint {
  readonly constraint: SpreadConstraint;
  readonly counter: string;
  readonly self: 0 | 1;
}

function countedConstraint(constraint: SpreadConstraint, index: number, { metadata }: Pod): CountedConstraint {
  return { constraint, counter: String(index), self: constraint.selector(metadata.labels) ? 1 : 0 };
}

class Spread implements PreparedClusterFilter {
  readonly #constraints: SpreadConstraints;
  readonly #counted: readonly CountedConstraint[];

  constructor(constraints: SpreadConstraints, counted: readonly CountedConstraint[]) {
    this.#constraints = constraints;
    this.#counted = counted;
  }

  *countNode(info: NodeInfo, add: AddShare, checkpoint: Checkpoint): Incremental<void> {
    if (!this.#constraints.hasAllKeys(info.node, checkpoint)) return;
    const addPods = (index: number, domain: string, pods: number): void => add(String(index), domain, pods);
    yield* this.#constraints.counting(info, () => true, addPods, checkpoint);
  }

  /** Any node may lack a label. */
  passesAll(): boolean {
    return false;
  }

  test({ node }: NodeInfo, counts: FilterCounts, checkpoint: Checkpoint): readonly Rejection[] {
    checkpoint.step(Math.ceil(this.#counted.length / ITEMS_A_UNIT));
    for (const each of this.#counted) {
      const value = node.metadata.labels.get(each.constraint.topologyKey);
      const rejection = value === undefined ? lacksLabel(each.constraint) : excessIn(value, each, counts);
      if (rejection !== undefined) return [rejection];
    }
    return PASSED;
  }
}

const MISMATCH = "node(s) didn't match pod topology spread constraints";

function lacksLabel({ topologyKey }: SpreadConstraint): Rejection {
  const detail = `the node has no label ${shorten(topologyKey, MOST_SHOWN)}, which the topology spread needs`;
  return { code: 'topology-spread', message: `${MISMATCH} (missing required label)`, detail };
}

/** Returns the rejection of a domain that would have more pods than the domain with the fewest plus maxSkew. */
function excessIn(value: string, { constraint, counter, self }: CountedConstraint, counts: FilterCounts): Rejection | undefined {
  const { topologyKey, maxSkew, minDomains } = constraint;
  const domains = counts.size(counter);
  const least = domains < minDomains ? 0 : counts.least(counter);
  const pods = counts.sum(counter, value) + self;
  if (pods - least <= maxSkew) return undefined;
  const domain = `${shorten(topologyKey, MOST_SHOWN)}=${shorten(value, MOST_SHOWN)}`;
  const has = `${domain} ${self === 1 ? 'would have' : 'has'} ${count(pods, 'matching pod')}`;
  const fewest =
    domains < minDomains
      ? `only ${domains} of ${minDomains} domains (minDomains) exist`
      : `${shorten(counts.leastValue(counter) ?? '', MOST_SHOWN)} has ${least}`;
  const detail = `${has}, but may have ${least + maxSkew}: ${fewest}, and maxSkew is ${maxSkew}`;
  return { code: 'topology-spread', message: MISMATCH, detail, excess: pods - least - maxSkew };
}

const MOST_SHOWN = 80;
