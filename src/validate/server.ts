// Builds the API server that validates: a release with its feature gates.

import { SelectorCache } from '../cel/cache.js';
import { resolveEnvironment } from '../cel/engine.js';
import { AllocationError } from '../core/base/errors.js';
import { type FeatureOptions, parseRelease, resolveGates } from '../core/features/features.js';
import { GATES, LIBRARY_GATES, specAt } from '../core/features/gates.js';
import { minorOf, NEWEST, SERVER_RELEASES } from '../core/features/releases.js';
import type { Server, ServerRelease } from './rule.js';

/** Most inputs have fewer distinct expressions. */
const MOST_CACHED_EXPRESSIONS = 1_000;

/**
 * Returns the API server of a release with its default gates and the given overrides; without a release, the newest with every
 * gate on. Throws AllocationError as `resolveGates` does, and `unknown-kubernetes-version` for releases before 1.34.
 */
export function serverOf(options: FeatureOptions): Server {
  const gates = resolveGates(options);
  const release = options.kubernetesVersion === undefined ? NEWEST : parseRelease(options.kubernetesVersion);
  if (!isSupportedServer(options)) throw new AllocationError('unknown-kubernetes-version', unknownServer(release));
  const expressions = new SelectorCache(MOST_CACHED_EXPRESSIONS, resolveEnvironment({ ...options, environment: 'new' }));
  const libraryGates = LIBRARY_GATES.map(({ name }) => name).filter((name) => gates.get(name) === true);
  return { minor: minorOf(release), gate: (name) => gates.get(name) === true, libraryGates, expressions };
}

/** Returns whether the API server of a release is supported. Throws AllocationError for an invalid version. */
export function isSupportedServer({ kubernetesVersion }: FeatureOptions): boolean {
  return kubernetesVersion === undefined || SERVER_RELEASES.includes(parseRelease(kubernetesVersion));
}

/** Returns the message for an unsupported release, with the supported releases. */
export function unknownServer(release: string): string {
  return `the rules of API server ${release} are not supported: use ${SERVER_RELEASES[0]} to ${NEWEST}`;
}

/**
 * Returns a server on which gates that the options do not name have their defaults,
 * even if the options name no release. The options must be valid for `serverOf`.
 */
export function usualRelease(server: Server, { kubernetesVersion, featureGates = {} }: FeatureOptions): ServerRelease {
  if (kubernetesVersion !== undefined) return server;
  const byDefault = new Map(GATES.map((gate) => [gate.name, specAt(gate, NEWEST)?.default === true]));
  const isRequested = (name: string): boolean => [name, 'AllAlpha', 'AllBeta'].some((gate) => Object.hasOwn(featureGates, gate));
  return { minor: server.minor, gate: (name) => (isRequested(name) ? server.gate(name) : byDefault.get(name) === true) };
}
