// The table of behaviours that differ between releases and that no feature gate controls: known bugs, by the releases that have them.
// To describe another behaviour, add an entry here and read its flag where the rule is. No other file compares versions.

import { largestOf } from '../base/lists.js';
import { inList } from '../base/words.js';
import { minorOf, type Release } from './releases.js';

/** A release with a patch, such as 1.36.1. */
export interface Version {
  readonly release: Release;
  /** Infinity for the newest patch of the release. */
  readonly patch: number;
}

/** A behaviour of some releases. */
export interface Behaviour {
  /** The effect in these releases, as a sentence. */
  readonly effect: string;
  /** The first minor release that has the behaviour, such as 35 for 1.35. */
  readonly since: number;
  /** The first patch without the behaviour, by minor release. Later releases do not have it. */
  readonly fixedIn: Readonly<Record<number, number>>;
  /** The pull request that ended the behaviour, or the file that has it. */
  readonly source: string;
}

const TABLE = {
  allocatedClaimsFailScoring: {
    effect:
      'A pod that has both an allocated claim and a claim to allocate stays pending if several nodes are suitable, because scoring of nodes fails.',
    since: 35,
    fixedIn: { 35: 6, 36: 2 },
    source: 'kubernetes/kubernetes#139017',
  },
  missingSelectorSelectsAll: {
    effect: 'A DeviceTaintRule without deviceSelector taints every device. It does not evict pods.',
    since: 33,
    fixedIn: { 37: 1 },
    source: 'k8s.io/dynamic-resource-allocation, resourceslice/tracker/tracker.go',
  },
} as const satisfies Record<string, Behaviour>;

/** The name of a behaviour. */
export type BehaviourName = keyof typeof TABLE;

/** All behaviours by name. */
export const BEHAVIOURS: Readonly<Record<BehaviourName, Behaviour>> = TABLE;

/** The behaviours that a version has. */
export type Behaviours = Readonly<Record<BehaviourName, boolean>>;

/** Returns the behaviours of a version; undefined: of the newest version. */
export function behavioursOf(version: Version | undefined): Behaviours {
  const entries = Object.entries(BEHAVIOURS).map(([name, behaviour]) => [name, version !== undefined && hasBehaviour(version, behaviour)]);
  return Object.fromEntries(entries) as Behaviours;
}

/** Returns the names of the behaviours that are on. */
export function namesOf(behaviours: Behaviours): readonly BehaviourName[] {
  return (Object.keys(behaviours) as BehaviourName[]).filter((name) => behaviours[name]);
}

/** Returns the releases without a behaviour, in words: `fixed in 1.35.6 and 1.36.2 (kubernetes/kubernetes#139017)`. */
export function fixInWords(name: BehaviourName): string {
  const { fixedIn, source } = BEHAVIOURS[name];
  const patches = Object.entries(fixedIn).map(([minor, patch]) => `1.${minor}.${patch}`);
  return `fixed in ${inList(patches)} (${source})`;
}

function hasBehaviour({ release, patch }: Version, { since, fixedIn }: Behaviour): boolean {
  const minor = minorOf(release);
  const fix = fixedIn[minor];
  if (fix !== undefined) return minor >= since && patch < fix;
  return minor >= since && minor < largestOf(Object.keys(fixedIn).map(Number));
}
