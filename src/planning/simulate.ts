// Simulates pods over time on a fork of a cluster, with its scheduler and controllers.

import { entryIn } from '../core/base/entry-in.js';
import { append } from '../core/base/lists.js';
import { type Program, runInOneGo, runInTurns } from '../core/base/program.js';
import type { Cluster } from '../library/cluster.js';
import { isAssigned } from '../scheduler/pods/assigned-pods.js';
import { happen } from './actions.js';
import { Answers } from './answers.js';
import { explain, unlessError } from './calls.js';
import { causeAmong } from './cause.js';
import { Clock, Ended, type EndedBy } from './clock.js';
import { withCordons } from './cordon-cause.js';
import { NO_OBJECTS } from './decoded-event.js';
import { evictFor, evictTainted } from './evictions.js';
import { forkOf } from './forked.js';
import { type Plan, placingAlone, planOf, type SimulateInput, settingsOf } from './input.js';
import type { Shape } from './model.js';
import { headOf, refusalOf, type Waiting } from './queue.js';
import type { Report, StillPending } from './report.js';
import { Sampler } from './sampler.js';
import { scheduleAll } from './scheduling.js';
import type { Session } from './session.js';
import { World } from './world.js';

/**
 * Simulates events on a cluster, which stays unchanged: pods are created, placed one by one as the scheduler does, end, are evicted, and are
 * replaced by their owners. Throws AllocationError for invalid input: `invalid-object`, `invalid-input`, `input-too-large` and others. In a
 * service, set `limits.milliseconds`: after that time the report is `interrupted` and covers the time until then.
 * @example
 * ```ts
 * import { createAllocator } from 'dra-allocator';
 * import { simulate } from 'dra-allocator/simulate';
 *
 * const cluster = (await createAllocator()).cluster();
 * cluster.apply([{ apiVersion: 'v1', kind: 'Node', metadata: { name: 'a' }, status: { allocatable: { cpu: '4', pods: '110' } } }]);
 * const pods = ['first', 'second'].map((name) => ({
 *   apiVersion: 'v1',
 *   kind: 'Pod',
 *   metadata: { name },
 *   spec: { containers: [{ name, image: name, resources: { requests: { cpu: '3' } } }] },
 * }));
 * const trace = pods.map((pod, index) => ({ at: index * 10, apply: pod, lifetime: '60s' }));
 * const report = simulate(cluster, { trace, limits: { milliseconds: 1000 } });
 * for (const { at, what, pod } of report.log) console.log(at, what, pod);
 * // 0 created default/first
 * // 0 placed default/first
 * // 10 created default/second
 * // 10 pending default/second
 * // 60 ended default/first
 * // 60 placed default/second
 * // 120 ended default/second
 * ```
 */
export function simulate(cluster: Cluster, input: SimulateInput): Report {
  return runInOneGo(simulated(forkOf(cluster, 'simulate(cluster)'), input));
}

/**
 * Like `simulate`, but yields to the event loop. `limits.signal` cancels the call: the report is then `interrupted`.
 * @example
 * ```ts
 * // Goes on from the example of simulate.
 * import { simulateAsync } from 'dra-allocator/simulate';
 *
 * const later = await simulateAsync(cluster, { trace, until: '30s', limits: { signal: new AbortController().signal } });
 * console.log(later.totals); // { created: 2, placed: 1, ended: 0, deleted: 0, evicted: 0, running: 1, pending: 1 }
 * ```
 */
export async function simulateAsync(cluster: Cluster, input: SimulateInput): Promise<Report> {
  return runInTurns(simulated(forkOf(cluster, 'simulateAsync(cluster)'), input));
}

function* simulated(fork: Cluster, input: SimulateInput): Program<Report> {
  const settings = settingsOf(input);
  const clock = new Clock(fork, settings.limits);
  try {
    const plan = yield* planOf(input, settings, fork.parts.runtime.features, clock);
    return yield* run(fork, { ...plan, limits: clock.limits() });
  } catch (error) {
    if (!(error instanceof Ended)) throw error;
    // Decoding was interrupted, so the report is for an empty input.
    const session = newSession(fork, { ...placingAlone(NO_OBJECTS), ...settings });
    session.clock.reportNow();
    return yield* reportOf(session, { by: error.by, stillPending: [], sampler: new Sampler(session) });
  }
}

