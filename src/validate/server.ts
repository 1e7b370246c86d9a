// The API server that judges: a release with its gates.

import { SelectorCache } from '../cel/cache.js';
import { resolveEnvironment } from '../cel/engine.js';
import { type FeatureOptions, parseRelease, RELEASES, resolveGates } from '../features/features.js';
import { minorOf } from '../features/gates.js';
import type { Server } from './rule.js';

const NEWEST = RELEASES[RELEASES.length - 1] as (typeof RELEASES)[number];

/** Most inputs have fewer different expressions. */
const EXPRESSIONS_KEPT = 1_000;

/**
 * The API server of a release, with its gates as they come and single ones as asked for; of the newest with every gate on without one. Throws AllocationError as `resolveGates` does.
 */
export function serverOf(options: FeatureOptions): Server {
  const gates = resolveGates(options);
  const release = options.kubernetesVersion === undefined ? NEWEST : parseRelease(options.kubernetesVersion);
  const expressions = new SelectorCache(EXPRESSIONS_KEPT, resolveEnvironment({ ...options, environment: 'new' }));
  return { minor: minorOf(release), gate: (name) => gates.get(name) === true, expressions };
}
