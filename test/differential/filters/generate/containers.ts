// Containers, sidecars and init containers with their requests, and the statuses that a kubelet reports.

import type { Random } from '../../generate/random.js';
import { type AmountOptions, type Amounts, requested } from './amounts.js';

/** A part of an object as JSON. */
export type Part = Record<string, unknown>;

/** Images in various notations. Some nodes have them under another name. */
export const IMAGES = [
  'nginx',
  'nginx:latest',
  'nginx:1.27',
  'registry.example.com:5000/team/nginx',
  'registry.example.com:5000/team/nginx:latest',
  'gpu@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef',
  'ubuntu:24.04',
  '',
];

const ADDRESSES = ['', '0.0.0.0', '127.0.0.1', '10.0.0.1', '::', '::1'];
const PROTOCOLS = [undefined, 'TCP', 'UDP', 'SCTP', ''];
const PORTS = [0, 80, 80, 443, 8080, 65535];

/** Requests and limits. The API server derives requests from limits. */
export function resources(random: Random, options: AmountOptions): Part {
  const part: Part = {};
  if (random.chance(0.7)) part['requests'] = requested(random, options);
  if (random.chance(0.4)) part['limits'] = requested(random, options);
  return part;
}

function port(random: Random): Part {
  const part: Part = { containerPort: random.pick(PORTS) };
  if (random.chance(0.6)) part['hostPort'] = random.pick([...PORTS, 80, 8080]);
  const protocol = random.pick(PROTOCOLS);
  if (protocol !== undefined) part['protocol'] = protocol;
  if (random.chance(0.4)) part['hostIP'] = random.pick(ADDRESSES);
  return part;
}

/** A container. An init container may be a sidecar. */
export function container(random: Random, name: string, isInit: boolean, options: AmountOptions): Part {
  const part: Part = { name, image: random.pick(IMAGES) };
  if (random.chance(0.85)) part['resources'] = resources(random, options);
  if (random.chance(0.35)) part['ports'] = random.times(random.integer(1, 2), () => port(random));
  if (isInit && random.chance(0.5)) part['restartPolicy'] = random.pick(['Always', 'Always', 'Always', 'OnFailure', 'Never']);
  if (random.chance(0.06)) {
    const action = random.pick(['RestartAllContainers', 'RestartAllContainers', 'Restart']);
    part['restartPolicyRules'] = [{ action, exitCodes: { operator: 'In', values: [1] } }];
  }
  if (random.chance(0.06)) {
    part['volumeMounts'] = [
      { name: 'v', mountPath: '/v', ...(random.chance(0.5) ? { bindMountOptions: random.chance(0.7) ? ['noexec'] : [] } : {}) },
    ];
  }
  return part;
}

/** The container statuses of a kubelet. Some containers have no status, and some statuses are for containers that do not exist. */
export function statuses(random: Random, names: readonly string[], options: AmountOptions): Part[] {
  return [...names, 'other']
    .filter(() => random.chance(0.6))
    .map((name) => {
      const part: Part = { name };
      if (random.chance(0.6)) part['allocatedResources'] = requested(random, options);
      if (random.chance(0.6))
        part['resources'] = random.chance(0.9) ? { requests: requested(random, options) } : resources(random, options);
      return part;
    });
}

/** The amounts of a node's resources that devices of a claim represent. */
export function deviceShares(random: Random, names: readonly string[], options: AmountOptions): Part[] {
  const entries = (amounts: Amounts, key: string): Part[] => Object.entries(amounts).map(([name, quantity]) => ({ name, [key]: quantity }));
  return random.times(random.integer(1, 2), (index) => ({
    resourceClaimName: `claim-${index}`,
    containers: random.some(names, 0.6),
    mapping: entries(requested(random, options), 'quantity'),
    overhead: entries(requested(random, options), random.pick(['perPod', 'perContainer'])),
  }));
}
