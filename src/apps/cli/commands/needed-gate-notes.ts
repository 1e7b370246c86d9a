// Notes on the answers of a command that need gates which the newest release has off by default.

import { OWN_GATES } from '../../../core/features/gates.js';
import { type Answered, type Answers, neededGates, needInWords } from '../needed-gates.js';
import type { Settings } from '../options.js';
import { diagnose, type Streams } from '../streams.js';

/** The settings that gates depend on, as an allocator takes them. */
type GateOptions = Pick<Settings, 'featureGates' | 'corrections'>;

/** Says which answers need such gates, unless a release was given. `answersWithout` answers the same once more, with a gate off. */
export async function tellNeededGates(
  answered: Answered,
  { kubernetesVersion, featureGates, corrections, time }: Pick<Settings, 'kubernetesVersion' | 'time'> & GateOptions,
  streams: Streams,
  answersWithout: (gate: string, options: GateOptions) => Promise<Answers>,
): Promise<void> {
  if (kubernetesVersion !== undefined || time.isOver) return;
  const needed = new Set(OWN_GATES.flatMap(({ name, needs }) => (featureGates[name] === true ? needs : [])));
  const isAskedFor = (gate: string): boolean =>
    needed.has(gate) || [gate, 'AllAlpha', 'AllBeta'].some((name) => Object.hasOwn(featureGates, name));
  const without = (gate: string): Promise<Answers> =>
    answersWithout(gate, { featureGates: { ...featureGates, [gate]: false }, corrections });
  for (const need of await neededGates(answered, isAskedFor, without)) diagnose(streams, 'note', needInWords(need));
}
