import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import type { Diagnostic } from '../../../../src/apps/cli/input/content-error.js';
import { readInputs } from '../../../../src/apps/cli/input/input.js';
import { directoryWith } from '../run-program.js';

async function* chunks(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield new TextEncoder().encode(text);
}

async function read(names: readonly string[], recursive = false, ...stdin: string[]): Promise<[string, string][]> {
  return (await readWarned(names, recursive, ...stdin)).inputs;
}

async function readWarned(names: readonly string[], recursive = false, ...stdin: string[]) {
  const inputs: [string, string][] = [];
  const warnings: Diagnostic[] = [];
  for await (const { file, bytes } of readInputs(names, recursive, chunks(...stdin), warnings))
    inputs.push([file, new TextDecoder().decode(bytes)]);
  return { inputs, warnings };
}

test('files come in the order in which they are named', async () => {
  const directory = directoryWith({ 'b.yaml': 'B', 'a.txt': 'A' });
  const names = [join(directory, 'b.yaml'), join(directory, 'a.txt')];
  expect(await read(names)).toEqual([
    [names[0], 'B'],
    [names[1], 'A'],
  ]);
});

test('a directory gives its manifests by name, those below it only when asked', async () => {
  const directory = directoryWith({ 'b.yml': '', 'a.json': '', 'c.txt': '', 'a/x.yaml': '', 'z.yaml': '', 'd.yaml.bak': '' });
  const names = async (recursive: boolean) => (await read([directory], recursive)).map(([file]) => relative(directory, file));
  expect(await names(false)).toEqual(['a.json', 'b.yml', 'z.yaml']);
  expect(await names(true)).toEqual(['a/x.yaml', 'a.json', 'b.yml', 'z.yaml']);
});

test('links to files are followed, links to directories are not', async () => {
  const directory = directoryWith({ 'x/a.yaml': 'A', 'y/b': 'B' });
  symlinkSync(join(directory, 'y/b'), join(directory, 'link.yaml'));
  symlinkSync(directory, join(directory, 'x/loop'));
  expect((await read([directory], true)).map(([file]) => relative(directory, file))).toEqual(['link.yaml', 'x/a.yaml']);
});

test('a file is read once, whatever paths lead to it, and that is said', async () => {
  const directory = directoryWith({ 'a.yaml': 'A', 'b.yaml': 'A' });
  const [a, link] = [join(directory, 'a.yaml'), join(directory, 'link.yaml')];
  symlinkSync(a, link);
  const { inputs, warnings } = await readWarned([a, directory, `${directory}/./a.yaml`]);
  expect(inputs.map(([file]) => relative(directory, file))).toEqual(['a.yaml', 'b.yaml']);
  expect(warnings).toEqual([{ message: `named more than once, but read only once: ${a}, ${link}, ${directory}/./a.yaml` }]);
  expect((await readWarned([a])).warnings).toEqual([]);
});

test('- is standard input, joined from its pieces', async () => {
  expect(await read(['-'], false, 'ki', 'nd')).toEqual([['<stdin>', 'kind']]);
});

test('a directory without manifests is an error that mentions -R', async () => {
  const directory = directoryWith({ 'below/a.yaml': '' });
  await expect(read([directory])).rejects.toThrow(
    `${directory}: no *.yaml, *.yml or *.json file in this directory: add -R to read the directories below it`,
  );
});

test('what does not exist is an error', async () => {
  const directory = directoryWith({});
  await expect(read([join(directory, 'none.yaml')])).rejects.toThrow(`${join(directory, 'none.yaml')}: no such file or directory`);
});

test('a pipe in a directory is rejected before anyone waits for it, one that is named is read', async () => {
  const directory = directoryWith({});
  const pipe = join(directory, 'pipe.yaml');
  execFileSync('mkfifo', [pipe]);
  await expect(read([directory])).rejects.toThrow('not a regular file: pipe its content in with -f -');
  const [inputs] = await Promise.all([read([pipe]), writeFile(pipe, 'kind: A')]);
  expect(inputs).toEqual([[pipe, 'kind: A']]);
});

test('/dev/null is an empty input', async () => {
  expect(await read(['/dev/null'])).toEqual([['/dev/null', '']]);
});

test('endless devices are rejected', async () => {
  await expect(read(['/dev/zero'])).rejects.toThrow('/dev/zero: neither a file nor a directory');
});

test('addresses are rejected with advice', async () => {
  await expect(read(['https://example.com/a.yaml'])).rejects.toThrow('URLs are not supported: pipe the content in with -f -');
});

test('endless standard input ends at the limit', async () => {
  async function* endless(): AsyncGenerator<Uint8Array> {
    const chunk = new Uint8Array(32 * 1024 * 1024);
    for (;;) yield chunk;
  }
  const inputs = readInputs(['-'], false, endless(), []);
  await expect(inputs.next()).rejects.toThrow('larger than the limit of 268435456 bytes');
});
