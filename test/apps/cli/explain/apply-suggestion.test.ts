import { execFileSync } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { applySuggestion } from '../../../../src/apps/cli/explain/apply-suggestion.js';
import { withoutStyles } from '../../../../src/core/base/styled-text.js';
import type { ObjectPatch, Suggestion } from '../../../../src/explain/explanation.js';
import { directoryWith, documents, GPU_CLASS, gpuClaim, gpuSlice, runProgram } from '../run-program.js';

const CLAIM = `# Two of them.
apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata: {name: train}
spec:
  devices:
    requests:
    - name: gpu
      exactly:
        deviceClassName: gpu # any
        count: 2
`;
const CLASS =
  'apiVersion: resource.k8s.io/v1\nkind: DeviceClass\nmetadata: {name: gpu}\nspec: {selectors: [{cel: {expression: "false"}}]}\n';

const lower: Suggestion = {
  size: 1,
  text: 'request 1 device',
  by: 'author',
  patches: [
    {
      object: { kind: 'ResourceClaim', namespace: 'default', name: 'train' },
      patch: [{ op: 'replace', path: '/spec/devices/requests/0/exactly/count', value: 1 }],
    },
  ],
};
const wider: Suggestion = {
  size: 1,
  text: 'remove the selector',
  by: 'admin',
  patches: [{ object: { kind: 'DeviceClass', name: 'gpu' }, patch: [{ op: 'remove', path: '/spec/selectors/0' }] }],
};

async function apply(suggestions: readonly Suggestion[], files: readonly string[], suggestion?: number, counts?: string) {
  const folder = directoryWith({ 'claim.yaml': CLAIM, 'class.yaml': CLASS });
  const err: string[] = [];
  const streams = { stdin: nothing(), out: () => undefined, err: (text: string) => void err.push(withoutStyles(text)) };
  const fileOf = counts === undefined ? undefined : () => join(folder, counts);
  const found = { all: suggestions, rejectionOf: () => undefined, superseded: () => [] };
  const done = applySuggestion(found, { files: files.map((file) => join(folder, file)), suggestion, fileOf }, streams);
  const message = await done.then(
    () => undefined,
    (error: Error) => error.message,
  );
  const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
  return { message, err: err.join(''), claim: read('claim.yaml'), class: read('class.yaml') };
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

describe('a suggestion', () => {
  it('is written into the file of its object, with its comments, and said', async () => {
    const { claim, err, class: other } = await apply([lower, wider], ['claim.yaml']);
    expect(claim).toBe(CLAIM.replace('count: 2', 'count: 1'));
    expect(other).toBe(CLASS);
    expect(err).toMatch(/claim\.yaml: note: changed ResourceClaim default\/train: request 1 device\n$/);
  });

  it('is the first one that changes nothing outside of the files', async () => {
    const written = await apply([lower, wider], ['class.yaml']);
    expect(written.claim).toBe(CLAIM);
    expect(written.class).not.toBe(CLASS);
  });

  it('is the one that is requested', async () => {
    const written = await apply([lower, wider], ['claim.yaml', 'class.yaml'], 2);
    expect(written.claim).toBe(CLAIM);
    expect(written.class).not.toBe(CLASS);
  });

  it('makes a new object where it is requested by its number', async () => {
    const value = { kind: 'ResourceSlice', metadata: { name: 's' }, spec: { nodeName: 'node-1' } };
    const making: Suggestion = {
      size: 1,
      text: 'add a device',
      by: 'admin',
      patches: [{ object: { kind: 'ResourceSlice', name: 's' }, patch: [{ op: 'add', path: '', value }] }],
    };
    const written = await apply([making], ['claim.yaml', 'class.yaml'], 1);
    expect(written.claim).toBe(`${CLAIM}---\nkind: ResourceSlice\nmetadata:\n  name: s\nspec:\n  nodeName: node-1\n`);
    expect(written.class).toBe(CLASS);
    const refused = await apply([making], ['claim.yaml']);
    expect(refused.message).toContain('ResourceSlice s is a new object: name the suggestion by its number');
  });

  it('is not written where its object stands, too, but another file has the one that counts', async () => {
    const refused = await apply([lower], ['claim.yaml'], undefined, 'class.yaml');
    expect(refused.message).toMatch(
      /ResourceClaim default\/train comes from .*class\.yaml, not from .*claim\.yaml: add --apply .*class\.yaml$/,
    );
    expect(refused.claim).toBe(CLAIM);
    const written = await apply([lower], ['class.yaml', 'claim.yaml'], undefined, join('.', 'claim.yaml'));
    expect(written.claim).not.toBe(CLAIM);
  });

  it.each([
    ['where there is none', [], ['claim.yaml'], undefined, 'no change to apply: no small change helps'],
    ['of a number that there is not', [lower], ['claim.yaml'], 2, 'no suggestion 2: expected 1 to 1'],
    ['whose object is elsewhere', [wider], ['claim.yaml'], undefined, 'no file is changed: DeviceClass gpu is not in '],
    ['for a file that is not there', [lower], ['none.yaml'], undefined, 'none.yaml'],
  ])('%s is an error, and nothing is written', async (_, suggestions, files, number, message) => {
    const written = await apply(suggestions, files, number);
    expect(written.message).toContain(message);
    expect([written.claim, written.class]).toEqual([CLAIM, CLASS]);
  });
});

it('a change is made once in a file that is given twice', async () => {
  const [first] = wider.patches;
  const folder = directoryWith({ 'class.yaml': CLASS.replace('[{cel', '[{cel: {expression: "1 == 2"}}, {cel') });
  const file = join(folder, 'class.yaml');
  symlinkSync(file, join(folder, 'link.yaml'));
  const streams = { stdin: nothing(), out: () => undefined, err: () => undefined };
  const found = { all: [{ ...wider, patches: [first as ObjectPatch] }], rejectionOf: () => undefined, superseded: () => [] };
  await applySuggestion(found, { files: [file, file, join(folder, 'link.yaml')] }, streams);
  expect(readFileSync(file, 'utf8')).toContain('selectors: [{cel: {expression: "false"}}]');
});

describe('a file that --apply names', () => {
  const input = documents(
    'apiVersion: v1\nkind: Node\nmetadata: {name: node-a}\nstatus: {allocatable: {cpu: 1, pods: 10}}\n',
    GPU_CLASS,
    gpuSlice('node-a', 1),
    gpuClaim('train', 2),
  );

  it('is an error of the input if it is not UTF-8', async () => {
    const folder = directoryWith({ 'a.yaml': input, 'b.yaml': new Uint8Array([0x61, 0xff, 0x0a]) });
    const { code, err } = await runProgram(['explain', '-f', join(folder, 'a.yaml'), '--apply', join(folder, 'b.yaml')]);
    expect(code).toBe(3);
    expect(err).toContain(`${join(folder, 'b.yaml')}:1:2: error: the text is not UTF-8`);
  });

  it('is a file, not its directory', async () => {
    const folder = directoryWith({ 'a.yaml': input });
    const { code, err } = await runProgram(['explain', '-f', folder, '--apply', folder]);
    expect(code).toBe(3);
    expect(err).toContain(`error: ${folder}: is a directory: name a file in it\n`);
  });

  it.skipIf(process.platform === 'win32')('is not waited for if it is a pipe', async () => {
    const folder = directoryWith({ 'a.yaml': input });
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    const { code, err } = await runProgram(['explain', '-f', join(folder, 'a.yaml'), '--apply', join(folder, 'pipe')]);
    expect(code).toBe(3);
    expect(err).toContain(`${join(folder, 'pipe')}: not a regular file`);
  });
});
