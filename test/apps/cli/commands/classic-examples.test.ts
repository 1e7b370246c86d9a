import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runProgram } from '../run-program.js';

const EXAMPLES = join(import.meta.dirname, '../../../../examples/classic-dra');
const KEPT = join(import.meta.dirname, 'classic-examples');

/** The arguments for an example, in the release of the article that these come from. */
const argumentsFor = (name: string, output: string): readonly string[] => {
  const files = ['cluster', name].flatMap((file) => ['-f', join(EXAMPLES, `${file}.yaml`)]);
  return ['classic', ...files, '--kubernetes-version', '1.27', '-o', output];
};

describe.each(['distinct', 'parameters', 'shared', 'split'])('the example %s', (name) => {
  test.each(['table', 'mermaid', 'yaml'])('has the output that is kept, as %s', async (output) => {
    const { code, out, err } = await runProgram(argumentsFor(name, output));
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toBe(readFileSync(join(KEPT, `${name}.${output}.txt`), 'utf8'));
  });
});

test('the devices that a claim has split are prepared on the only node that has so many', async () => {
  const { out } = await runProgram(argumentsFor('split', 'json'));
  const { items } = JSON.parse(out) as {
    items: { kind: string; metadata: { name: string; uid: string }; spec: { preparedDevices?: object } }[];
  };
  const claim = items.find(({ kind }) => kind === 'ResourceClaim');
  const state = items.find(({ kind, metadata }) => kind === 'NodeAllocationState' && metadata.name === 'worker-2');
  expect(claim).toMatchObject({ metadata: { name: 'pod0-fakes' }, status: { reservedFor: [{ resource: 'pods', name: 'pod0' }] } });
  const [{ fake } = { fake: { devices: [] } }] = Object.values(state?.spec.preparedDevices ?? {}) as { fake: { devices: object[] } }[];
  expect(fake.devices).toHaveLength(8);
});
