// Checks that a file with behaviour has tests at its path: test/cel/run/frame.test.ts for src/cel/run/frame.ts.

import { posix } from 'node:path';
import { importsOf, layerOf } from './import-rules.mjs';
import { TESTED_ELSEWHERE, TESTED_TOGETHER } from './tested-elsewhere.mjs';

/** A violation of the rule. @typedef {{ file: string, line: number, message: string }} Finding */

/**
 * Finds files with functions that have no tests. Tests may be at their path, or at the path of a file of their module that imports them. They
 * may also be in the test folder for the joint behaviour of a folder, or in a listed place. Also finds rows of both lists that are useless.
 * @param {ReadonlyMap<string, string>} sources text by path, relative to the repository
 * @param {ReadonlySet<string>} tests paths of all files in test/
 * @param {{ elsewhere: typeof TESTED_ELSEWHERE, together: typeof TESTED_TOGETHER }} lists
 * @returns {Finding[]}
 */
export function checkTests(sources, tests, { elsewhere, together } = { elsewhere: TESTED_ELSEWHERE, together: TESTED_TOGETHER }) {
  const inLists = membersOfLists(sources, tests);
  const importers = importersOf(sources);
  /** @type {(file: string, parts?: readonly string[]) => boolean} */
  const isTested = (file, parts = []) => hasOwnTests(file, tests) || inLists.has(file) || isPartOfTested(file, parts);
  // A part of a module is tested with a file that imports it, from its folder or from above.
  const isPartOfTested = (/** @type {string} */ file, /** @type {readonly string[]} */ parts) =>
    (importers.get(file) ?? []).some(
      (user) => !parts.includes(user) && file.startsWith(`${posix.dirname(user)}/`) && isTested(user, [...parts, file]),
    );
  const bare = new Set([...sources].filter(([file, text]) => hasBehaviour(text) && !isTested(file)).map(([file]) => file));
  const listed = [...elsewhere.flatMap(({ files }) => files), ...together.flatMap(placesOf)];
  const missing = [...bare].filter((file) => !listed.some((place) => covers(place, file)));
  const useless = listed.filter((place) => ![...bare].some((file) => covers(place, file)));
  const gone = [...elsewhere, ...together].flatMap((entry) => entry.tests).filter((place) => !isThere(place, tests));
  const astray = together.flatMap(({ folder, tests: places }) =>
    places.filter((place) => !mirrors(place, folder)).map((place) => ({ folder, place })),
  );
  return [
    ...missing.map((file) => finding(file, `has no tests at ${pathOfTests(file)}.test.ts; write them, or say in ${LIST} where they are`)),
    ...useless.map((file) => finding(LIST, `${file} has tests at its path, or nothing to test: take it off the list`)),
    ...gone.map((place) => finding(LIST, `there are no tests at ${place}`)),
    ...astray.map(({ folder, place }) => finding(LIST, `${place} is not in the folder of the tests of ${folder}, or in one above it`)),
  ];
}

const LIST = 'scripts/tested-elsewhere.mjs';

/**
 * Returns whether tests are in the right place for a folder: where test/ mirrors the layer of the folder, or in a folder above that.
 * @param {string} place
 * @param {string} folder as the list has it
 */
function mirrors(place, folder) {
  const home = `test/${layerOf(folder.replace(/\*+$/, 'a.ts').replace(/\/$/, '/a.ts')) ?? folder.replace(/^src\//, '').replace(/\/\**$/, '')}/`;
  const testFolder = place.slice(0, place.lastIndexOf('/') + 1);
  return testFolder.startsWith(home) || (testFolder !== 'test/' && home.startsWith(testFolder));
}

/**
 * Finds tests that replace a module. Tests share the modules of their thread, so a replacement has no effect on a module that another test
 * has loaded. Only `*.long.ts` load their modules separately.
 * @param {Iterable<readonly [string, string]>} tests text by path
 * @returns {Finding[]}
 */
export function checkMocks(tests) {
  const mocks = (/** @type {string} */ text) => text.split('\n').findIndex((line) => /^\s*vi\.(?:mock|doMock)\(/.test(line));
  return [...tests]
    .map(([file, text]) => ({ file, line: mocks(text) + 1, message: 'replaces a module: call the test *.long.ts, or do without' }))
    .filter(({ line }) => line > 0);
}

/**
 * Returns the files that a list joins, such as the rules in src/validate/rules/claim.ts, if the list has tests at its path: they run over all
 * members. A list has no behaviour and joins files of one folder below its folder.
 * @param {ReadonlyMap<string, string>} sources
 * @param {ReadonlySet<string>} tests
 * @returns {ReadonlySet<string>}
 */
function membersOfLists(sources, tests) {
  const lists = [...sources].filter(([file, text]) => !hasBehaviour(text) && hasOwnTests(file, tests));
  return new Set(
    lists.flatMap(([list, text]) => {
      const folder = `${posix.dirname(list)}/`;
      const members = importsOf(text).map(({ specifier }) => posix.join(folder, specifier.replace(/\.js$/, '.ts')));
      return members.filter((file) => file.startsWith(folder) && posix.dirname(file) !== posix.dirname(list));
    }),
  );
}

/**
 * Returns the files that import values of each file.
 * @param {ReadonlyMap<string, string>} sources
 * @returns {ReadonlyMap<string, readonly string[]>}
 */
function importersOf(sources) {
  /** @type {Map<string, string[]>} */
  const importers = new Map();
  for (const [user, text] of sources) {
    const values = text.replaceAll(/^(?:import|export) type\b[^;]*;/gm, '');
    const specifiers = new Set(importsOf(values).map(({ specifier }) => specifier));
    for (const specifier of [...specifiers].filter((each) => each.startsWith('.'))) {
      const file = posix.join(posix.dirname(user), specifier.replace(/(?:\.js)?$/, '.ts'));
      importers.set(file, [...(importers.get(file) ?? []), user]);
    }
  }
  return importers;
}

/** Returns the places of a row: its files by their paths, or its folder. @param {typeof TESTED_TOGETHER[number]} row @returns {readonly string[]} */
function placesOf({ folder, files }) {
  if (files === undefined) return [folder];
  return files.split(' ').map((name) => `${folder.replace(/\*+$/, '')}${name}.ts`);
}

/**
 * Returns whether a place of the lists covers a file. A place is the file itself, its folder with a slash at the end, or `**` in a folder above it.
 * @param {string} place
 * @param {string} file
 */
function covers(place, file) {
  if (place.endsWith('**')) return file.startsWith(place.slice(0, -2));
  return place === file || (place.endsWith('/') && place === file.slice(0, file.lastIndexOf('/') + 1));
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
 * Returns whether a file has functions, outside of comments and types.
 * @param {string} text
 */
function hasBehaviour(text) {
  const code = text
    .replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    .replaceAll(/^(?:export )?(?:interface|type)\b(?:[^\n]*[;}]$|[^\n]*\{$[\s\S]*?^\}|[\s\S]*?;$)/gm, '');
  return /\bfunction\b|=>|^\s+(?:constructor|get \w+)\(/m.test(code);
}
