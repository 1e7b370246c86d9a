// Reduces re2js to the parts that selectors use: its parser and its compiler. Our own code searches (src/cel/library/automaton.ts).
// The matchers of re2js, which `RE2JS.compile` prepares, are a third of it. test/scripts/re2-syntax.test.ts compares the programs.

import { readFileSync } from 'node:fs';
import { root } from './fresh.mjs';
import { withPackedTables } from './re2-tables.mjs';

/** Compiles like `RE2JS.compile` up to the program, and returns the parts that `Automaton` reads. */
const SYNTAX = `
import { Compiler, Parser, RE2Flags, Simplify } from 're2js-with-parts';
export const RE2JS = {
  compile(pattern) {
    const prog = Compiler.compileRegexp(Simplify.simplify(Parser.parse(pattern, RE2Flags.PERL)));
    return { re2Input: { prog, prefix: prog.prefix()[1], cond: prog.startCond() } };
  },
};
`;

/** A class of re2js at the top of its file. */
const CLASS = /^var (\w+) = (class\b[\s\S]*?^\});$/gm;

/** Methods for searches, for other entries of re2js and for printing patterns. This package never calls them, which bundlers cannot detect. */
const UNUSED = [
  'appendTo charClassToString escapeRune escapeRunes getDescription getPattern isPrint quoteIfHyphen quoteMeta toString',
  'checkFlags checkInput checkPattern compileSet isByteArray isString typeName stringToUtf8ByteArray utf8ByteArrayToString',
  'emptyOpContext isWordRune matchRunePos maxCap',
].flatMap((names) => names.split(' '));

/** Removes methods from the classes of a source. Throws if one is missing. @param {string} source @param {readonly string[]} names */
function withoutMethods(source, names) {
  let rest = source;
  for (const name of names) {
    const shorter = rest.replace(new RegExp(`^\\t(?:static )?${name}\\(.*\\) \\{$[\\s\\S]*?^\\t\\}$`, 'gm'), '');
    if (shorter === rest) throw new Error(`re2js has no method '${name}' any more: see scripts/re2-syntax.mjs`);
    rest = shorter;
  }
  return rest;
}

/**
 * Returns the source of re2js with its parts exported. Its classes have a form that bundlers drop when they are unused.
 * @param {string} source
 */
function withParts(source) {
  const whole = withoutMethods(source, UNUSED).replace(CLASS, (_, name, body) => `var ${name} = /* @__PURE__ */ (() => ${body})();`);
  return `${whole}\nexport { Compiler, Parser, RE2Flags, Simplify };\n`;
}

/**
 * Resolves 're2js' to its parser and compiler.
 * @type {import('esbuild').Plugin}
 */
export const re2Syntax = {
  name: 're2-syntax',
  setup({ onResolve, onLoad, resolve }) {
    onResolve({ filter: /^re2js$/ }, ({ pluginData }) =>
      pluginData === 'itself' ? undefined : { path: 're2js', namespace: 're2-syntax' },
    );
    onResolve({ filter: /^re2js-with-parts$/ }, async () => {
      const { path, errors } = await resolve('re2js', { kind: 'import-statement', resolveDir: root, pluginData: 'itself' });
      return { path, errors, pluginData: 'with-parts' };
    });
    onLoad({ filter: /.*/, namespace: 're2-syntax' }, () => ({ contents: SYNTAX, resolveDir: root }));
    onLoad({ filter: /[\\/]re2js[\\/].*\.js$/ }, async ({ path, pluginData }) =>
      pluginData === 'with-parts' ? { contents: withParts(await withPackedTables(readFileSync(path, 'utf8'))) } : undefined,
    );
  },
};
