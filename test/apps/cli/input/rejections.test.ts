import { describe, expect, test } from 'vitest';
import { directoryWith, documents, GPU_CLASS, gpuClaim, gpuSlice, runProgram } from '../run-program.js';

const CLUSTER = documents(GPU_CLASS, gpuSlice('node-a', 2));
const bad = (name: string, metadata = ''): string =>
  gpuClaim(name).replace('{name: gpu,', '{name: GPU_0,').replace(`{name: ${name}}`, `{name: ${name}${metadata}}`);

describe('objects that the API server would reject', () => {
  test.each([
    ['allocate', []],
    ['inventory', []],
    ['cel', ['true']],
  ])('are errors of %s, all of them, each with its place', async (command, words) => {
    const { code, out, err } = await runProgram([command, ...words, '-f', '-'], documents(CLUSTER, bad('a'), bad('b')));
    expect(
      err.match(/^<stdin>:\d+:\d+: error: ResourceClaim [ab]: spec\.devices\.requests\[0\]\.name: .* \[request-name\]$/gm),
    ).toHaveLength(2);
    expect(err).toContain(': did you mean "gpu-0"? [request-name]\n');
    expect(err).toMatch(/\nnote: to use objects that the API server rejects, add --no-validate\n$/);
    expect({ code, out }).toEqual({ code: 3, out: '' });
  });

  test('are taken with --no-validate', async () => {
    const { code, out } = await runProgram(['allocate', '-f', '-', '--no-validate'], documents(CLUSTER, bad('a')));
    expect(out).toContain('GPU_0');
    expect(code).toBe(0);
  });

  test('are warnings where a cluster has stored them, in lists as well', async () => {
    const stored = bad('a', ', uid: x');
    const list = `apiVersion: resource.k8s.io/v1\nkind: ResourceClaimList\nitems:\n- ${stored.replace('apiVersion: resource.k8s.io/v1, kind: ResourceClaim, ', '')}`;
    for (const text of [stored, list]) {
      const { code, out, err } = await runProgram(['allocate', '-f', '-'], documents(CLUSTER, text));
      expect(err).toMatch(/^<stdin>:\d+:\d+: warning: ResourceClaim a: spec\.devices\.requests\[0\]\.name: /m);
      expect(out).toContain('GPU_0');
      expect(code).toBe(0);
    }
  });

  const SPREAD = 'topologySpreadConstraints: [{maxSkew: 0, topologyKey: zone, whenUnsatisfiable: DoNotSchedule}]';
  const POD_SPEC = `{restartPolicy: Never, containers: [{name: main, image: a}], ${SPREAD}}`;

  test.each([
    ['a pod', `{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: ${POD_SPEC}}`, 'spread-max-skew'],
    ['a Job', `{apiVersion: batch/v1, kind: Job, metadata: {name: a}, spec: {template: {spec: ${POD_SPEC}}}}`, 'spread-max-skew'],
    ['a claim', '{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: a}, spec: {accessModes: [RWO]}}', 'volume-access-modes'],
    ['a class', '{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: a}, provisioner: a, colour: red}', 'unknown-field'],
  ])('are errors if scheduling depends on them: %s', async (_, text, rule) => {
    const { code, out, err } = await runProgram(['allocate', '-f', '-'], documents(CLUSTER, gpuClaim('a'), text));
    expect(err).toContain(`[${rule}]\n`);
    expect({ code, out }).toEqual({ code: 3, out: '' });
  });

  test('are warnings if they are pods of a custom resource', async () => {
    const job = `{name: a, template: {spec: {template: {spec: ${POD_SPEC}}}}}`;
    const text = `{apiVersion: jobset.x-k8s.io/v1alpha2, kind: JobSet, metadata: {name: a}, spec: {replicatedJobs: [${job}]}}`;
    const { code, err } = await runProgram(['allocate', '-f', '-'], documents(CLUSTER, gpuClaim('a'), text));
    expect(err).toMatch(/^<stdin>:\d+:\d+: warning: JobSet a: .*maxSkew: .*; the API server rejects these pods.* \[spread-max-skew\]$/m);
    expect(code).toBe(0);
  });

  test('beside others that are stored are errors alone', async () => {
    const { code, err } = await runProgram(['allocate', '-f', '-'], documents(CLUSTER, bad('a', ', uid: x'), bad('b')));
    expect(err).toMatch(/^<stdin>:\d+:\d+: error: ResourceClaim b: /);
    expect(err).not.toContain('ResourceClaim a');
    expect(code).toBe(3);
  });

  test('are taken where a comment says why', async () => {
    const text = documents(CLUSTER, `# dra-allocator: ignore request-name our webhook renames it\n${bad('a')}`);
    expect((await runProgram(['allocate', '-f', '-'], text)).code).toBe(0);
  });

  test('are those of the release and gates that are requested', async () => {
    const claim = documents(CLUSTER, gpuClaim('a').replace('/v1,', '/v1beta2,').replace('gpu, count', 'gpu, derivedAttributes: [], count'));
    expect((await runProgram(['allocate', '-f', '-'], claim)).code).toBe(0);
    const { code, err } = await runProgram(['allocate', '-f', '-', '--kubernetes-version', '1.34'], claim);
    expect(err).toContain('[unknown-field]');
    expect(code).toBe(3);
  });

  test.each([
    ['allocate', []],
    ['inventory', []],
    ['cel', ['true']],
  ])('are not known to %s before 1.34, which is said once', async (command, words) => {
    const argv = [command, ...words, '-f', '-', '--kubernetes-version', 'v1.33.2'];
    const warning =
      'warning: the input is not validated: the rules of API server v1.33.2 are not supported: use 1.34 to 1.37 (--no-validate skips this warning)\n';
    const { code, err } = await runProgram(argv, documents(CLUSTER, bad('a'), bad('b')));
    expect(code).toBe(0);
    expect(err.split(warning)).toHaveLength(2);
    expect((await runProgram([...argv, '--no-validate'], documents(CLUSTER, bad('a')))).err).not.toContain('not validated');
  });

  test('are counted where there are many', async () => {
    const claims = Array.from({ length: 250 }, (_, index) => bad(`c${index}`));
    const { err } = await runProgram(['allocate', '-f', '-'], documents(CLUSTER, ...claims));
    expect(err.match(/\[request-name\]$/gm)).toHaveLength(100);
    expect(err).toMatch(/\nerror: 150 more errors are not shown\nnote: /);
  });
});

