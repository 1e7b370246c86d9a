// Pods that come and go in time on a fork of a cluster, and what a scheduler and controllers make of it.

import type { Cluster } from '../cluster/cluster.js';
import type { Explanation } from '../explain/explanation.js';
import { happen } from './actions.js';
import { explain, inOneGo, inTurns, type Program } from './calls.js';
import { Clock, Ended, type EndedBy } from './clock.js';
import { evict, evictFromTaintedNodes } from './evictions.js';
import { type Plan, planOf, type SimulateInput } from './input.js';
import { headOf } from './queue.js';
import { Counts } from './recorder.js';
import type { Report, Sample, StillPending } from './report.js';
import { scheduleAll } from './scheduling.js';
import { World } from './world.js';

/**
 * Plays what happens to a cluster, which does not change: pods are created, placed one by one as the scheduler places them, end, are evicted and made again
 * by their owners. Throws AllocationError for wrong input: `invalid-object`, `invalid-input`, `input-too-large` and others. A service sets `limits.milliseconds`:
 * where the time is up, the report is `interrupted` and tells what was until then.
 */
export function simulate(cluster: Cluster, input: SimulateInput): Report {
  return inOneGo(run(cluster.fork(), planOf(input, cluster.sources.runtime.features)));
}

/** Simulates like `simulate`, giving way to the event loop. `limits.signal` calls it off: then the report is `interrupted`. */
export async function simulateAsync(cluster: Cluster, input: SimulateInput): Promise<Report> {
  return inTurns(run(cluster.fork(), planOf(input, cluster.sources.runtime.features)));
}

/** @internal Plays a plan on a fork that is its own. */
export function* run(fork: Cluster, plan: Plan): Program<Report> {
  const clock = new Clock(fork, plan.limits);
  const world = new World(fork, plan.order);
  let by: EndedBy | undefined;
  const ending: Ending = { stillPending: [], notLookedAt: new Set() };
  try {
    yield* play(world, plan, clock);
    yield* look(world, clock, ending);
  } catch (error) {
    if (!(error instanceof Ended)) throw error;
    by = error.by;
  }
  return reportOf(world, by, ending);
}

/** Findings of the end. */
interface Ending {
  stillPending: StillPending[];
  readonly notLookedAt: Set<string>;
}

function* play(world: World, plan: Plan, clock: Clock): Program<void> {
  begin(world, plan);
  const { events, until = Number.POSITIVE_INFINITY } = plan;
  let next = 0;
  for (let time: number | undefined = 0; time !== undefined && time <= until; ) {
    world.now = time;
    for (let timer = world.timers.take(time); timer !== undefined; timer = world.timers.take(time)) {
      if (timer.kind === 'end') world.remove(timer.pod, 'ended');
      else evict(timer.pod, world);
    }
    for (let event = events[next]; event !== undefined && event.at <= time; event = events[++next]) {
      yield* clock.check();
      happen(event, world);
    }
    yield* settle(world, plan, clock);
    takeSample(world);
    const [ofEvents, ofTimers] = [events[next]?.at, world.timers.next()];
    time = ofEvents === undefined || ofTimers === undefined ? (ofEvents ?? ofTimers) : Math.min(ofEvents, ofTimers);
  }
  if (plan.until !== undefined) world.now = plan.until;
}

/** @internal Sets up the world as it is in the beginning. */
export function begin(world: World, { objects }: Plan): void {
  world.applyObjects({ ...objects, pods: [] });
  world.owners.apply(objects.workloads);
  for (const pod of objects.pods) world.state.putPod(pod);
  world.adoptPods();
  world.owners.leaveOutAbsent();
}

/** @internal Lets controllers and the scheduler act until none of them has anything to do. */
export function* settle(world: World, plan: Plan, clock: Clock): Program<void> {
  for (;;) {
    world.owners.settle();
    evictFromTaintedNodes(world);
    world.owners.settle();
    yield* scheduleAll(world, plan, clock);
    if (world.taintedNodes.size === 0 && world.timers.next() !== world.now) return;
    evictFromTaintedNodes(world);
    if (!world.owners.hasWork && world.timers.next() !== world.now) return;
  }
}

function takeSample(world: World): void {
  const { recorder, queue, pods, use, now } = world;
  const causes = new Counts();
  for (const { refusal, pods: waiting } of queue.values()) causes.add(refusal?.cause ?? '', waiting.size);
  const sample: Sample = {
    at: now / 1000,
    placed: pods.size - queue.size,
    pending: queue.size,
    devices: use.byDriver(),
    classes: use.byClass(),
    capacities: {},
    causes: causes.toRecord(),
  };
  recorder.sample(sample);
}

/** The shapes of pending pods that are explained. */
const MOST_EXPLAINED = 10;

/** Tells why pods are pending in the end. */
function* look(world: World, clock: Clock, ending: Ending): Program<void> {
  const waiting = [...world.queue.values()].sort((left, right) => world.queue.compare(headOf(left), headOf(right)));
  ending.stillPending = waiting.map((one) => ({ pod: headOf(one).name, count: one.pods.size, message: one.refusal?.message ?? '' }));
  for (const [index, one] of waiting.slice(0, MOST_EXPLAINED).entries()) {
    yield* clock.check();
    const explanation = yield* explain(world.cluster, { pod: headOf(one).prepared, limits: clock.limits() });
    if (explanation.kind === 'interrupted' && (explanation.by === 'milliseconds' || explanation.by === 'signal')) clock.end(explanation.by);
    ending.stillPending[index] = { ...(ending.stillPending[index] as StillPending), explanation: causeOf(explanation) };
  }
}

/** @internal The cause of the nearest node, in one line. */
export function causeOf({ groups, nodes }: Explanation): string {
  return groups[0]?.text ?? nodes[0]?.text ?? 'there is no node';
}

function reportOf(world: World, by: EndedBy | undefined, { stillPending, notLookedAt }: Ending): Report {
  const { recorder, pods, queue, now } = world;
  const waits = recorder.waits();
  return {
    kind: by === undefined ? 'complete' : 'interrupted',
    ...(by === undefined ? {} : { by }),
    seconds: now / 1000,
    totals: recorder.totals(pods.size - queue.size, queue.size),
    ...(waits === undefined ? {} : { waits }),
    samples: recorder.samples(),
    log: recorder.log,
    stillPending,
    notLookedAt: [...notLookedAt],
  };
}
