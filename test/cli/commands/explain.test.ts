import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import type { Explanation } from '../../../src/explain/explanation.js';
import {
  directoryWith,
  documents,
  GPU_CLASS,
  GPU_TEMPLATE,
  gpuClaim,
  gpuSlice,
  NO_COLORS,
  runProgram,
  withoutColors,
} from '../run-program.js';

const NODES = documents(
  '{apiVersion: v1, kind: Node, metadata: {name: node-a}}\n',
  '{apiVersion: v1, kind: Node, metadata: {name: node-b}, spec: {unschedulable: true}}\n',
);
const CLUSTER = documents(NODES, GPU_CLASS, gpuSlice('node-a', 2), gpuSlice('node-b', 4));

const pod = (name: string): string =>
  `{apiVersion: v1, kind: Pod, metadata: {name: ${name}}, spec: {resourceClaims: [{name: gpu, resourceClaimTemplateName: one-gpu}], containers: [{name: c, image: x}]}}\n`;

/** An explanation as it is printed. */
type ExplanationJson = Explanation & { readonly object: { readonly kind: string; readonly namespace: string; readonly name: string } };

const explain = (input: string, ...argv: string[]) => runProgram(['explain', '-f', '-', ...argv], input);
const json = async (input: string, ...argv: string[]) => {
  const { code, out } = await explain(input, '-o', 'json', ...argv);
  return { code, explanations: JSON.parse(out).explanations as ExplanationJson[] };
};

describe('what is explained', () => {
  test('a claim that fits nowhere: exit code 1, the cause in the first line', async () => {
    const { code, out } = await explain(documents(CLUSTER, gpuClaim('train', 5)));
    expect(code).toBe(1);
    expect(out.split('\n')[0]).toMatch(/^claim default\/train fits on none of 2 nodes, nearest node-b: /);
  });

  test('a claim that fits: exit code 0, its node', async () => {
    const { code, out } = await explain(documents(CLUSTER, gpuClaim('train', 2)));
    expect(code).toBe(0);
    expect(out).toMatch(/^claim default\/train fits on node-a:/);
  });

  test('of pods that are placed one after the other the first that does not fit', async () => {
    const pods = ['a', 'b', 'c', 'd'].map(pod);
    const { code, explanations } = await json(documents(CLUSTER, GPU_TEMPLATE, ...pods));
    expect(code).toBe(1);
    expect(explanations.map(({ object, kind }) => [object, kind])).toEqual([
      [{ kind: 'Pod', namespace: 'default', name: 'c' }, 'unallocatable'],
    ]);
    expect(explanations[0]?.nodes[0]?.requests[0]).toMatchObject({ claim: 'default/c-gpu', request: 'gpu', wanted: 1, total: 6, left: 0 });
  });

  test('those that are named, each with what the ones before it left', async () => {
    const pods = ['a', 'b', 'c', 'd'].map(pod);
    const { code, explanations } = await json(documents(CLUSTER, GPU_TEMPLATE, ...pods), 'pod/d', 'pod/a');
    expect(code).toBe(1);
    expect(explanations.map(({ object, kind }) => [object.name, kind])).toEqual([
      ['d', 'unallocatable'],
      ['a', 'allocated'],
    ]);
  });

  test('a name that is none of the input is an error of the input', async () => {
    const { code, err } = await explain(documents(CLUSTER, gpuClaim('train')), 'claim/trian');
    expect(code).toBe(3);
    expect(err).toContain('the input has no claim and no pod default/trian, did you mean default/train?');
  });

  test('one node, where it is named', async () => {
    const { explanations } = await json(documents(CLUSTER, gpuClaim('train', 5)), '--node', 'node-a');
    expect(explanations[0]?.nodes.map(({ node }) => node)).toEqual(['node-a']);
  });

  test('nothing, where nothing is pending', async () => {
    const { code, out, err } = await explain(CLUSTER);
    expect({ code, out }).toEqual({ code: 0, out: '' });
    expect(err).toContain('nothing to explain');
  });

  test('an error in a claim: exit code 3', async () => {
    const selector = gpuClaim(
      'train',
      1,
      ', selectors: [{cel: {expression: "device.attributes[\\"gpu.example.com\\"].modle == \\"A100\\""}}]',
    );
    expect((await json(documents(CLUSTER, selector))).code).toBe(3);
  });

  test('a limit that is met: exit code 4, and nobody says that nothing fits', async () => {
    const { code, out } = await explain(documents(CLUSTER, gpuClaim('train', 2)), '--timeout', '1ns');
    expect(code).toBe(4);
    expect(out).not.toContain('does not fit');
    expect(out).not.toContain('fits on none');
  });
});

describe("the scheduler's other filters", () => {
  test('are among the causes, beside the devices', async () => {
    const three = pod('a').replace('one-gpu', 'three-gpus');
    const template = GPU_TEMPLATE.replace('one-gpu', 'three-gpus').replace('deviceClassName: gpu', 'deviceClassName: gpu, count: 3');
    const { explanations } = await json(documents(CLUSTER, template, three));
    const [only] = explanations;
    expect(only?.kind).toBe('unallocatable');
    expect(only?.nodes.map(({ node, rejections }) => [node, rejections?.map(({ code }) => code)])).toEqual([
      ['node-a', undefined],
      ['node-b', ['node-unschedulable']],
    ]);
    // Node b has the devices, and is nearer therefore.
    expect(only?.groups.map((group) => group.nodes)).toEqual([['node-b'], ['node-a']]);
  });

  test('are not asked where devices alone decide', async () => {
    const three = pod('a').replace('one-gpu', 'three-gpus');
    const template = GPU_TEMPLATE.replace('one-gpu', 'three-gpus').replace('deviceClassName: gpu', 'deviceClassName: gpu, count: 3');
    expect((await explain(documents(CLUSTER, template, three), '--devices-only')).code).toBe(0);
  });
});

describe('formats', () => {
  const input = documents(CLUSTER, gpuClaim('train', 5));

  test('losses add up in json, and yaml says the same', async () => {
    const { explanations } = await json(input);
    const requests = explanations.flatMap(({ nodes }) => nodes.flatMap((node) => node.requests));
    expect(requests).toHaveLength(2);
    for (const { total, left, losses } of requests) expect(losses.reduce((sum, { count }) => sum + count, left)).toBe(total);
    expect(load((await explain(input, '-o', 'yaml')).out)).toEqual({ explanations });
  });

  test('a template has a row for each node', async () => {
    const { out } = await explain(input, '-o', 'custom-columns=NODE:.node,KIND:.kind');
    expect(out).toBe('NODE     KIND\nnode-a   unallocatable\nnode-b   unallocatable\n');
  });

  test('-o name has the names', async () => {
    expect((await explain(input, '-o', 'name')).out).toBe('resourceclaim/train\n');
  });

  test('text has no more columns than the terminal, and 100 at most', async () => {
    const file = directoryWith({ 'input.yaml': documents(CLUSTER, gpuClaim('a-claim-with-a-name-that-is-rather-long-for-a-line', 5)) });
    for (const [columns, widest] of [
      [undefined, 100],
      [60, 60],
      [250, 100],
    ] as const) {
      const terminal = { showsData: true, columns, progress: undefined, colors: NO_COLORS };
      const { out } = await runProgram(['explain', '-f', file], '', terminal);
      expect(Math.max(...out.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(widest);
    }
  });

  test('colours are on a terminal alone, and change nothing else', async () => {
    const plain = await explain(input);
    const { out } = await explain(input, '--color', 'always');
    expect(out).not.toBe(plain.out);
    expect(withoutColors(out)).toBe(plain.out);
  });
});
