// NodePorts: ports of the node that the pod wants for itself must be free. Source: plugin nodeports of Kubernetes 1.37.1.

import type { Checkpoint } from '../../core/base/checkpoint.js';
import { shorten } from '../../core/base/words.js';
import { type NodeFilter, PASSED } from './filter.js';
import { type HostPort, hostPorts, type UsedPorts } from './host-ports.js';

/** The host ports of the pod. */
export const nodePorts: NodeFilter = {
  plugin: 'NodePorts',
  changesWith: 'pods',
  prepare(pod, _context, checkpoint) {
    const wanted = hostPorts(pod, checkpoint);
    if (wanted.length === 0) return undefined;
    const [only] = wanted.length === 1 ? wanted : [];
    return {
      test({ usedPorts }, own) {
        const detail = only === undefined ? own.first(wanted, (each) => taken(each, usedPorts, own)) : taken(only, usedPorts, own);
        if (detail === undefined) return PASSED;
        return [{ code: 'host-port', message: "node(s) didn't have free ports for the requested pod ports", detail }];
      },
    };
  },
};

/** Says who has a port; undefined: nobody. */
function taken(wanted: HostPort, used: UsedPorts, checkpoint: Checkpoint): string | undefined {
  const holder = used.holderOf(wanted, checkpoint);
  return holder === undefined ? undefined : `port ${shorten(wanted.port, MOST_SHOWN)} is taken by pod ${holder}`;
}

const MOST_SHOWN = 80;
