// docs/reference/errors.md, made from the table in src/core/base/error-codes.ts.

import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from './fresh.mjs';

/** @typedef {import('../src/core/base/error-codes.js').ErrorCodeInfo} ErrorCodeInfo */

/** The path of the page, relative to the repository. */
export const ERROR_PAGE = 'docs/reference/errors.md';

/** The page as it should be. */
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
 * Prints the table of codes as Markdown.
 * @param {Readonly<Record<string, ErrorCodeInfo>>} codes
 */
export function formatErrorPage(codes) {
  const lines = [
    '# Error codes',
    '',
    '<!-- Made by `npm run docs` from src/core/base/error-codes.ts. Change it there. -->',
    '',
    'Wrong input throws an `AllocationError` whose `code` is one of these. Codes are stable; messages may get better.',
    'The third column is what Kubernetes says in its place, with capital letters for what varies. "This node": the error is local to one',
    'node (`nodeLocal`), and the scheduler goes on with others.',
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
