// `cel`: evaluates a selector on every device of the input.

import { newestSlices } from '../../../allocator/pools/newest-generations.js';
import {
  CelCompileError,
  compileSelector,
  type EnvironmentOptions,
  ESTIMATE_LIMIT,
  resolveEnvironment,
  type Selector,
} from '../../../cel/engine.js';
import { adviceOn } from '../../../cel/help/advice.js';
import { type DeviceTrial, tryDevices } from '../../../cel/help/trials.js';
import { entryIn } from '../../../core/base/entry-in.js';
import { count } from '../../../core/base/words.js';
import { resolveFeatures } from '../../../core/features/features.js';
import { NEWEST } from '../../../core/features/releases.js';
import { UsageError } from '../arguments.js';
import { ContentError } from '../input/content-error.js';
import { loadSnapshot } from '../input/load-snapshot.js';
import { linesOfIssues, prefixed } from '../message.js';
import { nodesOf } from '../nodes.js';
import type { Settings } from '../options.js';
import { formatSelector } from '../print/cel.js';
import { diagnose, EXIT, type ExitCode, type Streams } from '../streams.js';
import type { Progress } from '../terminal/progress.js';
import { inputOf, printData, warnAboutInput, warnAboutPools } from './common.js';

/** The most distinct errors in the output; others are only counted. */
const MAX_ERRORS = 10;

/** The API server's message for a selector that may cost too much. */
const TOO_COMPLEX = 'too complex, exceeds cost limit';

/** Runs the command. Throws the errors that `explainError` explains. */
export async function cel(words: readonly string[], settings: Settings, streams: Streams, progress: Progress): Promise<ExitCode> {
  const [expression, ...more] = words;
  if (expression === undefined || expression.trim() === '')
    throw new UsageError('cel needs an expression, in quotes: cel EXPRESSION -f FILE');
  if (more.length > 0) throw new UsageError(`cel accepts one expression, found "${more[0]}" after it: put the expression in quotes`);
  const { environment = 'stored' } = settings;
  const selector = compile(expression, settings);
  const snapshot = await loadSnapshot(inputOf(settings, progress), streams.stdin);
  warnAboutInput(snapshot, streams);
  const slices = snapshot.objects.resourceSlices;
  const newest = newestSlices(slices);
  const older = slices.length - newest.length;
  const { objects } = snapshot;
  warnAboutPools({ objects, nodes: nodesOf(objects).nodes, features: resolveFeatures(settings) }, streams, settings.time.checkpoint);
  if (older > 0) diagnose(streams, 'note', `${count(older, 'slice')} of older generations left out`);
  const trials = tryDevices(selector, newest);
  const { maxCost, notes } = selector;
  const advice = adviceOn(expression, trials, newest);
  const isTooComplex = environment === 'new' && maxCost > ESTIMATE_LIMIT;
  const rejection = isTooComplex ? TOO_COMPLEX : rejectionOnCreation(expression, settings);
  const report = { expression, environment, maxCost, notes: [...notes, ...advice], refusal: rejection, trials };
  printData(streams, formatSelector(report, settings), settings);
  for (const note of notes) diagnose(streams, 'warning', note);
  for (const sentence of advice) diagnose(streams, 'note', sentence);
  const failed = reportTrials(trials, maxCost, streams);
  if (rejection !== undefined) reportRejection(rejection, settings, streams);
  if (failed > 0 || isTooComplex) return EXIT.input;
  return trials.some(({ matches }) => matches === true) ? EXIT.good : EXIT.finding;
}

function compile(expression: string, settings: Settings): Selector {
  try {
    return compileSelector(expression, resolveEnvironment(settings));
  } catch (error) {
    if (error instanceof CelCompileError) throw new ContentError({ message: linesOfIssues(error.message) });
    throw error;
  }
}

/** Reports the results for devices. Returns the number of failures. */
function reportTrials(trials: readonly DeviceTrial[], maxCost: bigint, streams: Streams): number {
  const failed = reportErrors(trials, streams);
  const matching = trials.filter(({ matches }) => matches === true).length;
  const results = `${matching} true, ${trials.length - matching - failed} false, ${count(failed, 'error')}`;
  diagnose(streams, 'note', `${results}; worst-case cost ${maxCost.toLocaleString('en')} of ${ESTIMATE_LIMIT.toLocaleString('en')}`);
  if (trials.length === 0) diagnose(streams, 'note', 'the input has no device');
  return failed;
}

/** Reports each error once per driver, with its first device and the number of devices. Returns the number of failing devices. */
function reportErrors(trials: readonly DeviceTrial[], streams: Streams): number {
  const errors = new Map<string, { readonly first: DeviceTrial; devices: number }>();
  for (const trial of trials) {
    if (trial.error === undefined) continue;
    const key = `${trial.driver} ${trial.error}`;
    entryIn(errors, key, () => ({ first: trial, devices: 0 })).devices += 1;
  }
  for (const { first, devices } of [...errors.values()].slice(0, MAX_ERRORS)) {
    const which = `${first.pool}/${first.device}${devices === 1 ? '' : ` and ${devices - 1} more`}`;
    diagnose(streams, 'error', `on ${count(devices, 'device')} of ${first.driver} (${which}): ${first.error}`);
  }
  if (errors.size > MAX_ERRORS)
    diagnose(streams, 'error', `${errors.size - MAX_ERRORS} more errors are not shown; -o wide has all of them`);
  return trials.filter(({ error }) => error !== undefined).length;
}

/** Returns the reason why the API server would reject the selector in a new object. A stored selector is always accepted. */
function rejectionOnCreation(expression: string, settings: Settings): string | undefined {
  return settings.environment === 'new' ? undefined : rejectionOf(expression, { environment: 'new', ...serverOf(settings) });
}

/** Returns the requested API server. Without a version, gates need not belong to one release. */
function serverOf({ kubernetesVersion, featureGates }: Settings): EnvironmentOptions {
  return Object.keys(featureGates).length > 0 ? { kubernetesVersion, featureGates } : { kubernetesVersion: kubernetesVersion ?? NEWEST };
}

function reportRejection(rejection: string, settings: Settings, streams: Streams): void {
  if (settings.environment === 'new') {
    diagnose(streams, 'error', linesOfIssues(rejection));
    return;
  }
  const { kubernetesVersion } = serverOf(settings);
  const server = kubernetesVersion === undefined ? 'with these gates' : `of ${kubernetesVersion}`;
  diagnose(streams, 'warning', prefixed(`an API server ${server} rejects this selector in a new object: `, linesOfIssues(rejection)));
}

function rejectionOf(expression: string, options: EnvironmentOptions): string | undefined {
  try {
    return compileSelector(expression, resolveEnvironment(options)).maxCost > ESTIMATE_LIMIT ? TOO_COMPLEX : undefined;
  } catch (error) {
    if (error instanceof CelCompileError) return error.message;
    throw error;
  }
}
