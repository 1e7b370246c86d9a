// `allocate`: gives pending claims their devices, pod by pod, and prints the claims as they would be stored.

import { encodeResourceClaim } from '../../api/encode.js';
import { objectName } from '../../api/meta.js';
import type { ResourceClaim } from '../../api/resource-claim.js';
import type { Workload } from '../../api/workload.js';
import type { PathStep } from '../../json.js';
import { type ClaimGroup, claimGroups } from '../../schedule/claims.js';
import { templateOf } from '../../schedule/template.js';
import { didYouMean, UsageError } from '../arguments.js';
import type { ClusterFactory } from '../library.js';
import type { Settings } from '../options.js';
import { type GroupResult, Placement } from '../placement.js';
import { formatClaims, type PrintedClaim, shortName } from '../print-claims.js';
import { describeFailure } from '../print-failure.js';
import { loadSnapshot, type Snapshot } from '../snapshot.js';
import { diagnose, EXIT, type ExitCode, type Streams } from '../streams.js';
import { selectNodes, warnAboutInput } from './common.js';

/** Runs the command. Throws what `explainError` knows. */
export async function allocate(
  claims: readonly string[],
  settings: Settings,
  streams: Streams,
  createCluster: ClusterFactory,
): Promise<ExitCode> {
  const wanted = claims.map(parseClaimName);
  const { files, recursive, output, limits, ...options } = settings;
  const cluster = await createCluster(options);
  const snapshot = await loadSnapshot(files, recursive, streams.stdin);
  warnAboutInput(snapshot, streams);
  const nodes = selectNodes(snapshot.objects, settings.node, streams);
  cluster.applyDecoded({ ...snapshot.objects, nodes });
  const run = new Run(snapshot, new Placement(cluster, nodes, limits), wanted, streams, settings.node);
  for (const group of claimGroups({ ...snapshot.objects, nodes }, (object) => snapshot.order(object))) run.add(group);
  run.finish();
  streams.out(formatClaims(run.printed, output));
  return run.exitCode;
}

/** `ns/name`, or `name` in the default namespace; gives `ns/name`. */
function parseClaimName(text: string): string {
  const parts = text.split('/');
  if (parts.length > 2 || parts.includes('')) throw new UsageError(`"${text}" does not name a claim: NAME or NAMESPACE/NAME`);
  return parts.length === 1 ? `default/${text}` : text;
}

/** Looking for a name that was meant compares letter by letter: not with more claims than these. */
const MAX_COMPARED = 10_000;

/** One pass over the groups: what was placed, what failed, and how bad it was. */
class Run {
  readonly printed: PrintedClaim[] = [];
  readonly #snapshot: Snapshot;
  readonly #placement: Placement;
  /** The claims that were asked for and did not come by yet; undefined: all are asked for. */
  readonly #missing: Set<string> | undefined;
  readonly #wanted: ReadonlySet<string>;
  readonly #streams: Streams;
  readonly #node: string | undefined;
  readonly #seen: string[] = [];
  #failed: { readonly workload: Workload; more: number } | undefined;
  #exits = new Set<ExitCode>();

  constructor(snapshot: Snapshot, placement: Placement, wanted: readonly string[], streams: Streams, node: string | undefined) {
    this.#snapshot = snapshot;
    this.#placement = placement;
    this.#wanted = new Set(wanted);
    this.#missing = wanted.length === 0 ? undefined : new Set(wanted);
    this.#streams = streams;
    this.#node = node;
  }

