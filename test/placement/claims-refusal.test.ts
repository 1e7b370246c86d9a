import { describe, expect, test } from 'vitest';
import type { ResourceClaim } from '../../src/core/api/resource-claim.js';
import { inOneGo } from '../../src/core/base/incremental.js';
import { claimsRefusal, rejectedRequest } from '../../src/placement/claims-refusal.js';
import { objectsOf } from '../scheduler/pods/objects.js';

const { deviceClasses } = objectsOf('{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: gpu}, spec: {}}');
const CONTEXT = { deviceClasses: new Map(deviceClasses.map((each) => [each.metadata.name, each])), features: { prioritizedList: true } };

const claimOf = (requests: string, status = ''): ResourceClaim =>
  objectsOf(
    `{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: c, namespace: ns}, spec: {devices: {requests: [${requests}]}}${status}}`,
  ).resourceClaims[0] as ResourceClaim;
const messageOf = (requests: string, prioritizedList = true, status = ''): string | undefined =>
  inOneGo(rejectedRequest([claimOf(requests, status)], { ...CONTEXT, features: { prioritizedList } }))?.message;

const EXACTLY = (name: string): string => `{name: r, exactly: {deviceClassName: ${name}}}`;
const ALTERNATIVES = '{name: r, firstAvailable: [{name: a, deviceClassName: gpu}, {name: b, deviceClassName: none}]}';

describe('a request for which no node is considered', () => {
  test('names a class that does not exist', () => {
    expect(messageOf(EXACTLY('gpu'))).toBeUndefined();
    expect(messageOf(EXACTLY('none'))).toBe('request r: device class none does not exist');
    expect(messageOf(`${EXACTLY('gpu')}, {name: s, exactly: {deviceClassName: gone}}`)).toBe('request s: device class gone does not exist');
  });

  test('has a subrequest of such a class', () => {
    expect(messageOf(ALTERNATIVES)).toBe('request r/b: device class none does not exist');
  });

  test('has subrequests while DRAPrioritizedList is off', () => {
    expect(messageOf(ALTERNATIVES, false)).toBe(
      'resource claim ns/c, request r: has subrequests, but the DRAPrioritizedList feature is disabled',
    );
    expect(messageOf(EXACTLY('gpu'), false)).toBeUndefined();
  });

  test('does not matter once the claim is allocated', () => {
    expect(messageOf(EXACTLY('none'), true, ', status: {allocation: {}}')).toBeUndefined();
  });

  test('without a class is left to the allocator, whose error it is', () => {
    expect(messageOf(EXACTLY("''"))).toBeUndefined();
  });
});

test('a rejection names the claim; a problem of the pod comes first', () => {
  const claims = [claimOf(EXACTLY('none'))];
  expect(claimsRefusal({ claims }, inOneGo(rejectedRequest(claims, CONTEXT)))).toEqual({
    code: 'claims',
    message: 'request r: device class none does not exist',
    detail: 'claim ns/c',
  });
  const [pod] = objectsOf('{apiVersion: v1, kind: Pod, metadata: {name: p, namespace: ns}}').pods;
  if (pod === undefined) throw new Error('no pod');
  const problem = { message: 'ResourceClaim "x" not found in namespace "ns"', object: pod };
  expect(claimsRefusal({ claims, problem }, inOneGo(rejectedRequest(claims, CONTEXT)))?.message).toBe(problem.message);
});
