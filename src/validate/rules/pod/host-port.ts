import { containersOf, isPortNumber, PORT_RANGE } from '../../checks/pods.js';
import { duplicate, invalid } from '../../messages.js';
import type { Rule, RuleContext } from '../../rule.js';
import type { Field } from '../../tree/field.js';

/** Returns the host port, or 0 if none exists. In the host network, an unset host port of a pod defaults to the container port. */
function numberOf(port: Field, isOnHost: boolean, { kind }: RuleContext): bigint {
  const portNumber = port.child('hostPort').integer;
  const isDefaulted = port.parent?.parent?.parent?.step !== 'ephemeralContainers';
  return portNumber === 0n && isOnHost && kind === 'Pod' && isDefaulted ? port.child('containerPort').integer : portNumber;
}

/** Host ports also differ by protocol and address. */
function keyOf(port: Field, number: bigint): string {
  return `${port.child('protocol').text || 'TCP'}/${port.child('hostIP').text}/${number}`;
}

function checkUniquePorts(
  ports: readonly Field[],
  isOnHost: boolean,
  context: RuleContext,
  placeOf = (port: Field): string => port.path,
): void {
  const taken = new Set<string>();
  for (const port of ports) {
    const number = numberOf(port, isOnHost, context);
    if (number === 0n) continue;
    const key = keyOf(port, number);
    if (taken.has(key)) context.report(port.child('hostPort').as(`${placeOf(port)}.hostPort`), duplicate(key));
    taken.add(key);
  }
}

/** Each port of a node can be used only once. */
export const hostPort: Rule = {
  id: 'host-port',
  severity: 'error',
  says: 'Containers of a pod use the same host port, or a host network port differs from the container port',
  link: 'https://kubernetes.io/docs/concepts/configuration/overview/',
  at: ['core.PodSpec'],
  examples: () => ({
    kind: 'Pod',
    bad: { 'spec.containers[0].ports': [1, 2].map((containerPort) => ({ containerPort, hostPort: 80 })) },
    good: { 'spec.containers[0].ports': [1, 2].map((containerPort) => ({ containerPort, hostPort: containerPort })) },
  }),
  check(spec, context) {
    const isOnHost = spec.child('hostNetwork').flag;
    const portsOf = (container: Field): readonly Field[] => container.child('ports').items;
    const running = spec.child('containers').items.flatMap(portsOf);
    for (const port of containersOf(spec).flatMap(portsOf)) {
      context.checkpoint.step();
      const number = numberOf(port, isOnHost, context);
      if (number !== 0n && !isPortNumber(number)) context.report(port.child('hostPort'), invalid(number, PORT_RANGE));
    }
    for (const port of isOnHost ? running : []) {
      const number = numberOf(port, isOnHost, context);
      if (number !== 0n && number !== port.child('containerPort').integer)
        context.report(port.child('hostPort'), invalid(number, 'must match `containerPort` when `hostNetwork` is true'));
    }
    checkUniquePorts(running, isOnHost, context);
    // Init containers run one by one. The API server reports the path of the first one for all of them.
    const first = spec.child('initContainers').index(0).child('ports');
    for (const container of spec.child('initContainers').items)
      checkUniquePorts(portsOf(container), isOnHost, context, (port) => first.index(Number(port.step)).path);
  },
};
