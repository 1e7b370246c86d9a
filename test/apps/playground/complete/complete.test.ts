import { describe, expect, test } from 'vitest';
import { playgroundExamples } from '../../../../scripts/playground-examples.mjs';
import { complete } from '../../../../src/apps/playground/complete/complete.js';

const SLICES = (playgroundExamples().get('eks') as string).split('\n---\n').slice(3).join('\n---\n');

/** The completions where the text has a `|`. */
function at(text: string): readonly string[] {
  const offset = text.indexOf('|');
  const whole = `${text.slice(0, offset)}${text.slice(offset + 1)}`;
  return complete(`${whole}\n---\n${SLICES}`, offset, {})?.options.map(({ label }) => label) ?? [];
}

const CLAIM = 'apiVersion: resource.k8s.io/v1\nkind: ResourceClaim\nmetadata:\n  name: a\n';

test('fields are those of the kind, without those that are there', () => {
  expect(at(`${CLAIM}spec:\n  devices:\n    requests:\n    - name: gpu\n      |`)).toEqual(['exactly', 'firstAvailable']);
  expect(at(`${CLAIM}spec:\n  devices:\n    |`)).toEqual(expect.arrayContaining(['requests', 'constraints', 'config']));
  expect(at(`${CLAIM}spec:\n  devices:\n    requests:\n    - name: gpu\n      exactly:\n        count: 1\n        |`)).toEqual(
    expect.arrayContaining(['deviceClassName', 'selectors', 'allocationMode', 'tolerations']),
  );
  expect(at(`${CLAIM}|`)).toEqual(['spec', 'status']);
});

test('fields are known within lists, beside their key or further in, and in items of a List', () => {
  expect(at(`${CLAIM}spec:\n  devices:\n    constraints:\n      - requests: [a]\n        |`)).toEqual(
    expect.arrayContaining(['matchAttribute', 'distinctAttribute']),
  );
  const list = 'apiVersion: v1\nkind: List\nitems:\n- apiVersion: resource.k8s.io/v1\n  kind: DeviceClass\n  spec:\n    |';
  expect(at(list)).toEqual(expect.arrayContaining(['selectors', 'config']));
  expect(at('apiVersion: resource.k8s.io/v1\nkind: ResourceClaimTemplate\nspec:\n  |')).toEqual(['metadata', 'spec']);
  expect(at('apiVersion: apps/v1\nkind: Deployment\nspec:\n  template:\n    spec:\n      containers:\n      - |')).toEqual(
    expect.arrayContaining(['image', 'resources']),
  );
});

test('the kind may stand below', () => {
  expect(at(`|\napiVersion: resource.k8s.io/v1\nkind: ResourceClaim\n`)).toEqual(['metadata', 'spec', 'status']);
});

test('values are the names of the text and the words of the API', () => {
  expect(at(`${CLAIM}spec:\n  devices:\n    requests:\n    - name: gpu\n      exactly:\n        deviceClassName: |`)).toEqual(
    expect.arrayContaining(['gpu.nvidia.com', 'efa.networking.k8s.aws']),
  );
  expect(at(`${CLAIM}spec:\n  devices:\n    constraints:\n    - matchAttribute: res|`)).toEqual(
    expect.arrayContaining(['resource.kubernetes.io/pcieRoot', 'gpu.nvidia.com/productName', 'dra.net/rdma']),
  );
  expect(at('kind: |')).toEqual(expect.arrayContaining(['ResourceClaim', 'ResourceSlice', 'Pod']));
  expect(at('kind: ResourceClaim\napiVersion: |')).toEqual(expect.arrayContaining(['resource.k8s.io/v1', 'resource.k8s.io/v1beta1']));
});

