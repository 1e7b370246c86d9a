import { expect, test } from 'vitest';
import { Priorities } from '../../../src/scheduler/pods/priorities.js';
import { whyNotEligible } from '../../../src/scheduler/preemption/eligibility.js';
import { info, node, pod } from '../filters/objects.js';

const PRIORITIES = new Priorities([]);
const HIGH = pod({ priority: 5 });

/** The nominated node with a pod that is being deleted for a reason. */
function nominated(reason: string, priority: number, rejection?: 'untolerated-taint' | 'host-port') {
  const made = pod({ priority }, { conditions: [{ type: 'DisruptionTarget', status: 'True', reason }] });
  const leaving = { ...made, metadata: { ...made.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' } };
  return { info: info(node(), [leaving]), rejections: rejection === undefined ? [] : [{ code: rejection, message: '' }] };
}

test('a pod may keep from preemption', () => {
  expect(whyNotEligible(HIGH, PRIORITIES)).toBeUndefined();
  expect(whyNotEligible(pod({ preemptionPolicy: 'Never' }), PRIORITIES)).toBe('not eligible due to preemptionPolicy=Never.');
});

test('a pod waits for those that are removed for it, unless its nominated node is lost', () => {
  const waits = 'not eligible due to a terminating pod on the nominated node.';
  expect(whyNotEligible(HIGH, PRIORITIES, nominated('PreemptionByScheduler', 1))).toBe(waits);
  expect(whyNotEligible(HIGH, PRIORITIES, nominated('PreemptionByScheduler', 1, 'host-port'))).toBe(waits);
  expect(whyNotEligible(HIGH, PRIORITIES, nominated('PreemptionByScheduler', 1, 'untolerated-taint'))).toBeUndefined();
  expect(whyNotEligible(HIGH, PRIORITIES, nominated('PreemptionByScheduler', 5))).toBeUndefined();
  expect(whyNotEligible(HIGH, PRIORITIES, nominated('EvictionByEvictionAPI', 1))).toBeUndefined();
});

test('the class of a new pod may have the policy', () => {
  const priorityClass = { metadata: { ...pod({}).metadata, name: 'patient' }, value: 5, globalDefault: false, preemptionPolicy: 'Never' };
  const priorities = new Priorities([priorityClass]);
  expect(whyNotEligible(pod({ priorityClassName: 'patient' }), priorities)).toBe('not eligible due to preemptionPolicy=Never.');
  expect(whyNotEligible(pod({ priorityClassName: 'other' }), priorities)).toBeUndefined();
});
