// Fixes in JSON and SARIF: applied to the file, they result in the text that `--fix` writes.

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
    attributes: {link: {strings: [a, b]}, rail: {strings: [a, b]}}
`;
const LINK = 'device.attributes["gpu.example.com"].link';
const RAIL = 'device.attributes["gpu.example.com"].rail';

const claim = (expression: string): string => `apiVersion: resource.k8s.io/v1
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
            expression: ${expression}
`;

interface Place {
  readonly line: number;
  readonly column: number;
}

interface Change {
  readonly start: Place;
  readonly end: Place;
  readonly text: string;
}

/** Applies changes to the text, from its end to its start. */
function changed(text: string, changes: readonly Change[]): string {
  const offsetOf = ({ line, column }: Place): number =>
    text
      .split('\n')
      .slice(0, line - 1)
      .reduce((sum, each) => sum + each.length + 1, column - 1);
  return changes.toReversed().reduce((sum, change) => {
    return sum.slice(0, offsetOf(change.start)) + change.text + sum.slice(offsetOf(change.end));
  }, text);
}

interface SarifFix {
  readonly artifactChanges: readonly {
    readonly replacements: readonly {
      readonly deletedRegion: Readonly<Record<'startLine' | 'startColumn' | 'endLine' | 'endColumn', number>>;
      readonly insertedContent: { readonly text: string };
    }[];
  }[];
}

async function changesIn(format: 'json' | 'sarif', directory: string): Promise<readonly Change[]> {
  const { out } = await runProgram(['validate', '-f', directory, '--rule', 'list-attribute', '-o', format]);
  const answer = JSON.parse(out);
  if (format === 'json') return answer.flatMap(({ fix }: { fix?: Change }) => fix ?? []);
  const fixes: readonly SarifFix[] = answer.runs[0].results.flatMap((result: { fixes?: readonly SarifFix[] }) => result.fixes ?? []);
  return fixes.flatMap(({ artifactChanges }) =>
    artifactChanges.flatMap(({ replacements }) =>
      replacements.map(({ deletedRegion: { startLine, startColumn, endLine, endColumn }, insertedContent: { text } }) => {
        return { start: { line: startLine, column: startColumn }, end: { line: endLine, column: endColumn }, text };
      }),
    ),
  );
}

describe.each(['json', 'sarif'] as const)('a fix in %s', (format) => {
  it.each([
    ['one change', claim(`${LINK} == "a" # why`)],
    ['two changes in one expression, of which the text between stays', claim(`${LINK} == "a" && ${RAIL} == "b"`)],
    ['an expression on lines', claim(`|\n              ${LINK} == "a" &&\n              ${RAIL} == "b"`)],
    ['an expression that needs quotes then', claim(`${LINK} != "a"`)],
    ['several documents', [LINK, RAIL].map((name) => claim(`${name} == "a"`)).join('---\n')],
    ['line ends of Windows', claim(`${LINK} == "a"`).replaceAll('\n', '\r\n')],
  ])('writes what --fix writes: %s', async (_, text) => {
    const directory = directoryWith({ 'slice.yaml': SLICE, 'claim.yaml': text });
    const changes = await changesIn(format, directory);
    await runProgram(['validate', '-f', directory, '--fix']);
    const written = readFileSync(join(directory, 'claim.yaml'), 'utf8');
    expect(written).not.toBe(text);
    expect(changed(text, changes)).toBe(written);
  });

  it('is not there where --fix has none', async () => {
    const escaped = claim(`"device\\x2eattributes['gpu.example.com'].link == 'a'"`);
    expect(await changesIn(format, directoryWith({ 'slice.yaml': SLICE, 'claim.yaml': escaped }))).toEqual([]);
  });

  it('is there beside one that cannot be made', async () => {
    const escaped = claim(`"device\\x2eattributes['gpu.example.com'].link == 'a'"`);
    const directory = directoryWith({ 'slice.yaml': SLICE, 'claim.yaml': `${escaped}---\n${claim(`${LINK} == "a"`)}` });
    expect((await changesIn(format, directory)).map(({ start, text }) => [start.line, text])).toEqual([[25, `${LINK}.includes("a")`]]);
  });
});

it('JSON names the file of a fix', async () => {
  const directory = directoryWith({ 'slice.yaml': SLICE, 'claim.yaml': claim(`${LINK} == "a"`) });
  const { out } = await runProgram(['validate', '-f', directory, '-o', 'json', '--rule', 'list-attribute']);
  expect(JSON.parse(out)[0].fix).toEqual({
    file: join(directory, 'claim.yaml'),
    start: { line: 12, column: 25 },
    end: { line: 12, column: 73 },
    text: `${LINK}.includes("a")`,
  });
});
