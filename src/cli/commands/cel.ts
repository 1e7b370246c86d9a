// `cel`: a selector tried on every device of the input.

import {
  CelCompileError,
  compileSelector,
  type EnvironmentOptions,
  ESTIMATE_LIMIT,
  resolveEnvironment,
  type Selector,
} from '../../cel/engine.js';
import { RELEASES } from '../../features/gates.js';
import { UsageError } from '../arguments.js';
import { type DeviceTrial, newestSlices, type ReadValue, tryDevices } from '../cel-trials.js';
import type { Settings } from '../options.js';
import { formatSelector } from '../print-cel.js';
import { ContentError, loadSnapshot } from '../snapshot.js';
import { diagnose, EXIT, type ExitCode, type Streams } from '../streams.js';
import { warnAboutInput } from './common.js';

/** More different errors are only counted. */
const MAX_ERRORS = 10;

const NEWEST = RELEASES[RELEASES.length - 1];

/** What the API server says about a selector that may cost too much. */
const TOO_COMPLEX = 'too complex, exceeds cost limit';

/** Runs the command. Throws what `explainError` knows. */
export async function cel(words: readonly string[], settings: Settings, streams: Streams): Promise<ExitCode> {
  const [expression, ...more] = words;
  if (expression === undefined || expression.trim() === '')
    throw new UsageError('cel needs an expression, in quotes: cel EXPRESSION -f FILE');
  if (more.length > 0) throw new UsageError(`cel takes one expression, but got "${more[0]}" after it; put the expression in quotes`);
  const { environment = 'stored', output } = settings;
  const selector = compile(expression, settings);
  const snapshot = await loadSnapshot(settings.files, settings.recursive, streams.stdin);
  warnAboutInput(snapshot, streams);
  const { newest, older } = newestSlices(snapshot.objects.resourceSlices);
  if (older > 0) diagnose(streams, 'note', `${count(older, 'slice')} of older generations left out`);
  const trials = tryDevices(selector, newest);
  streams.out(formatSelector({ expression, environment, maxCost: selector.maxCost, trials }, output));
  return report(selector, trials, settings, streams);
}

function compile(expression: string, settings: Settings): Selector {
  try {
    return compileSelector(expression, resolveEnvironment(settings));
  } catch (error) {
    if (error instanceof CelCompileError) throw new ContentError({ message: error.message });
    throw error;
  }
}

function report(selector: Selector, trials: readonly DeviceTrial[], settings: Settings, streams: Streams): ExitCode {
  for (const note of selector.notes) diagnose(streams, 'warning', note);
  const failed = reportErrors(trials, streams);
  const matching = trials.filter(({ matches }) => matches === true).length;
  const isNew = settings.environment === 'new';
  const refused = isNew && selector.maxCost > ESTIMATE_LIMIT;
  const results = `${matching} true, ${trials.length - matching - failed} false, ${count(failed, 'error')}`;
  diagnose(streams, 'note', `${results}; worst-case cost ${selector.maxCost} of ${ESTIMATE_LIMIT}`);
  if (trials.length === 0) diagnose(streams, 'note', 'the input has no device');
  if (refused) diagnose(streams, 'error', TOO_COMPLEX);
  else if (!isNew) reportOnCreation(selector.expression, settings, streams);
  if (failed > 0 || refused) return EXIT.input;
  return matching > 0 ? EXIT.good : EXIT.finding;
}

/** Says each error once for each driver, with the number of devices. Gives how many devices fail. */
function reportErrors(trials: readonly DeviceTrial[], streams: Streams): number {
  const errors = new Map<string, number>();
  for (const { driver, error } of trials) {
    const text = `of ${driver}: ${error}`;
    if (error !== undefined) errors.set(text, (errors.get(text) ?? 0) + 1);
  }
  reportVersions(trials, streams);
  for (const [text, devices] of [...errors].slice(0, MAX_ERRORS)) diagnose(streams, 'error', `on ${count(devices, 'device')} ${text}`);
  if (errors.size > MAX_ERRORS)
    diagnose(streams, 'error', `${errors.size - MAX_ERRORS} more errors are not shown; -o wide has all of them`);
  return trials.filter(({ error }) => error !== undefined).length;
}

/** Versions in attributes look like texts, and comparing them with one fails in words that do not tell. */
function reportVersions(trials: readonly DeviceTrial[], streams: Streams): void {
  const failing = trials.find(({ error, read }) => error === 'no such overload' && read.some(isVersion));
  const name = failing?.read.find(isVersion)?.shortName;
  if (name !== undefined)
    diagnose(streams, 'note', `${name} is a version: it can only be compared with another one, such as semver("1.2.3")`);
}

function isVersion({ value }: ReadValue): boolean {
  return typeof value === 'object' && value.version !== undefined;
}

/** A stored selector is always taken; whoever is about to create it wants to know more. */
function reportOnCreation(expression: string, { kubernetesVersion, featureGates }: Settings, streams: Streams): void {
  // Without a version gates need not go together: nobody asks for those of one release then.
  const asked =
    Object.keys(featureGates).length > 0 ? { kubernetesVersion, featureGates } : { kubernetesVersion: kubernetesVersion ?? NEWEST };
  const refusal = whyRefused(expression, { environment: 'new', ...asked });
  const server = asked.kubernetesVersion === undefined ? 'with these gates' : `of ${asked.kubernetesVersion}`;
  if (refusal !== undefined) diagnose(streams, 'warning', `an API server ${server} refuses it in a new object: ${refusal}`);
}

function whyRefused(expression: string, options: EnvironmentOptions): string | undefined {
  try {
    return compileSelector(expression, resolveEnvironment(options)).maxCost > ESTIMATE_LIMIT ? TOO_COMPLEX : undefined;
  } catch (error) {
    if (error instanceof CelCompileError) return error.message;
    throw error;
  }
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
