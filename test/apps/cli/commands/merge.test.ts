import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { someOf } from '../../../support/extent.js';
import { textWithNewChecksum } from '../../../support/with-checksum.js';
import { firstInterrupted, type ProgramResult, runProgram } from '../run-program.js';

const folder = mkdtempSync(join(tmpdir(), 'sweep-'));
const sweep = join(folder, 'sweep.yaml');
const results = join(folder, 'results');
const SHARDS = 5;

const SWEEP = `apiVersion: simulate.dra-allocator/v1alpha1
kind: Sweep
clusters:
- {name: two, files: [cluster.yaml]}
- {name: three, files: [cluster.yaml, third-node.yaml]}
workloads:
- {name: steady, files: [loads/steady.yaml]}
releases: ["1.36", "1.37"]
seeds: [1, 2, 3]
`;

/** Writes the files of a sweep into a new folder, with shorter loads. */
function layOut(into: string, text = SWEEP): string {
  mkdirSync(join(into, 'loads'), { recursive: true });
  for (const name of ['cluster', 'third-node']) copyFileSync(`examples/sweep/${name}.yaml`, join(into, `${name}.yaml`));
  writeFileSync(join(into, 'loads/steady.yaml'), readFileSync('examples/sweep/steady.yaml', 'utf8').replace('count: 60', 'count: 6'));
  writeFileSync(join(into, 'sweep.yaml'), text);
  return join(into, 'sweep.yaml');
}

const shardOf = (shard: number, ...more: readonly string[]) =>
  runProgram(['simulate', '-f', sweep, '--shard', `${shard}/${SHARDS}`, '--write', join(results, `${shard}.json`), ...more]);

beforeAll(async () => {
  layOut(folder);
  mkdirSync(results);
  for (let shard = 0; shard < SHARDS; shard++) expect(await shardOf(shard)).toEqual({ code: 0, out: '', err: '' });
}, 240_000);
afterAll(() => rmSync(folder, { recursive: true }));

/** A copy of the results with one file changed. */
function withFile(name: string, text: string): string {
  const into = mkdtempSync(join(folder, 'changed-'));
  for (const file of readdirSync(results)) copyFileSync(join(results, file), join(into, file));
  writeFileSync(join(into, name), text);
  return into;
}

const textOf = (shard: number): string => readFileSync(join(results, `${shard}.json`), 'utf8');

