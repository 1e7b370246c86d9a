// Removes the examples of rules from bundles that only apply rules. The command prints the examples, and docs/reference/rules.md and
// tests are made from them.

import { readFileSync } from 'node:fs';

/** The file of a rule. */
const RULE = /[\\/]src[\\/]validate[\\/]rules[\\/][\w-]+[\\/][\w-]+\.ts$/;
/** The examples among the fields of a rule, in the layout of the formatter. */
const EXAMPLES = /^ {2}examples: \(\) => \(\{$[\s\S]*?^ {2}\}\),\n/m;

/**
 * Removes the examples from the rules of validation. Throws if a rule has them in another form.
 * @type {import('esbuild').Plugin}
 */
export const withoutRuleExamples = {
  name: 'without-rule-examples',
  setup({ onLoad }) {
    onLoad({ filter: RULE }, ({ path }) => {
      const contents = readFileSync(path, 'utf8').replace(EXAMPLES, '');
      if (/^ {2}examples:/m.test(contents)) throw new Error(`the examples of ${path} are in another form: see scripts/rule-examples.mjs`);
      return { contents, loader: 'ts' };
    });
  },
};
