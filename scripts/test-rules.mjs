// The rule that a file with behaviour of its own has its tests at its path: test/cel/run/frame.test.ts for src/cel/run/frame.ts.

import { TESTED_ELSEWHERE } from './tested-elsewhere.mjs';

/** Something that breaks the rule. @typedef {{ file: string, line: number, message: string }} Finding */

/**
 * Finds files with functions that have neither tests at their path nor a place in the list, and entries of the list that are of no use.
 * @param {ReadonlyMap<string, string>} sources text by path, relative to the repository
 * @param {ReadonlySet<string>} tests paths of all files in test/
 * @param {typeof TESTED_ELSEWHERE} elsewhere
 * @returns {Finding[]}
 */
export function checkTests(sources, tests, elsewhere = TESTED_ELSEWHERE) {
  const bare = new Set([...sources].filter(([file, text]) => hasBehaviour(text) && !hasOwnTests(file, tests)).map(([file]) => file));
  const listed = elsewhere.flatMap(({ files }) => files);
  const missing = [...bare].filter((file) => !listed.some((place) => covers(place, file)));
  const useless = listed.filter((place) => ![...bare].some((file) => covers(place, file)));
  const gone = elsewhere.flatMap((entry) => entry.tests).filter((place) => !isThere(place, tests));
  const list = 'scripts/tested-elsewhere.mjs';
  return [
    ...missing.map((file) => finding(file, `has no tests at ${pathOfTests(file)}.test.ts; write them, or say in ${list} where they are`)),
    ...useless.map((file) => finding(list, `${file} has tests at its path, or nothing to test: take it off the list`)),
    ...gone.map((place) => finding(list, `there are no tests at ${place}`)),
  ];
}

/**
 * Finds tests that replace a module. Tests share the modules of their thread, so that a module another test has read stays what it is; `*.long.ts` have modules of their own.
 * @param {Iterable<readonly [string, string]>} tests text by path
 * @returns {Finding[]}
 */
export function checkMocks(tests) {
  const mocks = (/** @type {string} */ text) => text.split('\n').findIndex((line) => /^\s*vi\.(?:mock|doMock)\(/.test(line));
  return [...tests]
    .map(([file, text]) => ({ file, line: mocks(text) + 1, message: 'replaces a module: call the test *.long.ts, or do without' }))
    .filter(({ line }) => line > 0);
}

/** Tells whether a place of the list, a file or a folder with a slash at its end, is about a file. @param {string} place @param {string} file */
function covers(place, file) {
  return place.endsWith('/') ? file.startsWith(place) : place === file;
}

/**
 * @param {string} file
 * @param {string} message
 * @returns {Finding}
 */
function finding(file, message) {
  return { file, line: 1, message };
}

/**
 * @param {string} place a file, or a folder with a slash at its end
 * @param {ReadonlySet<string>} tests
 */
function isThere(place, tests) {
  return place.endsWith('/') ? [...tests].some((file) => file.startsWith(place)) : tests.has(place);
}

/** @param {string} file */
function pathOfTests(file) {
  return `test/${file.replace(/^src\//, '').replace(/\.ts$/, '')}`;
}

/**
 * @param {string} file
 * @param {ReadonlySet<string>} tests
 */
function hasOwnTests(file, tests) {
  return ['test', 'long'].some((kind) => tests.has(`${pathOfTests(file)}.${kind}.ts`));
}

/**
 * Tells whether a file has functions. Comments and types are none.
 * @param {string} text
 */
function hasBehaviour(text) {
  const code = text
    .replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    .replaceAll(/^(?:export )?(?:interface|type)\b(?:[^\n]*[;}]$|[^\n]*\{$[\s\S]*?^\}|[\s\S]*?;$)/gm, '');
  return /\bfunction\b|=>|^\s+(?:constructor|get \w+)\(/m.test(code);
}
