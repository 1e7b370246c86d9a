// The entries of docs/reference/v1beta1.md: the effects of each field of v1beta1 claims. test/docs/v1beta1.test.ts changes each field and checks them.

/**
 * - `devices`: which devices are allocated, or an error.
 * - `pods`: where a pod with the claim can run and be bound.
 * - `allocation`: the AllocationResult, besides devices.
 * - `printed`: the claim that `allocate -o yaml` prints.
 * - `inventory`: the output of `inventory`.
 * - `explanation`: the output of `explain`.
 * @typedef {'devices' | 'pods' | 'allocation' | 'printed' | 'inventory' | 'explanation'} Effect
 */

/**
 * A field with its effects, and their purpose or the reason for none.
 * @typedef {{ readonly path: string, readonly effects: readonly Effect[], readonly says: string }} FieldUse
 */

/**
 * A section of the page: the fields that begin with `prefix`, if it has fields.
 * @typedef {{ readonly title: string, readonly prefix?: string, readonly text: readonly string[] }} Part
 */

/**
 * @param {string} path
 * @param {string} effects with blanks between them
 * @param {string} says
 * @returns {FieldUse}
 */
function field(path, effects, says) {
  return { path, effects: /** @type {Effect[]} */ (effects.split(' ').filter((effect) => effect !== '')), says };
}

/** Returns the fields that requests and their alternatives share. @param {string} path @param {string} who @returns {readonly FieldUse[]} */
function selection(path, who) {
  const toleration = (/** @type {string} */ name, /** @type {string} */ says) =>
    field(`${path}.tolerations[].${name}`, 'devices allocation printed explanation', says);
  return [
    field(`${path}.selectors[].cel.expression`, 'devices printed explanation', 'a CEL expression that is true for matching devices'),
    field(`${path}.allocationMode`, 'devices printed explanation', '`ExactCount` (default) or `All`; other values are an error'),
    field(`${path}.count`, 'devices printed explanation', `the number of devices that ${who} needs; default 1`),
    toleration('key', 'the tolerated taints; the result repeats them'),
    toleration('operator', '`Equal` (default) or `Exists`'),
    toleration('value', 'compared by `Equal`'),
    toleration('effect', 'the tolerated effect; default all'),
    field(
      `${path}.tolerations[].tolerationSeconds`,
      'allocation printed',
      'for the eviction controller, which is not simulated; the device is available with any value',
    ),
    field(`${path}.capacity.requests[]`, 'devices allocation printed explanation', 'the capacity that the claim uses of a shared device'),
    field(`${path}.derivedAttributes[].name`, 'devices printed explanation', 'the attribute that constraints name'),
    field(`${path}.derivedAttributes[].expression`, 'devices printed explanation', 'the value of that attribute for each device'),
  ];
}

const REQUEST = 'spec.devices.requests[]';
const RESULT = 'status.allocation.devices.results[]';
const NODE_TERM = 'status.allocation.nodeSelector.nodeSelectorTerms[]';
const REPORT = 'status.devices[]';
const NODES_OF = 'the nodes on which an allocated claim is usable';
const CLASSIC = 'a field of classic DRA; a warning says that it has no effect';
const SEMANTICS = 'only with the gate `XAttributeSemantics`';
const PASSED_ON = 'passed on';
const MANAGERS = 'omitted from printed claims, since an applied object must not have it';

