// The files with which others run `validate`: the hook, and examples of the hook and of the action.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { directoryWith, gpuClaim, runProgram } from './run-program.js';

interface Action {
  readonly inputs: Readonly<Record<string, object>>;
}

const read = <T>(file: string): T => load(readFileSync(file, 'utf8')) as T;

const ACTION = read<Action>('action.yml');
const BAD = gpuClaim('a').replace('{name: gpu,', '{name: GPU_0,');

interface Hook {
  readonly id: string;
  readonly args: readonly string[];
}

function exampleHook(): Hook | undefined {
  return read<{ readonly repos: readonly { readonly hooks: readonly Hook[] }[] }>('examples/ci/pre-commit-config.yaml').repos[0]?.hooks[0];
}

describe('the hook', () => {
  const [hook] = read<readonly (Hook & { readonly entry: string })[]>('.pre-commit-hooks.yaml');
  const [program = '', ...words] = (hook?.entry ?? '').split(' ');
  const argv = [...words, ...(hook?.args ?? [])];

  test('runs a program of the package on the files that it is given', async () => {
    expect(Object.keys(read<{ bin: object }>('package.json').bin)).toContain(program);
    const directory = directoryWith({ 'a.yaml': BAD, 'b.yaml': gpuClaim('b') });
    expect((await runProgram([...argv, join(directory, 'a.yaml'), join(directory, 'b.yaml')])).code).toBe(1);
    expect((await runProgram([...argv, join(directory, 'b.yaml')])).code).toBe(0);
    const good = await runProgram([...argv, 'examples/aws-eks-gpu-efa/workload.yaml', 'examples/aws-eks-gpu-efa/device-class.yaml']);
    expect(good.code).toBe(0);
  });

  test('takes names of files for no options, whoever chose them', async () => {
    const directory = directoryWith({ '--severity=error.yaml': BAD });
    const given = spawnSync(process.execPath, [join(process.cwd(), 'dist/cli.js'), ...argv, '--severity=error.yaml'], { cwd: directory });
    expect(String(given.stdout)).toMatch(/^--severity=error\.yaml:1:\d+: error: /);
    expect(given.status).toBe(1);
    expect([hook?.args.at(-1), exampleHook()?.args.at(-1)]).toEqual(['--', '--']);
  });

  test('has its name and options in the example', async () => {
    const used = exampleHook();
    expect(used?.id).toBe(hook?.id);
    expect((await runProgram([...words, ...(used?.args ?? []), 'examples/aws-eks-gpu-efa'])).code).toBe(0);
  });
});

test('the workflow of the example uses inputs and options that there are', async () => {
  interface Step {
    readonly uses?: string;
    readonly run?: string;
    readonly with?: Record<string, string>;
    readonly 'working-directory'?: string;
  }
  interface Workflow {
    readonly jobs: { readonly validate: { readonly steps: readonly Step[] } };
  }
  const { steps } = read<Workflow>('examples/ci/workflow.yaml').jobs.validate;
  const inputs = steps.find(({ uses }) => uses?.startsWith('OWNER/'))?.with ?? {};
  expect(Object.keys(ACTION.inputs)).toEqual(expect.arrayContaining(Object.keys(inputs)));
  for (const step of steps) if (step.run !== undefined) expect(step['working-directory']).toMatch(/^\$\{\{ runner\.temp \}\}$/);
  const command = steps.flatMap(({ run }) => /dra-allocator@\S+ (.*?) >/.exec(run ?? '')?.[1] ?? [])[0] ?? '';
  const argv = command.replace('"$GITHUB_WORKSPACE/manifests"', 'examples/aws-eks-gpu-efa').split(' ');
  const { code, out } = await runProgram(argv);
  expect(JSON.parse(out).version).toBe('2.1.0');
  expect(code).toBe(0);
});

test.each(['pre-commit-config.yaml', 'workflow.yaml'])('the example %s describes the placeholder for the repository', (name) => {
  const lines = readFileSync(`examples/ci/${name}`, 'utf8').split('\n');
  const open = lines.flatMap((line) => line.match(/\b[A-Z]+\/[\w-]+/g) ?? []);
  expect(new Set(open)).toEqual(new Set(['OWNER/dra-allocator']));
  expect(lines.filter((line) => line.startsWith('#')).join(' ')).toContain(
    'Replace OWNER with the owner of the repository of dra-allocator, or of your fork.',
  );
});
