import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { complete, formatCompletion } from '../../../src/apps/cli/completion.js';
import { COMPLETION_SCRIPTS } from '../../../src/apps/cli/completion-scripts.js';
import { COMMANDS } from '../../../src/apps/cli/help.js';
import { directoryWith, runProgram } from './run-program.js';

const texts = (...words: string[]): string[] | 'file' => {
  const { candidates, isFile } = complete(words);
  return isFile ? 'file' : candidates.map(({ text }) => text);
};

describe('what can stand next', () => {
  test.each<[string[], string[] | 'file']>([
    [[], [...COMMANDS]],
    [[''], [...COMMANDS]],
    [['c'], ['cel', 'classic', 'completion']],
    [['help', 'in'], ['inventory']],
    [
      ['help', 'e'],
      ['explain', 'environment', 'exit-codes'],
    ],
    [['-'], ['--help', '--version']],
    [['inventory', '--o'], ['--output']],
    [['inventory', '-o', 'json', '--o'], []],
    [['inventory', '-f', 'a', '--fi'], ['--filename']],
    [
      ['-f', 'a', 'inventory', '-o', 'j'],
      ['json', 'jsonpath='],
    ],
    [['inventory', '--output=ya'], ['--output=yaml']],
    [
      ['inventory', '-o', ''],
      ['table', 'wide', 'json', 'yaml', 'name', 'custom-columns=', 'jsonpath='],
    ],
    [
      ['explain', '-o', ''],
      ['table', 'wide', 'json', 'yaml', 'name', 'html', 'custom-columns=', 'jsonpath='],
    ],
    [['explain', '--apply', ''], 'file'],
    [['allocate', '-f', ''], 'file'],
    [['allocate', '--filename=x'], 'file'],
    [['allocate', '--steps', '1'], []],
    [
      ['allocate', '--feature-gates', 'DRAAdmin'],
      ['DRAAdminAccess=true', 'DRAAdminAccess=false'],
    ],
    [
      ['allocate', '--feature-gates', 'DRAAdminAccess=true,DRAPrio'],
      ['DRAAdminAccess=true,DRAPrioritizedList=true', 'DRAAdminAccess=true,DRAPrioritizedList=false'],
    ],
    [['cel', '--kubernetes-version', '1.37'], ['1.37']],
    [
      ['cel', '--environment', ''],
      ['stored', 'new'],
    ],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish'],
    ],
    [['completion', 'bash', ''], []],
    [['nonsense', '-x', '--y=z', ''], []],
    [['allocate', '--z=a'], []],
    [['allocate', '--recursive', '--node', ''], []],
  ])('behind %j', (words, expected) => {
    expect(texts(...words)).toEqual(expected);
  });

  test('every option of every command can be completed', async () => {
    for (const command of ['allocate', 'explain', 'nodes', 'inventory', 'cel', 'validate']) {
      const { out } = await runProgram([command, '--help']);
      for (const [option] of out.matchAll(/(?<=^ {2}(?:-\w, | {4}))--[\w-]+/gm)) expect(texts(command, option)).toContain(option);
    }
  });

  test('is printed as kubectl reads it from a plugin', async () => {
    expect(formatCompletion(complete(['ce']))).toBe('cel\tevaluate a CEL selector on every device\n:4\n');
    expect(await runProgram(['__complete', 'allocate', '-f', ''])).toEqual({ code: 0, out: ':0\n', err: '' });
  });
});

test.each([[[]], [['tcsh']], [['bash', 'zsh']]])('completion %j is wrong usage', async (argv) => {
  const { code, err } = await runProgram(['completion', ...argv]);
  expect(code).toBe(2);
  expect(err).toContain('completion needs one of bash, zsh, fish');
});

/** A directory on the PATH whose program `dra-allocator` is that of the build, and one whose files are there to be completed. */
function installed(): { path: string; work: string } {
  const work = directoryWith({ 'claims.yaml': '', 'classes.yaml': '' });
  const path = join(work, 'bin');
  mkdirSync(path);
  const program = join(path, 'dra-allocator');
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${join(process.cwd(), 'dist/cli.js')}' "$@"\n`);
  chmodSync(program, 0o755);
  return { path, work };
}

const isInstalled = (shell: string): boolean => spawnSync(shell, ['-c', 'true']).status === 0;

describe('scripts', () => {
  /** The completions that bash has of a line, as it cuts it. */
  function bash(words: readonly string[]): string[] {
    const { path, work } = installed();
    const script = `${COMPLETION_SCRIPTS.bash}
compopt() { echo "option $2"; }
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')})
COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
_dra_allocator
printf '%s\\n' "\${COMPREPLY[@]}"`;
    const env = { ...process.env, PATH: `${path}:${process.env['PATH']}` };
    return execFileSync('bash', ['--norc', '-c', script], { cwd: work, env, encoding: 'utf8' }).trim().split('\n');
  }

  test('of bash completes commands, options, values behind = and files', () => {
    expect(bash(['dra-allocator', 'in'])).toEqual(['inventory']);
    expect(bash(['dra-allocator', 'inventory', '--out'])).toEqual(['--output']);
    expect(bash(['dra-allocator', 'inventory', '--output', '=', 'js'])).toEqual(['json', 'jsonpath=']);
    expect(bash(['dra-allocator', 'inventory', '--output', '=', 'ya'])).toEqual(['yaml']);
    expect(bash(['dra-allocator', 'allocate', '-f', ''])).toEqual(['option default']);
  });

  // zsh and fish are not on every machine. Their scripts are queried through what they have for tests of completion.
  test.skipIf(!isInstalled('fish'))('of fish', () => {
    const { path, work } = installed();
    const ask = (line: string): string[] => {
      const script = `${COMPLETION_SCRIPTS.fish}\ncomplete -C '${line}'`;
      const env = { ...process.env, PATH: `${path}:${process.env['PATH']}`, HOME: work };
      return execFileSync('fish', ['--no-config', '-c', script], { cwd: work, env, encoding: 'utf8' }).trim().split('\n');
    };
    expect(ask('dra-allocator in')).toEqual(['inventory\tdevices by node, driver and pool: free, taken, by whom']);
    expect(ask('dra-allocator inventory -o js')).toEqual(['json', 'jsonpath=']);
    expect(ask('dra-allocator inventory --output=js')).toEqual(['--output=json', '--output=jsonpath=']);
    expect(ask('dra-allocator allocate -f cl').map((line) => line.split('\t')[0])).toEqual(['claims.yaml', 'classes.yaml']);
  });

  test.skipIf(!isInstalled('zsh'))('of zsh', () => {
    const { path, work } = installed();
    const ask = (words: readonly string[]): string[] => {
      const script = `compdef() { :; }
_files() { print files; }
_describe() { print -rl -- "\${(@P)2}"; }
${COMPLETION_SCRIPTS.zsh}
words=(${words.map((word) => `'${word}'`).join(' ')}); CURRENT=\${#words}
_dra_allocator`;
      const env = { ...process.env, PATH: `${path}:${process.env['PATH']}` };
      return execFileSync('zsh', ['-f', '-c', script], { cwd: work, env, encoding: 'utf8' }).trim().split('\n');
    };
    expect(ask(['dra-allocator', 'in'])).toEqual(['inventory:devices by node, driver and pool: free, taken, by whom']);
    expect(ask(['dra-allocator', 'inventory', '-o', 'js'])).toEqual(['json:json', 'jsonpath=:jsonpath=']);
    expect(ask(['dra-allocator', 'inventory', '-o', ''])).toHaveLength(7);
    expect(ask(['dra-allocator', 'allocate', '-f', ''])).toEqual(['files']);
  });
});