function newSession(fork: Cluster, plan: Plan, events = { done: 0 }): Session {
  const answers = new Answers(plan.fingerprint, plan.resume);
  const world = new World(fork, plan);
  const reportProgress =
    plan.onProgress === undefined ? undefined : (): void => plan.onProgress?.(progressOf({ world, answers, plan }, events.done));
  return { plan, world, answers, clock: new Clock(fork, plan.limits, reportProgress, plan.progressMilliseconds) };
}

/** @internal Runs a plan on a fork, which it changes. */
export function* run(fork: Cluster, plan: Plan): Program<Report> {
  const events = { done: 0 };
  const session = newSession(fork, plan, events);
  const sampler = new Sampler(session);
  let by: EndedBy | undefined;
  const stillPending: StillPending[] = [];
  try {
    yield* play(session, sampler, events);
    yield* explainPending(session, stillPending);
  } catch (error) {
    if (!(error instanceof Ended)) throw error;
    by = error.by;
  }
  session.clock.reportNow();
  return yield* reportOf(session, { by, stillPending, sampler });
}

function progressOf({ world, answers, plan }: Omit<Session, 'clock'>, done: number): Parameters<NonNullable<Plan['onProgress']>>[0] {
  const { pods, pending, now } = world;
  return {
    seconds: now / 1000,
    events: done,
    of: plan.events.length,
    placed: pods.size - pending,
    pending,
    checkpoint: () => answers.checkpoint(),
  };
}

/** Runs events and timers in time order. */
function* play(session: Session, sampler: Sampler, done: { done: number }): Program<void> {
  const { world, plan, clock } = session;
  yield* clock.check();
  yield* begin(world, plan, clock);
  const { events, until = Number.POSITIVE_INFINITY } = plan;
  for (let time: number | undefined = 0; time !== undefined && time <= until; ) {
    world.now = time;
    for (let timer = world.timers.take(time); timer !== undefined; timer = world.timers.take(time)) {
      yield* clock.check();
      if (timer.kind === 'end') world.remove(timer.pod, 'ended');
      else evictFor(timer.kind, timer.pod, world);
    }
    for (let event = events[done.done]; event !== undefined && event.at <= time; event = events[++done.done]) {
      yield* clock.check();
      yield* happen(event, world, clock);
    }
    world.isOver = done.done === events.length && plan.until === undefined;
    yield* settle(session);
    yield* sampler.sample();
    const [ofEvents, ofTimers]: [number | undefined, number | undefined] = [events[done.done]?.at, world.nextTimer()];
    time = ofEvents === undefined || ofTimers === undefined ? (ofEvents ?? ofTimers) : Math.min(ofEvents, ofTimers);
  }
  if (plan.until !== undefined) world.now = plan.until;
}

/** @internal Sets up the initial world. */
export function* begin(world: World, { objects }: Pick<Plan, 'objects'>, clock: Clock): Program<void> {
  yield* world.published.update(clock);
  yield* world.use.adopt(clock);
  yield* world.applyObjects(objects, clock);
  yield* world.owners.apply(objects.workloads, clock);
  for (const pod of objects.pods) {
    yield* clock.check();
    world.state.putPod(pod);
  }
  if (objects.pods.length + objects.resourceClaims.length + objects.resourceQuotas.length > 0) world.state.objects.pods.beginCounting();
  yield* world.adoptPods(clock);
  yield* world.owners.leaveOutAbsent(clock);
  yield* world.drains.adopt(clock);
}

/** @internal Runs controllers and the scheduler until neither has work. */
export function* settle(session: Session): Program<void> {
  const { world, clock } = session;
  do {
    yield* world.owners.settle(clock);
    yield* world.published.update(clock);
    if (world.mayEvict) yield* evictTainted(world, clock);
    yield* world.owners.settle(clock);
    yield* world.admit(clock);
    if (world.pending > 0) yield* scheduleAll(session);
  } while (world.taintedNodes.size > 0 || world.placed.size > 0 || (yield* world.drains.goOn(clock)));
}

/** The most shapes of pending pods that are explained. */
const MOST_EXPLAINED = 10;

/** Lists the pods that are pending at the end, with their causes. */
function* explainPending({ world, clock }: Session, reports: StillPending[]): Program<void> {
  const { queue } = world;
  const waiting = yield* clock.sort(queue.values(), (left, right) => queue.compare(headOf(left), headOf(right)));
  const ends: number[] = [];
  for (const one of waiting) {
    append(reports, yield* entriesOf(one, clock));
    ends.push(reports.length);
  }
  let place = 0;
  for (const [index, one] of waiting.slice(0, MOST_EXPLAINED).entries()) {
    yield* clock.check();
    const cause = yield* causeIn(world, one, clock);
    for (; place < (ends[index] as number); place++) reports[place] = { ...(reports[place] as StillPending), ...cause };
  }
  append(reports, yield* waitingForQuota(world, clock));
}

