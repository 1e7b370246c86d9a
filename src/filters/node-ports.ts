// NodePorts: ports of the node that the pod wants for itself must be free. Source: plugin nodeports of Kubernetes 1.37.1.

import { shorten } from '../base/words.js';
import { type NodeFilter, PASSED } from './filter.js';
import { hostPorts } from './host-ports.js';

/** The host ports of the pod. */
export const nodePorts: NodeFilter = {
  plugin: 'NodePorts',
  changesWith: 'pods',
  prepare(pod, _context, checkpoint) {
    const wanted = hostPorts(pod, checkpoint);
    if (wanted.length === 0) return undefined;
    return {
      test({ usedPorts }, own) {
        const detail = own.first(wanted, (hostPort) => {
          const holder = usedPorts.holderOf(hostPort, own);
          return holder === undefined ? undefined : `port ${shorten(hostPort.port, MOST_SHOWN)} is taken by pod ${holder}`;
        });
        if (detail === undefined) return PASSED;
        return [{ code: 'host-port', message: "node(s) didn't have free ports for the requested pod ports", detail }];
      },
    };
  },
};

const MOST_SHOWN = 80;
