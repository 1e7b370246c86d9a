// The entries of docs/reference/v1beta1.md: the effects of each field of claims of v1beta1, and what for. test/docs/v1beta1.test.ts changes each field and compares what it finds with what stands here.

/**
 * - `devices`: which devices claims get, or that they get none.
 * - `pods`: where a pod with the claim may go, and whether it can be bound there.
 * - `allocation`: what the result says beside devices.
 * - `printed`: the claim that `allocate -o yaml` prints.
 * - `inventory`: what `inventory` says.
 * - `explanation`: what `explain` says.
 * @typedef {'devices' | 'pods' | 'allocation' | 'printed' | 'inventory' | 'explanation'} Effect
 */

/** A field with what it changes, and what for or why not. @typedef {{ readonly path: string, readonly effects: readonly Effect[], readonly says: string }} FieldUse */

/** A section of the page: the fields that begin with `prefix`, if it has fields. @typedef {{ readonly title: string, readonly prefix?: string, readonly text: readonly string[] }} Part */

/**
 * @param {string} path
 * @param {string} effects with blanks between them
 * @param {string} says
 * @returns {FieldUse}
 */
function field(path, effects, says) {
  return { path, effects: /** @type {Effect[]} */ (effects.split(' ').filter((effect) => effect !== '')), says };
}

/** The fields that requests and their alternatives share. @param {string} path @param {string} who @returns {readonly FieldUse[]} */
function selection(path, who) {
  const toleration = (/** @type {string} */ name, /** @type {string} */ says) =>
    field(`${path}.tolerations[].${name}`, 'devices allocation printed explanation', says);
  return [
    field(`${path}.selectors[].cel.expression`, 'devices printed explanation', 'CEL, which is true for a device that will do'),
    field(`${path}.allocationMode`, 'devices printed explanation', '`ExactCount`, which is the default, or `All`; another one is an error'),
    field(`${path}.count`, 'devices printed explanation', `how many devices ${who} wants; 1 unless given`),
    toleration('key', 'the taints that are tolerated; they are repeated in the result'),
    toleration('operator', '`Equal` unless given, or `Exists`'),
    toleration('value', 'compared by `Equal`'),
    toleration('effect', 'the effect that is tolerated; every one unless given'),
    field(
      `${path}.tolerations[].tolerationSeconds`,
      'allocation printed',
      'for the eviction controller, which is not played: a device with the taint can be had either way',
    ),
    field(`${path}.capacity.requests[]`, 'devices allocation printed explanation', 'how much of a device is taken, where it can be shared'),
    field(`${path}.derivedAttributes[].name`, 'devices printed explanation', 'the attribute that constraints name'),
    field(`${path}.derivedAttributes[].expression`, 'devices printed explanation', 'the value of that attribute for each device'),
  ];
}

const REQUEST = 'spec.devices.requests[]';
const RESULT = 'status.allocation.devices.results[]';
const NODE_TERM = 'status.allocation.nodeSelector.nodeSelectorTerms[]';
const REPORT = 'status.devices[]';
const NODES_OF = 'the nodes on which a claim that has its devices can be used';
const CLASSIC = 'classic DRA had it; a warning says that it means nothing';
const SEMANTICS = 'with the gate `XAttributeSemantics`, else unknown';
const PASSED_ON = 'passed on';
const MANAGERS = 'left out of printed claims, as an applied object must not have it';