/** @type {readonly FieldUse[]} */
export const FIELDS = [
  field('kind', 'devices pods explanation', 'the decoder of the object'),
  field('apiVersion', 'devices pods explanation', 'the form of requests: flat here, under `exactly` since v1beta2; printed claims use v1'),
  field('metadata.name', 'pods printed inventory explanation', 'the name that pods and users refer to'),
  field('metadata.generateName', 'printed', 'the prefix of a generated name, equal in each run'),
  field('metadata.namespace', 'pods printed inventory explanation', 'pods use claims of their namespace only'),
  field('metadata.selfLink', '', 'no longer set by servers; omitted from printed claims'),
  field('metadata.uid', 'printed', 'shows that a cluster stored the claim; its mistakes are then warnings'),
  field('metadata.resourceVersion', 'printed', PASSED_ON),
  field('metadata.generation', 'printed', PASSED_ON),
  field('metadata.creationTimestamp', 'printed', PASSED_ON),
  field('metadata.deletionTimestamp', 'pods printed', 'a pod cannot use a claim that is being deleted'),
  field('metadata.deletionGracePeriodSeconds', 'printed', PASSED_ON),
  field('metadata.labels[]', 'printed', 'passed on; no selector of DRA reads labels of claims'),
  field(
    'metadata.annotations[]',
    'pods printed',
    '`resource.kubernetes.io/pod-claim-name` names the entry of its pod; `resource.kubernetes.io/extended-resource-claim` marks a claim for extended resources; others are passed on',
  ),
  field('metadata.ownerReferences[].apiVersion', 'printed inventory', 'distinguishes pods and PodGroups from other kinds with these names'),
  field('metadata.ownerReferences[].kind', 'pods printed inventory', 'a claim created for a pod or PodGroup is only for that owner'),
  field('metadata.ownerReferences[].name', 'pods printed inventory', 'that pod or PodGroup'),
  field('metadata.ownerReferences[].uid', 'pods printed', 'that pod, not another pod with its name'),
  field('metadata.ownerReferences[].controller', 'pods printed', 'only the controlling owner counts'),
  field('metadata.ownerReferences[].blockOwnerDeletion', 'printed', PASSED_ON),
  field('metadata.finalizers[]', 'printed', PASSED_ON),
  ...['manager', 'operation', 'apiVersion', 'time', 'fieldsType', 'fieldsV1', 'subresource'].map((name) =>
    field(`metadata.managedFields[].${name}`, '', MANAGERS),
  ),
  field(`${REQUEST}.name`, 'devices allocation printed explanation', 'the name in results, constraints, configuration and containers'),
  field(`${REQUEST}.deviceClassName`, 'devices pods printed explanation', 'the class; its selectors and configuration apply too'),
  field(`${REQUEST}.adminAccess`, 'devices allocation printed', 'devices in use are available too, and stay free for others'),
  ...selection(REQUEST, 'the request'),
  field(`${REQUEST}.firstAvailable[].name`, 'allocation printed explanation', 'results use the name `request/alternative`'),
  field(`${REQUEST}.firstAvailable[].deviceClassName`, 'devices printed explanation', 'the class of this alternative'),
  ...selection(`${REQUEST}.firstAvailable[]`, 'this alternative'),
  field(
    `${REQUEST}.firstAvailableOf`,
    'devices allocation printed explanation',
    'the name in KEP-4816 for `firstAvailable`; accepted with a warning, and printed as `firstAvailable`',
  ),
  field('spec.devices.constraints[].requests[]', 'devices printed explanation', 'the requests of the constraint; default all'),
  field('spec.devices.constraints[].matchAttribute', 'devices printed explanation', 'their devices share a value of this attribute'),
  field(
    'spec.devices.constraints[].distinctAttribute',
    'devices printed explanation',
    'no two of their devices share a value of this attribute',
  ),
  field(
    'spec.devices.constraints[].matchSemantics',
    'devices printed explanation',
    `how values of \`matchAttribute\` are compared (an alternative in KEP-5491): ${SEMANTICS}`,
  ),
  field(
    'spec.devices.constraints[].distinctSemantics',
    'devices printed explanation',
    `how values of \`distinctAttribute\` are compared (an alternative in KEP-5491): ${SEMANTICS}`,
  ),
  field('spec.devices.constraints[].semantics', 'devices printed explanation', `either of them, under one name: ${SEMANTICS}`),
  field('spec.devices.config[].requests[]', 'allocation printed', 'the requests that it applies to; default all'),
  field('spec.devices.config[].opaque.driver', 'allocation printed', 'passed on to the driver, in the result'),
  field('spec.devices.config[].opaque.parameters', 'allocation printed', 'passed on unchanged'),
  field(
    'spec.firstOfDevices',
    'devices pods allocation printed explanation',
    'whole alternatives of a claim (an alternative in KEP-4816): only with the gate `XFirstOfDevices`',
  ),
  field('spec.controller', '', CLASSIC),
  field(`${RESULT}.request`, 'allocation printed', 'the result repeats it'),
  field(`${RESULT}.driver`, 'devices printed inventory explanation', 'the device in use, with pool and device name'),
  field(`${RESULT}.pool`, 'devices printed inventory explanation', 'see `driver`'),
  field(`${RESULT}.device`, 'devices printed inventory explanation', 'see `driver`'),
  field(`${RESULT}.adminAccess`, 'devices allocation printed inventory explanation', 'the device stays free for others'),
  ...['key', 'operator', 'value', 'effect', 'tolerationSeconds'].map((name) =>
    field(
      `${RESULT}.tolerations[].${name}`,
      'allocation printed',
      'the result repeats it; taints no longer matter for an allocated device',
    ),
  ),
  field(
    `${RESULT}.bindingConditions[]`,
    'devices allocation printed explanation',
    'the claim is pending until the driver reports each of them',
  ),
  field(
    `${RESULT}.bindingFailureConditions[]`,
    'devices allocation printed explanation',
    'the claim is unusable as soon as the driver reports one of them',
  ),
  field(
    `${RESULT}.shareID`,
    'devices allocation printed inventory explanation',
    'a share of the device; without it the claim uses the whole device',
  ),
  field(`${RESULT}.consumedCapacity[]`, 'devices printed inventory explanation', 'the capacity that the share uses'),
  field(`${RESULT}.skipNodeOperations[]`, 'allocation printed', 'for the kubelet'),
  field('status.allocation.devices.config[].source', 'allocation printed', 'the result repeats it'),
  field('status.allocation.devices.config[].requests[]', 'allocation printed', 'the result repeats it'),
  field('status.allocation.devices.config[].opaque.driver', 'allocation printed', 'the result repeats it'),
  field('status.allocation.devices.config[].opaque.parameters', 'allocation printed', 'the result repeats it'),
  ...['matchExpressions[].key', 'matchExpressions[].operator', 'matchExpressions[].values[]'].map((name) =>
    field(`${NODE_TERM}.${name}`, 'devices pods printed explanation', `${NODES_OF}: by their labels`),
  ),
  ...['matchFields[].key', 'matchFields[].operator', 'matchFields[].values[]'].map((name) =>
    field(`${NODE_TERM}.${name}`, 'devices pods printed explanation', `${NODES_OF}: by their names`),
  ),
  field(
    'status.allocation.allocationTimestamp',
    'devices allocation printed',
    'the start of the timeout for binding conditions, 600 seconds',
  ),
  field('status.allocation.firstOfDevicesIndex', 'allocation printed', 'the allocated alternative: only with the gate `XFirstOfDevices`'),
  ...['controller', 'resourceHandles', 'shareable'].map((name) => field(`status.allocation.${name}`, '', CLASSIC)),
  field('status.reservedFor[].apiGroup', 'printed inventory', 'distinguishes pods from other consumers'),
  field(
    'status.reservedFor[].resource',
    'pods printed inventory',
    'a claim has at most 256 consumers (32 up to 1.32), and one pod if its devices represent resources of the node',
  ),
  field('status.reservedFor[].name', 'pods printed inventory', 'the consumer, if the pod has no uid yet'),
  field('status.reservedFor[].uid', 'pods printed', 'the consumer'),
  field(`${REPORT}.driver`, 'devices printed explanation', 'the device that the driver reports, with pool and device name'),
  field(`${REPORT}.pool`, 'devices printed explanation', 'see `driver`'),
  field(`${REPORT}.device`, 'devices printed explanation', 'see `driver`'),
  field(`${REPORT}.shareID`, 'printed', 'passed on; conditions apply to all shares of a device, as in the scheduler'),
  field(`${REPORT}.conditions[].type`, 'devices printed explanation', 'compared with binding conditions'),
  field(`${REPORT}.conditions[].status`, 'devices printed explanation', '`True` counts'),
  field(`${REPORT}.conditions[].observedGeneration`, 'printed', PASSED_ON),
  field(`${REPORT}.conditions[].lastTransitionTime`, 'printed', PASSED_ON),
  field(`${REPORT}.conditions[].reason`, 'printed explanation', 'why a device failed'),
  field(`${REPORT}.conditions[].message`, 'printed explanation', 'why a device failed'),
  ...['data', 'networkData.interfaceName', 'networkData.ips[]', 'networkData.hardwareAddress'].map((name) =>
    field(`${REPORT}.${name}`, 'printed', 'passed on to users of the device'),
  ),
  ...['deallocationRequested', 'driverName'].map((name) => field(`status.${name}`, '', CLASSIC)),
];

