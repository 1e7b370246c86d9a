// The rows of the kinds of KubeVirt in the built-in table of kinds that make pods.

import type { JsonObject } from '../base/json.js';

/**
 * Returns the row of a kind whose virtual machines run in virt-launcher pods. Source: kubevirt.io/v1 VirtualMachineInstanceSpec
 * of kubevirt/kubevirt v1.9, and renderLaunchManifest there.
 */
const launcher = (kind: string, machine: string, stopped: readonly JsonObject[], pod: JsonObject = {}): JsonObject => ({
  group: 'kubevirt.io',
  kind,
  label: 'vm.kubevirt.io/name',
  remarks: [
    {
      text: 'KubeVirt adds guest memory, vCPUs, overhead, devices by deviceName and node labels to its pod: these are not considered',
    },
  ],
  stopped,
  pods: [{ template: machine, containers: ['domain'], names: 'virt-launcher-{name}', ...pod }],
});

/** A virtual machine with runStrategy Manual has a VirtualMachineInstance only after it is started. */
const haltedMachine = (machine: string): readonly JsonObject[] => [
  { path: `${machine}.running`, is: false },
  { path: `${machine}.runStrategy`, is: ['Halted', 'Manual'] },
];

const REPLICAS: JsonObject = { count: { path: 'spec.replicas', default: 1 }, names: 'virt-launcher-{name}-{0}' };
const PAUSED: JsonObject = { path: 'spec.paused', is: true };
const POOLED = 'spec.virtualMachineTemplate.spec';

/** The kinds of KubeVirt. */
export const KUBEVIRT: readonly JsonObject[] = [
  launcher('VirtualMachine', 'spec.template.spec', haltedMachine('spec')),
  launcher('VirtualMachineInstance', 'spec', [{ path: 'status.phase', is: ['Succeeded', 'Failed'] }]),
  launcher('VirtualMachineInstanceReplicaSet', 'spec.template.spec', [PAUSED], REPLICAS),
  { ...launcher('VirtualMachinePool', `${POOLED}.template.spec`, [PAUSED, ...haltedMachine(POOLED)], REPLICAS), group: 'pool.kubevirt.io' },
];