test('selectors know drivers, attributes, their values, capacities and functions', () => {
  const selector = (expression: string): readonly string[] =>
    at(
      `${CLAIM}spec:\n  devices:\n    requests:\n    - exactly:\n        selectors:\n        - cel:\n            expression: ${expression}`,
    );
  expect(selector('device.|')).toEqual(expect.arrayContaining(['driver', 'attributes', 'capacity']));
  expect(selector('device.attributes["|')).toEqual(expect.arrayContaining(['gpu.nvidia.com', 'dra.net', 'resource.kubernetes.io']));
  expect(selector('device.attributes["gpu.nvidia.com"].|')).toEqual(expect.arrayContaining(['productName', 'brand']));
  expect(selector('device.attributes["gpu.nvidia.com"].brand == "|')).toEqual(['Nvidia']);
  expect(selector('device.capacity["gpu.nvidia.com"].|')).toEqual(['memory']);
  expect(selector('device.driver.|')).toEqual(expect.arrayContaining(['startsWith', 'matches']));
  expect(selector('device.driver.|')).not.toContain('exists');
  expect(selector('device.attributes["other.example.com"].|')).toEqual([]);
  expect(selector('[1, 2].|')).toEqual(expect.arrayContaining(['exists', 'all', 'sum']));
  expect(selector('device.driver == "x" && sem|')).toEqual(expect.arrayContaining(['semver', 'quantity', 'has', 'device']));
});

test('selectors over several lines are selectors', () => {
  const text = `${CLAIM}spec:\n  devices:\n    requests:\n    - exactly:\n        selectors:\n        - cel:\n            expression: >-\n              device.driver == "x" &&\n              device.attributes["`;
  const found = complete(`${text}\n---\n${SLICES}`, text.length, {});
  expect(found?.options.map(({ label }) => label)).toContain('dra.net');
});

test('lists of names have the names of the object itself, whatever style they are written in', () => {
  const requests = `${CLAIM}spec:\n  devices:\n    requests:\n    - name: gpu\n      firstAvailable:\n      - {name: big, deviceClassName: gpu.nvidia.com}\n      - {name: small, deviceClassName: gpu.nvidia.com}\n    - name: nic\n      exactly: {deviceClassName: efa.networking.k8s.aws}\n`;
  const names = ['gpu', 'gpu/big', 'gpu/small', 'nic'];
  expect(at(`${requests}    constraints:\n    - requests: [gpu, |\n      matchAttribute: a.example/b\n`)).toEqual(names);
  expect(at(`${requests}    constraints:\n    - requests: [|]\n`)).toEqual(names);
  expect(at(`${requests}    constraints:\n    - matchAttribute: a.example/b\n      requests:\n      - |\n`)).toEqual(names);
  expect(at(`${requests}    config:\n    - requests: ["n|\n`)).toEqual(names);
  expect(at(`${requests}    constraints:\n    - {matchAttribute: a.example/b, requests: [|`)).toEqual(names);
});

test('mappings in one line have their fields and values', () => {
  const request = `${CLAIM}spec:\n  devices:\n    requests:\n    - {name: gpu, exactly: {`;
  expect(at(`${request}|`)).toEqual(expect.arrayContaining(['deviceClassName', 'count', 'selectors']));
  expect(at(`${request}count: 1, |}}`)).not.toContain('count');
  expect(at(`${request}deviceClassName: |`)).toEqual(expect.arrayContaining(['gpu.nvidia.com', 'efa.networking.k8s.aws']));
  expect(at(`${request}deviceClassName: "g|`)).toContain('gpu.nvidia.com');
  expect(at(`${request}allocationMode: A|`)).toEqual(['All', 'ExactCount']);
  expect(at(`${request}deviceClassName: gpu.nvidia.com}, |`)).toEqual(['firstAvailable']);
  expect(at(`${request}tolerations: [{|`)).toEqual(['key', 'operator', 'value', 'effect', 'tolerationSeconds']);
  expect(at(`${request}selectors: [{cel: {expression: 'device.attributes["dra.net"].|`)).toContain('ifName');
  expect(at(`${request}}}|`)).toEqual([]);
});

test('the words of the API are those of the field', () => {
  const exactly = `${CLAIM}spec:\n  devices:\n    requests:\n    - exactly:\n        `;
  expect(at(`${exactly}tolerations:\n        - operator: |`)).toEqual(['Exists', 'Equal']);
  expect(at(`${exactly}tolerations:\n        - effect: |`)).toEqual(['NoSchedule', 'NoExecute']);
  expect(at(`${exactly}adminAccess: |`)).toEqual(['true', 'false']);
  const pod = 'apiVersion: v1\nkind: Pod\nspec:\n  ';
  expect(at(`${pod}tolerations:\n  - effect: |`)).toContain('PreferNoSchedule');
  expect(at('apiVersion: v1\nkind: Node\nspec:\n  taints:\n  - effect: |')).toContain('PreferNoSchedule');
  const slice = 'apiVersion: resource.k8s.io/v1\nkind: ResourceSlice\nspec:\n  ';
  expect(at(`${slice}devices:\n  - taints:\n    - effect: |`)).toEqual(['NoExecute', 'NoSchedule', 'None']);
  expect(at(`${slice}driver: |`)).toEqual(expect.arrayContaining(['gpu.nvidia.com', 'dra.net']));
});

