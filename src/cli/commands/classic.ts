// `classic`: classic DRA, played until nothing changes any more.

import type { ResourceClass } from '../../classic/index.js';
import { fakeDriver, Simulation } from '../../classic/index.js';
import { createAllocator } from '../../index.js';
import { readClassicObjects } from '../input/classic-objects.js';
import type { Diagnostic } from '../input/content-error.js';
import type { ClassicSettings } from '../options.js';
import { type ClassicChange, changesOf, formatClassicChanges } from '../print/classic-events.js';
import { diagnose, EXIT, type ExitCode, type Streams } from '../streams.js';
import type { Progress } from '../terminal/progress.js';
import { warnAboutInput } from './common.js';

/** Runs the command. Throws what `explainError` knows. */
export async function classic(settings: ClassicSettings, streams: Streams, progress: Progress): Promise<ExitCode> {
  const warnings: Diagnostic[] = [];
  const objects = await readClassicObjects(settings.files, settings.recursive, streams.stdin, warnings);
  warnAboutInput({ warnings }, streams);
  const { kubernetesVersion, seed } = settings;
  const allocator = await createAllocator();
  const names = new Set(objects.filter(({ kind }) => kind === 'ResourceClass').map((found) => (found as ResourceClass).driverName));
  const drivers = Object.fromEntries([...names].map((name) => [name, fakeDriver({ allocator, name })]));
  const simulation = new Simulation({ objects, drivers, seed, ...(kubernetesVersion === undefined ? {} : { kubernetesVersion }) });
  const changes: ClassicChange[] = [];
  const { settled } = await simulation.run({
    onEvent: (event) => {
      progress.tell(() => `${event.step} steps`);
      changes.push(...changesOf(event));
    },
  });
  streams.out(formatClassicChanges(changes, settings.headings), { isStyled: true });
  if (!settled) {
    diagnose(streams, 'error', 'the cluster did not settle within 100000 steps');
    return EXIT.interrupted;
  }
  const waiting = simulation.objects('Pod').filter(({ spec }) => (spec.nodeName ?? '') === '');
  return waiting.length > 0 ? EXIT.finding : EXIT.good;
}
