// Generates docs/reference/explanation-codes.md from the tables in src/explain/loss-meanings.ts and src/scheduler/filters/rejection-codes.ts.

import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from './fresh.mjs';

/** @typedef {{ readonly meaning: string, readonly remedy: string, readonly plugin?: string }} CodeMeaning */

/** The path of the page, relative to the repository. */
export const CODE_PAGE = 'docs/reference/explanation-codes.md';

/** Returns the generated page. */
export async function codePage() {
  const contents = "export * from './src/explain/loss-meanings.ts'; export * from './src/scheduler/filters/rejection-codes.ts';";
  const stdin = { contents, resolveDir: join(root), loader: /** @type {const} */ ('ts') };
  const { outputFiles } = await build({ stdin, bundle: true, format: 'esm', write: false });
  const text = /** @type {import('esbuild').OutputFile} */ (outputFiles[0]).text;
  const { LOSS_MEANINGS, REJECTION_CODES } = await import(`data:text/javascript;base64,${Buffer.from(text).toString('base64')}`);
  return formatCodePage(LOSS_MEANINGS, REJECTION_CODES);
}

/**
 * Formats the tables of codes as Markdown.
 * @param {Readonly<Record<string, CodeMeaning>>} losses
 * @param {Readonly<Record<string, CodeMeaning>>} rejections
 */
export function formatCodePage(losses, rejections) {
  const lines = [
    '# Codes of explanations',
    '',
    'For programs that read explanations, and for readers who look up a cause.',
    '',
    '<!-- Made by `npm run docs` from src/explain/loss-meanings.ts and src/scheduler/filters/rejection-codes.ts. Change it there. -->',
    '',
    'Codes are stable; texts may change. [Errors](errors.md) have separate codes.',
    '',
    '## Losses: why a request cannot use a device',
    '',
    'These codes are in `requests[].losses[].code` of an explanation.',
    'Each device that a request cannot use counts under the first cause in this table.',
    'The last causes are the closest to an allocation.',
    '',
    '| code | meaning | what helps |',
    '|---|---|---|',
    ...Object.entries(losses).map(([code, { meaning, remedy }]) => `| \`${code}\` | ${meaning} | ${remedy} |`),
    '',
    '## Rejections: why a pod cannot run on a node',
    '',
    'These codes are in `rejections` of `filter` and `allocate` for a pod, and of an explanation.',
    'They are the reasons of the first scheduler plugin that rejects the node.',
    '',
    '| code | plugin of the scheduler | meaning | what helps |',
    '|---|---|---|---|',
    ...Object.entries(rejections).map(([code, { plugin, meaning, remedy }]) => `| \`${code}\` | ${plugin} | ${meaning} | ${remedy} |`),
  ];
  return `${lines.join('\n')}\n`;
}
