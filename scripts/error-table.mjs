// Generates docs/reference/errors.md from the table in src/core/base/error-codes.ts.

import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from './fresh.mjs';

/** @typedef {import('../src/core/base/error-codes.js').ErrorCodeInfo} ErrorCodeInfo */

/** The path of the page, relative to the repository. */
export const ERROR_PAGE = 'docs/reference/errors.md';

/** Returns the generated page. */
export async function errorPage() {
  const { outputFiles } = await build({
    entryPoints: [join(root, 'src/core/base/error-codes.ts')],
    bundle: true,
    format: 'esm',
    write: false,
  });
  const text = /** @type {import('esbuild').OutputFile} */ (outputFiles[0]).text;
  const { ERROR_CODES } = await import(`data:text/javascript;base64,${Buffer.from(text).toString('base64')}`);
  return formatErrorPage(ERROR_CODES);
}

/**
 * Formats the table of codes as Markdown.
 * @param {Readonly<Record<string, ErrorCodeInfo>>} codes
 */
export function formatErrorPage(codes) {
  const lines = [
    '# Error codes',
    '',
    'For programs that handle errors of the library or of the command.',
    '',
    '<!-- Made by `npm run docs` from src/core/base/error-codes.ts. Change it there. -->',
    '',
    'Invalid input throws an `AllocationError` with one of these values as its `code`. Codes are stable; messages may change.',
    'The third column has the message of Kubernetes, with capital letters for variable parts.',
    'An error that concerns this node is local (`nodeLocal`): the scheduler continues with other nodes.',
    '',
    '| code | meaning | Kubernetes says | concerns |',
    '|---|---|---|---|',
  ];
  for (const [code, { meaning, reference, scheduler, nodeLocal }] of Object.entries(codes)) {
    const says = reference ?? scheduler;
    lines.push(
      `| \`${code}\` | ${cell(meaning)} | ${says === undefined ? '' : `\`${cell(says)}\``} | ${nodeLocal ? 'this node' : 'the input'} |`,
    );
  }
  return `${lines.join('\n')}\n`;
}

/** @param {string} text */
function cell(text) {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
