import { describe, expect, test } from 'vitest';
import { GPU_CLASS, gpuClaim, gpuSlice, runProgram } from './run-program.js';

describe('help', () => {
  test('is also a command', async () => {
    expect(await runProgram(['help'])).toEqual(await runProgram(['--help']));
    expect(await runProgram(['help', 'inventory'])).toEqual(await runProgram(['inventory', '--help']));
    const { code, err } = await runProgram(['help', 'inventroy']);
    expect(err).toContain('unknown command "inventroy", did you mean inventory?');
    expect(code).toBe(2);
  });
});

test('--version prints the version alone', async () => {
  expect(await runProgram(['--version'])).toEqual({ code: 0, out: '1.2.3\n', err: '' });
});

describe('wrong command lines', () => {
  test.each([
    [
      [],
      'error: no command: use one of allocate, explain, nodes, fit, diff, simulate, merge, inventory, cel, validate, rules, classic, migrate, completion\n',
    ],
    [['alocate'], 'error: unknown command "alocate", did you mean allocate?\n'],
    [['explain'], 'error: no input: give files, directories or - with -f\n'],
    [['explain', '-f', '-', '--suggestion', '2'], 'error: option --suggestion needs --apply FILE\n'],
    [['explain', '-f', '-', '--apply', '-'], 'error: option --apply accepts files, not standard input\n'],
    [['allocate', '-f', '-', '-o', 'html'], 'error: unknown output format "html"'],
    [['validate'], 'error: no input: give files, directories or - with -f\n'],
    [['allocate'], 'error: no input: give files, directories or - with -f\n'],
    [['allocate', '-f', '-', '--nod', 'x'], 'error: unknown option --nod, did you mean --node?\n'],
    [['inventory', '-f', '-', '--steps', '3'], 'error: inventory has no option --steps\n'],
    [['inventory', '-f', '-', 'x'], 'error: inventory accepts no arguments, found "x": give input with -f\n'],
    [
      ['allocate', '-f', '-', 'a/b/c/d'],
      'error: "a/b/c/d" names no object: write NAME, NAMESPACE/NAME, KIND/NAME or KIND/NAMESPACE/NAME\n',
    ],
    [['allocate', '-f', '-', '--kubernetes-version', '1.99'], 'error: '],
    [['allocate', '-f', '-', '--feature-gates', 'DRAAdminAces=true'], 'DRAAdminAccess'],
    [['allocate', '-f', '-', '--kubernetes-version', '1.37', '--feature-gates', 'DRAAdminAccess=false'], 'DRAAdminAccess'],
    [['inventory', '-f', '-', '--kubernetes-version', '1.99'], 'error: '],
  ])('%j ends with 2 and a message', async (argv, message) => {
    const { code, out, err } = await runProgram(argv);
    expect(err).toContain(message);
    expect(err).toMatch(/\nRun 'dra-allocator (?:[a-z]+ )?--help' for usage\.\n$/);
    expect({ code, out }).toEqual({ code: 2, out: '' });
  });
});

test('options may stand before the command', async () => {
  const input = `${GPU_CLASS}---\n${gpuSlice('node-a', 1)}---\n${gpuClaim('a')}`;
  expect((await runProgram(['-f', '-', '-oname', 'allocate'], input)).out).toBe('resourceclaim.resource.k8s.io/a\n');
});

describe('wrong input', () => {
  test.each([
    ['kind: [', '<stdin>:1:'],
    ['kind: ResourceClaim\napiVersion: resource.k8s.io/v1\nspec:\n  devises: {}\n', '<stdin>:4:3: error: '],
    ['{"kind": "ResourceClaim",\n "apiVersion": "resource.k8s.io/v1", "metadata": {"name": 3}}', '<stdin>:2:51: error: '],
  ])('%j ends with 3 and a place', async (text, start) => {
    const { code, out, err } = await runProgram(['allocate', '-f', '-'], text);
    expect(err).toContain(start);
    expect({ code, out }).toEqual({ code: 3, out: '' });
  });

  test('bytes of a hostile name reach the terminal as text', async () => {
    const { err } = await runProgram(
      ['allocate', '-f', '-'],
      '{"kind": "ResourceClaim", "apiVersion": "resource.k8s.io/v1", "\\u001b[2J": 1}',
    );
    expect(err).not.toContain('\u001b');
    expect(err).toContain('\\u001b[2J');
  });
});
