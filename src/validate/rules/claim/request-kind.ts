import { STOPS_SINCE } from '../../checks/lists.js';
import { invalid, required } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { PRIORITIZED_LIST_KEP } from '../links.js';

/** A request is for certain devices, or for the first available one of several alternatives. */
export const requestKind: Rule = {
  id: 'request-kind',
  severity: 'error',
  says: 'Request does not have exactly one of `exactly` and `firstAvailable`',
  link: PRIORITIZED_LIST_KEP,
  at: ['DeviceRequest'],
  examples: () => ({
    kind: 'ResourceClaim',
    bad: { 'spec.devices.requests[0].firstAvailable': [{ name: 'large', deviceClassName: 'large.example.com' }] },
    good: {
      'spec.devices.requests[0]': { name: 'gpu', firstAvailable: [{ name: 'large', deviceClassName: 'large.example.com' }] },
    },
  }),
  check(request, context) {
    const [exactly, alternatives] = [request.child('exactly'), request.child('firstAvailable')];
    if (!exactly.isSet && alternatives.size === 0) context.report(request, required(ONE_OF));
    if (!exactly.isSet || alternatives.size === 0) return;
    context.report(request, invalid(undefined, `${ONE_OF}, but multiple fields are set`), 'remove one of them');
    if (context.minor < STOPS_SINCE) return;
    context.stopAt(exactly, 'handwritten');
    context.stopAt(alternatives, 'handwritten');
  },
};

const ONE_OF = 'exactly one of `exactly` or `firstAvailable` is required';
