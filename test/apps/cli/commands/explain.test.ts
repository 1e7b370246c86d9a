import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import type { Explanation } from '../../../../src/explain/explanation.js';
import { cases } from '../../../support/extent.js';
import {
  directoryWith,
  documents,
  firstInterrupted,
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
    expect(out.split('\n')[0]).toMatch(/^claim default\/train fits on none of the 2 nodes; the closest is node-b: /);
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
    expect(err).toContain('no claim "trian" in namespace "default", did you mean claim/default/train?');
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

  test('nothing, where a pod is pending that needs no devices and no node reports its room', async () => {
    const { code, err } = await explain(
      documents(CLUSTER, '{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: c, image: x}]}}\n'),
    );
    expect({ code, err }).toEqual({ code: 0, err: 'note: no pending pod or claim needs devices: nothing to explain\n' });
  });

  test('the first that does not fit, with a note only if more are pending', async () => {
    const text = 'stopped at the first pod or claim that does not fit';
    const claim = gpuClaim('train', 5);
    const result = '{request: gpu, driver: gpu.example.com, pool: node-a, device: gpu-0}';
    const allocated = gpuClaim('running', 1).replace(/\}\n$/, `, status: {allocation: {devices: {results: [${result}]}}}}\n`);
    expect((await explain(documents(CLUSTER, claim, allocated))).err).not.toContain(text);
    expect((await explain(documents(CLUSTER, claim, allocated, gpuClaim('other', 1)))).err).toContain(text);
    const elsewhere = gpuClaim('other', 1).replace('name: other', 'name: other, namespace: elsewhere');
    expect((await explain(documents(CLUSTER, claim, elsewhere), '-n', 'default')).err).not.toContain(text);
  });

  test('an error in a claim: exit code 3', async () => {
    const selector = gpuClaim(
      'train',
      1,
      ', selectors: [{cel: {expression: "device.attributes[\\"gpu.example.com\\"].modle == \\"A100\\""}}]',
    );
    expect((await json(documents(CLUSTER, selector))).code).toBe(3);
  });

  test('a claim without devices that a claim placed before it holds: no change frees these, since no cluster holds them yet', async () => {
    const cluster = documents('{apiVersion: v1, kind: Node, metadata: {name: one}}\n', GPU_CLASS, gpuSlice('one', 4));
    const input = documents(cluster, gpuClaim('wide', 3), gpuClaim('late', 2));
    const { explanations } = await json(input);
    const texts = explanations[0]?.suggestions.map(({ text }) => text) ?? [];
    expect(texts).not.toEqual([]);
    expect(texts.filter((text) => text.startsWith('free '))).toEqual([]);
    expect(explanations[0]?.groups[0]?.text).toContain('allocated to claim wide');
  });

  test('a limit that is met: exit code 4, and nobody says that nothing fits', async () => {
    const input = documents(CLUSTER, gpuClaim('train', 2));
    const { code, out } = await firstInterrupted(
      'the time limit was reached before an explanation was found',
      ['explain', '-f', '-'],
      input,
    );
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

describe('the page of -o html', () => {
  const page = async (input: string, ...argv: string[]) => (await explain(input, '-o', 'html', ...argv)).out;

  test('requests of several claims are distinguished by their claims', async () => {
    const situation = (name: string) => readFileSync(join(import.meta.dirname, '../../../explain/situations', name), 'utf8');
    const out = await page(documents(situation('cluster.yaml'), situation('two-shares-of-one-port.yaml')));
    expect(out).toContain('<th scope="row">ml/one: net</th>');
    expect(out).toContain('<th scope="row">ml/two: net</th>');
    expect(out).toContain('for ml/one: net, ml/two: net');
  });

  test('is one file without scripts, which may load nothing, and whose style is the one that is meant', async () => {
    const out = await page(documents(CLUSTER, gpuClaim('train', 5)));
    expect(out).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(out).not.toMatch(/<script|<link|<img|<iframe|https?:|url\(|\bon\w+=|style="/i);
    const style = /<style>([\s\S]*?)<\/style>/.exec(out)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(out).toContain(`content="default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'"`);
  });

  test('groups devices by their reason, with a legend, the counts by request and the changes', async () => {
    const out = await page(documents(CLUSTER, gpuClaim('held', 2), gpuClaim('train', 3)), '--node', 'node-a');
    const [, held = ''] = /<li class="taken"><p><b>2 devices<\/b> <span class="state">in use<\/span><\/p>([\s\S]*?)<\/ul>/.exec(out) ?? [];
    expect(held.match(/<strong>gpu-\d<\/strong> <small>by claim default\/held<\/small>/g)).toHaveLength(2);
    expect(out).toMatch(/<ul class="legend" aria-label="Legend"><li class="taken">.*<b>in use<\/b> allocated to other claims/);
    expect(out).toContain('<pre tabindex="0">[\n  {\n');
    expect(out).toContain('<h3>request gpu needs 3 devices</h3>');
    expect(out).toContain('<aside class="changes" aria-label="Changes that help">');
  });

  test('begins with the cause, and shows devices with one reason once', async () => {
    const devices = Array.from({ length: 20 }, (_, index) => `{name: small-${index}, attributes: {size: {int: 1}}}`).join('\n  - ');
    const slice = gpuSlice('node-a', 1).replace('{name: gpu-0}', `{name: gpu-0, attributes: {size: {int: 2}}}\n  - ${devices}`);
    const large = gpuClaim('large', 2, `, selectors: [{cel: {expression: "device.attributes['gpu.example.com'].size == 2"}}]`);
    const out = await page(documents(NODES, GPU_CLASS, slice, large), '--node', 'node-a');
    expect(out).toMatch(
      /<h1>claim default\/large does not fit<\/h1><\/header>\n<main>\n<section class="subject"><p class="cause unallocatable">/,
    );
    expect(out.match(/<b>20 devices<\/b> <span class="state">unavailable<\/span>: do not match the selector/g)).toHaveLength(1);
    expect(out).toContain('<summary>8 more</summary>');
  });

  test('of several claims opens the first, and lists the others', async () => {
    const out = await page(documents(CLUSTER, gpuClaim('a', 1), gpuClaim('b', 1), gpuClaim('c', 1)));
    expect(out).toContain('<h1>3 pods and claims, 3 of them fit</h1>');
    expect(out.match(/<details class="subject" open>/g)).toHaveLength(1);
    expect(out.match(/<details class="subject"><summary><h2>claim default\/[bc] fits<\/h2><\/summary>/g)).toHaveLength(2);
  });

  test('draws a conflict: requests by the values that must be the same', async () => {
    const pair = gpuClaim('pair', 2).replace(']}}}', '], constraints: [{matchAttribute: gpu.example.com/root}]}}}');
    const slice = gpuSlice('node-a', 2)
      .replace('gpu-0', 'gpu-0, attributes: {root: {string: r0}}')
      .replace('gpu-1}', 'gpu-1, attributes: {root: {string: r1}}}');
    const out = await page(documents(NODES, GPU_CLASS, slice, pair), '--node', 'node-a');
    expect(out).toContain('by gpu.example.com/root, which must be the same');
    expect(out).toMatch(/<th scope="col">r0<\/th><th scope="col">r1<\/th>/);
    expect(out).toContain('no: too few for gpu');
  });

  test('shows what hostile names say, and runs none of it', async () => {
    const bad = '</strong><script>alert(1)</script>\u202e"\'&';
    const device = { name: `a${bad}`, attributes: { [`x${bad}`]: { string: bad } } };
    const input = [
      { apiVersion: 'v1', kind: 'Node', metadata: { name: `n${bad}` } },
      { apiVersion: 'resource.k8s.io/v1', kind: 'DeviceClass', metadata: { name: 'gpu' }, spec: {} },
      {
        apiVersion: 'resource.k8s.io/v1',
        kind: 'ResourceSlice',
        metadata: { name: 's' },
        spec: {
          driver: `d${bad}`,
          nodeName: `n${bad}`,
          pool: { name: `p${bad}`, generation: 1, resourceSliceCount: 1 },
          devices: [device],
        },
      },
      {
        apiVersion: 'resource.k8s.io/v1',
        kind: 'ResourceClaim',
        metadata: { name: `c${bad}`, namespace: `ns${bad}` },
        spec: { devices: { requests: [{ name: `r${bad}`, exactly: { deviceClassName: 'gpu', count: 2 } }] } },
      },
    ];
    const out = await page(input.map((object) => JSON.stringify(object)).join('\n'), '--no-validate');
    expect(out).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(out).not.toMatch(/<script|\u202e/);
    expect(out).toContain('\\u202e');
  });

  test('stays small for a large cluster', async () => {
    const names = Array.from({ length: cases(100, 400) }, (_, index) => `node-${index}`);
    const nodes = names.map((name) => `{apiVersion: v1, kind: Node, metadata: {name: ${name}}}\n`);
    const input = documents(...nodes, GPU_CLASS, ...names.map((name, index) => gpuSlice(name, 20 + (index % 7))), gpuClaim('train', 30));
    const out = await page(input);
    expect(out.match(/<li><strong>/g)?.length).toBeLessThanOrEqual(3100);
    expect(out.length).toBeLessThan(600_000);
  });
});

describe('--apply', () => {
  const run = (folder: string, ...argv: string[]) =>
    runProgram(['explain', '-f', join(folder, 'cluster.yaml'), '-f', join(folder, 'work.yaml'), ...argv]);

  test('writes the first suggestion into the file, with which everything fits', async () => {
    const work = `# For tonight.\n${gpuClaim('train', 5)}`;
    const folder = directoryWith({ 'cluster.yaml': CLUSTER, 'work.yaml': work });
    const { code, err } = await run(folder, '--apply', join(folder, 'work.yaml'));
    expect(code).toBe(1);
    expect(err).toContain('work.yaml: note: changed ResourceClaim default/train: request 4 devices instead of 5 in request gpu');
    expect(readFileSync(join(folder, 'work.yaml'), 'utf8')).toBe(work.replace('count: 5', 'count: 4'));
    expect((await run(folder)).code).toBe(0);
  });

  test('changes the template of a pod, in the version that it is written in', async () => {
    const template =
      '{apiVersion: resource.k8s.io/v1beta1, kind: ResourceClaimTemplate, metadata: {name: one-gpu}, spec: {spec: {devices: {requests: [{name: gpu, deviceClassName: gpu, count: 3}]}}}}\n';
    const folder = directoryWith({ 'cluster.yaml': CLUSTER, 'work.yaml': documents(template, pod('a')) });
    const { code } = await run(folder, '--node', 'node-a', '--apply', join(folder, 'work.yaml'));
    expect(code).toBe(1);
    expect(readFileSync(join(folder, 'work.yaml'), 'utf8')).toBe(documents(template.replace('count: 3', 'count: 2'), pod('a')));
    expect((await run(folder, '--node', 'node-a')).code).toBe(0);
  });

  test('finds objects in the namespace of the call, and of two objects of a name the one that counts', async () => {
    const [first, last] = [gpuClaim('train', 5), gpuClaim('train', 6)];
    const folder = directoryWith({ 'cluster.yaml': documents(CLUSTER, first), 'work.yaml': last });
    const { err } = await run(folder, '-n', 'team', '--apply', join(folder, 'cluster.yaml'), '--suggestion', '1');
    expect(err).toMatch(/ResourceClaim team\/train comes from .*work\.yaml, not from .*cluster\.yaml: add --apply .*work\.yaml/);
    await run(folder, '-n', 'team', '--apply', join(folder, 'work.yaml'));
    expect(readFileSync(join(folder, 'cluster.yaml'), 'utf8')).toBe(documents(CLUSTER, first));
    expect(readFileSync(join(folder, 'work.yaml'), 'utf8')).toBe(last.replace('count: 6', 'count: 4'));
  });

  test('of a number that there is not is an error of the input, and writes nothing', async () => {
    const work = gpuClaim('train', 5);
    const folder = directoryWith({ 'cluster.yaml': CLUSTER, 'work.yaml': work });
    const { code, err } = await run(folder, '--apply', join(folder, 'work.yaml'), '--suggestion', '99');
    expect(code).toBe(3);
    expect(err).toContain('error: no suggestion 99: expected 1 to ');
    expect(readFileSync(join(folder, 'work.yaml'), 'utf8')).toBe(work);
  });
});

test('proofs are in the data where they are requested', async () => {
  const input = documents(CLUSTER, gpuClaim('train', 5));
  const proven = async (...argv: string[]) =>
    (await json(input, ...argv)).explanations[0]?.nodes.map(({ certificate }) => certificate !== undefined);
  expect(await proven('--certificates')).toEqual([true, true]);
  expect(await proven()).toEqual([false, false]);
});