  /** Input that is wrong outweighs what was not decided, and that what does not fit. */
  get exitCode(): ExitCode {
    return [EXIT.input, EXIT.interrupted, EXIT.finding].find((code) => this.#exits.has(code)) ?? EXIT.good;
  }

  add(group: ClaimGroup): void {
    const names = group.claims.map((claim) => objectName(claim.metadata));
    for (const name of names) {
      this.#seen.push(name);
      this.#missing?.delete(name);
    }
    if (this.#missing !== undefined && !names.some((name) => this.#wanted.has(name))) return;
    // A pod of another node says nothing about this one.
    if (this.#node !== undefined && group.node !== undefined && group.node !== this.#node) return;
    if (group.problem === undefined && group.claims.every((claim) => this.#placement.isAllocated(claim))) return this.#repeat(group);
    if (this.#failed !== undefined && this.#failed.workload === group.madeFor && group.node === undefined) {
      this.#failed.more++;
      return;
    }
    this.#reportMore();
    this.#take(group, this.#placement.place(group));
  }

  finish(): void {
    this.#reportMore();
    for (const name of this.#missing ?? []) {
      diagnose(this.#streams, 'error', `the input has no claim ${name}${didYouMean(name, this.#seen.slice(0, MAX_COMPARED))}`);
      this.#exits.add(EXIT.input);
    }
    if (this.#seen.length === 0 && this.#exits.size === 0) diagnose(this.#streams, 'note', 'the input has no claims: nothing to allocate');
    else if (this.printed.length === 0 && this.#exits.size === 0)
      diagnose(
        this.#streams,
        'note',
        `no claim is pending${this.#node === undefined ? '' : ` for node ${this.#node}`}: nothing to allocate`,
      );
  }

  #take(group: ClaimGroup, result: GroupResult): void {
    if (result.kind === 'placed') {
      const pod = group.pod === undefined ? {} : { pod: shortName(group.pod.metadata) };
      for (const claim of result.claims)
        if (!claim.before || this.#wanted.has(objectName(claim.claim.metadata))) this.printed.push({ ...claim, ...pod, node: result.node });
      return;
    }
    this.#exits.add(result.kind === 'error' ? EXIT.input : result.kind === 'interrupted' ? EXIT.interrupted : EXIT.finding);
    diagnose(this.#streams, 'error', `${group.name}: ${describeFailure(result)}`, this.#placeOf(group, result));
    if (group.madeFor !== undefined) this.#failed = { workload: group.madeFor, more: 0 };
  }

  /** Claims that have their devices from before are printed as they are if they were asked for by name. */
  #repeat(group: ClaimGroup): void {
    for (const claim of group.claims) {
      if (claim.status.allocation === undefined || !this.#wanted.has(objectName(claim.metadata))) continue;
      const pod = group.pod === undefined ? {} : { pod: shortName(group.pod.metadata) };
      this.printed.push({ claim, json: encodeResourceClaim(claim), before: true, ...pod });
    }
  }

  /** Pods of one workload differ in their names only: where one gets nothing, those behind it get nothing. */
  #reportMore(): void {
    const { workload, more } = this.#failed ?? { more: 0 };
    if (workload !== undefined && more > 0) {
      const pods = more === 1 ? 'pod' : 'pods';
      diagnose(this.#streams, 'error', `${more} more ${pods} of ${workload.kind} ${objectName(workload.metadata)}: for the same reason`);
    }
    this.#failed = undefined;
  }

  #placeOf(group: ClaimGroup, result: GroupResult): string | undefined {
    const owner = group.madeFor ?? (result.kind === 'problem' ? result.problem.object : group.pod);
    if (result.kind !== 'error') return owner === undefined ? undefined : this.#snapshot.locate(owner);
    const claim = group.claims.find(({ metadata }) => objectName(metadata) === result.error.claim) ?? group.claims[0];
    if (claim === undefined) return undefined;
    const template = templateOf(claim);
    const request = requestPath(claim, result.error.request);
    return template === undefined
      ? this.#snapshot.locate(claim, ['spec', ...request])
      : this.#snapshot.locate(template, ['spec', 'spec', ...request]);
  }
}

/** The way from `spec` to a request, named by itself or as `request/subrequest`. */
function requestPath(claim: ResourceClaim, name: string | undefined): PathStep[] {
  const index = claim.spec.devices.requests.findIndex((request) => request.name === name?.split('/', 1)[0]);
  return index < 0 ? [] : ['devices', 'requests', index];
}
