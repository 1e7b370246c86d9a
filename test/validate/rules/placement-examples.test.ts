import { expect, it } from 'vitest';
import { variantOf } from '../../../src/validate/examples.js';
import { antiAffinityTerm, spreadConstraint } from '../../../src/validate/rules/placement-examples.js';

it('replaces a field of a topology spread constraint in its place, and adds others at the end', () => {
  const pod = variantOf('Pod', spreadConstraint({ whenUnsatisfiable: 'ScheduleAnyway', minDomains: 2 }));
  expect(JSON.stringify(pod)).toContain(
    '"topologySpreadConstraints":[{"maxSkew":1,"topologyKey":"topology.kubernetes.io/zone","whenUnsatisfiable":"ScheduleAnyway","minDomains":2}]',
  );
});

it('requires exactly the given term of anti-affinity', () => {
  const pod = variantOf('Pod', antiAffinityTerm({ topologyKey: 'kubernetes.io/hostname' }));
  expect(pod).toMatchObject({
    spec: {
      affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'kubernetes.io/hostname' }] } },
    },
  });
});