test('containers name the claims of their pod, and requests of these', () => {
  const template = `apiVersion: resource.k8s.io/v1\nkind: ResourceClaimTemplate\nmetadata: {name: pair}\nspec:\n  spec:\n    devices:\n      requests:\n      - {name: gpu, exactly: {deviceClassName: a}}\n      - {name: nic, exactly: {deviceClassName: b}}\n---\n`;
  const pod =
    'apiVersion: v1\nkind: Pod\nspec:\n  resourceClaims:\n  - {name: devices, resourceClaimTemplateName: pair}\n  containers:\n  - name: main\n    resources:\n      claims:\n';
  expect(at(`${template}${pod}      - name: |\n`)).toEqual(['devices']);
  expect(at(`${template}${pod}      - name: devices\n        request: |\n`)).toEqual(['gpu', 'nic']);
  expect(at(`${template}${pod}      - {name: devices, request: |`)).toEqual(['gpu', 'nic']);
});

test('keys of maps are names of the text', () => {
  const exactly = `${CLAIM}spec:\n  devices:\n    requests:\n    - exactly:\n        capacity:\n          requests:\n            `;
  expect(at(`${exactly}|`)).toEqual(['memory']);
  const slice =
    'apiVersion: resource.k8s.io/v1\nkind: ResourceSlice\nspec:\n  driver: a.example.com\n  sharedCounters:\n  - {name: card-0, counters: {memory: {value: 1Gi}, slices: {value: 7}}}\n  - {name: card-1, counters: {engines: {value: 2}}}\n  devices:\n  - name: whole\n    consumesCounters:\n';
  expect(at(`${slice}    - counterSet: |\n`)).toEqual(['card-0', 'card-1']);
  expect(at(`${slice}    - counterSet: card-0\n      counters:\n        |\n`)).toEqual(['memory', 'slices']);
  expect(at(`${slice}    - {counterSet: card-1, counters: {|\n`)).toEqual(['engines']);
});

