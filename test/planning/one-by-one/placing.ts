// Replicas placed one by one with no cluster at all: the filters of `dra-allocator/pods` on every node, `allocator.allocate` on those that pass, and the scores.
// All that was placed before is handed in again each time.

import { scoreNode } from '../../../src/allocator/score.js';
import { decodeObjects } from '../../../src/core/api/objects.js';
import type { Pod } from '../../../src/core/api/pod.js';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import type { Json } from '../../../src/core/base/json.js';
import { resolveFeatures } from '../../../src/core/features/features.js';
import { AllocationError, type Allocator } from '../../../src/index.js';
import { filterNodes } from '../../../src/library/pods/index.js';
import { nodeInfo, podInfo } from '../../../src/scheduler/filters/node-info.js';
import { withPodDefaults } from '../../../src/scheduler/filters/pod-defaults.js';
import { DEFAULT_PROFILE } from '../../../src/scheduler/profile/scheduler-profile.js';
import { imageSpread } from '../../../src/scheduler/scores/image-spread.js';
import { scoreNodes } from '../../../src/scheduler/scores/total.js';
import type { Setting } from './clusters.js';

interface Thing {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: object;
}

/** A claim with its allocation. */
type Claim = Thing & { readonly status?: { readonly allocation: object } };

const features = resolveFeatures({});

/** Places at most so many replicas, and gives the node of each. */
export function placedOneByOne(allocator: Allocator, { objects, pod }: Setting, most: number): readonly string[] {
  const placing = new Placing(allocator, objects as readonly Thing[]);
  const placed: string[] = [];
  while (placed.length < most) {
    const name = `${pod.metadata.name}-${placed.length}`;
    const node = placing.place({ ...pod, metadata: { ...pod.metadata, name, uid: '' } } as Setting['pod']);
    if (node === undefined) break;
    placed.push(`${name} ${node}`);
  }
  return placed;
}

/** A node that a pod may go to, with the claims as they would be. */
interface Feasible {
  readonly name: string;
  readonly claims: readonly Claim[];
  readonly score: number;
}

class Placing {
  readonly #allocator: Allocator;
  readonly #objects: readonly Thing[];
  readonly #running: object[];
  /** The claims that hold devices, by name. */
  readonly #held = new Map<string, Claim>();

  constructor(allocator: Allocator, objects: readonly Thing[]) {
    this.#allocator = allocator;
    this.#objects = objects;
    this.#running = this.#all('Pod');
  }

  #all(kind: string): object[] {
    return this.#objects.filter((each) => each.kind === kind);
  }

  place(pod: Setting['pod']): string | undefined {
    const nodes = this.#all('Node') as Thing[];
    const { passing } = filterNodes({ pod: pod as never, nodes: nodes as never, objects: this.#running as never });
    const claims = this.#claimsOf(pod);
    const feasible: Feasible[] = [];
    for (const name of passing) {
      const allocations = this.#allocationsOn(nodes.find((each) => each.metadata.name === name) as Thing, claims);
      // An error on a node ends the attempt of the scheduler.
      if (allocations === 'error') return undefined;
      if (allocations === undefined) continue;
      const allocated = claims.map((claim, index) => ({ ...claim, status: { allocation: allocations[index] as object } }));
      feasible.push({
        name,
        claims: allocated,
        score: scoreNode(
          decodedClaims(claims),
          decodedClaims(allocated).map(({ status }) => status.allocation as never),
        ),
      });
    }
    const best = this.#bestOf(feasible, pod);
    if (best === undefined) return undefined;
    for (const claim of best.claims) this.#held.set(claim.metadata.name, claim);
    this.#running.push({ ...pod, spec: { ...pod.spec, nodeName: best.name } });
    return best.name;
  }

  #claimsOf({ metadata, spec }: Setting['pod']): readonly Claim[] {
    return (
      spec.resourceClaims as readonly {
        readonly name: string;
        readonly resourceClaimName?: string;
        readonly resourceClaimTemplateName?: string;
      }[]
    ).map(({ name, resourceClaimName, resourceClaimTemplateName }) => {
      const find = (kind: string, wanted: string | undefined) =>
        this.#objects.find((each) => each.kind === kind && each.metadata.name === wanted) as Claim;
      if (resourceClaimName !== undefined) return this.#held.get(resourceClaimName) ?? find('ResourceClaim', resourceClaimName);
      const template = find('ResourceClaimTemplate', resourceClaimTemplateName);
      const own = { namespace: 'ns', name: `${metadata.name}-${name}` };
      return {
        apiVersion: 'resource.k8s.io/v1',
        kind: 'ResourceClaim',
        metadata: own,
        spec: (template.spec as { readonly spec: object }).spec,
      };
    });
  }

  #allocationsOn(node: Thing, claims: readonly Claim[]): readonly object[] | undefined | 'error' {
    try {
      const outcome = this.#allocator.allocate({
        node: node as never,
        claims: claims as never,
        deviceClasses: this.#all('DeviceClass') as never,
        resourceSlices: this.#all('ResourceSlice') as never,
        allocated: { claims: [...this.#held.values()] as never },
      });
      return outcome.kind === 'allocated' ? (outcome.allocations as readonly object[]) : undefined;
    } catch (error) {
      if (!(error instanceof AllocationError)) throw error;
      return error.nodeLocal ? undefined : 'error';
    }
  }

  #bestOf(feasible: readonly Feasible[], given: Setting['pod']): Feasible | undefined {
    const nodes = decodeObjects(this.#all('Node').map((value) => ({ value: value as Json }))).nodes;
    const decoded = (pod: object): Pod => {
      const filled = inOneGo(
        withPodDefaults(decodeObjects([{ value: pod as Json }]).pods[0] as Pod, { features, runtimeClasses: new Map() }, UNLIMITED),
      );
      if ('refusal' in filled) throw new Error(filled.refusal);
      return filled.pod;
    };
    const infos = feasible.map(({ name }) => {
      const own = this.#running.map(decoded).filter((each) => each.spec.nodeName === name);
      return inOneGo(
        nodeInfo(
          nodes.find((each) => each.metadata.name === name) as never,
          own.map((each) => inOneGo(podInfo(each, features, UNLIMITED))),
          UNLIMITED,
        ),
      );
    });
    const context = { features, images: inOneGo(imageSpread(nodes, UNLIMITED)), classes: new Map(), profile: DEFAULT_PROFILE };
    const scores = inOneGo(scoreNodes(decoded(given), infos, context as never, { devices: feasible.map(({ score }) => score) }));
    const highest = Math.max(...scores.map(({ total }) => total));
    // Names are in order: the first of the best.
    return feasible.find((_, index) => scores[index]?.total === highest);
  }
}

function decodedClaims(claims: readonly Claim[]) {
  return decodeObjects(claims.map((value) => ({ value: value as unknown as Json }))).resourceClaims;
}
