// Resolves request names of a claim, and warns about names without a request, which the scheduler ignores silently.

import { type Incremental, inOneGo } from '../base/incremental.js';
import type { PathStep } from '../base/json.js';
import { append } from '../base/lists.js';
import { nearestName } from '../base/nearest-name.js';
import { shorten } from '../base/words.js';
import type { DecodeContext } from './context.js';
import { alternativesAt, alternativesOf, type DeviceClaim, type ResourceClaimSpec } from './device-request.js';

/** The most names that are compared, and the most suggestions for a claim: comparing is slow, and a claim has at most 32 requests. */
const MAX_COMPARED = 32;
const MAX_SUGGESTIONS = 3;

/** The names of a claim's requests and subrequests. */
export class RequestNames {
  readonly #requests = new Set<string>();
  /** Names in the form `request/subrequest`. */
  readonly #subrequests = new Set<string>();
  /** The full name of a subrequest by its short name. If several subrequests have a short name, the first one is used. */
  readonly #parents = new Map<string, string>();
  #suggestions = MAX_SUGGESTIONS;

  /** `spec`: the names of all its alternatives are added. Without it, the caller adds names. */
  constructor(spec?: ResourceClaimSpec) {
    for (const { requests } of spec === undefined ? [] : alternativesOf(spec)) {
      for (const request of requests) {
        this.addRequest(request.name);
        for (const alternative of request.firstAvailable) this.addSubrequest(request.name, alternative.name);
      }
    }
  }

  addRequest(name: string): void {
    this.#requests.add(name);
  }

  addSubrequest(parent: string, name: string): void {
    const full = `${parent}/${name}`;
    this.#subrequests.add(full);
    if (!this.#parents.has(name)) this.#parents.set(name, full);
  }

  isRequest(name: string): boolean {
    return this.#requests.has(name);
  }

  /** Returns whether a name is `request/subrequest`. */
  isSubrequest(name: string): boolean {
    return this.#subrequests.has(name);
  }

  /**
   * Returns the end of a message about a wrong name: the request that was probably meant. With `withSubrequests`, it can also
   * be a subrequest.
   */
  subrequestCalled(name: string): string | undefined {
    return this.#parents.get(name);
  }

  /** Returns the end of a message about a wrong name: the likely request, or with `withSubrequests` also a subrequest. */
  suggestion(name: string, withSubrequests: boolean): string {
    if (this.#suggestions-- <= 0) return '';
    const candidates = withSubrequests ? [...this.#requests, ...this.#subrequests] : [...this.#requests];
    const full = withSubrequests ? this.#parents.get(name) : undefined;
    const meant = full ?? nearestName(name, candidates.slice(0, MAX_COMPARED));
    return meant === undefined ? '' : `, did you mean ${meant}?`;
  }
}

/** Warns about names in constraints and configuration that refer to no request. */
export function warnUnknownRequests(spec: ResourceClaimSpec, context: DecodeContext): ResourceClaimSpec {
  return namesNothing(spec) ? spec : inOneGo(warningUnknownRequests(spec, context));
}

/** Warns as `warnUnknownRequests` does, in increments, for many requests and names. */
export function* warningUnknownRequests(spec: ResourceClaimSpec, context: DecodeContext): Incremental<ResourceClaimSpec> {
  for (const [alternative, path] of alternativesAt(spec)) yield* warning(alternative, path, context);
  return spec;
}

function namesNothing({ devices, firstOfDevices }: ResourceClaimSpec): boolean {
  return firstOfDevices === undefined && devices.constraints.length === 0 && devices.config.length === 0;
}

function* warning(
  { requests: deviceRequests, constraints, config }: DeviceClaim,
  before: readonly PathStep[],
  context: DecodeContext,
): Incremental<void> {
  const { checkpoint } = context;
  const names = new RequestNames();
  for (const { name: parent, firstAvailable } of deviceRequests) {
    names.addRequest(parent);
    for (const { name } of firstAvailable) {
      names.addSubrequest(parent, name);
      if (checkpoint.due()) yield;
    }
    if (checkpoint.due()) yield;
  }
  yield* warningAt('constraints', constraints, names, before, context);
  yield* warningAt('config', config, names, before, context);
}

function* warningAt(
  field: string,
  entries: readonly { readonly requests: readonly string[] }[],
  names: RequestNames,
  before: readonly PathStep[],
  context: DecodeContext,
): Incremental<void> {
  for (const [index, { requests }] of entries.entries()) {
    for (const [position, name] of requests.entries()) {
      if (!names.isRequest(name) && !names.isSubrequest(name)) {
        const path = [...before, field, index, 'requests', position];
        append(context.path, path);
        context.warn(`the claim has no request ${shorten(name, 80)}: the name has no effect${names.suggestion(name, true)}`);
        context.path.length -= path.length;
      }
      if (context.checkpoint.due()) yield;
    }
    if (context.checkpoint.due()) yield;
  }
}
