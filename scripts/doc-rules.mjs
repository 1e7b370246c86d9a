// Checks that every export of the library has a docstring.

import { posix } from 'node:path';

/** An export without a docstring. @typedef {{ file: string, line: number, message: string }} Finding */

const DECLARATION = String.raw`^export (?:declare |abstract |async )*(?:function\*?|class|interface|type|const|let)\s+`;

/**
 * Follows the exports of a file to their declarations, and finds declarations without a docstring.
 * @param {string} file the entry, relative to the repository
 * @param {(file: string) => string | undefined} read
 * @returns {Finding[]}
 */
export function checkExports(file, read) {
  const text = read(file);
  if (text === undefined) return [{ file, line: 1, message: 'no such file' }];
  const own = [...text.matchAll(new RegExp(`${DECLARATION}([\\w$]+)`, 'gm'))].map((match) => /** @type {string} */ (match[1]));
  const findings = own.flatMap((name) => checkDeclaration(file, text, name));
  for (const [, names, specifier] of text.matchAll(/^export (?:type )?(\*|\{[^}]*\}) from '([^']+)';/gm)) {
    const target = posix.join(posix.dirname(file), /** @type {string} */ (specifier)).replace(/\.js$/, '.ts');
    findings.push(...(names === '*' ? checkExports(target, read) : namesOf(names).flatMap((name) => checkExport(target, name, read))));
  }
  return findings;
}

/**
 * @param {string} file
 * @param {string} name
 * @param {(file: string) => string | undefined} read
 * @returns {Finding[]}
 */
function checkExport(file, name, read) {
  const text = read(file) ?? '';
  if (new RegExp(`${DECLARATION}${name}\\b`, 'm').test(text)) return checkDeclaration(file, text, name);
  for (const [, names, specifier] of text.matchAll(/^export (?:type )?(\*|\{[^}]*\}) from '([^']+)';/gm)) {
    if (names !== '*' && !namesOf(names).includes(name)) continue;
    return checkExport(posix.join(posix.dirname(file), /** @type {string} */ (specifier)).replace(/\.js$/, '.ts'), name, read);
  }
  return [
    {
      file,
      line: 1,
      message: `'${name}' is exported by the library, but its declaration was not found; declare it with 'export' in front`,
    },
  ];
}

/**
 * @param {string} file
 * @param {string} text
 * @param {string} name
 * @returns {Finding[]}
 */
function checkDeclaration(file, text, name) {
  const match = /** @type {RegExpExecArray} */ (new RegExp(`${DECLARATION}${name}\\b`, 'm').exec(text));
  const before = text.slice(0, match.index).trimEnd();
  const comment = before.slice(before.lastIndexOf('/**'));
  const documented =
    before.endsWith('*/') && comment.startsWith('/**') && comment.indexOf('*/') === comment.length - 2 && /\w/.test(comment);
  if (documented) return [];
  const line = text.slice(0, match.index).split('\n').length;
  return [{ file, line, message: `'${name}' is exported by the library: say above it in /** */ what it takes and gives, and its errors` }];
}

/**
 * Returns the names that `{ a, type B, c as d }` has in the source file.
 * @param {string | undefined} list
 */
function namesOf(list = '') {
  const names = list.replace(/[{}]/g, '').split(',');
  return names
    .map((name) =>
      name
        .trim()
        .replace(/^type\s+/, '')
        .replace(/\s+as\s+.*$/, ''),
    )
    .filter((name) => name !== '');
}
