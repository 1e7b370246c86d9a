import { describe, expect, test } from 'vitest';
import { cases } from '../../../support/extent.js';
import { directoryWith, documents, gpuClaim, gpuSlice, NO_COLORS, runProgram } from '../run-program.js';

const claim = (name: string, more = ''): string => `apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata:
  name: gpu
spec:
  devices:
    requests:
    - name: ${name}
      exactly:
        deviceClassName: gpu.example.com
${more}`;

describe('validate', () => {
  test('does not mention good objects but how many there are', async () => {
    expect(await runProgram(['validate', '-f', '-'], `${claim('gpu')}---\n${gpuClaim('b')}`)).toEqual({
      code: 0,
      out: '',
      err: '2 objects, 0 errors, 0 warnings\n',
    });
  });

  test('reports the place, object, field, rule and what to write, and ends with 1', async () => {
    const { code, out, err } = await runProgram(['validate', '-f', '-'], claim('GPU_0'));
    expect(out).toMatch(
      /^<stdin>:8:7: error: ResourceClaim gpu: spec\.devices\.requests\[0\]\.name: Invalid value: "GPU_0": [^\n]*: did you mean "gpu-0"\? \[request-name\]\n$/,
    );
    expect({ code, err }).toEqual({ code: 1, err: '1 object, 1 error, 0 warnings\n' });
  });

  test('shows the line with a caret on a terminal', async () => {
    const { out } = await runProgram(['validate', '-f', '-'], claim('GPU_0'), { showsData: true, progress: undefined, colors: NO_COLORS });
    expect(out.split('\n').slice(1, 3)).toEqual(['  8 |     - name: GPU_0', '    |       ^']);
  });

  test('finds keys that stand twice, in YAML and in JSON', async () => {
    const yaml = await runProgram(['validate', '-f', '-'], claim('gpu', '    requests: []\n'));
    expect(yaml.out).toContain('<stdin>:11:5: error: ResourceClaim gpu: spec.devices.requests: duplicate field "spec.devices.requests"');
    const json = await runProgram(
      ['validate', '-f', '-'],
      '{"kind": "List", "apiVersion": "v1", "items": [{"apiVersion": "v1", "kind": "Pod", "kind": "Pod"}]}',
    );
    expect(json.out).toContain('<stdin>:1:84: error: Pod: kind: duplicate field "kind": it is already in this object [duplicate-field]\n');
    expect([yaml.code, json.code]).toEqual([1, 1]);
  });

  test('warns of keys that stand twice in parameters of a driver, which the API server takes, and leaves unknown fields to themselves', async () => {
    const opaque = { driver: 'gpu.example.com', parameters: 'PARAMETERS' };
    const text = JSON.stringify({
      apiVersion: 'resource.k8s.io/v1',
      kind: 'DeviceClass',
      metadata: { name: 'gpu' },
      spec: { config: [{ opaque }] },
    });
    const { out, code } = await runProgram(['validate', '-f', '-'], text.replace('"PARAMETERS"', '{"a":1,"a":2}'));
    expect(out).toMatch(
      /warning: DeviceClass gpu: spec.config\[0\].opaque.parameters.a: duplicate field .* already in this object, and the last one counts/,
    );
    expect(code).toBe(0);
    const unknown = await runProgram(['validate', '-f', '-'], text.replace('"parameters":"PARAMETERS"', '"colour":1,"colour":2'));
    expect(unknown.out).not.toContain('duplicate-field');
    expect(unknown.out).toContain('[unknown-field]');
  });

  test('judges the other files where one cannot be read, and ends with 3', async () => {
    const directory = directoryWith({ 'a.yaml': 'kind: [', 'b.yaml': claim('B'), 'c.json': '{"a": 1' });
    const { code, out, err } = await runProgram(['validate', '-f', directory]);
    expect(out.split('\n').filter((line) => line.startsWith(directory))).toEqual([
      expect.stringMatching(/a\.yaml:1:8: error: .* \[readable-text\]$/),
      expect.stringMatching(/b\.yaml:8:7: error: .* \[request-name\]$/),
      expect.stringMatching(/c\.json:1:8: error: .* \[readable-text\]$/),
    ]);
    expect(err).toBe('1 object, 3 errors, 0 warnings\n');
    expect(code).toBe(3);
    expect((await runProgram(['validate', '-f', directory, '--rule', 'wrong-type'])).code).toBe(3);
  });

  test.each(['', '# nothing but a comment\n', '---\n---\n'])('an empty input such as %j is an error', async (text) => {
    const { code, out, err } = await runProgram(['validate', '-f', '-'], text);
    expect({ code, out, err }).toEqual({
      code: 3,
      out: '',
      err: 'error: the input is empty: use -f to name files with objects, such as the output of kubectl get -o json\n',
    });
  });

  test('judges a file once that is given twice, and says so', async () => {
    const directory = directoryWith({ 'a.yaml': claim('GPU') });
    const { out, err } = await runProgram(['validate', '-f', `${directory}/a.yaml`, '-f', directory]);
    expect(out.split('\n')).toHaveLength(2);
    expect(err).toBe(`warning: named more than once, but read only once: ${directory}/a.yaml\n1 object, 1 error, 0 warnings\n`);
  });

  test('tells of files that are not there', async () => {
    const { code, err } = await runProgram(['validate', '-f', '/nowhere.yaml']);
    expect({ code, err }).toEqual({ code: 3, err: 'error: /nowhere.yaml: no such file or directory\n' });
  });

  test('judges as the API server that is requested', async () => {
    const text = claim('gpu').replace('/v1', '/v1beta1');
    expect((await runProgram(['validate', '-f', '-', '--kubernetes-version', '1.34'], text)).code).toBe(1);
    const wrong = await runProgram(['validate', '-f', '-', '--kubernetes-version', '1.99'], text);
    expect(wrong.err).toContain('unknown Kubernetes version "1.99"');
    expect(wrong.code).toBe(2);
    const early = await runProgram(['validate', '-f', '-', '--kubernetes-version', '1.33'], text);
    expect(early.err).toMatch(/^error: the rules of API server 1\.33 are not supported: use 1\.34 to 1\.37\n/);
    expect([early.code, early.out]).toEqual([2, '']);
    expect((await runProgram(['validate', '-f', '-', '--feature-gates', 'DRAadmin=true'], text)).code).toBe(2);
  });
});

