import { expect, it } from 'vitest';
import { node, pod, running, spread, texts, ZONE } from './related.js';

const [a, b] = [node('a', { [ZONE]: 'x' }), node('b', { [ZONE]: 'y' })];
const web = (name: string, on: string, labels = {}): object => running(name, on, { app: 'web', ...labels });
const IN_SPREAD = `in the topology spread over ${ZONE}`;
const preference = `make the topology spread over ${ZONE} preferred instead of required (whenUnsatisfiable: ScheduleAnyway)`;

it('nodes whose taints the pod does not tolerate stop counting', async () => {
  const control = node('c', { [ZONE]: 'z' }, { taints: [{ key: 'control', effect: 'NoSchedule' }] });
  expect(await texts(pod(spread()), a, b, control, web('web-0', 'a'), web('web-1', 'b'))).toEqual([
    `count only nodes whose taints the pod tolerates (nodeTaintsPolicy: Honor) ${IN_SPREAD}`,
    `raise maxSkew from 1 to 2 ${IN_SPREAD}`,
    preference,
  ]);
});

it('nodes that the pod does not match, and pods of another version, stop counting', async () => {
  const spec = { ...spread({ nodeAffinityPolicy: 'Ignore' }), nodeSelector: { [ZONE]: 'x' } };
  expect((await texts(pod(spec), a, b, web('web-0', 'a')))[0]).toBe(
    `count only nodes that match the pod (nodeAffinityPolicy: Honor) ${IN_SPREAD}`,
  );
  const hash = 'pod-template-hash';
  const old = [web('web-0', 'a', { [hash]: 'old' }), web('web-1', 'a', { [hash]: 'old' })];
  const cordoned = { ...b, spec: { unschedulable: true } };
  expect((await texts(pod(spread(), { app: 'web', [hash]: 'new' }), a, cordoned, ...old.slice(1)))[0]).toBe(
    `count only pods of the same version (matchLabelKeys: [${hash}]) ${IN_SPREAD}`,
  );
});

it('maxSkew is raised to the least number that works, on the node that needs the least', async () => {
  const others = ['0', '1', '2', '3'].map((index) => web(`web-${index}`, index === '3' ? 'b' : 'a'));
  const empty = node('c', { [ZONE]: 'z' }, { unschedulable: true });
  const tolerant = spread({ nodeTaintsPolicy: 'Ignore' });
  expect(await texts(pod(tolerant), a, b, empty, ...others)).toContain(`raise maxSkew from 1 to 2 ${IN_SPREAD}`);
});

it('minDomains is lowered to the number of domains', async () => {
  expect(await texts(pod(spread({ minDomains: 4 })), a, b, web('web-0', 'a'), web('web-1', 'b'))).toEqual([
    `lower minDomains from 4 to 2 ${IN_SPREAD}`,
    preference,
  ]);
});

it('the label of the domains is corrected, or set on the node', async () => {
  expect((await texts(pod(spread({ topologyKey: `${ZONE}s` })), a))[0]).toBe(
    `write ${ZONE} instead of ${ZONE}s as topologyKey of the topology spread`,
  );
  const racks = [node('a'), node('b', { rack: 'r1' }, { unschedulable: true })];
  expect(await texts(pod(spread({ topologyKey: 'rack' })), ...racks)).toContain('label node a with rack=r1');
});
