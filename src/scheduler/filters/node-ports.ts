// NodePorts: accepts only nodes where the host ports of the pod are free. Source: plugin nodeports of Kubernetes 1.37.1.

import { shorten } from '../../core/base/words.js';
import { type FilterInIncrements, PASSED, type Rejection } from './filter.js';
import { type HostPort, hostPorts, type UsedPorts } from './host-ports.js';

export const nodePorts: FilterInIncrements = {
  plugin: 'NodePorts',
  changesWith: 'pods',
  *preparing(pod, _context, checkpoint) {
    const wanted = yield* hostPorts(pod, checkpoint);
    if (wanted.length === 0) return undefined;
    return {
      test({ usedPorts }, own) {
        own.step(wanted.length);
        for (const each of wanted) {
          const detail = taken(each, usedPorts);
          if (detail !== undefined) return rejectionFor(detail);
        }
        return PASSED;
      },
      *testing({ usedPorts }, own) {
        for (const each of wanted) {
          yield* usedPorts.indexing(each.port, own);
          const detail = taken(each, usedPorts);
          if (detail !== undefined) return rejectionFor(detail);
          if (own.due()) yield;
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
function taken(wanted: HostPort, used: UsedPorts): string | undefined {
  const holder = used.holderOf(wanted);
  return holder === undefined ? undefined : `port ${shorten(wanted.port, MOST_SHOWN)} is taken by pod ${holder}`;
}

const MOST_SHOWN = 80;