describe('an empty input', () => {
  test.each(['allocate', 'inventory'])('is an error of %s', async (command) => {
    for (const file of [directoryWith({ 'a.yaml': '# nothing\n' }), '/dev/null']) {
      const { code, err } = await runProgram([command, '-f', file]);
      expect({ code, err }).toEqual({
        code: 3,
        err: 'error: the input is empty: use -f to name files with objects, such as the output of kubectl get -o json\n',
      });
    }
  });

  test('is not one without any claim', async () => {
    expect((await runProgram(['allocate', '-f', '-'], '{apiVersion: v1, kind: List, items: []}')).code).toBe(0);
  });
});

describe('an object of an unknown kind that has claims', () => {
  const job = '{apiVersion: kubeflow.org/v1, kind: Unknown, spec: {template: {spec: {resourceClaims: [{name: a}]}}}}\n';
  const text = documents(CLUSTER, job, job);

  test.each([['allocate'], ['nodes'], ['explain'], ['fit'], ['simulate'], ['diff']])(
    'ends %s, since pods may be missing',
    async (command) => {
      const change = command === 'diff' ? ['--to-version', '1.36'] : [];
      const { code, err } = await runProgram([command, '-f', '-', ...change], text);
      expect(err).toMatch(
        /^<stdin>:\d+:1: error: objects of unknown kinds with resourceClaims: 2 kubeflow\.org\/v1 Unknown: describe their pods with --pod-templates FILE /m,
      );
      expect(code).toBe(3);
    },
  );

  test('is a warning of inventory', async () => {
    const { code, err } = await runProgram(['inventory', '-f', '-'], text);
    expect(err).toMatch(/^<stdin>:\d+:1: warning: objects of unknown kinds with resourceClaims: 2 kubeflow\.org\/v1 Unknown: /m);
    expect(code).toBe(0);
  });
});