describe('simulate of a Sweep', () => {
  it.each(someOf(['table', 'wide', 'json', 'yaml', 'csv'], 2))('in one go prints what merge prints of its shards: %s', async (output) => {
    const whole = await runProgram(['simulate', '-f', sweep, '-o', output]);
    expect(whole).toMatchObject({ code: 0, err: '' });
    expect(await runProgram(['merge', results, '-o', output])).toEqual(whole);
    const files = readdirSync(results).map((name) => join(results, name));
    expect(await runProgram(['merge', ...files.reverse(), '-o', output])).toEqual(whole);
    expect(await runProgram(['merge', '-o', output, '-f', '-'], files.map((file) => readFileSync(file, 'utf8')).join(''))).toEqual(whole);
  });

  it('has a line for each combination, and for each cell', async () => {
    const lines = (await runProgram(['merge', results])).out.trimEnd().split('\n');
    expect(lines).toHaveLength(5);
    expect(lines[0]).toMatch(
      /^CLUSTER +WORKLOAD +RELEASE +CELLS +PLACED +EVICTED +PENDING +WAITED +95 % +USE OF GPU\.EXAMPLE\.COM +LEAST ROOM$/,
    );
    expect(lines[1]).toMatch(/^two +steady +1\.36 +3 +6 +0 +0 /);
    expect((await runProgram(['merge', results, '-o', 'wide'])).out.trimEnd().split('\n')).toHaveLength(13);
    const csv = (await runProgram(['merge', results, '-o', 'csv'])).out.trimEnd().split('\n');
    expect(csv[0]).toMatch(/^cell,cluster,workload,release,seed,seconds,created/);
    expect(csv[12]).toMatch(/^11,three,steady,1\.37,3,/);
    expect((await runProgram(['merge', results, '--no-headers'])).out).toMatch(/^two +steady +1\.36 +3 /);
  });

  it('gives each cell what simulate gives of its files, its seed and its release', async () => {
    const { cells } = JSON.parse((await runProgram(['merge', results, '-o', 'json'])).out) as { cells: Record<string, unknown>[] };
    const files = ['cluster.yaml', 'third-node.yaml', 'loads/steady.yaml'].flatMap((name) => ['-f', join(folder, name)]);
    const single = await runProgram(['simulate', ...files, '--seed', '3', '--kubernetes-version', '1.37', '-o', 'json']);
    const { totals, waits, seconds } = JSON.parse(single.out) as Record<string, unknown>;
    expect(cells[11]).toMatchObject({ cluster: 'three', workload: 'steady', release: '1.37', seed: 3, totals, waits, seconds });
  });

  it('prints a shard where no file is named for it, and leaves nothing beside the file', async () => {
    const printed = await runProgram(['simulate', '-f', sweep, '--shard', `3/${SHARDS}`]);
    expect(printed).toEqual({ code: 0, out: textOf(3), err: '' });
    await shardOf(3);
    expect(readdirSync(results)).toEqual(['0.json', '1.json', '2.json', '3.json', '4.json']);
  });

  it('writes nothing of a shard that was interrupted', async () => {
    const file = join(folder, 'interrupted.json');
    const said = 'cell 0 (cluster two, workload steady, release 1.36, seed 1): interrupted by milliseconds';
    const ran = await firstInterrupted(said, ['simulate', '-f', sweep, '--shard', '0/2', '--write', file]);
    expect(ran).toMatchObject({ code: 4, out: '' });
    expect(readdirSync(folder)).not.toContain('interrupted.json');
  });

  it('takes shards from other folders, as long as all texts are the same', async () => {
    const copy = layOut(join(folder, 'elsewhere'));
    const first = await runProgram(['simulate', '-f', copy, '--shard', `0/${SHARDS}`]);
    expect(first.out).toBe(textOf(0));
    for (const name of ['cluster.yaml', 'loads/steady.yaml', 'sweep.yaml']) {
      const file = join(folder, 'elsewhere', name);
      const before = readFileSync(file, 'utf8');
      writeFileSync(file, `${before}# changed\n`);
      const { out } = await runProgram(['simulate', '-f', copy, '--shard', `0/${SHARDS}`]);
      expect((await runProgram(['merge', withFile('0.json', out)])).err).toContain('it belongs to another sweep');
      writeFileSync(file, before);
    }
    const other = await runProgram(['simulate', '-f', sweep, '--shard', `0/${SHARDS}`, '--choose', 'most-packed']);
    expect((await runProgram(['merge', withFile('0.json', other.out)])).code).toBe(3);
  });

  it.each<[string, readonly string[], number, string]>([
    [
      'a shard without a Sweep',
      ['-f', 'examples/simulate/cluster.yaml', '--shard', '0/2'],
      2,
      'option --shard needs a file of the kind Sweep',
    ],
    ['a file without a shard', ['-f', sweep, '--write', 'x.json'], 2, 'option --write needs --shard'],
    ['a shard beyond the last', ['-f', sweep, '--shard', '2/2'], 2, 'option --shard accepts I/N, from 0/N to N-1/N'],
    ['a shard that is none', ['-f', sweep, '--shard', '-1/2'], 2, 'option --shard accepts I/N'],
    ['a shard as a table', ['-f', sweep, '--shard', '0/2', '-o', 'table'], 2, 'option --shard prints only JSON'],
    ['variants', ['-f', sweep, '--against', 'seed=2'], 3, 'option --against does not work with a Sweep'],
    ['a seed beside seeds', ['-f', sweep, '--seed', '2'], 3, 'option --seed does not work with a Sweep: the Sweep sets the seeds'],
    ['a release beside releases', ['-f', sweep, '--kubernetes-version', '1.37'], 3, 'the Sweep sets the releases'],
    ['a checkpoint', ['-f', sweep, '--checkpoint', 'x'], 3, 'option --checkpoint does not work with a Sweep'],
    ['two sweeps', ['-f', sweep, '-f', 'examples/sweep/sweep.yaml'], 3, 'sweep.yaml:2:1: error: a second Sweep: the first one is in '],
    ['a folder that is not there', ['-f', sweep, '--shard', '0/200', '--write', join(folder, 'none/0.json')], 3, 'cannot write the shard'],
  ])('refuses %s', async (_, args, code, message) => {
    const ran = await runProgram(['simulate', ...args]);
    expect(ran).toMatchObject({ code, out: '' });
    expect(ran.err).toContain(message);
  });

  it.each<[string, string, string]>([
    ['a file that is not there', SWEEP.replace('third-node.yaml', 'fourth-node.yaml'), 'fourth-node.yaml, which the Sweep names for three'],
    ['a part without files', SWEEP.replace('[cluster.yaml]', '[]'), 'the Sweep has no files for two'],
    ['a device', SWEEP.replace('[cluster.yaml]', '[/dev/zero]'), 'neither a file nor a directory: /dev/zero'],
    ['a name that comes twice', SWEEP.replace('name: three', 'name: two'), 'clusters[1]: two occurs twice'],
    ['a release that is none', SWEEP.replace('"1.36"', '"1.3"'), 'releases[0]: expected one of'],
    ['too many seeds', SWEEP.replace('[1, 2, 3]', '{from: 1, count: 1000000}'), 'seeds.count: expected a number from 1 to 200000'],
    [
      'a trace of another cluster',
      SWEEP.replace('loads/steady.yaml', 'drain.yaml'),
      'cell 0 (cluster two, workload steady, release 1.36, seed 1)',
    ],
  ])('refuses %s in its file', async (name, text, message) => {
    const into = join(folder, name.replaceAll(' ', '-'));
    const file = layOut(into, text);
    const trace = 'apiVersion: simulate.dra-allocator/v1alpha1\nkind: Trace\nevents: [{at: 1, drain: node-z}]\n';
    writeFileSync(join(into, 'drain.yaml'), trace);
    const ran = await runProgram(['simulate', '-f', file]);
    expect(ran).toMatchObject({ code: 3, out: '' });
    expect(ran.err).toContain(message);
  });

  it('waits for no pipe that a file names', async () => {
    const into = join(folder, 'pipe');
    const file = layOut(into, SWEEP.replace('[cluster.yaml]', '[pipe]'));
    execFileSync('mkfifo', [join(into, 'pipe')]);
    expect((await runProgram(['simulate', '-f', file])).err).toContain('neither a file nor a directory');
  });
});

