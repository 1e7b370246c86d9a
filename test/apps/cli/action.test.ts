// The GitHub Action: its script runs in bash, with an npx that records its arguments or with the real one, in checkouts of hostile pull requests.

import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parseArguments } from '../../../src/apps/cli/arguments.js';
import { VALIDATE_OPTIONS } from '../../../src/apps/cli/option-specs.js';
import { readValidateSettings } from '../../../src/apps/cli/options.js';
import { someOf } from '../../support/extent.js';
import { RETRIED } from '../../support/retried.js';
import { directoryWith, gpuClaim } from './run-program.js';

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string; readonly required?: boolean }>>;
  readonly runs: { readonly steps: readonly { readonly run: string; readonly env: Readonly<Record<string, string>> }[] };
}

const ACTION = load(readFileSync('action.yml', 'utf8')) as Action;
const [STEP] = ACTION.runs.steps;
const PROGRAM = join(process.cwd(), 'dist/cli.js');
const BAD = gpuClaim('a').replace('{name: gpu,', '{name: GPU_0,');

interface ActionRun {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the step of the action in a checkout, as a runner does. */
async function runStep(checkout: string, inputs: Readonly<Record<string, string>>, env: NodeJS.ProcessEnv): Promise<ActionRun> {
  const value = (text: string): string =>
    text.replace(/\$\{\{ inputs\.([\w-]+) \}\}/, (_, name: string) => {
      expect(Object.keys(ACTION.inputs)).toContain(name);
      return inputs[name] ?? ACTION.inputs[name]?.default ?? '';
    });
  const variables = Object.fromEntries(Object.entries(STEP?.env ?? {}).map(([name, text]) => [name, value(text)]));
  const runner = { GITHUB_WORKSPACE: checkout, RUNNER_TEMP: directoryWith({}) };
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', STEP?.run ?? ''], {
    cwd: checkout,
    env: { ...process.env, ...runner, ...variables, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { status, stdout, stderr };
}

/** Runs the step with an npx that runs the built program. */
async function runAction(checkout: string, inputs: Readonly<Record<string, string>>) {
  const directory = directoryWith({ npx: '' });
  const npx = join(directory, 'npx');
  const record = `printf '%s\\n' "$@" > "${directory}/arguments"\npwd > "${directory}/cwd"\nls -A > "${directory}/files"\n`;
  writeFileSync(npx, `#!/bin/bash\n${record}shift 5\nexec node "${PROGRAM}" "$@"\n`);
  chmodSync(npx, 0o755);
  const run = await runStep(checkout, inputs, { PATH: `${directory}:${process.env['PATH']}` });
  const recorded = (name: string): string => readFileSync(join(directory, name), 'utf8').replace(/\n$/, '');
  return { ...run, arguments: recorded('arguments').split('\n'), cwd: recorded('cwd'), files: recorded('files') };
}

test('the script of the action has no expressions of GitHub: inputs are variables', () => {
  expect(ACTION.runs.steps).toHaveLength(1);
  expect(STEP?.run).not.toContain('${{');
  const taken = Object.values(STEP?.env ?? {}).map((text) => /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(text)?.[1]);
  expect(taken).toEqual(Object.keys(ACTION.inputs));
});

test('bash takes the script of the action', () => {
  execFileSync('bash', ['-n', '-c', STEP?.run ?? '']);
});

describe('the action', () => {
  test('prints findings as workflow commands with paths of the repository, and ends as the program does', async () => {
    const checkout = directoryWith({ 'manifests/below/bad.yaml': BAD, 'good.yaml': gpuClaim('b') });
    for (const files of someOf(['manifests', './manifests/', join(checkout, 'manifests'), '.'], 3)) {
      const result = await runAction(checkout, { files });
      expect(result.stdout).toMatch(/^::error file=manifests\/below\/bad\.yaml,line=1,col=\d+,title=request-name::/);
      expect(result.status).toBe(1);
      expect(result.arguments.slice(0, 6)).toEqual(['--yes', '--package', 'dra-allocator@latest', '--', 'dra-allocator', 'validate']);
    }
    expect((await runAction(checkout, { files: `good.yaml\n\n${checkout}/good.yaml` })).status).toBe(0);
  });

  test('starts npx in an empty directory outside of the checkout', async () => {
    const checkout = directoryWith({ 'good.yaml': gpuClaim('b') });
    const result = await runAction(checkout, { files: 'good.yaml' });
    expect(result.files).toBe('');
    expect(result.cwd.startsWith(checkout)).toBe(false);
  });

  test('hands every input over', async () => {
    const checkout = directoryWith({ 'bad file.yaml': BAD });
    const inputs = {
      files: 'bad file.yaml',
      version: './packed.tgz',
      'kubernetes-version': '1.36',
      'feature-gates': 'DRAAdminAccess=true',
      ignore: 'request-name\nwrong-type',
      severity: 'error',
      lenient: 'true',
    };
    const { status, stderr, arguments: given } = await runAction(checkout, inputs);
    expect([status, stderr]).toEqual([0, '1 object, 0 errors, 0 warnings\n']);
    expect(given[2]).toBe(`${checkout}/./packed.tgz`);
    expect(readValidateSettings(parseArguments(given.slice(6), VALIDATE_OPTIONS))).toEqual({
      files: [`${checkout}/bad file.yaml`],
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

  test('takes a line of the input for the file of that name alone', async () => {
    const names = ['--fix', '-', '*', '$(touch ran)', '`touch ran`', '"; touch ran; "', "'", '~', 'a\\b', '$HOME', ' a b '];
    const checkout = directoryWith({ 'a.yaml': BAD, ...Object.fromEntries(names.map((name) => [`${name}/bad.yaml`, BAD])) });
    const { status, stdout, arguments: given } = await runAction(checkout, { files: names.join('\n') });
    expect(given.slice(-names.length)).toEqual(names.map((name) => `--filename=${checkout}/${name}`));
    const found = stdout.match(/(?<=^::error file=).*?(?=\/bad\.yaml,line=1,col=\d+,title=request-name::)/gm);
    expect(found?.sort()).toEqual([...names].sort());
    expect(status).toBe(1);
    expect(existsSync(join(checkout, 'ran'))).toBe(false);
  });

  test('takes other inputs for no part of the script, and no options', async () => {
    const checkout = directoryWith({ 'good.yaml': gpuClaim('b') });
    const hostile = '"; touch ran; $(touch ran) `touch ran` --fix';
    const names = Object.keys(ACTION.inputs).filter((name) => name !== 'files' && name !== 'version');
    for (const name of someOf(names, 3)) {
      const { status, stderr } = await runAction(checkout, { files: 'good.yaml', [name]: hostile });
      expect([name, status]).toEqual([name, 2]);
      expect(stderr).toContain('touch ran');
    }
    const { arguments: given } = await runAction(checkout, { files: 'good.yaml', version: hostile });
    expect(given[2]).toBe(`dra-allocator@${hostile}`);
    expect(existsSync(join(checkout, 'ran'))).toBe(false);
  });
});

/** A packed package of this name whose program runs some JavaScript. */
function packed(program: string): Buffer {
  const manifest = { name: 'dra-allocator', version: '9.9.9', type: 'module', bin: { 'dra-allocator': 'cli.js' } };
  const directory = directoryWith({
    'package/package.json': JSON.stringify(manifest),
    'package/cli.js': `#!/usr/bin/env node\n${program}\n`,
  });
  execFileSync('tar', ['-czf', 'packed.tgz', 'package'], { cwd: directory });
  return readFileSync(join(directory, 'packed.tgz'));
}

/** A registry at `/good/`, which has the built program, and one at `/evil/`. */
async function startRegistries(ranFile: string): Promise<{ readonly url: string; readonly asked: string[] }> {
  const tarballs = {
    good: packed(`await import(${JSON.stringify(PROGRAM)});`),
    evil: packed(`(await import('node:fs')).writeFileSync(${JSON.stringify(ranFile)}, 'registry');`),
  };
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const name = path.startsWith('/good/') ? 'good' : 'evil';
    if (path.endsWith('.tgz')) return response.end(tarballs[name]);
    if (!path.endsWith('/dra-allocator')) return response.writeHead(404).end();
    const { port } = server.address() as AddressInfo;
    const dist = { tarball: `http://127.0.0.1:${port}/${name}/packed.tgz` };
    const version = { name: 'dra-allocator', version: '9.9.9', bin: { 'dra-allocator': 'cli.js' }, dist };
    response.setHeader('content-type', 'application/json');
    return response.end(JSON.stringify({ name: 'dra-allocator', 'dist-tags': { latest: '9.9.9' }, versions: { '9.9.9': version } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

/** Files of a pull request that npm, npx and node obey in the directory in which they start. Each program writes the file `ranFile`. */
function hostileCheckout(ranFile: string, evilRegistry: string): Readonly<Record<string, Readonly<Record<string, string>>>> {
  const shell = `#!/bin/sh\necho ran > '${ranFile}'\n`;
  const script = `#!/usr/bin/env node\nrequire('node:fs').writeFileSync(${JSON.stringify(ranFile)}, 'ran');\n`;
  const manifest = (more: object): string => JSON.stringify({ name: 'dra-allocator', version: '9.9.9', ...more });
  return {
    'the registry of an .npmrc': { '.npmrc': `registry=${evilRegistry}\n` },
    'the shell of an .npmrc': { '.npmrc': 'script-shell=./sh\n', sh: shell },
    'options of node in an .npmrc': { '.npmrc': 'node-options=--require=./ran.cjs\n', 'ran.cjs': script },
    'a package of that name and version': {
      'package.json': '{}',
      'node_modules/dra-allocator/package.json': manifest({ _resolved: 'x', bin: { 'dra-allocator': 'cli.cjs' } }),
      'node_modules/dra-allocator/cli.cjs': script,
      'node_modules/.bin/dra-allocator': script,
    },
    'other programs of the checkout': { 'package.json': '{}', 'node_modules/.bin/node': shell, 'node_modules/.bin/sh': shell },
    'scripts of its package.json': {
      'package.json': manifest({ bin: 'cli.cjs', scripts: { prenpx: 'sh x', postnpx: 'sh x' } }),
      x: shell,
      'cli.cjs': script,
    },
  };
}

describe('npx of the action does not obey', RETRIED, () => {
  test.each(someOf(Object.keys(hostileCheckout('', '')), 3))(
    '%s',
    async (name) => {
      const ranFile = join(directoryWith({}), 'ran');
      const { url, asked } = await startRegistries(ranFile);
      const checkout = directoryWith({ 'bad.yaml': BAD, ...hostileCheckout(ranFile, `${url}/evil/`)[name] });
      for (const program of ['sh', 'node_modules/.bin/dra-allocator', 'node_modules/.bin/node', 'node_modules/.bin/sh'])
        if (existsSync(join(checkout, program))) chmodSync(join(checkout, program), 0o755);
      const home = directoryWith({ '.npmrc': `registry=${url}/good/\n` });
      const npm = Object.fromEntries(
        Object.keys(process.env)
          .filter((each) => /^npm_/i.test(each))
          .map((each) => [each, undefined]),
      );
      const env = {
        ...npm,
        npm_config_userconfig: join(home, '.npmrc'),
        npm_config_cache: join(home, 'cache'),
        npm_config_update_notifier: 'false',
        npm_config_audit: 'false',
      };
      const result = await runStep(checkout, { files: 'bad.yaml', version: '9.9.9' }, env);
      expect(result.stderr).toContain('1 object, 1 error, 0 warnings\n');
      expect(result.stdout).toMatch(/^::error file=bad\.yaml,line=1,col=\d+,title=request-name::/);
      expect(result.status).toBe(1);
      expect(existsSync(ranFile)).toBe(false);
      expect(asked.filter((path) => !path.startsWith('/good/'))).toEqual([]);
      expect(asked).toContain('/good/dra-allocator');
    },
    60_000,
  );
});
