// Runs one round of the scheduler: considers pending pods until no more can be placed.

import { compareBytes } from '../core/base/byte-order.js';
import { isOfInput } from '../core/base/errors.js';
import type { Program } from '../core/base/program.js';
import { outcomeOfRejections } from '../placement/gang-attempt.js';
import type { PodFilterResult } from '../placement/pod-filter-result.js';
import { groupInWords } from '../scheduler/filters/not-looked-at.js';
import { isAssigned } from '../scheduler/pods/assigned-pods.js';
import { notOfThis } from './answers.js';
import { allocate, filter } from './calls.js';
import { scheduleGang } from './gang.js';
import type { Plan } from './input.js';
import type { SimulatedPod } from './model.js';
import { type Answer, headOf, type Refusal, refusalOf, type Waiting } from './queue.js';
import type { Session } from './session.js';
import type { World } from './world.js';

/** Considers pending pods until no change can help them any more. */
export function* scheduleAll(session: Session): Program<void> {
  const { queue } = session.world;
  // Pods that share claims may fit because of pods that were placed after them.
  for (let heap = yield* queue.toAsk(session.clock); heap.size > 0; heap = yield* queue.toAsk(session.clock)) {
    const considered = new Set<string>();
    for (let next = heap.pop(); next !== undefined; next = heap.pop()) {
      const { waiting, head } = next;
      const { gang } = waiting.shape;
      if (gang !== undefined) {
        if (!considered.has(gang)) yield* scheduleGang(gang, session, (pod) => answerFor(pod, undefined, session));
        considered.add(gang);
        continue;
      }
      const answer = yield* answerFor(head, waiting, session);
      if ('node' in answer) {
        session.world.keep(head, answer.node);
        if (waiting.pods.size > 0) heap.push({ waiting, head: headOf(waiting) });
      } else queue.refuse(waiting, answer);
    }
  }
  yield* reportPending(session);
}

function* reportPending({ world: { queue, admission, recorder, now }, clock }: Session): Program<void> {
  const unreported: { readonly pod: SimulatedPod; readonly cause: string }[] = [...admission.takeUnreported()];
  for (const waiting of queue.takeUnreported()) {
    for (const pod of waiting.unreported) {
      yield* clock.check();
      if (waiting.pods.get(pod.key) === pod) unreported.push({ pod, cause: refusalOf(waiting, pod)?.cause ?? '' });
    }
  }
  if (unreported.length === 0) return;
  for (const { pod, cause } of yield* clock.sort(unreported, (left, right) => queue.compare(left.pod, right.pod))) {
    yield* clock.check();
    recorder.note('pending', pod, now, { cause });
  }
}

/** Binds a pod to a node, or returns why it is pending. `waiting`: the pending pods of its shape, which limit the nodes to search. */
function* answerFor(pod: SimulatedPod, waiting: Waiting | undefined, session: Session): Program<Answer> {
  yield* session.clock.check();
  if (isAssigned(pod.pod)) return session.world.askAssigned(pod);
  const storedAnswer = session.answers.nextPod();
  const answer = storedAnswer === undefined ? yield* ask(pod, waiting, session) : yield* repeat(pod, storedAnswer, session);
  session.answers.addPod(answer);
  return answer;
}

/** Up to this fraction of the nodes, only changed nodes are considered again. */
const FEW_NODES = 1 / 4;

function* ask(pod: SimulatedPod, waiting: Waiting | undefined, { world, plan, clock, answers }: Session): Program<Answer> {
  const changed = waiting && world.queue.nodesToAsk(waiting, world.nodes().length * FEW_NODES);
  const nodes = changed?.filter((name) => world.state.node(name) !== undefined);
  try {
    const result = yield* filter(world.cluster, { pod: pod.prepared, ...(nodes === undefined ? {} : { nodes }), limits: clock.limits() });
    if (result.kind === 'interrupted') {
      if (result.by === 'milliseconds' || result.by === 'signal') clock.end(result.by);
      return {
        cause: `the search was interrupted by ${result.by}`,
        message: `interrupted by ${result.by}`,
        isFickle: false,
        kind: 'interrupted',
      };
    }
    // The simulation places the pods of a PodGroup together.
    const ofGroup = groupInWords(pod.pod);
    for (const what of result.notLookedAt) if (what !== ofGroup) answers.notLookedAt.add(what);
    const node = choose(result, world, plan.nodes);
    // The previous cause still holds, since no other node changed.
    if (node === undefined) return nodes === undefined || waiting?.refusal === undefined ? whyRejected(result) : waiting.refusal;
    yield* world.bind(pod, node, result.outcome(node));
    return { node };
  } catch (error) {
    if (!isOfInput(error)) throw error;
    return { cause: error.message, message: error.message, isFickle: true, kind: 'error' };
  }
}

/** Applies a recorded result. The solver finds the same devices on that node again. */
function* repeat(pod: SimulatedPod, storedAnswer: Answer, { world, clock }: Session): Program<Answer> {
  if (!('node' in storedAnswer)) return storedAnswer;
  const { node } = storedAnswer;
  try {
    const outcome = yield* allocate(world.cluster, { pod: pod.prepared, node, limits: clock.limits() });
    if (outcome.kind === 'interrupted' && (outcome.by === 'milliseconds' || outcome.by === 'signal')) clock.end(outcome.by);
    if (outcome.kind !== 'allocated') throw notOfThis(`pod ${pod.name} does not fit on node ${node}`);
    yield* world.bind(pod, node, outcome);
    return storedAnswer;
  } catch (error) {
    if (!isOfInput(error) || error.path === 'resume') throw error;
    throw notOfThis(`pod ${pod.name} does not fit on node ${node}: ${error.message}`);
  }
}

function choose(result: PodFilterResult & { readonly kind: 'complete' }, world: World, choice: Plan['nodes']): string | undefined {
  const { best } = result;
  if (best === undefined || choice === 'best') return best;
  const { feasible } = result;
  if (choice === 'first') return feasible[0];
  let most = feasible[0];
  for (const node of feasible) if (world.countOn(node) > world.countOn(most as string)) most = node;
  return most;
}

function whyRejected({ message, errors, rejections }: PodFilterResult & { readonly kind: 'complete' }): Refusal {
  const [first] = errors.values();
  const isFickle = errors.size > 0;
  // The scheduler reports the error that ended its attempt, and no nodes.
  const ending = [...errors.values()].find(({ nodeLocal }) => !nodeLocal);
  if (message === undefined || ending !== undefined) {
    const text = (ending ?? first)?.message ?? 'no node is suitable';
    return { cause: text, message: text, isFickle, ...(ending === undefined ? {} : { kind: 'error' }) };
  }
  const kind = outcomeOfRejections(rejections);
  return { cause: withoutNumbers(message), message, isFickle, ...(kind === 'rejected' ? {} : { kind }) };
}

/**
 * @internal Returns the reasons of a message such as `0/5 nodes are available: 2 Insufficient cpu, 3 node(s) were unschedulable.`, without
 * their counts, sorted.
 */
export function withoutNumbers(message: string): string {
  const reasons = /^0\/\d+ nodes are available: (.*?)\.?$/s.exec(message)?.[1];
  if (reasons === undefined) return message;
  const named = reasons.split(/(?:^|, )(?=\d+ )/).map((reason) => reason.replace(/^\d+ /, ''));
  return named
    .filter((reason) => reason !== '')
    .sort(compareBytes)
    .join(', ');
}