describe('merge', () => {
  const ran = (...args: readonly string[]): Promise<ProgramResult> => runProgram(['merge', ...args]);

  it('counts repeated shards once, and does not consider files that are not written yet', async () => {
    const whole = await ran(results, '-o', 'json');
    expect(await ran(withFile('3-again.json', textOf(3)), '-o', 'json')).toEqual(whole);
    expect(await ran(withFile('3.json.0b1c.tmp', textOf(3).slice(0, 100)), '-o', 'json')).toEqual(whole);
  });

  it('names shards that are missing', async () => {
    const { code, out, err } = await ran(join(results, '1.json'), join(results, '4.json'));
    expect({ code, out, err }).toEqual({ code: 1, out: '', err: 'error: 3 of 5 shards are missing: 0/5, 2/5, 3/5\n' });
  });

  it.each<[string, () => string, string]>([
    [
      'another result of a cell',
      () => textWithNewChecksum(textOf(3).replace(/"placed":\d+/, '"placed":7')),
      'shard 3/5: cell 3 has a different result',
    ],
    ['another input', () => textWithNewChecksum(textOf(3).replace(/sha256:./, 'sha256:x')), 'shard 3/5: it belongs to another sweep'],
    ['other shards', () => textOf(3).replace('"of":5', '"of":6'), 'results[1]: expected cell 9, found 8'],
    ['a digit that changed', () => textOf(3).replace(/"placed":\d+/, '"placed":7'), 'the file is damaged or was edited'],
    ['half a file', () => textOf(3).slice(0, 200), '3-again.json:1:'],
    ['a file that is no shard', () => '{"kind": "Report"}', 'kind: expected SweepShard'],
    ['a list', () => '[]', 'expected a SweepShard, found a list'],
    ['a number beyond doubles', () => textOf(3).replace(/"seconds":[\d.]+/, '"seconds":1e999'), 'seconds: expected a number'],
    ['a key twice', () => textOf(3).replace('"shard":3', '"shard":3,"shard":4'), '3-again.json:1:'],
    ['a deep text', () => '['.repeat(100_000), '3-again.json:1:'],
    ['names that steer a terminal', () => textOf(3).replace('"shard":3', '"shard":3,"\\u001b[31mred":3'), 'unknown field'],
  ])('refuses %s', async (_, text, message) => {
    const { code, out, err } = await ran(withFile('3-again.json', text()));
    expect({ code, out }).toEqual({ code: 3, out: '' });
    expect(err).toContain(message);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(err).not.toMatch(/\u001b/);
  });

  it('needs files', async () => {
    expect((await ran()).code).toBe(2);
    expect((await ran(join(folder, 'none'))).err).toContain('no such file or directory');
  });
});
