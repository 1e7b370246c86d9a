// NodePorts: accepts only nodes where the host ports of the pod are free. Source: plugin nodeports of Kubernetes 1.37.1.

import { shorten } from '../../core/base/words.js';
import { type FilterInIncrements, PASSED, type Rejection } from './filter.js';
import { type HostPort, hostPorts, type UsedPorts } from './host-ports.js';

export const nodePorts: FilterInIncrements = {
  plugin: 'NodePorts',
  changesWith: 'pods',
  *preparing(pod, _context, checkpoint) {
    const ports = yield* hostPorts(pod, checkpoint);
    if (ports.length === 0) return undefined;
    return {
      test({ usedPorts }, testCheckpoint) {
        testCheckpoint.step(ports.length);
        for (const each of ports) {
          const detail = taken(each, usedPorts);
          if (detail !== undefined) return rejectionFor(detail);
        }
        return PASSED;
      },
      *testing({ usedPorts }, testCheckpoint) {
        for (const each of ports) {
          yield* usedPorts.indexing(each.port, testCheckpoint);
          const detail = taken(each, usedPorts);
          if (detail !== undefined) return rejectionFor(detail);
          if (testCheckpoint.due()) yield;
        }
        return PASSED;
      },
    };
  },
};

function rejectionFor(detail: string): readonly Rejection[] {
  return [{ code: 'host-port', message: "node(s) didn't have free ports for the requested pod ports", detail }];
}

/** Returns which pod occupies a port, in words; undefined if it is free. */
function taken(port: HostPort, used: UsedPorts): string | undefined {
  const holder = used.holderOf(port);
  return holder === undefined ? undefined : `port ${shorten(port.port, MOST_SHOWN)} is in use by pod ${holder}`;
}

const MOST_SHOWN = 80;
