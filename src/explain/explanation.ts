// The shape of an explanation.

/** The reasons for which claims do not fit, node by node. */
export interface Explanation {
  readonly nodes: readonly NodeExplanation[];
}

/** The fate of every device of the cluster, seen from one node. */
export interface NodeExplanation {
  readonly node: string;
  /** An error that came before any counting, or the one that ends the search; or that the time was up before there was anything to say. */
  readonly error?: string;
  readonly requests: readonly RequestExplanation[];
  /** Claims that have their devices already, which cannot be used here: why. With any of them the claims do not fit. */
  readonly unavailable: readonly UnavailableClaim[];
  /** Pools whose devices do not count. */
  readonly pools: readonly { readonly pool: string; readonly problem: string }[];
  /** True when the claims can be allocated here; undefined: the search came to no end within its limits. */
  readonly fits: boolean | undefined;
  /** Each request alone could be served here, but no solution is known for all of them: see `fits` for whether there is none. */
  readonly together: boolean;
  /** Each of these keeps requests that could be served alone from being served together (see `together`): without any one they would be. */
  readonly inTheWay: readonly string[];
  /**
   * The reason for which the claims cannot be allocated here, where counting alone shows it. It can be there although the search came to no
   * end: with a reason there is no solution.
   */
  readonly reason?: ReasonExplanation;
}

/** A claim whose devices cannot be used on a node. */
export interface UnavailableClaim {
  /** `namespace/name`. */
  readonly claim: string;
  readonly reason: string;
}

/** The reason for which there is no solution, verified by counting: requests that want more than there is for them. */
export interface ReasonExplanation {
  /**
   * `too-few-devices`: of one request. `above-limit`: a claim needs more than it may hold. `competing-requests`: several want the same devices. `no-common-value`, `too-few-groups`, `values-too-small`:
   * for match constraints. `too-few-distinct`: for a distinct constraint. `sum-exceeded`, `sum-exceeded-together`: counters and capacities.
   */
  readonly kind:
    | 'too-few-devices'
    | 'above-limit'
    | 'competing-requests'
    | 'no-common-value'
    | 'too-few-groups'
    | 'values-too-small'
    | 'too-few-distinct'
    | 'sum-exceeded'
    | 'sum-exceeded-together';
  /** Names requests, devices, values and counters; long lists are cut. */
  readonly text: string;
  /** All requests that it is about, with their claims where there are several: without any one of them the reason would not hold. */
  readonly requests: readonly string[];
}

/** The devices of the cluster as one request or subrequest sees them: `devices` is the sum of all other counts. */
export interface RequestExplanation {
  readonly claim: string;
  /** `request`, or `request/subrequest`. */
  readonly request: string;
  readonly wanted: number | bigint | 'All';
  readonly devices: number;
  /** In slices that the node does not reach. */
  readonly otherNodes: number;
  /** In slices that the node reaches and that do not count, although their pools do: why, and how many. */
  readonly leftOut: readonly Count[];
  /** In pools that do not count. */
  readonly notCounted: number;
  /** In use by other claims, and of use to this request if they were free. */
  readonly taken: number;
  readonly refusedBy: readonly Count[];
  readonly remaining: number;
  /** True when there are devices for this request with the rest of the claims left out; undefined: no answer within the limits. */
  readonly alone: boolean | undefined;
  /** Each of these keeps enough of the remaining devices from being picked together: without any one of them they could be. */
  readonly inTheWay: readonly string[];
}

/** A number of devices that share a fate. */
export interface Count {
  readonly what: string;
  readonly devices: number;
}
