// Generates docs/reference/behaviours.md from the table in src/core/features/behaviours.ts.

import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from './fresh.mjs';

/** @typedef {{ readonly effect: string, readonly since: number, readonly fixedIn: Readonly<Record<string, number>>, readonly source: string }} Behaviour */

/** The path of the page, relative to the repository. */
export const BEHAVIOURS_PAGE = 'docs/reference/behaviours.md';

/** Returns the generated page. */
export async function behavioursPage() {
  const contents = "export * from './src/core/features/behaviours.ts';";
  const stdin = { contents, resolveDir: join(root), loader: /** @type {const} */ ('ts') };
  const { outputFiles } = await build({ stdin, bundle: true, format: 'esm', write: false });
  const text = /** @type {import('esbuild').OutputFile} */ (outputFiles[0]).text;
  const { BEHAVIOURS } = await import(`data:text/javascript;base64,${Buffer.from(text).toString('base64')}`);
  return formatBehavioursPage(BEHAVIOURS);
}

/** @param {Readonly<Record<string, Behaviour>>} behaviours */
export function formatBehavioursPage(behaviours) {
  const lines = [
    '# Behaviours by release',
    '',
    'For users of an older Kubernetes release who compare its answers with the answers of this package.',
    '',
    '<!-- Made by `npm run docs` from src/core/features/behaviours.ts. Change it there. -->',
    '',
    '`--kubernetes-version` sets the feature gates of a release and these behaviours, which no gate controls.',
    'A version without a patch, such as `1.36`, means the newest patch of that release.',
    'The answer is otherwise that of 1.37.',
    '',
    '| name | what these releases do | releases | source |',
    '|---|---|---|---|',
    ...Object.entries(behaviours).map(([name, { effect, since, fixedIn, source }]) => {
      return `| \`${name}\` | ${effect} | ${releasesOf(since, fixedIn)} | ${source} |`;
    }),
  ];
  return `${lines.join('\n')}\n`;
}

/**
 * Returns the releases that have a behaviour: `1.35.0 to 1.35.5, 1.36.0 to 1.36.1`.
 * @param {number} since
 * @param {Readonly<Record<string, number>>} fixedIn
 */
function releasesOf(since, fixedIn) {
  const [first = since, ...others] = Object.keys(fixedIn).map(Number);
  const whole = first === since ? [] : [first - 1 === since ? `1.${since}` : `1.${since} to 1.${first - 1}`];
  const patches = [first, ...others].map((minor) => {
    const last = /** @type {number} */ (fixedIn[minor]) - 1;
    return last === 0 ? `1.${minor}.0` : `1.${minor}.0 to 1.${minor}.${last}`;
  });
  return [...whole, ...patches].join(', ');
}
