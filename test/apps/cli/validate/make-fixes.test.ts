// `validate --fix`: files are rewritten, and what remains is told.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
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

  it('leaves findings alone that were not asked for', async () => {
    const directory = directoryWith({ 'slice.yaml': SLICE, 'claim.yaml': claim(OLD) });
    await runProgram(['validate', '-f', directory, '--fix', '--ignore', 'list-attribute']);
    expect(readFileSync(join(directory, 'claim.yaml'), 'utf8')).toBe(claim(OLD));
  });

  it('tells what it cannot rewrite', async () => {
    const { out, err } = await runProgram(['validate', '-f', '-', '--fix'], `${SLICE}---\n${claim(OLD)}`);
    expect(out).toContain('[list-attribute]');
    expect(err).toContain('<stdin>: warning: standard input cannot be fixed: give a file');
    const directory = directoryWith({ 'a.yaml': `${SLICE}---\n${claim(`"device\\x2eattributes['gpu.example.com'].link == 'a'"`)}` });
    const escaped = await runProgram(['validate', '-f', directory, '--fix', '--rule', 'list-attribute']);
    expect(escaped.err).toMatch(/a\.yaml:24:13: warning: not rewritten: the expression is not found in the text/);
    expect(escaped.out).toContain('[list-attribute]');
  });
});
