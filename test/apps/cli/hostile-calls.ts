// Documents with a string in most fields, and a call of every command on them.

import { readFileSync } from 'node:fs';
import { loadAll } from 'js-yaml';
import type { CommandName } from '../../../src/apps/cli/help.js';

export type Value = null | string | number | boolean | Value[] | { [key: string]: Value };

const documentsIn = (file: string): Value[] => loadAll(readFileSync(`examples/${file}`, 'utf8')) as Value[];

/** Pods, claims, devices and nodes with many fields. Some claims fit, some do not, and some cause errors. */
const RICH = loadAll(`
apiVersion: v1
kind: Node
metadata: {name: node-c, labels: {zone: east, kubernetes.io/hostname: node-c}, annotations: {note: text}}
spec: {taints: [{key: team, value: red, effect: NoSchedule}]}
status:
  allocatable: {cpu: "16", memory: 64Gi, pods: "110", example.com/card: "2"}
  conditions: [{type: Ready, status: "False", reason: Broken, message: it is broken}]
---
apiVersion: resource.k8s.io/v1
kind: DeviceClass
metadata: {name: odd}
spec: {extendedResourceName: example.com/odd, selectors: [{cel: {expression: 'device.attributes["gpu.example.com"].missing == "a"'}}]}
---
apiVersion: resource.k8s.io/v1
kind: DeviceClass
metadata: {name: wrong}
spec: {selectors: [{cel: {expression: 'device.nothing === 1'}}]}
---
apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata: {name: slice-c}
spec:
  driver: net.example.com
  nodeName: node-c
  pool: {name: pool-c, generation: 1, resourceSliceCount: 2}
  devices:
  - name: nic-0
    attributes: {speed: {string: fast}, net.example.com/kind: {string: eth}, version: {version: 1.2.3}}
    capacity: {bandwidth: {value: 10Gi}}
    taints: [{key: repair, value: fan, effect: NoExecute}]
---
apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata: {namespace: ml, name: held}
spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu}}]}}
status:
  reservedFor: [{resource: pods, name: runner, uid: "1"}]
  allocation: {devices: {results: [{request: r, driver: gpu.example.com, pool: node-a, device: gpu-0}]}}
  devices: [{driver: gpu.example.com, pool: node-a, device: gpu-0, conditions: [{type: Ready, status: "False", reason: Bad, message: no link}]}]
---
apiVersion: v1
kind: Pod
metadata: {namespace: ml, name: runner, uid: "1"}
spec: {nodeName: node-a, containers: [{name: main, image: i}], resourceClaims: [{name: d, resourceClaimName: held}]}
status: {phase: Running}
---
apiVersion: v1
kind: Pod
metadata: {namespace: ml, name: picky, labels: {app: picky}}
spec:
  nodeSelector: {zone: west}
  tolerations: [{key: other, operator: Exists}]
  schedulingGates: []
  containers: [{name: main, image: i, resources: {requests: {cpu: "1", example.com/none: "1"}}}]
  resourceClaims: [{name: d, resourceClaimTemplateName: two-gpus}]
---
apiVersion: v1
kind: Pod
metadata: {namespace: ml, name: lost}
spec: {containers: [{name: main, image: i}], resourceClaims: [{name: d, resourceClaimName: absent}]}
---
apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata: {namespace: ml, name: fails}
spec:
  devices:
    requests:
    - {name: r, exactly: {deviceClassName: odd}}
    - {name: s, firstAvailable: [{name: t, deviceClassName: gpu, selectors: [{cel: {expression: 'device.driver == "x"'}}]}]}
    constraints: [{requests: [r], matchAttribute: gpu.example.com/model}]
    config: [{requests: [r], opaque: {driver: gpu.example.com, parameters: {kind: Config, sharing: none}}}]
---
apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata: {namespace: ml, name: compiles-not}
spec: {devices: {requests: [{name: r, exactly: {deviceClassName: wrong}}]}}
---
apiVersion: example.com/v1
kind: Robot
metadata: {name: robbie}
---
apiVersion: v1
kind: ResourceQuota
metadata: {namespace: ml, name: quota}
spec: {hard: {gpu.deviceclass.resource.k8s.io/devices: "4", pods: "9"}}
`) as Value[];

export const CLUSTER = [...documentsIn('simulate/cluster.yaml'), ...RICH];
const CHANGED = [...documentsIn('simulate/cluster.yaml').slice(2), ...RICH.slice(0, 5)];
const TEMPLATE = JSON.parse(JSON.stringify(documentsIn('simulate/cluster.yaml').slice(0, 4)).replaceAll('node-a', 'new')) as Value[];

/** The files of a command, and its arguments. */
export interface Call {
  readonly files: Readonly<Record<string, readonly Value[]>>;
  readonly argv: readonly string[];
}

const CLASSIC = { 'a.yaml': [...documentsIn('classic-dra/cluster.yaml'), ...documentsIn('classic-dra/split.yaml')] };
const SWEEP = { 'clusters.yaml': documentsIn('sweep/cluster.yaml'), 'steady.yaml': documentsIn('sweep/steady.yaml') };

/** The calls of each command. A missing command is a type error. */
export const CALLS: Readonly<Record<CommandName, readonly Call[]>> = {
  allocate: [{ files: { 'a.yaml': CLUSTER }, argv: ['-f', 'a.yaml'] }],
  explain: [{ files: { 'a.yaml': CLUSTER }, argv: ['-f', 'a.yaml'] }],
  nodes: [{ files: { 'a.yaml': CLUSTER }, argv: ['-f', 'a.yaml'] }],
  fit: [
    { files: { 'a.yaml': CLUSTER }, argv: ['-f', 'a.yaml', '--most', '3'] },
    { files: { 'a.yaml': CLUSTER, 'b.yaml': TEMPLATE }, argv: ['-f', 'a.yaml', '--most', '3', '--node-template', 'b.yaml'] },
  ],
  diff: [{ files: { 'a.yaml': CLUSTER, 'b.yaml': CHANGED }, argv: ['-f', 'a.yaml', '--with', 'b.yaml'] }],
  simulate: [
    { files: { 'a.yaml': CLUSTER, 'b.yaml': documentsIn('simulate/trace.yaml') }, argv: ['-f', 'a.yaml', '-f', 'b.yaml', '--room', '1'] },
    { files: { ...SWEEP, 'a.yaml': [sweep()] }, argv: ['-f', 'a.yaml'] },
  ],
  merge: [{ files: { 'a.yaml': [] }, argv: ['a.yaml'] }],
  inventory: [{ files: { 'a.yaml': CLUSTER }, argv: ['-f', 'a.yaml'] }],
  cel: [{ files: { 'a.yaml': CLUSTER }, argv: ['device.attributes["gpu.example.com"].model == "a100"', '-f', 'a.yaml'] }],
  validate: [{ files: { 'a.yaml': [...CLUSTER, ...CHANGED] }, argv: ['a.yaml'] }],
  classic: [{ files: CLASSIC, argv: ['-f', 'a.yaml'] }],
  migrate: [{ files: CLASSIC, argv: ['-f', 'a.yaml'] }],
  rules: [{ files: {}, argv: [] }],
  completion: [{ files: {}, argv: ['bash'] }],
};

function sweep(): Value {
  const name = (text: string, file: string): Value => ({ name: text, files: [file] });
  return {
    apiVersion: 'simulate.dra-allocator/v1alpha1',
    kind: 'Sweep',
    clusters: [name('two', 'clusters.yaml')],
    workloads: [name('steady', 'steady.yaml')],
    releases: ['1.37'],
    seeds: { from: 1, count: 1 },
  };
}
