// Notes on answers that need gates which the newest release disables by default.

import { LIBRARY_GATES } from '../../../core/features/gates.js';
import { type Answered, type Answers, neededGates, needInWords } from '../needed-gates.js';
import type { Settings } from '../options.js';
import { diagnose, type Streams } from '../streams.js';

/** The options that affect gates, as an allocator accepts them. */
type GateOptions = Pick<Settings, 'featureGates' | 'corrections'>;

/** Prints which results need such gates, unless the user chose a release. `answersWithout` repeats the answers with a gate off. */
export async function printNeededGates(
  answered: Answered,
  { kubernetesVersion, featureGates, corrections, time }: Pick<Settings, 'kubernetesVersion' | 'time'> & GateOptions,
  streams: Streams,
  answersWithout: (gate: string, options: GateOptions) => Promise<Answers>,
): Promise<void> {
  if (kubernetesVersion !== undefined || time.isOver) return;
  const needed = new Set(LIBRARY_GATES.flatMap(({ name, needs }) => (featureGates[name] === true ? needs : [])));
  const isRequested = (gate: string): boolean =>
    needed.has(gate) || [gate, 'AllAlpha', 'AllBeta'].some((name) => Object.hasOwn(featureGates, name));
  const without = (gate: string): Promise<Answers> =>
    answersWithout(gate, { featureGates: { ...featureGates, [gate]: false }, corrections });
  for (const need of await neededGates(answered, isRequested, without)) diagnose(streams, 'note', needInWords(need));
}
