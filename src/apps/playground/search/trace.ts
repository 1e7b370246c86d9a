// Traces the plain search for a group on a node as text. It runs the code that defines the result, with an observer.

import { AllocatedState } from '../../../allocator/encode/allocated-state.js';
import { type EncodedProblem, encodeProblem } from '../../../allocator/encode/encode.js';
import { viewFrom } from '../../../allocator/encode/node-view.js';
import { observedSearch, type SearchTurn } from '../../../allocator/kernel/reference.js';
import { SliceIndex } from '../../../allocator/pools/slice-index.js';
import { activeRules } from '../../../allocator/pools/taint-rules.js';
import { SelectorCache } from '../../../cel/cache.js';
import { resolveEnvironment } from '../../../cel/engine.js';
import { constraintsOf } from '../../../core/api/device-request.js';
import type { Node } from '../../../core/api/node.js';
import type { ResourceClaim } from '../../../core/api/resource-claim.js';
import { UNLIMITED } from '../../../core/base/checkpoint.js';
import { AllocationError } from '../../../core/base/errors.js';
import { inOneGo } from '../../../core/base/incremental.js';
import type { FeatureOptions } from '../../../core/features/features.js';
import { resolveFeatures } from '../../../core/features/features.js';
import { nodeKinds } from '../../../scheduler/pods/claims.js';
import type { Snapshot } from '../../cli/input/snapshot.js';
import { nearestNode } from '../answer/group-answer.js';
import type { Run } from '../answer/run.js';
import type { Replies, SearchTrace } from '../protocol.js';
import { type BoundsReport, reportBounds } from './bounds-report.js';
import { eventsOf } from './turns-in-words.js';

/** The most turns in a trace. */
const MAX_TURNS = 2500;

/** The most steps of plain search. */
const MAX_STEPS = 60_000;

/** Returns the trace of a group's search, after placing the groups before it. */
export async function traceSearch(
  run: Run,
  snapshot: Snapshot,
  options: FeatureOptions,
  groupName: string,
  solver: WebAssembly.Module,
): Promise<Replies['search']> {
  for (const group of run.groups()) {
    if (group.name !== groupName) {
      run.placement.place(group);
      continue;
    }
    const placed = run.placement.placedClaims();
    const { result, explanation } = run.placement.explain(group, true);
    const name = result.kind === 'placed' ? result.node : explanation && nearestNode(explanation)?.node;
    const node = run.nodes.find(({ metadata }) => metadata.name === name);
    if (node === undefined) return { refused: 'no node was searched' };
    const claims = (inOneGo(nodeKinds(group, [node])).kinds[0]?.claims ?? []).map(
      (claim) => placed.find((other) => isSame(claim, other)) ?? claim,
    );
    const pending = claims.filter(({ status }) => status.allocation === undefined);
    if (pending.length === 0) return { refused: 'its claims are already allocated' };
    return traceOn(node, { group: groupName, claims: pending, placed, snapshot, options, solver });
  }
  return { refused: `no pending ${groupName}` };
}

interface Traced {
  readonly group: string;
  readonly claims: readonly ResourceClaim[];
  readonly placed: readonly ResourceClaim[];
  readonly snapshot: Snapshot;
  readonly options: FeatureOptions;
  readonly solver: WebAssembly.Module;
}

async function traceOn(node: Node, { group, claims, placed, snapshot, options, solver }: Traced): Promise<Replies['search']> {
  let encoded: EncodedProblem;
  try {
    encoded = encode(node, claims, placed, snapshot, options);
  } catch (error) {
    if (!(error instanceof AllocationError)) throw error;
    return { refused: error.message };
  }
  const turns: SearchTurn[] = [];
  const answer = observedSearch(encoded.problem, MAX_STEPS, (turn) => {
    if (turns.length < MAX_TURNS) turns.push(turn);
  });
  const report = await reportBounds(encoded.problem, turns, solver);
  const result = answer.kind === 'error' ? errorText(encoded, answer.error) : RESULTS[answer.kind];
  const isCut = turns.length === MAX_TURNS || answer.kind === 'step-limit';
  const constraints = encoded.claims.flatMap(({ claim }) => constraintsOf(claim.spec));
  return {
    group,
    node: node.metadata.name,
    events: eventsOf(turns, { encoded, constraints, saves: report.saves, result: isCut ? undefined : result }),
    isCut,
    ...(answer.kind === 'step-limit' ? {} : { plainSteps: answer.steps }),
    ...stepsOf(report),
    result,
  };
}

const RESULTS = {
  found: 'found the first combination of devices that works',
  failed: 'no combination of devices works',
  exceeded: 'the claim requests more devices than a claim can have',
  'step-limit': `not finished after ${MAX_STEPS.toLocaleString('en')} steps`,
} as const;

function errorText(encoded: EncodedProblem, error: Parameters<EncodedProblem['error']>[0]): string {
  const found = inOneGo(encoded.error(error, UNLIMITED));
  return `stopped by an error: ${found.message}`;
}

function stepsOf({ solverSteps, boundedSteps, bounds }: BoundsReport): Pick<SearchTrace, 'solverSteps' | 'boundedSteps' | 'bounds'> {
  return { ...(solverSteps === undefined ? {} : { solverSteps }), ...(boundedSteps === undefined ? {} : { boundedSteps }), bounds };
}

function isSame({ metadata: left }: ResourceClaim, { metadata: right }: ResourceClaim): boolean {
  return left.namespace === right.namespace && left.name === right.name;
}

function encode(
  node: Node,
  claims: readonly ResourceClaim[],
  placed: readonly ResourceClaim[],
  { objects }: Snapshot,
  options: FeatureOptions,
): EncodedProblem {
  const features = resolveFeatures(options);
  const selectors = new SelectorCache(undefined, resolveEnvironment(options));
  const slices = new SliceIndex(objects.resourceSlices, activeRules(objects.deviceTaintRules, features));
  const allocated = new AllocatedState(features);
  const before = objects.resourceClaims.filter((claim) => !placed.some((other) => isSame(claim, other)));
  for (const { status } of [...before, ...placed]) if (status.allocation !== undefined) allocated.add(status.allocation.results);
  return inOneGo(
    encodeProblem({
      view: inOneGo(viewFrom(node, slices, features, selectors, UNLIMITED)),
      claims,
      deviceClasses: new Map(objects.deviceClasses.map((each) => [each.metadata.name, each])),
      allocated,
      features,
      corrections: false,
      checkpoint: UNLIMITED,
    }),
  );
}
