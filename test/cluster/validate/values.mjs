// Invalid, unusual and limit values, by the kind of a field. The name of a field suffices to determine its kind.

import { Raw } from './mutation.mjs';

/** @typedef {import('./bases.mjs').Json} Json */

const long = (/** @type {number} */ length) => 'a'.repeat(length);

/** Texts for a field with a name, a key or a reference. Their lengths include the limits of all kinds of names. */
const NAMES = [
  ...[
    '',
    'GPU_0',
    'gpu_0',
    'Gpu',
    'a.b',
    'a/b',
    'a/b/c',
    '/a',
    'a/',
    '-a',
    'a-',
    '.a',
    'a..b',
    '1a',
    '0',
    'a b',
    ' a',
    'é',
    'a:b',
    'example.com/a-b',
    'example.com/_a',
  ],
  ...[32, 33, 63, 64, 65, 253, 254].map(long),
  ...[`${long(63)}.com/a`, `${long(60)}.com/a`, `example.com/${long(32)}`, `example.com/${long(33)}`, `example.com/${long(64)}`],
];

/** Texts for a field with any text. */
const TEXTS = ['', 'é', 'a b', long(64), long(65), long(257), 'line\nbreak'];

const VERSIONS = [
  '',
  '1',
  '1.2',
  'v1.2.3',
  '1.2.3-',
  '1.2.3+',
  '01.2.3',
  '1.2.3-01',
  '1.2.3-0a',
  '1.2.3-a.b+c.d',
  '1.2.3 ',
  `1.2.3-${long(58)}`,
  `1.2.3-${long(59)}`,
];

const TIMES = [
  '',
  'yesterday',
  '2026-01-02',
  '2026-01-02T03:04:05',
  '2026-01-02T03:04:05+02:00',
  '2026-01-02T03:04:05.123Z',
  '2026-02-30T00:00:00Z',
  '2026-01-02t03:04:05z',
  5,
];

const IDENTIFIERS = [
  '',
  'a',
  '11111111-2222-3333-4444-55555555555',
  '11111111222233334444555555555555',
  'AAAAAAAA-2222-3333-4444-555555555555',
];

const QUANTITIES = [
  ...[
    '',
    'a',
    '0',
    '-1',
    '1.5',
    '1.5Gi',
    '1e3',
    '1E',
    '1e',
    '10GiB',
    '10gi',
    '1 Gi',
    ' 1',
    '0.1m',
    '0.0001',
    '1n',
    '1Ki',
    '3G',
    '9G',
    '12G',
    '7Ei',
    '100Ei',
    '1e100',
    '-1e100',
    '+5',
    '.5',
    '5.',
    '1_000',
    '0x10',
  ],
  ...['9223372036854775807', '9223372036854775808', '1m', '1k', '2000000000', '32'],
  ...[5, 1.5, -2, new Raw('1e3'), new Raw('1.50'), true],
];

/** Numbers like 1.0 or 1e2 are left out: kubectl sends integers for these, and parsing makes them integers too. */
const INTEGERS = [
  ...[0, 1, -1, 1.5, 33, 128, 2147483648, -2147483649, '1', true],
  ...['-0', '9223372036854775807', '9223372036854775808', '-9223372036854775809', '1e400'].map((text) => new Raw(text)),
];

/** Expressions for every selector. expressions.yaml has many more, for a few fields. */
const EXPRESSIONS = [
  '',
  ' ',
  'true',
  'false',
  '1',
  'device',
  'device.',
  'device.attributes["a"].b',
  'unknown',
  'device.driver ==',
  `"${long(10 * 1024)}" == ""`,
];

const CHOICES = ['', 'Unknown', ' Exists', 'In', 'DoesNotExist', 'exists'];

/** @type {[RegExp, Json[]][]} */
const BY_FIELD = [
  [/(^|\.)(expression)$/, EXPRESSIONS],
  [/(Timestamp|timeAdded|Time|\.time)$/, TIMES],
  [/\.(uid|shareID)$/, IDENTIFIERS],
  [
    /\.(whenUnsatisfiable|nodeAffinityPolicy|nodeTaintsPolicy|volumeMode|persistentVolumeReclaimPolicy|cachingMode|fsGroupPolicy)$/,
    CHOICES,
  ],
  [/^(reclaimPolicy|volumeBindingMode)$|(accessModes|volumeLifecycleModes)\[\d+\]$/, CHOICES],
  [/^spec\.capacity\W|^(capacity|maximumVolumeSize)$/, QUANTITIES],
  [/\.(operator|effect|allocationMode|source|restartPolicy|fieldsType|operation|scopeName|protocol|type|status)$/, CHOICES],
  [
    /\.(skipNodeOperations|scopes)\[\d+\]$/,
    ['', 'Unknown', '*', 'NodePrepareResources', 'NodeUnprepareResources', 'BestEffort', 'Terminating'],
  ],
  [/\.version$|\.versions\[\d+\]$/, VERSIONS],
  [
    /\.(capacity|counters)\[?[^\]]*\]?\.value$|\.(default|min|max|step|capacityMultiplier|deviceMultiplier|perPod|perContainer)$/,
    QUANTITIES,
  ],
  [/\.value$/, NAMES],
  [/\.validValues\[\d+\]$/, QUANTITIES],
  [/\.(hard|used|limits)\W|(capacity|resources)\.requests\W|consumedCapacity\W/, QUANTITIES],
  [/\.(string|note)$|\.strings\[\d+\]$|annotations\W|\.(message|image|fieldPath|manager)$|parameters/, TEXTS],
];

/**
 * The values that a field is set to, except null.
 * @param {string} path as pathText writes it
 * @param {Json} value the current value
 * @returns {Json[]}
 */
export function valuesFor(path, value) {
  const quantity = BY_FIELD.find(([pattern, values]) => values === QUANTITIES && pattern.test(path));
  if (typeof value === 'number') return quantity === undefined ? INTEGERS : QUANTITIES;
  if (typeof value === 'boolean') return [!value, 'true', 0, [], {}];
  const [, values] = BY_FIELD.find(([pattern]) => pattern.test(path)) ?? [undefined, NAMES];
  const own = values === CHOICES ? [String(value).toLowerCase(), String(value).toUpperCase(), `${value} `] : [];
  return [...values, ...own, 5, true, [], {}, ['a']];
}

/** The sizes at and above the limit of a list or map, by its name. @type {Record<string, number[]>} */
const LIMITS = {
  requests: [32, 33],
  constraints: [32, 33],
  config: [32, 33],
  selectors: [32, 33],
  tolerations: [16, 17],
  derivedAttributes: [32, 33],
  firstAvailable: [8, 9],
  devices: [64, 65, 128, 129],
  taints: [16, 17],
  attributes: [30, 31, 32, 33],
  capacity: [31, 32, 33],
  sharedCounters: [8, 9],
  counters: [32, 33],
  consumesCounters: [2, 3],
  compatibilityGroups: [2, 3],
  bindingConditions: [4, 5],
  bindingFailureConditions: [4, 5],
  validValues: [10, 11],
  strings: [46, 47, 48, 49],
  ints: [48, 49],
  nodeSelectorTerms: [2],
  resourceClaims: [4, 5],
  topology: [1, 2],
  conditions: [8, 9],
  ips: [16, 17],
  reservedFor: [256, 257],
  results: [32, 33],
  claims: [20],
  skipNodeOperations: [8],
};

/**
 * The sizes to which a list or map is filled.
 * @param {string} name
 */
export function sizesFor(name) {
  return LIMITS[name] ?? [];
}
