// Tests `validate --fix`: it rewrites files, and reports the remaining findings.

import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { directoryWith, runProgram } from '../run-program.js';

const SLICE = `apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata: {name: worker}
spec:
  driver: gpu.example.com
  nodeName: worker
  pool: {name: worker, generation: 1, resourceSliceCount: 1}
  devices:
  - name: gpu-0
    attributes: {link: {strings: [a, b]}}
`;

const claim = (expression: string): string => `# Claim of a user
apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata: {name: gpu}
spec:
  devices:
    requests:
    - name: gpu
      exactly:
        deviceClassName: gpu.example.com
        selectors:
        - cel:
            expression: ${expression} # kept
`;

const OLD = `device.attributes["gpu.example.com"].link == "a"`;
const NEW = `device.attributes["gpu.example.com"].link.includes("a")`;

describe('validate --fix', () => {
  it('says which findings it cannot fix', async () => {
    const broken = claim(OLD).replace('- name: gpu', '- name: G_PU');
    const directory = directoryWith({ 'slice.yaml': SLICE, 'claim.yaml': broken });
    const { err } = await runProgram(['validate', '--fix', '-f', directory]);
    expect(err).toContain('note: --fix cannot fix 2 findings: change these by hand: request-name (1), feature-gate-off (1)\n');
    const whole = directoryWith({ 'slice.yaml': SLICE, 'claim.yaml': claim(OLD) });
    expect((await runProgram(['validate', '--fix', '--ignore', 'feature-gate-off', '-f', whole])).err).not.toContain('cannot fix');
  });

  it('rewrites the expression in its file, and no longer tells of it', async () => {
    const directory = directoryWith({ 'slice.yaml': SLICE, 'claim.yaml': claim(OLD) });
    const before = await runProgram(['validate', '-f', directory]);
    expect(before.out).toMatch(/claim\.yaml:13:13: warning: .* \[list-attribute\]/);
    const { code, out, err } = await runProgram(['validate', '-f', directory, '--fix', '--rule', 'list-attribute']);
    expect(out).toBe('');
    expect(err).toBe(`${join(directory, 'claim.yaml')}: note: rewrote 1 expression\n2 objects, 0 errors, 0 warnings\n`);
    expect(code).toBe(0);
    expect(readFileSync(join(directory, 'claim.yaml'), 'utf8')).toBe(claim(NEW));
    expect(readFileSync(join(directory, 'slice.yaml'), 'utf8')).toBe(SLICE);
  });

  it('leaves findings alone that were not requested', async () => {
    const directory = directoryWith({ 'slice.yaml': SLICE, 'claim.yaml': claim(OLD) });
    await runProgram(['validate', '-f', directory, '--fix', '--ignore', 'list-attribute']);
    expect(readFileSync(join(directory, 'claim.yaml'), 'utf8')).toBe(claim(OLD));
  });

  it('reports what it cannot rewrite', async () => {
    const { out, err } = await runProgram(['validate', '-f', '-', '--fix'], `${SLICE}---\n${claim(OLD)}`);
    expect(out).toContain('[list-attribute]');
    expect(err).toContain('<stdin>: warning: standard input cannot be fixed: give a file');
    const directory = directoryWith({ 'a.yaml': `${SLICE}---\n${claim(`"device\\x2eattributes['gpu.example.com'].link == 'a'"`)}` });
    const escaped = await runProgram(['validate', '-f', directory, '--fix', '--rule', 'list-attribute']);
    expect(escaped.err).toMatch(/a\.yaml:24:13: warning: not rewritten: the text differs from the parsed expression/);
    expect(escaped.out).toContain('[list-attribute]');
  });

  it('does not follow a link out of the folders that are given', async () => {
    const outside = directoryWith({ 'claim.yaml': claim(OLD) });
    const directory = directoryWith({ 'slice.yaml': SLICE, 'below/empty.yaml': '' });
    symlinkSync(join(outside, 'claim.yaml'), join(directory, 'below/claim.yaml'));
    const argv = ['validate', '-R', '--fix', '--rule', 'list-attribute', '-f'];
    const { err, out } = await runProgram([...argv, directory]);
    expect(out).toContain('[list-attribute]');
    expect(err).toContain(`a link to ${join(outside, 'claim.yaml')}: name that file to rewrite it`);
    expect(readFileSync(join(outside, 'claim.yaml'), 'utf8')).toBe(claim(OLD));
    await runProgram([...argv, `${directory},${join(outside, 'claim.yaml')}`]);
    expect(readFileSync(join(outside, 'claim.yaml'), 'utf8')).toBe(claim(NEW));
  });

  it('follows a link that is given, and one within a folder', async () => {
    const directory = directoryWith({ 'slice.yaml': SLICE, 'data/claim.yaml': claim(OLD) });
    const outside = directoryWith({ 'claim.yaml': claim(OLD), 'slice.yaml': SLICE });
    symlinkSync(join(directory, 'data/claim.yaml'), join(directory, 'claim.yaml'));
    symlinkSync(join(outside, 'claim.yaml'), join(directory, 'given'));
    const argv = ['validate', '--fix', '--rule', 'list-attribute', '-f'];
    expect((await runProgram([...argv, directory])).err).toContain('rewrote 1 expression');
    expect((await runProgram([...argv, join(outside, 'slice.yaml'), '-f', join(directory, 'given')])).err).toContain(
      'rewrote 1 expression',
    );
    for (const file of [join(directory, 'data/claim.yaml'), join(outside, 'claim.yaml')])
      expect(readFileSync(file, 'utf8')).toBe(claim(NEW));
  });

  it.skipIf(process.platform === 'win32')('does not wait at a pipe', async () => {
    const directory = directoryWith({ 'claim.yaml': `${SLICE}---\n${claim(OLD)}` });
    execFileSync('mkfifo', [join(directory, 'pipe')]);
    const writer = spawn('sh', ['-c', 'cat claim.yaml > pipe'], { cwd: directory });
    onTestFinished(() => void writer.kill());
    const { err, out } = await runProgram(['validate', '--fix', '--rule', 'list-attribute', '-f', join(directory, 'pipe')]);
    expect(out).toContain('[list-attribute]');
    expect(err).toContain(`cannot be rewritten: ${join(directory, 'pipe')}: not a regular file`);
  });
});