/** @type {readonly Part[]} */
export const PARTS = [
  {
    title: 'The object',
    prefix: '',
    text: [],
  },
  {
    title: 'metadata',
    prefix: 'metadata.',
    text: ['Fields that are not listed are passed on.'],
  },
  {
    title: 'spec',
    prefix: 'spec.',
    text: ['An unknown field is an error. A ResourceClaimTemplate has the same fields in `spec.spec`.'],
  },
  {
    title: 'status',
    prefix: 'status.',
    text: ['An unknown field is an error. A claim with `status.allocation` keeps its devices; they are not free for others.'],
  },
  {
    title: 'ResourceClaimList',
    text: [
      'Each item is read as a claim. An item without a kind and version has the kind and version of the list.',
      '`metadata` of the list is ignored.',
      '`kind: List` is read too, with items of any kind.',
    ],
  },
  {
    title: 'Operations',
    text: [
      'This package is not an API server, and sends no requests. These are the closest equivalents:',
      '',
      '| operation | equivalent |',
      '|---|---|',
      '| get, list, watch | `-f` reads the output of `kubectl get -o json` or `yaml`; filter with kubectl. `apply` and `remove` of a cluster accept the events of a watch |',
      '| create | `validate` reports what the server would reject, with `fieldValidation=Strict`; claims have the defaults of the server (`allocationMode`, `count`, `operator`) |',
      '| update, patch | `apply` of a cluster replaces a claim; `explain` suggests patches (RFC 6902), and `--apply` writes them into files |',
      '| update and patch of the status | `allocate -o yaml` prints claims with `status.allocation`, `commit` and `bind` of a cluster apply an outcome |',
      '| delete, deletecollection | `remove` and `release` of a cluster |',
      '',
      'Parameters of requests, such as `dryRun`, `fieldManager`, `force` and `timeoutSeconds`, have no equivalent.',
    ],
  },
];