describe('what validate tells of', () => {
  const text = `${claim('GPU')}        counts: 1\n---\n${claim('GPU').replace('v1', 'v1beta2')}`;
  const rulesOf = async (...options: string[]): Promise<string[]> => {
    const { out } = await runProgram(['validate', '-f', '-', ...options], text);
    return [...out.matchAll(/ \[([\w-]+)\]$/gm)].map(([, rule]) => rule ?? '');
  };

  test.each([
    [[], ['request-name', 'unknown-field', 'off-by-default', 'request-name']],
    [
      ['--severity', 'error'],
      ['request-name', 'unknown-field', 'request-name'],
    ],
    [
      ['--rule', 'request-name'],
      ['request-name', 'request-name'],
    ],
    [
      ['--rule', 'request-name', '--rule=off-by-default'],
      ['request-name', 'off-by-default', 'request-name'],
    ],
    [['--ignore', 'request-name', '--ignore', 'unknown-field'], ['off-by-default']],
    [['--lenient'], ['request-name', 'unknown-field', 'off-by-default', 'request-name']],
  ])('with %j', async (options, rules) => {
    expect(await rulesOf(...options)).toEqual(rules);
  });

  test('with --lenient unknown fields are warnings', async () => {
    const unknown = `${claim('gpu')}        counts: 1\n`;
    expect((await runProgram(['validate', '-f', '-'], unknown)).code).toBe(1);
    const { code, out } = await runProgram(['validate', '-f', '-', '--lenient'], unknown);
    expect(out).toContain(':11:9: warning: ');
    expect(code).toBe(0);
  });

  test.each([
    [['--rule', 'request-nam'], 'no rule "request-nam", did you mean request-name?\n'],
    [['--ignore', 'zzz'], 'no rule "zzz": run \'dra-allocator rules\' for a list\n'],
    [['--severity', 'info'], 'option --severity accepts one of error, warning, not "info"\n'],
    [['-o', 'yaml'], 'option --output accepts one of text, json, junit, sarif, github, not "yaml"\n'],
    [['-'], 'standard input can be read only once: give -f - once\n'],
  ])('%j is a wrong command line', async (options, message) => {
    const { code, err } = await runProgram(['validate', '-f', '-', ...options], text);
    expect(err).toContain(message);
    expect(code).toBe(2);
  });
});