/** @type {readonly FieldUse[]} */
export const FIELDS = [
  field('kind', 'devices pods explanation', 'which decoder reads the object'),
  field(
    'apiVersion',
    'devices pods explanation',
    'how requests are written: flat here, under `exactly` since v1beta2. Printed claims are of v1',
  ),
  field('metadata.name', 'pods printed inventory explanation', 'how pods and people name the claim'),
  field('metadata.generateName', 'printed', 'a name is made of it where there is none, the same in each run'),
  field('metadata.namespace', 'pods printed inventory explanation', 'pods see claims of their namespace alone'),
  field('metadata.selfLink', '', 'no server fills it in any more; left out of printed claims'),
  field('metadata.uid', 'printed', 'tells the command that a cluster has stored the claim: what is wrong with it is a warning then'),
  field('metadata.resourceVersion', 'printed', PASSED_ON),
  field('metadata.generation', 'printed', PASSED_ON),
  field('metadata.creationTimestamp', 'printed', PASSED_ON),
  field('metadata.deletionTimestamp', 'pods printed', 'a claim that is being deleted is of no use to a pod'),
  field('metadata.deletionGracePeriodSeconds', 'printed', PASSED_ON),
  field('metadata.labels[]', 'printed', 'passed on; no selector of DRA reads labels of claims'),
  field(
    'metadata.annotations[]',
    'pods printed',
    '`resource.kubernetes.io/pod-claim-name` says for which entry of its pod a claim was made, `resource.kubernetes.io/extended-resource-claim` that it is for extended resources; others are passed on',
  ),
  field('metadata.ownerReferences[].apiVersion', 'printed inventory', 'tells pods and PodGroups from other kinds of these names'),
  field('metadata.ownerReferences[].kind', 'pods printed inventory', 'a claim that was made for a pod or a PodGroup is used by it alone'),
  field('metadata.ownerReferences[].name', 'pods printed inventory', 'that pod or PodGroup'),
  field('metadata.ownerReferences[].uid', 'pods printed', 'that pod, and not another one of its name'),
  field('metadata.ownerReferences[].controller', 'pods printed', 'only the owner that controls counts'),
  field('metadata.ownerReferences[].blockOwnerDeletion', 'printed', PASSED_ON),
  field('metadata.finalizers[]', 'printed', PASSED_ON),
  ...['manager', 'operation', 'apiVersion', 'time', 'fieldsType', 'fieldsV1', 'subresource'].map((name) =>
    field(`metadata.managedFields[].${name}`, '', MANAGERS),
  ),
  field(
    `${REQUEST}.name`,
    'devices allocation printed explanation',
    'how results, constraints, configuration and containers name the request',
  ),
  field(`${REQUEST}.deviceClassName`, 'devices pods printed explanation', 'the class, whose selectors and configuration count as well'),
  field(`${REQUEST}.adminAccess`, 'devices allocation printed', 'devices in use may be had, too, and stay free for others'),
  ...selection(REQUEST, 'the request'),
  field(`${REQUEST}.firstAvailable[].name`, 'allocation printed explanation', 'results name the alternative `request/alternative`'),
  field(`${REQUEST}.firstAvailable[].deviceClassName`, 'devices printed explanation', 'the class of this alternative'),
  ...selection(`${REQUEST}.firstAvailable[]`, 'this alternative'),
  field(
    `${REQUEST}.firstAvailableOf`,
    'devices allocation printed explanation',
    'as KEP-4816 drew `firstAvailable`: taken for it, with a warning, and printed under the name that is served',
  ),
  field(
    'spec.devices.constraints[].requests[]',
    'devices printed explanation',
    'the requests that a constraint holds for; all unless given',
  ),
  field('spec.devices.constraints[].matchAttribute', 'devices printed explanation', 'their devices have a value of it in common'),
  field(
    'spec.devices.constraints[].distinctAttribute',
    'devices printed explanation',
    'no two of their devices have a value of it in common',
  ),
  field(
    'spec.devices.constraints[].matchSemantics',
    'devices printed explanation',
    `how values of \`matchAttribute\` are compared, as KEP-5491 drew it under "Alternatives": ${SEMANTICS}`,
  ),
  field(
    'spec.devices.constraints[].distinctSemantics',
    'devices printed explanation',
    `how values of \`distinctAttribute\` are compared, likewise: ${SEMANTICS}`,
  ),
  field('spec.devices.constraints[].semantics', 'devices printed explanation', `either of them, likewise: ${SEMANTICS}`),
  field('spec.devices.config[].requests[]', 'allocation printed', 'the requests that it is for; all unless given'),
  field('spec.devices.config[].opaque.driver', 'allocation printed', 'passed on to the driver, in the result'),
  field('spec.devices.config[].opaque.parameters', 'allocation printed', 'passed on as they are'),
  field(
    'spec.firstOfDevices',
    'devices pods allocation printed explanation',
    'alternatives of whole claims, as KEP-4816 drew them under "Alternatives": with the gate `XFirstOfDevices`, else unknown',
  ),
  field('spec.controller', '', CLASSIC),
  field(`${RESULT}.request`, 'allocation printed', 'the result repeats it'),
  field(`${RESULT}.driver`, 'devices printed inventory explanation', 'with pool and device: the device is in use'),
  field(`${RESULT}.pool`, 'devices printed inventory explanation', 'likewise'),
  field(`${RESULT}.device`, 'devices printed inventory explanation', 'likewise'),
  field(`${RESULT}.adminAccess`, 'devices allocation printed inventory explanation', 'the device stays free for others'),
  ...['key', 'operator', 'value', 'effect', 'tolerationSeconds'].map((name) =>
    field(
      `${RESULT}.tolerations[].${name}`,
      'allocation printed',
      'the result repeats it; taints decide no more, as the device is allocated',
    ),
  ),
  field(`${RESULT}.bindingConditions[]`, 'devices allocation printed explanation', 'the claim waits until the driver reports each of them'),
  field(
    `${RESULT}.bindingFailureConditions[]`,
    'devices allocation printed explanation',
    'the claim is of no use once the driver reports one of them',
  ),
  field(
    `${RESULT}.shareID`,
    'devices allocation printed inventory explanation',
    'a share of the device, which others may share; without one it is taken whole',
  ),
  field(`${RESULT}.consumedCapacity[]`, 'devices printed inventory explanation', 'how much of the device the share takes'),
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
    'how long the claim waits for binding conditions: 600 seconds at most',
  ),
  field(
    'status.allocation.firstOfDevicesIndex',
    'allocation printed',
    'the alternative that was taken: with the gate `XFirstOfDevices`, else unknown',
  ),
  ...['controller', 'resourceHandles', 'shareable'].map((name) => field(`status.allocation.${name}`, '', CLASSIC)),
  field('status.reservedFor[].apiGroup', 'printed inventory', 'tells pods from other consumers'),
  field(
    'status.reservedFor[].resource',
    'pods printed inventory',
    'a claim is for 256 consumers at most (32 up to 1.32), and for one pod where its devices are resources of their node',
  ),
  field('status.reservedFor[].name', 'pods printed inventory', 'the consumer, where the pod has no uid yet'),
  field('status.reservedFor[].uid', 'pods printed', 'the consumer'),
  field(`${REPORT}.driver`, 'devices printed explanation', 'with pool and device: the device that the driver reports of'),
  field(`${REPORT}.pool`, 'devices printed explanation', 'likewise'),
  field(`${REPORT}.device`, 'devices printed explanation', 'likewise'),
  field(`${REPORT}.shareID`, 'printed', 'passed on; conditions of a device hold for all of its shares, as in the scheduler'),
  field(`${REPORT}.conditions[].type`, 'devices printed explanation', 'compared with binding conditions'),
  field(`${REPORT}.conditions[].status`, 'devices printed explanation', '`True` counts'),
  field(`${REPORT}.conditions[].observedGeneration`, 'printed', PASSED_ON),
  field(`${REPORT}.conditions[].lastTransitionTime`, 'printed', PASSED_ON),
  field(`${REPORT}.conditions[].reason`, 'printed explanation', 'why a device failed'),
  field(`${REPORT}.conditions[].message`, 'printed explanation', 'why a device failed'),
  ...['data', 'networkData.interfaceName', 'networkData.ips[]', 'networkData.hardwareAddress'].map((name) =>
    field(`${REPORT}.${name}`, 'printed', 'for whoever uses the device'),
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
    text: ['It is lenient: what is not listed is passed on. "kept" fields are of the JSON that is kept beside what is decoded.'],
  },
  {
    title: 'spec',
    prefix: 'spec.',
    text: [
      'It is strict: an unknown field is an error. The same fields stand under `spec.spec` of a ResourceClaimTemplate, and mean the same there.',
    ],
  },
  {
    title: 'status',
    prefix: 'status.',
    text: ['It is strict, too. A claim with `status.allocation` has its devices; it keeps them, and they are not free for others.'],
  },
  {
    title: 'ResourceClaimList',
    text: [
      'Each of `items` is read like a claim of its own, with the kind and version of the list where it says none. `metadata` of the list is not read: it tells',
      'how to go on listing. `kind: List`, as kubectl prints it, is read as well, with items of any kind.',
    ],
  },
  {
    title: 'Operations',
    text: [
      'None is served: there is no API server here, and no request is sent to one. What comes nearest:',
      '',
      '| operation | here |',
      '|---|---|',
      "| get, list, watch | `-f` takes what `kubectl get -o json` or `yaml` printed, a claim or lists; `fieldSelector`, `labelSelector` and `limit` are kubectl's to give. `apply` and `remove` of a cluster take what a watch tells |",
      '| create | `validate` says what the server would refuse, with `fieldValidation=Strict`; a claim that it takes gets the defaults that the server fills in (`allocationMode`, `count`, `operator`) |',
      '| update, patch | `apply` of a cluster replaces a claim; `explain` suggests patches (RFC 6902), and `--apply` writes them into files |',
      '| update and patch of the status | `allocate -o yaml` prints claims with `status.allocation`, `commit` and `bind` of a cluster take an outcome as the scheduler writes it |',
      '| delete, deletecollection | `remove` and `release` of a cluster |',
      '',
      'The parameters `dryRun`, `fieldManager`, `force`, `pretty`, `gracePeriodSeconds`, `propagationPolicy`, `resourceVersion`, `timeoutSeconds` and their like are about the',
      'request, and have no counterpart.',
    ],
  },
];
