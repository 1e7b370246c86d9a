import { expect, test } from 'vitest';
import { allWarnings, decodeAllObjects } from '../../../src/core/api/all-objects.js';
import { yamlDocuments } from '../../support/api.js';
import { threadMilliseconds } from '../../support/clock.js';

const CLAIM =
  '{kind: ResourceClaim, metadata: {name: c}, spec: {devices: {requests: [{name: gpu, firstAvailable: [{name: large}]}, {name: nic, exactly: {deviceClassName: nic}}]}}}';
const TEMPLATE =
  '{kind: ResourceClaimTemplate, metadata: {name: t, namespace: default}, spec: {spec: {devices: {requests: [{name: nic, exactly: {deviceClassName: nic}}]}}}}';

const podSpec = (uses: string, field = 'containers'): string =>
  `{resourceClaims: [{name: mine, resourceClaimName: c}, {name: made, resourceClaimTemplateName: t}, {name: gone, resourceClaimName: nowhere}], ${field}: [{name: first}, {name: main, resources: {claims: [${uses}]}}]}`;

function warnings(...documents: readonly string[]): string[] {
  const set = decodeAllObjects(yamlDocuments([CLAIM, TEMPLATE, ...documents].join('\n---\n')).map((value) => ({ value })));
  return allWarnings(set).map(({ message, path }) => `${path.join('.')}: ${message}`);
}

const inPod = (uses: string, field?: string): string[] => warnings(`{kind: Pod, metadata: {name: p}, spec: ${podSpec(uses, field)}}`);

test('claims of the pod and requests of the claim are fine, as is what is not in the input', () => {
  expect(inPod('{name: mine}, {name: mine, request: gpu}, {name: made, request: nic}, {name: gone, request: any}')).toEqual([]);
});

test('a claim that the pod does not have has its place and a suggestion', () => {
  expect(inPod('{name: mine}, {name: mien}')).toEqual([
    "spec.containers.1.resources.claims.1.name: container main uses the claim mien, which is not among the pod's resourceClaims, did you mean mine?",
  ]);
  expect(inPod('{name: other}', 'initContainers')).toEqual([
    "spec.initContainers.1.resources.claims.0.name: container main uses the claim other, which is not among the pod's resourceClaims",
  ]);
});

test('a request that the claim does not have has its place and a suggestion', () => {
  expect(inPod('{name: made, request: nik}')).toEqual([
    'spec.containers.1.resources.claims.0.request: container main uses the request nik, which the claim made does not have, did you mean nic?',
  ]);
});

test.each(['gpu/large', 'large'])('a subrequest, %s, is nothing that a container can name', (name) => {
  expect(inPod(`{name: mine, request: ${name}}`)).toEqual([
    'spec.containers.1.resources.claims.0.request: container main names the subrequest gpu/large; containers can only name the request, gpu',
  ]);
});

test.each([
  ['Deployment', `{template: {spec: ${podSpec('{name: x}')}}}`, 'spec.template.spec'],
  ['CronJob', `{jobTemplate: {spec: {template: {spec: ${podSpec('{name: x}')}}}}}`, 'spec.jobTemplate.spec.template.spec'],
])('a %s is checked in its template', (kind, spec, path) => {
  expect(warnings(`{kind: ${kind}, metadata: {name: w}, spec: ${spec}}`)).toEqual([
    `${path}.containers.1.resources.claims.0.name: container main uses the claim x, which is not among the pod's resourceClaims`,
  ]);
});

test('a PodTemplate is checked in its template', () => {
  expect(warnings(`{kind: PodTemplate, metadata: {name: w}, template: {spec: ${podSpec('{name: x}')}}}`)[0]).toMatch(
    /^template\.spec\.containers\.1\./,
  );
});

test('very many wrong names take linear time', () => {
  const resourceClaims = Array.from({ length: 20_000 }, (_, index) => ({ name: `claim-${index}`, resourceClaimName: 'c' }));
  const claims = Array.from({ length: 20_000 }, (_, index) => ({ name: `claym-${index}` }));
  const pod = { kind: 'Pod', metadata: { name: 'p' }, spec: { resourceClaims, containers: [{ name: 'main', resources: { claims } }] } };
  const start = threadMilliseconds();
  expect(allWarnings(decodeAllObjects([{ value: pod }]))).toHaveLength(20_000);
  expect(threadMilliseconds() - start).toBeLessThan(2000);
});
