import { expect, test } from 'vitest';
import { DecodeContext } from '../../../src/core/api/context.js';
import { decodePod } from '../../../src/core/api/pod.js';
import { isNewStatus } from '../../../src/core/api/pod-status.js';
import { yaml } from '../../support/api.js';

const isNew = (status: string): boolean => isNewStatus(decodePod(yaml(`metadata: {name: p}\n${status}`), new DecodeContext()).status);

test.each(['', 'status: {}', 'status: {phase: Pending}'])('is new: %j', (status) => expect(isNew(status)).toBe(true));

test.each([
  'status: {nominatedNodeName: n}',
  'status: {conditions: [{type: PodResizePending, reason: Deferred}]}',
  'status: {containerStatuses: [{name: c}]}',
  'status: {allocatedResources: {cpu: "1"}}',
  'status: {resources: {requests: {cpu: "1"}}}',
  'status: {extendedResourceClaimStatus: {resourceClaimName: c}}',
])('is not new: %j', (status) => expect(isNew(status)).toBe(false));
