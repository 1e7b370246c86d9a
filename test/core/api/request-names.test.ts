import { expect, test } from 'vitest';
import { DecodeContext } from '../../../src/core/api/context.js';
import { decodeResourceClaim } from '../../../src/core/api/decode-resource-claim.js';
import { yaml } from '../../support/api.js';
import { threadMilliseconds } from '../../support/clock.js';

const REQUESTS = 'requests: [{name: gpu, firstAvailable: [{name: large}, {name: small}]}, {name: nic, exactly: {deviceClassName: nic}}]';

function warnings(devices: string, version = 'v1'): string[] {
  const context = new DecodeContext();
  decodeResourceClaim(
    yaml(`{apiVersion: resource.k8s.io/${version}, kind: ResourceClaim, spec: {devices: {${REQUESTS}, ${devices}}}}`),
    context,
  );
  return context.warnings.map(({ message, path }) => `${path.join('.')}: ${message}`);
}

test('names of requests, of subrequests with their request, and no names at all are fine', () => {
  expect(
    warnings('constraints: [{requests: [gpu, nic], matchAttribute: a}, {matchAttribute: a}], config: [{requests: [gpu/small]}]'),
  ).toEqual([]);
});

test('a name that means no request has its place and a suggestion', () => {
  expect(warnings('constraints: [{matchAttribute: a}, {requests: [gpu, nik], matchAttribute: a}], config: [{requests: [other]}]')).toEqual([
    'spec.devices.constraints.1.requests.1: the claim has no request nik: the name has no effect, did you mean nic?',
    'spec.devices.config.0.requests.0: the claim has no request other: the name has no effect',
  ]);
});

test('a subrequest without its request is meant with it', () => {
  expect(warnings('config: [{requests: [large]}]')).toEqual([
    'spec.devices.config.0.requests.0: the claim has no request large: the name has no effect, did you mean gpu/large?',
  ]);
});

test('in v1alpha4 as drawn, a subrequest needs no request in front', () => {
  const context = new DecodeContext();
  decodeResourceClaim(
    yaml(
      '{apiVersion: resource.k8s.io/v1alpha4, kind: ResourceClaim, spec: {devices: {requests: [{name: r, firstAvailableOf: [{name: a}]}], config: [{requests: [a]}]}}}',
    ),
    context,
  );
  expect(context.warnings).toEqual([]);
});

test('very many wrong names take linear time', () => {
  const requests = Array.from({ length: 20_000 }, (_, index) => ({ name: `request-${index}`, exactly: { deviceClassName: 'k' } }));
  const config = Array.from({ length: 20_000 }, (_, index) => ({ requests: [`requext-${index}`] }));
  const context = new DecodeContext();
  const start = threadMilliseconds();
  decodeResourceClaim({ kind: 'ResourceClaim', spec: { devices: { requests, config } } }, context);
  expect(threadMilliseconds() - start).toBeLessThan(2000);
  expect(context.warnings).toHaveLength(20_000);
});