describe('selectors', () => {
  const head = `${CLAIM}spec:\n  devices:\n    requests:\n    - exactly:\n        selectors:\n        - cel:\n            expression: `;
  const selector = (expression: string): readonly string[] => at(`${head}${expression}`);

  test('have functions of the type that a value has', () => {
    expect(selector('device.attributes["gpu.nvidia.com"].brand.|')).toEqual(
      expect.arrayContaining(['startsWith', 'matches', 'lowerAscii']),
    );
    expect(selector('device.attributes["gpu.nvidia.com"].brand.|')).not.toEqual(expect.arrayContaining(['isGreaterThan']));
    expect(selector('device.capacity["gpu.nvidia.com"].memory.|')).toEqual(
      expect.arrayContaining(['isGreaterThan', 'compareTo', 'asInteger']),
    );
    expect(selector('device.capacity["gpu.nvidia.com"].memory.|')).not.toContain('startsWith');
    expect(selector('device.attributes["gpu.nvidia.com"].driverVersion.is|')).toContain('isLessThan');
    expect(selector('device.driver.|')).not.toContain('isGreaterThan');
    expect(selector('quantity("1Gi").|')).toContain('compareTo');
  });

  test('know attributes within has(), with options, brackets, and by the names that bind gives', () => {
    expect(selector('has(device.attributes["gpu.nvidia.com"].|')).toContain('productName');
    expect(selector('device.attributes["gpu.nvidia.com"].?|')).toContain('productName');
    expect(selector('device.attributes[?"|')).toContain('gpu.nvidia.com');
    expect(selector(`device.attributes['gpu.nvidia.com']['|`)).toContain('productName');
    expect(selector('device.attributes["gpu.nvidia.com"]["brand"] == "|')).toEqual(['Nvidia']);
    expect(selector('device.attributes["gpu.nvidia.com"].brand in ["AMD", "|')).toEqual(['Nvidia']);
    expect(selector('cel.bind(gpu, device.attributes["gpu.nvidia.com"], gpu.|')).toContain('productName');
    expect(selector('cel.bind(gpu, device.attributes["gpu.nvidia.com"], g|')).toContain('gpu');
    expect(selector('device.driver == "|')).toEqual(expect.arrayContaining(['gpu.nvidia.com', 'dra.net']));
    expect(selector('device.driver == "gpu.nvidia.com" && cel|')).toContain('cel.bind');
  });

  test('have nothing to offer within a text', () => {
    expect(selector('device.attributes["gpu.nvidia.com"].brand.matches("Nv|')).toEqual([]);
    expect(selector('device.driver == "a" && "device|')).toEqual([]);
  });

  /** The text with the first completion of its place taken. */
  const taken = (expression: string): string => {
    const text = `${head}${expression}`;
    const offset = text.indexOf('|');
    const whole = `${text.slice(0, offset)}${text.slice(offset + 1)}`;
    const found = complete(`${whole}\n---\n${SLICES}`, offset, {});
    const option = found?.options.find(({ label }) => ['gpu.nvidia.com', 'brand', 'Nvidia', 'startsWith'].includes(label));
    return `${whole.slice(0, found?.from)}${option?.apply ?? option?.label}${whole.slice(found?.to)}`.slice(head.length);
  };

  test('keep what stands behind the cursor, and take in what comes again', () => {
    expect(taken('device.attributes["gpu|')).toBe('device.attributes["gpu.nvidia.com"].');
    expect(taken('device.attributes["gp|u.nvidia"].brand == "a"')).toBe('device.attributes["gpu.nvidia.com"].brand == "a"');
    expect(taken('device.attributes["gpu.nvidia.com"].b|rand == "a"')).toBe('device.attributes["gpu.nvidia.com"].brand == "a"');
    expect(taken('device.attributes["gpu.nvidia.com"].brand == "|" && true')).toBe(
      'device.attributes["gpu.nvidia.com"].brand == "Nvidia" && true',
    );
    expect(taken('device.attributes["gpu.nvidia.com"].brand.st|art("N")')).toBe(
      'device.attributes["gpu.nvidia.com"].brand.startsWith("N")',
    );
  });

  test('within quotation marks of YAML have theirs escaped', () => {
    expect(taken('"device.attributes[\\"gpu|')).toBe('"device.attributes[\\"gpu.nvidia.com\\"].');
    expect(taken(`'device.attributes["gpu|`)).toBe(`'device.attributes["gpu.nvidia.com"].`);
    expect(taken(`'device.attributes[''gpu|`)).toBe(`'device.attributes[''gpu.nvidia.com''].`);
  });
});

test('a value is replaced as a whole', () => {
  const text = `${CLAIM}spec:\n  devices:\n    requests:\n    - exactly:\n        deviceClassName: gpu.nv`;
  const found = complete(`${text}idia.org # mine\n---\n${SLICES}`, text.length, {});
  expect(found).toMatchObject({ from: text.length - 'gpu.nv'.length, to: text.length + 'idia.org'.length });
});

const HALF_WRITTEN = [
  '',
  '- - - |',
  ':|',
  '---\n|',
  '\t|',
  'a: "',
  'a: {',
  'a: [',
  '{',
  '[',
  '{a',
  '{a: b, ',
  '{"',
  "{'a': '",
  '{a: }',
  '{}, ',
];
const OF_SELECTORS = ['expression: "', 'expression: "\\', "expression: '", 'expression: device.attributes['];
const LONG = [
  '- '.repeat(5000),
  '['.repeat(1000),
  `{a: ${'['.repeat(3000)}`,
  `a: ${'{a: '.repeat(2000)}`,
  `expression: ${'(device.'.repeat(20_000)}`,
];

test.each([...HALF_WRITTEN, ...OF_SELECTORS, ...LONG].map((text) => [text.slice(0, 40), text]))('%j does no harm', (_, text) => {
  const written = text.includes('|') ? text : `${text}|`;
  expect(() => at(written)).not.toThrow();
  expect(() => at(`${CLAIM}spec: ${written}`)).not.toThrow();
  expect(() => at(`${CLAIM}spec:\n  - ${written}\n  devices:\n`)).not.toThrow();
});
