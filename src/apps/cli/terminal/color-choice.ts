// Tells where colours are shown.

/** The values of --color. */
export const COLOR_CHOICES = ['auto', 'always', 'never'] as const;

/** When to show colours: `auto` on a terminal. */
export type ColorChoice = (typeof COLOR_CHOICES)[number];

/** The variables of the environment that people set for all programs. */
export type ColorVariables = Readonly<Partial<Record<'NO_COLOR' | 'FORCE_COLOR' | 'TERM', string | undefined>>>;

/**
 * Returns what `auto` means for a stream. FORCE_COLOR shows colours everywhere, `FORCE_COLOR=0` nowhere, NO_COLOR nowhere, and a terminal that is called dumb has
 * none. See no-color.org and force-color.org; where both are set FORCE_COLOR counts, as in Node.
 */
export function showsColors(isTerminal: boolean, { NO_COLOR, FORCE_COLOR, TERM }: ColorVariables): boolean {
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false;
  return isTerminal && TERM !== 'dumb';
}
