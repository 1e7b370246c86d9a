// Questions that a process answers before it serves any, so that the code which answers is compiled by then.

import type { Engine } from './engine.js';
import type { Asked } from './question.js';

/** The number of questions, and the most milliseconds for them. */
const ROUNDS = 500;
const MILLISECONDS = 1000;

const DEVICES = 8;
const API = 'resource.k8s.io/v1';

/** Returns a question about two devices with a common value. Each number makes another question. */
export function warmUpQuestion(number: number): Asked {
  const topic = number % 4 === 3 ? 'filter' : 'allocate';
  const devices = Array.from({ length: DEVICES }, (_, index) => ({
    name: `device-${index}`,
    attributes: { kind: { string: index % 2 === 0 ? 'gpu' : 'nic' }, root: { string: `root-${index >> 1}` } },
    capacity: { memory: { value: '80Gi' } },
  }));
  const requests = ['gpu', 'nic'].map((kind) => ({
    name: `${kind}-${number}`,
    exactly: {
      deviceClassName: 'warm-up',
      selectors: [{ cel: { expression: `device.attributes['warm-up.example.com'].kind == '${kind}'` } }],
    },
  }));
  const pool = { name: 'warm-up', generation: 1, resourceSliceCount: 1 };
  const question = {
    objects: [
      { apiVersion: 'v1', kind: 'Node', metadata: { name: 'warm-up' } },
      {
        apiVersion: API,
        kind: 'DeviceClass',
        metadata: { name: 'warm-up' },
        spec: { selectors: [{ cel: { expression: "device.driver == 'warm-up.example.com'" } }] },
      },
      {
        apiVersion: API,
        kind: 'ResourceSlice',
        metadata: { name: `warm-up-${number % 4}` },
        spec: { driver: 'warm-up.example.com', nodeName: 'warm-up', pool, devices },
      },
    ],
    claims: [
      {
        apiVersion: API,
        kind: 'ResourceClaim',
        metadata: { name: `warm-up-${number}`, namespace: 'warm-up' },
        spec: {
          devices: {
            requests,
            constraints: [{ requests: requests.map(({ name }) => name), matchAttribute: 'warm-up.example.com/root' }],
          },
        },
      },
    ],
    ...(topic === 'allocate' ? { node: 'warm-up' } : {}),
  };
  return { topic, language: 'json', body: new TextEncoder().encode(JSON.stringify(question)) };
}

/** Answers questions until the engine has its full speed. */
export async function warmUp(engine: Engine): Promise<void> {
  const end = performance.now() + MILLISECONDS;
  for (let number = 0; number < ROUNDS && performance.now() < end; number++) {
    await engine.answer(warmUpQuestion(number));
  }
}
