// Formats options in help, by group.

import { largestOf } from '../../core/base/lists.js';
import { OPTION_GROUPS, type OptionGroup, type OptionSpec } from './arguments.js';

/** Returns the lines of options, sorted by name in groups with headings. */
export function listOptions(specs: readonly OptionSpec[]): string {
  const width = largestOf(specs.map((spec) => signOf(spec).length));
  const groups = OPTION_GROUPS.map((group) => [group, specs.filter((spec) => groupOf(spec) === group)] as const);
  return groups
    .filter(([, members]) => members.length > 0)
    .map(
      ([group, members]) =>
        `${group}:\n${sortedByName(members)
          .map((spec) => `  ${signOf(spec).padEnd(width)}   ${spec.help}\n`)
          .join('')}`,
    )
    .join('');
}

/** Returns the shortest forms of options, sorted: `-n, -R, --color`. */
export function signsOf(specs: readonly OptionSpec[]): readonly string[] {
  return sortedByName(specs).map(({ name, short }) => short ?? name);
}

function groupOf({ group }: OptionSpec): OptionGroup {
  return group ?? 'Other';
}

function signOf({ name, short, value }: OptionSpec): string {
  return `${short === undefined ? '    ' : `${short}, `}${name}${value === undefined ? '' : ` ${value}`}`;
}

function sortedByName(specs: readonly OptionSpec[]): readonly OptionSpec[] {
  return [...specs].sort((one, other) => (one.name < other.name ? -1 : 1));
}
