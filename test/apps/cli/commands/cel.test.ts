import { describe, expect, it } from 'vitest';
import { documents, gpuSlice, runProgram } from '../run-program.js';

const MODELS = `apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata: {name: models}
spec:
  driver: gpu.example.com
  nodeName: node-a
  pool: {name: node-a, generation: 1, resourceSliceCount: 1}
  devices:
  - {name: gpu-0, attributes: {model: {string: H100}, driverVersion: {version: 1.2.3}}, capacity: {memory: {value: 80Gi}}}
  - {name: gpu-1, attributes: {model: {string: L4}, other.example.com/links: {ints: [1, 2]}}}
`;

const MODEL = 'device.attributes["gpu.example.com"].model == "H100"';

const cel = (expression: string, input: string, ...options: string[]) => runProgram(['cel', expression, '-f', '-', ...options], input);

describe('cel', () => {
  it('shows what becomes of every device, what was read, and what it cost', async () => {
    const { code, out, err } = await cel(MODEL, MODELS);
    expect(out).toBe(
      [
        'DRIVER            POOL     DEVICE   RESULT   COST   READ',
        'gpu.example.com   node-a   gpu-0    true     5      model="H100"',
        'gpu.example.com   node-a   gpu-1    false    5      model="L4"',
        '',
      ].join('\n'),
    );
    expect(err).toBe('note: 1 true, 1 false, 0 errors; worst-case cost 5 of 1,000,000\n');
    expect(code).toBe(0);
  });

  it('ends with 1 when no device matches, as grep does', async () => {
    expect((await cel('device.driver == "x"', MODELS)).code).toBe(1);
    const { code, out, err } = await cel('true', gpuSlice('node-a', 0));
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('note: the input has no device\n');
  });

  it('ends with 3 when the selector fails on a device, and says each error once', async () => {
    const { code, out, err } = await cel('device.attributes["gpu.example.com"].x == 1', MODELS);
    expect(out).toContain('gpu-0    error    5      x=<none>\n');
    expect(err).toContain(
      'error: on 2 devices of gpu.example.com (node-a/gpu-0 and 1 more): no such key: x. consider using CEL optional chaining',
    );
    expect(err).toContain('note: 0 true, 0 false, 2 errors;');
    expect(code).toBe(3);
  });

  it('ends with 3 when the selector does not compile, with the place and help', async () => {
    const { code, out, err } = await cel('device.attribute["d"].x == 1', MODELS);
    expect(err).toBe(
      [
        "error: compilation failed: ERROR: <input>:1:7: undefined field 'attribute'",
        ' | device.attribute["d"].x == 1',
        ' | ......^',
        'help: did you mean device.attributes?',
        '',
      ].join('\n'),
    );
    expect([code, out]).toEqual([3, '']);
  });

  it('warns of what an API server rejects in a new object', async () => {
    const links = 'cel.bind(o, device.attributes["other.example.com"], has(o.links) && o.links.includes(2))';
    const { code, err } = await cel(links, MODELS);
    expect(err).toContain(
      'warning: an API server of 1.37 rejects this selector in a new object: compilation failed: ERROR: <input>:1:85: undeclared',
    );
    expect(err).toContain('help: includes needs the feature gate DRAListTypeAttributes');
    expect(code).toBe(0);
    const gates = await cel(links, MODELS, '--feature-gates', 'DRAListTypeAttributes=true');
    expect(gates.err).not.toContain('warning');
  });

  it('rejects with --environment new what the API server rejects', async () => {
    const older = await cel('[1].reverse() == [1]', MODELS, '--environment', 'new', '--kubernetes-version', '1.34');
    expect(older.code).toBe(3);
    expect(older.err).toContain('help: reverse is accepted in new selectors since Kubernetes 1.35');
    expect((await cel('[1].reverse() == [1]', MODELS, '--environment', 'new')).code).toBe(0);
  });

  it('reads a selector as the release does, stored or new', async () => {
    const escaped = 'device.`driver` == "gpu.example.com"';
    for (const environment of ['stored', 'new']) {
      const options = ['--environment', environment, '--kubernetes-version'];
      const older = await cel(escaped, MODELS, ...options, '1.36');
      expect([older.code, older.err]).toEqual([3, expect.stringContaining("unsupported syntax: '`'")]);
      expect(older.err).toContain('help: names in backquotes are supported since Kubernetes 1.37: write driver without them');
      expect((await cel(escaped, MODELS, ...options, '1.37', '--no-validate')).code).toBe(0);
    }
  });

  it('tells of a selector that may cost too much, and rejects it where it is new', async () => {
    const dear = 'device.attributes.all(a, device.attributes.all(b, device.attributes.all(c, device.attributes.all(d, a != b || c != d))))';
    const stored = await cel(dear, MODELS);
    expect(stored.err).toMatch(
      /worst-case cost [\d,]{9,} of 1,000,000\nwarning: an API server of 1\.37 rejects this selector in a new object: too complex/,
    );
    expect(stored.code).toBe(1);
    const created = await cel(dear, MODELS, '--environment', 'new');
    expect(created.err).toContain('error: too complex, exceeds cost limit\n');
    expect(created.code).toBe(3);
  });

  it('tells of versions that are compared with texts', async () => {
    const { code, err } = await cel('device.attributes["gpu.example.com"].?driverVersion.orValue(semver("0.0.0")) == "1.2.3"', MODELS);
    expect(err).toContain('note: driverVersion is a version: compare it with another version, for example == semver("1.2.3")\n');
    expect(code).toBe(3);
  });

  it('warns of what is hardly meant', async () => {
    const { err } = await cel('has(device.attributes["gpu.example.com/model"].x)', MODELS);
    expect(err).toContain(
      'warning: a domain has no slash: "gpu.example.com/model" is probably device.attributes["gpu.example.com"].model\n',
    );
  });

  it('tells in JSON of what standard error tells', async () => {
    const { out } = await cel(
      'has(device.attributes["gpu.example.com"].model) && [1].reverse() == [1]',
      MODELS,
      '-o',
      'json',
      '--kubernetes-version',
      '1.34',
      '--no-validate',
    );
    expect(JSON.parse(out)).toMatchObject({ notes: [], refusal: expect.stringContaining("undeclared reference to 'reverse'") });
    const typo = JSON.parse((await cel('device.attributes["gpu.example.com"].modell == "L4"', MODELS, '-o', 'json')).out);
    expect(typo.notes).toEqual(['no device has modell in gpu.example.com, did you mean model?']);
    expect(typo).not.toHaveProperty('refusal');
  });

  it('has the rejection of a dear new selector in JSON', async () => {
    const dear = 'device.attributes.all(a, device.attributes.all(b, device.attributes.all(c, device.attributes.all(d, a != b || c != d))))';
    const { out } = await cel(dear, MODELS, '-o', 'json', '--environment', 'new');
    expect(JSON.parse(out)).toMatchObject({ refusal: 'too complex, exceeds cost limit' });
  });

  it('names the device that fails', async () => {
    const { err } = await cel('device.attributes["gpu.example.com"].driverVersion.major() == 1', MODELS);
    expect(err).toContain('error: on 1 device of gpu.example.com (node-a/gpu-1): no such key: driverVersion');
  });

  it('considers the newest generation of a pool only', async () => {
    const newer = gpuSlice('node-a', 1).replace('generation: 1', 'generation: 2').replace('name: node-a-gpu', 'name: newer');
    const { out, err } = await cel('true', documents(gpuSlice('node-a', 3), newer));
    expect(out.trim().split('\n')).toHaveLength(2);
    expect(err).toContain('note: 1 slice of older generations left out\n');
  });

  it('prints the names of matching devices', async () => {
    expect((await cel(MODEL, MODELS, '-o', 'name')).out).toBe('gpu.example.com/node-a/gpu-0\n');
  });

  it('prints JSON with all that was read', async () => {
    const { out } = await cel(`${MODEL} && device.capacity["gpu.example.com"].memory.isInteger()`, MODELS, '-o', 'json');
    expect(JSON.parse(out)).toEqual({
      expression: `${MODEL} && device.capacity["gpu.example.com"].memory.isInteger()`,
      environment: 'stored',
      maxCost: 10,
      notes: [],
      devices: [
        {
          driver: 'gpu.example.com',
          pool: 'node-a',
          device: 'gpu-0',
          result: true,
          cost: 10,
          read: [
            { attribute: 'gpu.example.com/model', value: { string: 'H100' } },
            { capacity: 'gpu.example.com/memory', value: '80Gi' },
          ],
        },
        {
          driver: 'gpu.example.com',
          pool: 'node-a',
          device: 'gpu-1',
          result: false,
          cost: 5,
          read: [{ attribute: 'gpu.example.com/model', value: { string: 'L4' } }],
        },
      ],
    });
  });

  it.each([
    [['cel', '-f', '-'], 'cel needs an expression'],
    [['cel', 'true', 'false', '-f', '-'], 'cel accepts one expression, found "false" after it'],
    [['cel', 'true'], 'no input'],
    [['cel', '-1 > 0', '-f', '-'], 'unknown option -1 > 0: to pass it as an argument, put it at the end, after --'],
    [['cel', 'true', '-f', '-', '--environment', 'old'], 'option --environment accepts stored or new, not "old"'],
    [['cel', 'true', '-f', '-', '--kubernetes-version', '1.1'], 'unknown Kubernetes version "1.1"'],
    [['cel', 'true', '-f', '-', '--node', 'n'], 'cel has no option --node'],
  ])('%j is a wrong command line', async (argv, message) => {
    const { code, err } = await runProgram(argv, MODELS);
    expect(err).toContain(message);
    expect(code).toBe(2);
  });
});
