import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { withSchedulerConfig } from '../../../../src/apps/cli/input/scheduler-config.js';
import type { Streams } from '../../../../src/apps/cli/streams.js';

const CONFIG = 'apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n';
const OPTIONS = { featureGates: {}, corrections: false };

/** The options that clusters receive with a file of this text. */
async function optionsWith(text: string): Promise<unknown> {
  const schedulerConfig = join(mkdtempSync(join(tmpdir(), 'config-')), 'config.yaml');
  writeFileSync(schedulerConfig, text);
  const factory = await withSchedulerConfig({ schedulerConfig }, async (options) => options as never, {} as Streams);
  return factory(OPTIONS);
}

it('adds the configuration of a file to the options of clusters', async () => {
  expect(await optionsWith(`${CONFIG}profiles: [{schedulerName: gpu}]\n`)).toMatchObject({
    ...OPTIONS,
    schedulerConfig: { profiles: [{ schedulerName: 'gpu' }] },
  });
});

it('changes no options without a file', async () => {
  const factory = async (): Promise<never> => undefined as never;
  expect(await withSchedulerConfig({}, factory, {} as Streams)).toBe(factory);
});

it('reports the place of an error', async () => {
  await expect(optionsWith(`${CONFIG}profile: []\n`)).rejects.toMatchObject({
    message: expect.stringContaining('profile: unknown field, did you mean profiles?'),
    place: expect.stringMatching(/config\.yaml:3:\d+$/),
  });
});

it('needs one document', async () => {
  await expect(optionsWith(`${CONFIG}---\n${CONFIG}`)).rejects.toMatchObject({
    message: expect.stringContaining('found 2 documents'),
  });
});
