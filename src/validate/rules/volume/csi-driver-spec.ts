import { checkMode } from '../../checks/volumes.js';
import { duplicate, invalid } from '../../messages.js';
import type { Rule, RuleContext } from '../../rule.js';
import type { Field } from '../../tree/field.js';
import { VOLUMES_PAGE } from '../links.js';

/** The first release in which the gate MutableCSINodeAllocatableCount is on by default. */
const PERIOD_SINCE = 35;

const MOST_SECONDS = 2n ** 32n;

function checkTokenRequests(spec: Field, context: RuleContext): void {
  const [requests, inSecrets] = [spec.child('tokenRequests'), spec.child('serviceAccountTokenInSecrets')];
  const audiences = new Set<string>();
  for (const request of requests.items) {
    context.checkpoint.step();
    const [audience, seconds] = [request.child('audience'), request.child('expirationSeconds')];
    if (audiences.has(audience.text)) context.report(audience, duplicate(audience.text));
    else if (seconds.isSet && seconds.integer < 600n)
      context.report(seconds, invalid(seconds.integer, 'may not specify a duration less than 10 minutes'));
    else if (seconds.integer > MOST_SECONDS)
      context.report(seconds, invalid(seconds.integer, 'may not specify a duration larger than 2^32 seconds'));
    audiences.add(audience.text);
  }
  if (inSecrets.isSet && requests.size === 0)
    context.report(
      inSecrets,
      invalid(inSecrets.flag, 'serviceAccountTokenInSecrets is set but no tokenRequests are specified'),
      'remove it',
    );
}

/** The fields say how Kubernetes uses the driver. */
export const csiDriverSpec: Rule = {
  id: 'csi-driver-spec',
  severity: 'error',
  says: 'CSIDriver has an unsupported policy or mode, a repeated audience, or a period that is too short',
  link: VOLUMES_PAGE,
  at: ['storage.CSIDriverSpec'],
  examples: () => ({
    kind: 'CSIDriver',
    bad: { 'spec.fsGroupPolicy': 'Always' },
    good: { 'spec.fsGroupPolicy': 'File' },
  }),
  check(spec, context) {
    checkMode(spec.child('fsGroupPolicy'), ['File', 'None', 'ReadWriteOnceWithFSType'], context);
    const [modes, period] = [spec.child('volumeLifecycleModes'), spec.child('nodeAllocatableUpdatePeriodSeconds')];
    for (const mode of modes.items) {
      context.checkpoint.step();
      checkMode(mode, ['Persistent', 'Ephemeral'], context, modes.path);
    }
    if (period.isSet && period.integer < 10n && context.minor >= PERIOD_SINCE)
      context.report(period, invalid(period.integer, 'must be greater than or equal to 10 seconds'));
    checkTokenRequests(spec, context);
  },
};
