// The entry `dra-allocator/check`: verifies a certificate against the objects. docs/certificates.md has the rules, and why each is sound.

import type { Certificate, DevicesProof, Name, Proof } from '../certificate/certificate.js';
import { SelectorCache } from '../cel/cache.js';
import { resolveEnvironment } from '../cel/engine.js';
import { type FeatureOptions, resolveFeatures } from '../features/features.js';
import type { JsonObject } from '../base/json.js';
import { Refused, surplus } from './count.js';
import { nameKey, readObjects } from './objects.js';
import { readProblem } from './problem.js';
import { initialState, isImpossible, type State, slotOf, valuesOf, withAlternative, withDevice, withValue } from './state.js';

export type { Certificate, Name, Proof } from '../certificate/certificate.js';

/** Deeper proofs, and such as take more work, are refused: a certificate may come from a stranger. */
const MOST_DEPTH = 256;
const MOST_WORK = 200_000_000;

/** The options of the allocator that decide what is allocatable. */
export interface CheckOptions extends FeatureOptions {
  readonly corrections?: boolean;
}

/** The verdict on a certificate; `reason` says why it is refused. */
export interface Verdict {
  readonly valid: boolean;
  readonly reason?: string;
}

/**
 * Verifies that a certificate proves that no choice of devices satisfies the claims of `input`, which is that of `allocator.allocate`. `options` are those with which the allocator
 * was made: they decide which gates hold. Never throws: what cannot be read is refused.
 */
export function check(certificate: Certificate, input: object, options: CheckOptions = {}): Verdict {
  try {
    const features = resolveFeatures(options);
    const selectors = new SelectorCache(undefined, resolveEnvironment(options));
    const problem = readProblem(readObjects(input as JsonObject, features), features, selectors, options.corrections === true);
    if (certificate?.version !== 1) throw new Refused('it is no certificate of version 1');
    verify(initialState(problem), certificate.proof);
    return { valid: true };
  } catch (error) {
    return { valid: false, reason: error instanceof Error ? error.message : String(error) };
  }
}

/** Verifies a proof for a case. Throws Refused. */
export function verify(initial: State, whole: Proof): void {
  let work = 0;
  const spend = (units: number): void => {
    work += units;
    if (work > MOST_WORK) throw new Refused('it takes too much work to verify');
  };
  const visit = (state: State, proof: Proof, depth: number): void => {
    if (typeof proof !== 'object' || proof === null) throw new Refused('a case has no proof');
    if (depth > MOST_DEPTH) throw new Refused(`its cases are deeper than ${MOST_DEPTH}`);
    const { problem } = state;
    spend(problem.slots.length * problem.devices.length * (1 + problem.constraints.length));
    const next = (own: State, of: Proof): void => visit(own, of, depth + 1);
    switch (proof.rule) {
      case 'unusable':
        if (!problem.unusable.includes(nameKey(...proof.claim))) throw new Refused(`claim ${nameKey(...proof.claim)} can be used on the node`);
        return;
      case 'count': {
        const more = isImpossible(state) ? undefined : surplus(state, proof.limits, proof.groups, spend);
        if (more !== undefined && more <= 0n) throw new Refused('what requests need is not more than there is');
        return;
      }
      case 'alternatives': {
        const request = find(problem.requests, proof.request, 'request');
        for (const slot of state.alternatives[request] as readonly number[]) {
          const own = withAlternative(state, slot);
          const found = proof.cases.find(({ alternative }) => alternative === slotOf(state, slot).name);
          if (found !== undefined) next(own, found.proof);
          else if (!isImpossible(own)) throw new Refused(`there is no case for ${slotOf(state, slot).name}`);
        }
        return;
      }
      case 'values': {
        const constraint = find(problem.constraints, proof.constraint, 'constraint');
        if (problem.constraints[constraint]?.kind !== 'match') throw new Refused('a constraint is none that needs a common value');
        for (const value of [...valuesOf(state, constraint), undefined]) {
          const own = withValue(state, constraint, value);
          const found = proof.cases.find((one) => one.value === value);
          if (found !== undefined) next(own, found.proof);
          else if (!isImpossible(own)) throw new Refused(`there is no case for the value ${value}`);
        }
        return;
      }
      case 'devices':
        return visitDevices(state, proof, next);
      default:
        throw new Refused('a case has no rule that there is');
    }
  };
  visit(initial, whole, 0);
}

/** The first of the cases whose device the request gets is one of them, unless all of its devices are others, of which there are too few. */
function visitDevices(state: State, proof: DevicesProof, next: (state: State, proof: Proof) => void): void {
  const { problem, alternatives, candidates, needs } = state;
  const [slot, ...others] = alternatives[find(problem.requests, proof.request, 'request')] as readonly number[];
  if (slot === undefined) return;
  if (others.length > 0) throw new Refused('a request has alternatives still');
  const before = new Set<number>();
  for (const one of proof.cases) {
    const device = find(problem.devices, one.device, 'device');
    if (!('like' in one)) next(withDevice(state, slot, device, before), one.proof);
    else {
      const earlier = find(problem.devices, one.like, 'device');
      if (!before.has(earlier) || !isLike(state, device, earlier)) throw new Refused(`device ${nameKey(...one.device)} is not like the other`);
    }
    before.add(device);
  }
  if ((candidates[slot] as readonly number[]).filter((device) => !before.has(device)).length >= (needs[slot] as number))
    throw new Refused(`${slotOf(state, slot).name} has devices without a case`);
}

/** Tells whether two devices can take each other's place in every choice: the same candidates, values and draws. */
export function isLike({ problem, candidates }: State, one: number, other: number): boolean {
  if ([one, other].some((device) => problem.devices[device]?.isShareable !== false)) return false;
  const drawsOf = (device: number): string => problem.draws[device]?.map(({ budget, amount }) => `${budget} ${amount}`).join() ?? '';
  if (drawsOf(one) !== drawsOf(other)) return false;
  return candidates.every((devices, slot) => {
    if (devices.includes(one) !== devices.includes(other)) return false;
    return !devices.includes(one) || problem.constraints.every(({ valuesOf: values }) => isSame(values(slot, one), values(slot, other)));
  });
}

function isSame(one: ReadonlySet<string> | undefined, other: ReadonlySet<string> | undefined): boolean {
  return one === other || (one?.size === other?.size && [...(one ?? [])].every((value) => other?.has(value) === true));
}

function find(known: readonly { readonly key: string }[], name: Name, kind: string): number {
  const index = known.findIndex(({ key }) => key === nameKey(...name));
  if (index < 0) throw new Refused(`there is no ${kind} ${nameKey(...name)}`);
  return index;
}
