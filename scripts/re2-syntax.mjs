// The part of re2js that selectors use: its parser and its compiler. Searches are ours (src/cel/library/automaton.ts), and its own matchers, which `RE2JS.compile`
// makes ready, are a third of it. test/scripts/re2-syntax.test.ts compares the programs.

import { readFileSync } from 'node:fs';
import { root } from './fresh.mjs';

/** Compiles as `RE2JS.compile` does up to the program, and gives what `Automaton` reads of it. */
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

/**
 * The source of re2js with its parts exported, and each class in a form that a bundler leaves out when nobody uses it.
 * @param {string} source
 */
function withParts(source) {
  const whole = source.replace(CLASS, (_, name, body) => `var ${name} = /* @__PURE__ */ (() => ${body})();`);
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
    onLoad({ filter: /[\\/]re2js[\\/].*\.js$/ }, ({ path, pluginData }) =>
      pluginData === 'with-parts' ? { contents: withParts(readFileSync(path, 'utf8')) } : undefined,
    );
  },
};
