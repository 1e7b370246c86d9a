// Texts of the reference that ours need not repeat exactly.

/** A text with a known difference. */
interface KnownText {
  readonly reason: string;
  /** Converts a text of either side to its common form. */
  readonly common: (text: string) => string;
}

const KNOWN_TEXTS: readonly KnownText[] = [
  {
    reason: 'the reference prints a whole device as Go does, ours its name',
    common: (text) =>
      text.replace(/node selection for device (?:&Device\{Name:([^,]*),.*|(\S*)) in slice /s, 'node selection for device $1$2 in slice '),
  },
  {
    reason: 'Go tells an empty list from a missing one until the object has been stored',
    common: (text) => text.replaceAll('Invalid value: []: ', 'Invalid value: null: '),
  },
  {
    reason: 'of several attributes without a usable value the reference names a random one',
    common: (text) => text.replace(/(CEL runtime error: |evaluate derived attribute .* failed: )attribute \S+: .*$/s, '$1attribute'),
  },
];

/** A text without known differences and random parts. */
export function commonText(text: string): string {
  return KNOWN_TEXTS.reduce((rest, { common }) => common(rest), text);
}

/** Returns whether our text begins with the reference's text, apart from known differences. */
export function sameText(got: string, want: string): boolean {
  return commonText(got).startsWith(commonText(want));
}
