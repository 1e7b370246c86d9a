// Schedules the pending pods of a PodGroup together.

import { objectName } from '../core/api/meta.js';
import { entryIn } from '../core/base/entry-in.js';
import type { Program } from '../core/base/program.js';
import { attemptGang, type MemberOutcome, scheduledPodsOf } from '../placement/gang-attempt.js';
import { whyMissing } from '../scheduler/pods/gangs.js';
import type { SimulatedPod } from './model.js';
import type { Answer, Refusal, Waiting } from './queue.js';
import type { Session } from './session.js';

/** Places the pending pods of a gang. `place` binds a single pod. */
export function* scheduleGang(gang: string, { world, clock }: Session, place: (pod: SimulatedPod) => Program<Answer>): Program<void> {
  const waitings = world.queue.ofGang(gang);
  const group = world.state.objects.pods.get('PodGroup', gang);
  if (group === undefined) {
    for (const waiting of waitings) world.queue.refuse(waiting, refused(whyMissing(gang)));
    return;
  }
  const pending = yield* clock.sort(
    waitings.flatMap(({ pods }) => [...pods.values()]),
    (left, right) => left.order - right.order,
  );
  const check = () => clock.check();
  const scheduled = yield* scheduledPodsOf(gang, world.state, check);
  const { refusal, results } = yield* attemptGang(group, pending, scheduled, world.priorities, {
    podOf: ({ pod }) => pod,
    place,
    outcomeOf,
    unbind: ({ prepared }) => world.cluster.unbind(prepared),
    check,
  });
  const ofGroup = refused(refusal === undefined ? '' : `PodGroup ${objectName(group.metadata)}: ${refusal}`);
  const refusals = new Map<Waiting, Map<SimulatedPod, Refusal>>();
  for (const waiting of waitings) {
    for (const pod of [...waiting.pods.values()]) {
      yield* clock.check();
      const answer = results.get(pod);
      if (answer !== undefined && 'node' in answer) {
        if (refusal === undefined) world.keep(pod, answer.node);
      } else if (answer !== undefined) entryIn(refusals, waiting, () => new Map<SimulatedPod, Refusal>()).set(pod, answer);
    }
    world.queue.refuse(waiting, ofGroup, refusals.get(waiting));
  }
}

function outcomeOf(answer: Answer): MemberOutcome {
  return 'node' in answer ? { kind: 'bound', message: '' } : { kind: answer.kind ?? 'rejected', message: answer.message };
}

/** Returns the rejection of a whole group. A member may fit after another pod is placed. */
function refused(message: string): Refusal {
  return { cause: message, message, isFickle: true };
}
