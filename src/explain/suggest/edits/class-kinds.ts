// Decides which classes may replace a class: similar names for a misspelled one, or devices of the same driver or kind.

import { driversIn } from '../../../cel/reads/drivers.js';
import type { DeviceClass } from '../../../core/api/device-class.js';
import { nearestName, nearNames } from '../../../core/base/nearest-name.js';
import { MOST } from './bounds.js';

/** Words for kinds of devices. No word is a misspelling of another, although some differ in one letter only. */
const KINDS: ReadonlySet<string> = new Set('cpu dpu fpga gpu ipu lpu mig net nic npu nvme qat qpu rdma tpu vf vgpu vpu xpu'.split(' '));

const WORD_ENDS = /[./-]/;

/** Returns the words of a class name or a resource name: `gpu`, `nvidia` and `com`. */
export function wordsIn(name: string): readonly string[] {
  return name.split(WORD_ENDS);
}

/** Returns the class names that a missing class may be a misspelling of, closest first. */
export function namesMisspelt(name: string, names: readonly string[]): readonly string[] {
  return nearNames(name, names).filter((other) => isMisspelling(wordsIn(name), wordsIn(other)));
}

/** Every word must be similar: `gpu.amd.com` is not a misspelling of `gpu.arm.com`. */
function isMisspelling(written: readonly string[], meant: readonly string[]): boolean {
  if (written.length !== meant.length) return true;
  return written.every((word, place) => {
    const other = meant[place] as string;
    return word === other || (!(KINDS.has(word) && KINDS.has(other)) && nearestName(word, [other]) !== undefined);
  });
}

/** A class: its name, and the drivers that its selectors require. */
export interface ClassKind {
  readonly name: string;
  readonly drivers: readonly string[];
}

export function classKindOf({ metadata, spec }: DeviceClass): ClassKind {
  const expressions = spec.selectors.slice(0, MOST.selectors).map(({ cel }) => cel?.expression ?? '');
  return { name: metadata.name, drivers: expressions.flatMap(driversIn) };
}

/** Ranks a class by how its name and drivers match an extended resource: 0 is closest; undefined if unrelated. */
export function servingRank({ name, drivers }: ClassKind, resource: string): number | undefined {
  const [domain = '', short = ''] = resource.split('/');
  const isOfDomain = [name, ...drivers].some((one) => one === domain || one.endsWith(`.${domain}`));
  if (!isOfDomain) return undefined;
  const words = wordsIn(short);
  const sharesWord = (one: string): boolean => one === domain || wordsIn(one).some((word) => words.includes(word));
  if (sharesWord(name)) return 0;
  return drivers.some(sharesWord) ? 1 : undefined;
}

/** Returns whether devices of one class may replace the other's: they have the same driver, or are of the same kind from another vendor. */
export function areRelated(one: ClassKind, other: ClassKind): boolean {
  if (one.drivers.length === 0 || other.drivers.length === 0) return true;
  return one.drivers.some((driver) => other.drivers.includes(driver)) || wordsIn(one.name)[0] === wordsIn(other.name)[0];
}
