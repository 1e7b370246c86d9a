// Decides where colours are shown.

/** The values of --color. */
export const COLOR_CHOICES = ['auto', 'always', 'never'] as const;

/** When to show colours: `auto` on a terminal. */
export type ColorChoice = (typeof COLOR_CHOICES)[number];

/** The environment variables that users set for all programs. */
export type ColorVariables = Readonly<Partial<Record<'NO_COLOR' | 'FORCE_COLOR' | 'TERM', string | undefined>>>;

/**
 * Returns the meaning of `auto` for a stream. FORCE_COLOR shows colours everywhere; `FORCE_COLOR=0`, NO_COLOR and a dumb terminal show
 * none. See no-color.org and force-color.org. FORCE_COLOR overrides NO_COLOR, as in Node.
 */
export function showsColors(isTerminal: boolean, { NO_COLOR, FORCE_COLOR, TERM }: ColorVariables): boolean {
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false;
  return isTerminal && TERM !== 'dumb';
}
