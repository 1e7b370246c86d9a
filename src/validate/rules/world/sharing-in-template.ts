import { sharingStrategyOf } from '../../../scheduler/pods/sharing-strategy.js';
import { RawJson } from '../../tree/decoded.js';
import { keyOf } from '../../world/subject.js';
import type { WorldRule } from '../../world-rule.js';
import { CLAIM_PAGE } from '../links.js';

const PARAMETERS = { sharing: { strategy: 'TimeSlicing' } };
const CONFIG = [{ opaque: { driver: 'gpu.example.com', parameters: PARAMETERS } }];

/** Pods share a device through a shared claim. A template creates a separate claim for each pod, which only the pod's containers share. */
export const sharingInTemplate: WorldRule = {
  id: 'sharing-in-template',
  severity: 'warning',
  says: 'Claim template configures sharing, but only one container uses each claim',
  link: CLAIM_PAGE,
  at: ['ResourceClaimTemplate'],
  examples: () => ({
    bad: [['ResourceClaimTemplate', { 'spec.spec.devices.config': CONFIG }]],
    good: [['ResourceClaim', { 'spec.devices.config': CONFIG }]],
  }),
  check(template, context) {
    const { world, namespace } = context;
    const name = template.child('metadata', 'name').text;
    if (world.gathered.sharedTemplates.has(keyOf(namespace, name))) return;
    for (const config of template.child('spec', 'spec', 'devices', 'config').items) {
      const parameters = config.child('opaque', 'parameters');
      const strategy = parameters.value instanceof RawJson ? sharingStrategyOf(parameters.value.json) : undefined;
      if (strategy === undefined) continue;
      const message = `the template creates a separate claim for each pod: with ${strategy}, the containers of one pod share a device, but different pods do not`;
      context.report(parameters, message, 'for pods that share a device, create one ResourceClaim and name it in resourceClaimName');
    }
  },
};
