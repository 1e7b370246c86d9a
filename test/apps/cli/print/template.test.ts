import { describe, expect, test } from 'vitest';
import { documents, GPU_CLASS, gpuClaim, gpuSlice, runProgram } from '../run-program.js';

const NODE = '{apiVersion: v1, kind: Node, metadata: {name: node-a}}\n';
const INPUT = documents(NODE, GPU_CLASS, gpuSlice('node-a', 3), gpuClaim('a'), gpuClaim('b'));

const run = (command: readonly string[], ...options: readonly string[]) => runProgram([...command, '-f', '-', ...options], INPUT);

describe('jsonpath', () => {
  test('goes through the List of claims, with the tabs and lines of the template', async () => {
    const path = '.status.allocation.devices.results[*].device';
    const { out, code } = await run(['allocate'], '-o', `jsonpath={range .items[*]}{.metadata.name}{"\\t"}{${path}}{"\\n"}{end}`);
    expect(out).toBe('a\tgpu-0\nb\tgpu-1\n');
    expect(code).toBe(0);
  });

  test('goes through what inventory and cel print as JSON', async () => {
    expect((await run(['inventory'], '-o', 'jsonpath={.pools[*].devices[?(@.state=="free")].name}')).out).toBe('gpu-0 gpu-1 gpu-2');
    expect((await run(['cel', 'true'], '-o', 'jsonpath={.devices[-1:].device}')).out).toBe('gpu-2');
  });

  test('requests the nodes of a pod', async () => {
    expect((await run(['nodes'], '-o', 'jsonpath={.pods[0].nodes[?(@.fits==true)].node}')).out).toBe('node-a');
  });

  test('that does not parse is a usage error, and one that finds no such index is one of the input', async () => {
    expect(await run(['allocate'], '-o', 'jsonpath={.items[')).toMatchObject({ code: 2, out: '' });
    const { code, out, err } = await run(['allocate'], '-o', 'jsonpath={.items[7]}');
    expect({ code, out }).toEqual({ code: 3, out: '' });
    expect(err).toContain('error: the template of --output: array index out of bounds: index 7, length 2\n');
  });

  test('prints names from outside without what steers a terminal', async () => {
    const text = INPUT.replaceAll('name: a}', 'name: "a\\u001b[2J\\tb"}');
    const { out } = await runProgram(['allocate', '--no-validate', '-f', '-', '-o', 'jsonpath={.items[0].metadata.name}{"\\t"}'], text);
    expect(out).toBe('a\\u001b[2J\\u0009b\t');
  });
});

describe('custom-columns', () => {
  test('has a row for each claim, device or node', async () => {
    expect((await run(['allocate'], '-o', 'custom-columns=NAME:.metadata.name,UID:metadata.uid')).out).toBe(
      'NAME   UID\na      <none>\nb      <none>\n',
    );
    expect((await run(['inventory'], '-o', 'custom-columns=NODE:.node,DEVICE:.name,STATE:.state')).out.split('\n').slice(0, 2)).toEqual([
      'NODE     DEVICE   STATE',
      'node-a   gpu-0    free',
    ]);
    expect((await run(['cel', 'true'], '-o', 'custom-columns=D:.device,R:.result')).out).toBe(
      'D       R\ngpu-0   true\ngpu-1   true\ngpu-2   true\n',
    );
    expect((await run(['nodes', 'default/a'], '-o', 'custom-columns=N:.node,FITS:.fits')).out).toBe('N        FITS\nnode-a   true\n');
  });
});

describe('--no-headers', () => {
  test('leaves rows alone', async () => {
    expect((await run(['allocate'], '--no-headers')).out).toBe(
      '-   a   gpu   gpu.example.com   gpu-0   node-a\n-   b   gpu   gpu.example.com   gpu-1   node-a\n',
    );
    expect((await run(['allocate'], '--no-headers', '-o', 'custom-columns=LONG-HEADING:.metadata.name,B:.kind')).out).toBe(
      'a   ResourceClaim\nb   ResourceClaim\n',
    );
    expect((await run(['cel', 'true'], '--no-headers')).out.split('\n')[0]).toMatch(/^gpu\.example\.com {3}node-a {3}gpu-0 /);
    expect((await run(['nodes', 'default/a'], '--no-headers')).out).toMatch(/^node-a {3}yes /);
  });

  test('leaves the rows of pools alone in an inventory', async () => {
    const more = gpuSlice('node-b', 1).replace('nodeName: node-b', 'allNodes: true');
    const { out } = await runProgram(['inventory', '-f', '-', '--no-headers'], documents(INPUT, more));
    expect(out).toBe(
      'node-a   gpu.example.com   node-a   3   3   0   0   0   -\n-        gpu.example.com   node-b   1   1   0   0   0   -\n',
    );
  });
});