/** Returns the pods that were pending in the input, then the others. */
function* entriesOf(waiting: Waiting, clock: Clock): Program<readonly StillPending[]> {
  const [given, created] = [true, false].map(() => new Map<string, { readonly pod: string; count: number }>()) as [Entries, Entries];
  for (const pod of waiting.pods.values()) {
    yield* clock.check();
    const message = refusalOf(waiting, pod)?.message ?? '';
    entryIn(pod.isFromInput ? given : created, message, () => ({ pod: pod.name, count: 0 })).count++;
  }
  const listed = (entries: Entries, more: object) => Array.from(entries, ([message, first]) => ({ ...first, message, ...more }));
  return [...listed(given, WAS_PENDING), ...listed(created, {})];
}

/** The first pod and the number of pods, by message. */
type Entries = Map<string, { readonly pod: string; count: number }>;

const WAS_PENDING = { wasPending: true } as const;

function* causeIn(world: World, one: Waiting, clock: Clock): Program<Pick<StillPending, 'explanation' | 'node'>> {
  // For a pod with a node, or a pod of a gang, the message is the whole cause. Alone, a pod of a gang may fit.
  if (isAssigned(headOf(one).pod) || one.shape.gang !== undefined) return {};
  const input = { pod: headOf(one).prepared, limits: clock.limits(), suggestions: false };
  const explanation = yield* unlessError(explain(world.cluster, input));
  // A pod that the API server rejects has no node to explain. Its message contains the reason.
  if (explanation === undefined) return {};
  const cause = yield* causeAmong(nodesOf(headOf(one).shape, world), explanation, world.cluster, input);
  // An explanation that ended at the time limit lacks details.
  yield* clock.check();
  const { text, node } = withCordons(cause, explanation, world.cordoned);
  return { explanation: text, ...(node === undefined ? {} : { node }) };
}

/** Returns the nodes of the pods of a shape. */
function nodesOf(shape: Shape, { pods }: World): ReadonlySet<string> {
  const nodes = new Set<string>();
  for (const pod of pods.values()) if (pod.shape === shape && pod.node !== undefined) nodes.add(pod.node);
  return nodes;
}

/** @internal Returns the pods that are pending for a quota, grouped by shape and message. */
export function* waitingForQuota({ admission }: World, clock: Clock): Program<readonly StillPending[]> {
  yield* admission.refresh(clock);
  const pendingByShape = new Map<Shape, Map<string, StillPending>>();
  for (const { pods, refusal } of admission.waiting()) {
    for (const { shape, name, isFromInput } of pods) {
      yield* clock.check();
      const byMessage = entryIn(pendingByShape, shape, () => new Map<string, StillPending>());
      const { message } = refusal;
      const key = `${isFromInput} ${message}`;
      const { pod = name, count = 0 } = byMessage.get(key) ?? {};
      byMessage.set(key, { pod, count: count + 1, message, ...(isFromInput ? WAS_PENDING : {}) });
    }
  }
  return [...pendingByShape.values()].flatMap((byMessage) => [...byMessage.values()]);
}

function* reportOf(
  { world, plan, answers, clock }: Session,
  {
    by,
    stillPending,
    sampler,
  }: { readonly by: EndedBy | undefined; readonly stillPending: readonly StillPending[]; readonly sampler: Sampler },
): Program<Report> {
  const { recorder, pods, pending, now, admission } = world;
  const [waits, moves] = [recorder.waits(), yield* recorder.moves(clock)];
  const drains = by === undefined ? yield* world.drains.report(clock) : [];
  const { roomPod } = sampler;
  return {
    kind: by === undefined ? 'complete' : 'interrupted',
    ...(by === undefined ? {} : { by }),
    seconds: now / 1000,
    totals: recorder.totals(pods.size - pending, pending),
    given: recorder.given,
    ...(waits === undefined ? {} : { waits }),
    ...(roomPod === undefined || plan.room === undefined ? {} : { room: { pod: roomPod, most: plan.room.most } }),
    samples: recorder.samples(),
    log: recorder.log,
    moves,
    ...(drains.length === 0 ? {} : { drains }),
    stillPending,
    notLookedAt: [...answers.notLookedAt, ...admission.notLookedAt].sort(),
  };
}