describe('objects that cannot be decoded', () => {
  const unknown = `${claim('GPU')}        counts: 1\n        countz: 1\n`;
  const note = (objects: string): string => `note: ${objects} could not be decoded: other rules were not checked for`;

  const wrongType = 'apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: 1\n';

  test('are counted, since no other rule was asked of them', async () => {
    const list = `apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: Pod, spec: 1}\n- {apiVersion: v1, kind: Pod, spec: 2}\n`;
    const { err } = await runProgram(['validate', '-f', '-'], `${unknown}---\n${claim('GPU')}---\n${list}`);
    expect(err).toMatch(new RegExp(`^${note('2 objects')} them\n4 objects, 6 errors, 0 warnings\n$`));
    expect((await runProgram(['validate', '-f', '-'], wrongType)).err).toContain(`${note('1 object')} it\n`);
  });

  test('are none for unknown fields: the other rules are asked of what could be read', async () => {
    const { out, err } = await runProgram(['validate', '-f', '-'], unknown);
    expect(out.match(/\[[a-z-]+\]/g)).toEqual(['[request-name]', '[unknown-field]', '[unknown-field]']);
    expect(err).not.toContain('note: ');
  });

  test('are none where all were decoded', async () => {
    expect((await runProgram(['validate', '-f', '-'], claim('GPU'))).err).not.toContain('note: ');
    expect((await runProgram(['validate', '-f', '-', '--lenient'], unknown)).err).not.toContain('note: ');
  });

  test('are reported in SARIF as a notification', async () => {
    const { out } = await runProgram(['validate', '-f', '-', '-o', 'sarif'], wrongType);
    const [{ message }] = JSON.parse(out).runs[0].invocations[0].toolExecutionNotifications;
    expect(`note: ${message.text}`).toBe(`${note('1 object')} it`);
  });
});

describe('a bound on work that ends rules', () => {
  const selector = 'cel.bind(s, lists.range(8000).map(x, "\u{1f600}").join(), lists.range(100000).all(i, s.size() != 0))';
  const text = documents(
    gpuSlice('n1', 1),
    '{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: gpu}}\n',
    gpuClaim('a', 1, `, selectors: [{cel: {expression: '${selector}'}}]`),
  );

  test.each([[[]], [['--rule', 'count-above-devices']]])('is reported with its rules, also with %j', async (options) => {
    const { out } = await runProgram(['validate', '-f', '-', ...options], text);
    expect(out).toMatch(/^<stdin>:\d+:1: warning: ResourceClaim a: a selector exceeded .*count-above-devices.* \[incomplete-analysis\]$/m);
  });

  test('is not reported where only errors are requested', async () => {
    expect((await runProgram(['validate', '-f', '-', '--severity', 'error'], text)).out).not.toContain('incomplete-analysis');
  });
});

describe('kinds that validate does not judge', () => {
  const job = (name: string): string =>
    `---\napiVersion: kubeflow.org/v1\nkind: ${name}\nspec: {template: {spec: {resourceClaims: [{name: a}]}}}\n`;

  test('are reported once, and loudly where they carry claims', async () => {
    const config = '---\napiVersion: v1\nkind: ConfigMap\n';
    const { code, err } = await runProgram(['validate', '-f', '-'], claim('gpu') + config + config + job('A') + job('B') + job('A'));
    expect(err).toBe(
      '<stdin>:18:1: warning: not validated, although they have resourceClaims: 2 kubeflow.org/v1 A, 1 kubeflow.org/v1 B: their types are not built in: validate a Pod with the same spec instead\n' +
        'note: not validated: 2 v1 ConfigMap\n' +
        '1 object, 0 errors, 0 warnings\n',
    );
    expect(code).toBe(0);
  });

  test('are errors where one of ours was meant', async () => {
    const { code, out } = await runProgram(
      ['validate', '-f', '-'],
      'apiVersion: v1\nkind: Deployment\n---\napiVersion: resources.k8s.io/v1\nkind: ResourceClaim\n',
    );
    expect(out).toContain(': write apiVersion: apps/v1 [not-served]\n');
    expect(out).toContain(': write apiVersion: resource.k8s.io/v1 [');
    expect(code).toBe(1);
  });
});

test('many findings are printed in every format', async () => {
  const count = cases(2000, 20_000);
  const items = Array.from(
    { length: count },
    (_, index) => `{"apiVersion":"resource.k8s.io/v1","kind":"DeviceClass","metadata":{"name":"p${index}"},"x":1}`,
  );
  const text = `{"apiVersion":"v1","kind":"List","items":[${items.join(',\n')}]}`;
  for (const format of ['text', 'json', 'junit', 'sarif', 'github']) {
    const { code, out, err } = await runProgram(['validate', '-f', '-', '-o', format, '--rule', 'unknown-field'], text);
    expect(err).toBe(`${count} objects, ${count} errors, 0 warnings\n`);
    expect(out.match(new RegExp(`DeviceClass p${count - 1}\\b`, 'g'))?.length).toBeGreaterThan(0);
    expect(code).toBe(1);
  }
});
