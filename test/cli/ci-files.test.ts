// The files by which others run `validate`: the action, the hook, and examples of their use.

import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { parseArguments } from '../../src/cli/arguments.js';
import { VALIDATE_OPTIONS } from '../../src/cli/option-specs.js';
import { readValidateSettings } from '../../src/cli/options.js';
import { directoryWith, gpuClaim, runProgram } from './run-program.js';

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string; readonly required?: boolean }>>;
  readonly runs: { readonly steps: readonly { readonly run: string; readonly env: Readonly<Record<string, string>> }[] };
}

const read = <T>(file: string): T => load(readFileSync(file, 'utf8')) as T;

const ACTION = read<Action>('action.yml');
const [STEP] = ACTION.runs.steps;
const BAD = gpuClaim('a').replace('{name: gpu,', '{name: GPU_0,');

/** Runs the step of the action with some inputs; `npx` is one that runs the built program. */
function runAction(inputs: Readonly<Record<string, string>>) {
  const directory = directoryWith({ npx: '' });
  const npx = join(directory, 'npx');
  writeFileSync(
    npx,
    `#!/bin/bash\nprintf '%s\\n' "$@" > "${directory}/arguments"\nshift 5\nexec node "${join(process.cwd(), 'dist/cli.js')}" "$@"\n`,
  );
  chmodSync(npx, 0o755);
  const value = (text: string): string =>
    text.replace(/\$\{\{ inputs\.([\w-]+) \}\}/, (_, name: string) => {
      expect(Object.keys(ACTION.inputs)).toContain(name);
      return inputs[name] ?? ACTION.inputs[name]?.default ?? '';
    });
  const env = Object.fromEntries(Object.entries(STEP?.env ?? {}).map(([name, text]) => [name, value(text)]));
  const options = { encoding: 'utf8', env: { ...process.env, ...env, PATH: `${directory}:${process.env['PATH']}` } } as const;
  const { status, stdout, stderr } = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', STEP?.run ?? ''], options);
  return { status, stdout, stderr, arguments: readFileSync(join(directory, 'arguments'), 'utf8').trimEnd().split('\n') };
}

describe('the action', () => {
  test('takes only inputs into its script that are variables', () => {
    expect(STEP?.run).not.toContain('${{');
    const taken = Object.values(STEP?.env ?? {}).map((text) => /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(text)?.[1]);
    expect(taken).toEqual(Object.keys(ACTION.inputs));
  });

  test('tells findings as workflow commands and ends as the program does', () => {
    const directory = directoryWith({ 'below/bad.yaml': BAD, 'good.yaml': gpuClaim('b') });
    const result = runAction({ files: directory });
    expect(result.stdout).toMatch(/^::error file=.*bad\.yaml,line=1,col=\d+,title=request-name::/);
    expect(result.status).toBe(1);
    expect(result.arguments.slice(0, 6)).toEqual(['--yes', '--package', 'dra-allocator@latest', '--', 'dra-allocator', 'validate']);
    expect(runAction({ files: `${directory}/good.yaml\n\n${directory}/good.yaml` }).status).toBe(0);
  });

  test('hands every input over', () => {
    const directory = directoryWith({ 'bad file.yaml': BAD });
    const inputs = {
      files: `${directory}/bad file.yaml`,
      version: './packed.tgz',
      'kubernetes-version': '1.36',
      'feature-gates': 'DRAAdminAccess=true',
      ignore: 'request-name\nwrong-type',
      severity: 'error',
      lenient: 'true',
    };
    const { status, stderr, arguments: given } = runAction(inputs);
    expect([status, stderr]).toEqual([0, '1 object, 0 errors, 0 warnings\n']);
    expect(given[2]).toBe('./packed.tgz');
    expect(readValidateSettings(parseArguments(given.slice(6), VALIDATE_OPTIONS))).toEqual({
      files: [inputs.files],
      recursive: true,
      output: 'github',
      kubernetesVersion: '1.36',
      featureGates: { DRAAdminAccess: true },
      rules: [],
      ignored: ['request-name', 'wrong-type'],
      severity: 'error',
      lenient: true,
      fix: false,
    });
  });
});

describe('the hook', () => {
  const [hook] = read<readonly { readonly id: string; readonly entry: string }[]>('.pre-commit-hooks.yaml');
  const [program = '', ...argv] = (hook?.entry ?? '').split(' ');

  test('runs a program of the package on the files that it is given', async () => {
    expect(Object.keys(read<{ bin: object }>('package.json').bin)).toContain(program);
    const directory = directoryWith({ 'a.yaml': BAD, 'b.yaml': gpuClaim('b') });
    expect((await runProgram([...argv, join(directory, 'a.yaml'), join(directory, 'b.yaml')])).code).toBe(1);
    expect((await runProgram([...argv, join(directory, 'b.yaml')])).code).toBe(0);
    const good = await runProgram([...argv, 'examples/aws-eks-gpu-efa/workload.yaml', 'examples/aws-eks-gpu-efa/device-class.yaml']);
    expect(good.code).toBe(0);
  });

  test('has its name and options in the example', async () => {
    interface Config {
      readonly repos: readonly { readonly hooks: readonly { readonly id: string; readonly args: readonly string[] }[] }[];
    }
    const [used] = read<Config>('examples/ci/pre-commit-config.yaml').repos[0]?.hooks ?? [];
    expect(used?.id).toBe(hook?.id);
    expect((await runProgram([...argv, ...(used?.args ?? []), 'examples/aws-eks-gpu-efa'])).code).toBe(0);
  });
});

test('the workflow of the example uses inputs and options that there are', async () => {
  interface Workflow {
    readonly jobs: { readonly validate: { readonly steps: readonly { uses?: string; run?: string; with?: Record<string, string> }[] } };
  }
  const { steps } = read<Workflow>('examples/ci/workflow.yaml').jobs.validate;
  const inputs = steps.find(({ uses }) => uses?.startsWith('OWNER/'))?.with ?? {};
  expect(Object.keys(ACTION.inputs)).toEqual(expect.arrayContaining(Object.keys(inputs)));
  const command = steps.flatMap(({ run }) => /dra-allocator@\S+ (.*?) >/.exec(run ?? '')?.[1] ?? [])[0] ?? '';
  const argv = command.replace('manifests', 'examples/aws-eks-gpu-efa').split(' ');
  const { code, out } = await runProgram(argv);
  expect(JSON.parse(out).version).toBe('2.1.0');
  expect(code).toBe(0);
});

test.each(['pre-commit-config.yaml', 'workflow.yaml'])(
  'the example %s says what to write for the repository that it leaves open',
  (name) => {
    const lines = readFileSync(`examples/ci/${name}`, 'utf8').split('\n');
    const open = lines.flatMap((line) => line.match(/\b[A-Z]+\/[\w-]+/g) ?? []);
    expect(new Set(open)).toEqual(new Set(['OWNER/dra-allocator']));
    expect(lines.filter((line) => line.startsWith('#')).join(' ')).toContain(
      'Write for OWNER/dra-allocator the repository of dra-allocator, or your fork of it',
    );
  },
);

test('bash takes the script of the action', () => {
  execFileSync('bash', ['-n', '-c', STEP?.run ?? '']);
});
