import { expect, test } from 'vitest';
import { nodePorts } from '../../../src/scheduler/filters/node-ports.js';
import { info, node, pod, told } from './objects.js';

const ports = (...list: object[]): object => ({ containers: [{ ports: list }] });

test('host ports must be free, and the pod that has one is reported', () => {
  const on = info(node(), [pod(ports({ hostPort: 80 }), {}, 'web')]);
  expect(told(nodePorts, pod(ports({ hostPort: 81 }, { hostPort: 80, hostIP: '10.0.0.1' })), on)).toEqual([
    ['host-port', 'port TCP/80 is in use by pod ns/web'],
  ]);
  expect(told(nodePorts, pod(ports({ hostPort: 80, protocol: 'UDP' })), on)).toEqual([]);
  expect(told(nodePorts, pod(ports({ containerPort: 80 })), on)).toEqual([]);
});
