import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { directoryWith, documents, GPU_CLASS, gpuClaim, gpuSlice, runProgram } from './run-program.js';

const files = {
  'a.yaml': documents(GPU_CLASS, gpuSlice('node-a', 1)),
  'b.yaml': gpuClaim('one'),
  'it is': gpuClaim('two'),
  list: gpuClaim('three'),
};
const path = (): ((name: string) => string) => {
  const directory = directoryWith(files);
  return (name) => join(directory, name);
};

describe.each(['allocate', 'explain', 'nodes', 'fit', 'simulate', 'inventory', 'classic', 'migrate'])('%s', (command) => {
  test('says how files are given that a shell has put behind the first one', async () => {
    const of = path();
    const { code, err } = await runProgram([command, '-f', of('a.yaml'), of('b.yaml'), of('it is')]);
    expect(code).toBe(2);
    expect(err).toBe(
      `error: ${of('b.yaml')} is a file: write -f before each file: dra-allocator ${command} -f ${of('a.yaml')} -f ${of('b.yaml')} -f '${of('it is')}'\n` +
        `Run 'dra-allocator ${command} --help' for usage.\n`,
    );
  });
});

test('files behind another option are files of that', async () => {
  const of = path();
  const { err } = await runProgram(['diff', '-f', of('a.yaml'), '--with', of('b.yaml'), of('list')]);
  expect(err).toContain(`dra-allocator diff -f ${of('a.yaml')} --with ${of('b.yaml')} --with ${of('list')}\n`);
});

test('the last file of diff is the second cluster, unless something else is compared', async () => {
  const of = path();
  for (const files of [
    [of('a.yaml'), of('b.yaml')],
    ['-f', of('a.yaml'), of('b.yaml')],
  ]) {
    const { err } = await runProgram(['diff', ...files]);
    expect(err).toContain(`write -f or --with before each file: dra-allocator diff -f ${of('a.yaml')} --with ${of('b.yaml')}\n`);
  }
  expect((await runProgram(['diff', of('a.yaml')])).err).toContain(`write -f before each file: dra-allocator diff -f ${of('a.yaml')}\n`);
  const releases = await runProgram(['diff', of('a.yaml'), of('b.yaml'), '--to-version', '1.36']);
  expect(releases.err).toContain(`diff -f ${of('a.yaml')} -f ${of('b.yaml')} --to-version 1.36\n`);
});

test('a file that no option has comes with -f, with the names around it', async () => {
  const of = path();
  const { err } = await runProgram(['allocate', 'pod/x', of('a.yaml'), '-o', 'json']);
  expect(err).toContain(`write -f before each file: dra-allocator allocate pod/x -f ${of('a.yaml')} -o json\n`);
});

test('a directory is one only without an input, since a name such as ml/train may be a path as well', async () => {
  const of = path();
  const directory = of('.');
  expect((await runProgram(['explain', directory])).err).toContain(
    `${directory} is a directory: write -f before each directory: dra-allocator explain -f ${directory}\n`,
  );
  expect((await runProgram(['explain', '-f', of('a.yaml'), directory])).err).not.toContain('is a directory');
  for (const word of ['x'.repeat(5000), 'none/x']) expect((await runProgram(['explain', word])).err).toContain('error: no input');
});

test('an expression of cel is no file, and arguments of validate are files', async () => {
  const of = path();
  expect((await runProgram(['cel', 'true', '-f', of('a.yaml')])).code).toBe(0);
  expect((await runProgram(['validate', of('a.yaml'), of('b.yaml')])).code).toBe(0);
});

describe('lists with commas', () => {
  test('may name files, unless there is a file of that name', async () => {
    const of = path();
    const { out } = await runProgram(['allocate', '-o', 'name', '-f', `${of('a.yaml')},${of('b.yaml')}`]);
    expect(out).toBe('resourceclaim.resource.k8s.io/one\n');
    const directory = directoryWith({ 'a,b.yaml': documents(files['a.yaml'], files['b.yaml']) });
    expect((await runProgram(['allocate', '-o', 'name', '-f', join(directory, 'a,b.yaml')])).out).toBe(out);
    expect((await runProgram(['allocate', '-f', `${of('a.yaml')},none.yaml`])).err).toContain('none.yaml');
  });

  test('may name nodes to drain, to cordon and to clone', async () => {
    const node = (name: string): string => `{apiVersion: v1, kind: Node, metadata: {name: ${name}}}\n`;
    const input = documents(...['a', 'b', 'c'].map(node));
    const events = async (...options: readonly string[]) => {
      const { out, err } = await runProgram(['simulate', '-f', '-', '-o', 'json', ...options], input);
      return [err, JSON.parse(out)];
    };
    for (const option of ['--drain', '--cordon']) expect(await events(option, 'a,b')).toEqual(await events(option, 'a', option, 'b'));
    expect(await events('--clone-node', 'a=2,b=1')).toEqual(await events('--clone-node', 'a=2', '--clone-node', 'b=1'));
    expect((await runProgram(['simulate', '-f', '-', '--drain', 'a,d'], input)).err).toContain('d');
  });

  test('may name rules', async () => {
    const { code, err } = await runProgram(['validate', '-f', '-', '--rule', 'request-name,no-such-rule'], GPU_CLASS);
    expect([code, err]).toEqual([2, expect.stringContaining('no-such-rule')]);
  });
});
