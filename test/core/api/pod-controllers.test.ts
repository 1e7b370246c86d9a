import { expect, test } from 'vitest';
import { DecodeContext } from '../../../src/core/api/context.js';
import { replicaSetKind, replicationControllerKind, statefulSetKind } from '../../../src/core/api/pod-controllers.js';

test('controllers have the selector of their pods', () => {
  const matchLabels = new Map([['app', 'web']]);
  const json = (selector: object): never => ({ metadata: {}, spec: { selector, replicas: 2 } }) as never;
  for (const { decode } of [replicaSetKind, statefulSetKind])
    expect(decode(json({ matchLabels: { app: 'web' } }), new DecodeContext()).spec.selector).toEqual({ matchLabels, matchExpressions: [] });
  expect(replicationControllerKind.decode(json({ app: 'web' }), new DecodeContext()).spec.selector).toEqual(matchLabels);
});
