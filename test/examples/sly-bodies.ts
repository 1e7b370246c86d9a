// Requests that run on the event loop just below its limits. All of them differ, so no cache helps.

import type { HostileRequest } from './hostile-bodies.js';

const API = 'resource.k8s.io/v1';
const DRIVER = 'sly.example.com';

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index));
const node = (name: string) => ({ apiVersion: 'v1', kind: 'Node', metadata: { name } });
const CLASS = { apiVersion: API, kind: 'DeviceClass', metadata: { name: 'any' }, spec: {} };

function slice(name: string, devices: number, where: object = { nodeName: 'n' }): object {
  const pool = { name, generation: 1, resourceSliceCount: 1 };
  return {
    apiVersion: API,
    kind: 'ResourceSlice',
    metadata: { name },
    spec: {
      driver: DRIVER,
      ...where,
      pool,
      devices: times(devices, (index) => ({ name: `d${index}`, attributes: { i: { int: index } } })),
    },
  };
}

function claim(name: string, count: number, exactly: (index: number) => object): object {
  const requests = times(count, (index) => ({ name: `r${index}`, exactly: { deviceClassName: 'any', ...exactly(index) } }));
  return { apiVersion: API, kind: 'ResourceClaim', metadata: { name, namespace: 'sly' }, spec: { devices: { requests } } };
}

const selected = (expression: string): object => ({ selectors: [{ cel: { expression } }] });

type Question = readonly ['allocate' | 'filter', object];

const QUESTIONS: Readonly<Record<string, (salt: number) => Question>> = {
  'selectors with loops': (salt) => [
    'allocate',
    {
      objects: [node('n'), CLASS, slice('s', 128)],
      claims: [claim('c', 1, () => selected(`lists.range(30).all(a, lists.range(20).all(b, a + b + ${salt} >= 0)) && false`))],
      node: 'n',
    },
  ],
  'many requests, each with a selector': (salt) => [
    'allocate',
    {
      objects: [node('n'), CLASS, ...times(5, (index) => slice(`s${index}`, 128))],
      claims: [claim('c', 32, (index) => selected(`device.attributes['${DRIVER}'].i == ${salt * 100 + index}`))],
      node: 'n',
    },
  ],
  'long selectors': (salt) => [
    'allocate',
    {
      objects: [node('n'), CLASS, slice('s', 1)],
      claims: [claim('c', 5, () => selected(times(250, (index) => `device.driver != "${salt}x${index}"`).join(' && ')))],
      node: 'n',
    },
  ],
  'patterns with large counts': (salt) => [
    'allocate',
    {
      objects: [node('n'), CLASS, slice('s', 2)],
      claims: [claim('c', 6, (index) => selected(`"x".matches("(a|b|${salt}${index}[a-z]{900})(\\\\p{L}{900})")`))],
      node: 'n',
    },
  ],
  'patterns with many classes': (salt) => [
    'allocate',
    {
      objects: [node('n'), CLASS, slice('s', 2)],
      claims: [claim('c', 8, (index) => selected(`"xx".matches("${'(?i)[\\\\p{L}\\\\p{N}]'.repeat(40)}${salt}${index}")`))],
      node: 'n',
    },
  ],
  'selectors with mistakes': (salt) => [
    'allocate',
    {
      objects: [node('n'), CLASS, slice('s', 2)],
      claims: [claim('c', 32, (index) => selected(`device.atributes["${salt}"].foo.bar + nmae${index}`))],
      node: 'n',
    },
  ],
  'many nodes, each without an answer': (salt) => [
    'filter',
    {
      objects: [CLASS, ...times(500, (index) => node(`n${salt}-${index}`)), slice('s', 128, { allNodes: true })],
      claims: [claim('c', 1, () => ({ count: 200 }))],
    },
  ],
  'many devices': (salt) => [
    'allocate',
    {
      objects: [node('n'), CLASS, ...times(9, (index) => slice(`s${salt}-${index}`, 128))],
      claims: [claim('c', 32, () => ({}))],
      node: 'n',
    },
  ],
};

const NAMES = Object.keys(QUESTIONS);

/** One of them; each number gives another one. */
export function slyRequest(number: number): HostileRequest {
  const name = NAMES[number % NAMES.length] as string;
  const [topic, question] = (QUESTIONS[name] as (salt: number) => Question)(number);
  return { name, path: `/${topic}`, type: 'application/json', body: JSON.stringify(question), statuses: [200, 422, 503] };
}
