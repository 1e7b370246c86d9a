import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { foreignBytes, foreignDocument, foreignText } from '../../../../src/apps/cli/input/foreign-format.js';
import { directoryWith, documents, GPU_CLASS, GPU_TEMPLATE, gpuClaim, gpuSlice, runProgram } from '../run-program.js';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const POD = '{apiVersion: v1, kind: Pod, metadata: {name: p}}\n';

describe('bytes that are no text', () => {
  test.each([
    ['gzip', gzipSync(POD), /^this is gzip, not a manifest: unpack it first, as in gunzip -c /],
    ['zip', bytesOf('PK\u0003\u0004rest'), /^this is a zip archive/],
    ['bzip2', bytesOf('BZh91AY'), /^this is bzip2/],
    ['tar', bytesOf(`${'pod.yaml'.padEnd(257, '\0')}ustar\0`), /^this is a tar archive/],
    [
      'UTF-16, little-endian',
      new Uint8Array(Buffer.from(POD, 'utf16le')),
      /^the text is UTF-16 without a byte order mark: save it as UTF-8$/,
    ],
    ['UTF-16, big-endian', new Uint8Array(Buffer.from(POD, 'utf16le').swap16()), /^the text is UTF-16 /],
  ])('%s', (_, bytes, expected) => {
    expect(foreignBytes(bytes)).toMatch(expected);
  });

  test('a text is none', () => {
    for (const text of ['', '{', POD, 'a', 'ab']) expect(foreignBytes(bytesOf(text))).toBeUndefined();
  });
});

describe('a text that is no manifest', () => {
  test.each([
    ['NAME    READY   STATUS\nweb-1   1/1     Running\n', /^this is a table of kubectl get, not a manifest: .* kubectl get -o json$/],
    ['NAMESPACE   NAME    READY\nml   web-1   1/1\n', /a table of kubectl get/],
    ['NAME\ngpu.nvidia.com\n', /a table of kubectl get/],
    ['\nLAST SEEN   TYPE   REASON\n', /a table of kubectl get/],
    ['Name:         web-1\nNamespace:    default\n', /the output of kubectl describe/],
    ['pod/web-1\npod/web-2\n', /names of kubectl get -o name/],
    ['deployment.apps/web\n', /names of kubectl get -o name/],
    ['<!DOCTYPE html>\n<html>', /HTML, such as the login page of a proxy/],
    ['<html lang="en">', /HTML/],
    ['No resources found in default namespace.\n', /no object was found.*-A has all/],
    [
      'Error from server (Forbidden): pods is forbidden\n',
      /a kubectl error, not a manifest \(Error from server \(Forbidden\): pods is forbidden\)/,
    ],
    ['Unable to connect to the server: dial tcp\n', /a kubectl error/],
  ])('%j', (text, expected) => {
    expect(foreignText(text)).toMatch(expected);
  });

  test('manifests are none, however they begin', () => {
    const texts = [
      POD,
      `# NAME   READY\n${POD}`,
      `---\n${POD}`,
      'apiVersion: v1\nkind: Pod\n',
      'metadata:\n  name: p\n',
      '[]',
      '- a\n',
      'name: x\n',
      '',
    ];
    for (const text of texts) expect(foreignText(text)).toBeUndefined();
  });

  test('long lines take no longer than they are long', () => {
    const start = performance.now();
    for (const begin of ['NAME', 'Name: x\n', 'a', '<', ' ', 'NAMESPACE ']) foreignText(begin + ' \t'.repeat(1_000_000));
    expect(performance.now() - start).toBeLessThan(1000);
  });
});

describe('a document that is no object of a cluster', () => {
  test.each([
    [
      { apiVersion: 'v1', kind: 'Status', status: 'Failure', message: 'Unauthorized', code: 401 },
      /a Status, .* rejected, not an object: Unauthorized \(401\): /,
    ],
    [{ apiVersion: 'v1', kind: 'Status', reason: 'Forbidden' }, /Forbidden/],
    [
      { apiVersion: 'v1', kind: 'Config', clusters: [], users: [{ name: 'x', user: { token: 'secret' } }] },
      /^this is a kubeconfig, .* kubectl --kubeconfig FILE get nodes,/,
    ],
    [{ apiVersion: 'meta.k8s.io/v1', kind: 'Table', rows: [] }, /a Table of the API server/],
    [{ apiVersion: 'v1', kind: 'Pod', metadata: { name: '{{ .Values.name }}' } }, /a template, such as a Helm template: render it first/],
  ])('%j', (value, expected) => {
    const text = foreignDocument(value);
    expect(text).toMatch(expected);
    expect(text).not.toContain('secret');
  });

  test('others may hold one', () => {
    for (const value of [
      null,
      [],
      'x',
      {},
      { apiVersion: 'v1', kind: 'ConfigMap', data: { a: '{{ .x }}' } },
      { apiVersion: 'v1', kind: 'Config' },
    ]) {
      expect(foreignDocument(value)).toBeUndefined();
    }
  });
});

test.each([['allocate'], ['inventory'], ['validate'], ['simulate'], ['migrate']])(
  '%s ends with the name of the format',
  async (command) => {
    const directory = directoryWith({
      'status.json': '{"apiVersion":"v1","kind":"Status","message":"Unauthorized","code":401}',
      'pods.json': new Uint8Array(gzipSync(POD)),
    });
    for (const [file, words] of [
      ['status.json', 'Unauthorized (401)'],
      ['pods.json', 'this is gzip'],
    ] as const) {
      const { code, out, err } = await runProgram([command, '-f', `${directory}/${file}`]);
      expect(out + err).toContain(`${file}:1:1: error: `);
      expect(out + err).toContain(words);
      expect(code).toBe(3);
    }
  },
);

test('the list of an attribute as KEP-5491 drew it is reported what is served instead', async () => {
  const slice = gpuSlice('node-a', 1, ', attributes: {numa: {list: {string: [a]}}}');
  const { code, err } = await runProgram(['allocate', '-f', '-'], documents(GPU_CLASS, slice, GPU_TEMPLATE, gpuClaim('c')));
  expect(err).toContain('spec.devices[0].attributes.numa.list: unknown field');
  expect(err).toContain('Kubernetes uses strings, ints, bools and versions, as in {strings: [a, b]}');
  expect(code).toBe(3);
});
