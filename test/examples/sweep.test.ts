// The manifests of examples/sweep agree with each other: what runs them is test/cluster/real/sweep.mjs, and the queue's test next to this one.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadAll } from 'js-yaml';
import { expect, test } from 'vitest';
import { type SweepJson, sweepCells } from '../../src/planning/index.js';
import { runProgram } from '../apps/cli/run-program.js';

const example = join(import.meta.dirname, '../../examples/sweep');
const text = (file: string): string => readFileSync(join(example, file), 'utf8');
// biome-ignore lint/suspicious/noExplicitAny: manifests are read as they are
const manifest = (file: string): any => loadAll(text(file))[0];

test('the sweep has 200 cells', () => {
  expect(sweepCells(manifest('sweep.yaml') as SweepJson)).toHaveLength(200);
});

test('the Job runs as many shards as it has completions, of the volume that is merged', () => {
  const { spec } = manifest('job.yaml');
  const [container] = spec.template.spec.containers;
  expect(spec).toMatchObject({ completionMode: 'Indexed' });
  expect(container.args[0]).toContain(`--shard "$JOB_COMPLETION_INDEX/${spec.completions}" --write "/results/$JOB_COMPLETION_INDEX.json"`);
  const claims = ['job.yaml', 'merge.yaml'].map((file) => manifest(file).spec.template.spec.volumes.at(-1).persistentVolumeClaim.claimName);
  expect(claims).toEqual(['sweep-results', 'sweep-results']);
  expect(manifest('results.yaml').metadata.name).toBe('sweep-results');
});

test('the ConfigMap has every file that the sweep names', () => {
  const { clusters, workloads } = manifest('sweep.yaml') as Required<SweepJson>;
  const command = text('job.yaml').split('\n')[2];
  for (const file of ['sweep.yaml', ...[...clusters, ...workloads].flatMap(({ files }) => files ?? [])])
    expect(command).toContain(`--from-file=${file}`);
});

test('an API server would take the Jobs', async () => {
  const files = ['job.yaml', 'merge.yaml'].flatMap((file) => ['-f', join(example, file)]);
  const { code, out } = await runProgram(['validate', ...files]);
  expect({ code, out }).toEqual({ code: 0, out: '' });
});

test('its packages are those that tests run it with', () => {
  const { dependencies } = JSON.parse(text('package.json'));
  const { devDependencies, version } = JSON.parse(readFileSync(join(example, '../../package.json'), 'utf8'));
  expect(dependencies).toEqual({ bullmq: devDependencies.bullmq, ioredis: devDependencies.ioredis, 'dra-allocator': version });
});
