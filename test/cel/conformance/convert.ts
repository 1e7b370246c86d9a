// node scripts/cel-spec.mjs FOLDER COMMIT
// Creates cel-spec.json from the conformance tests of cel-spec: FOLDER is tests/simple/testdata/ of github.com/google/cel-spec at COMMIT.
// Each test becomes a selector that is true if the test passes. Tests that need protocol
// buffers are omitted and counted. The case records the reference's answer if it differs.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Reference } from '../corpus/reference.js';
import { isExpected, questionOf, type SpecCase, specCasesText, summary } from './cases.js';
import { literalOf, NotConvertible, typeText } from './literals.js';
import { type Message, messagesOf, parseTextProto, textOf } from './textproto.js';

const OUTPUT = join(process.cwd(), 'test/cel/conformance/cel-spec.json');

/** Test suites that need protocol buffers or extensions missing from Kubernetes. */
const LEFT_OUT_SUITES: Readonly<Record<string, string>> = {
  proto2: 'messages',
  proto2_ext: 'messages',
  proto3: 'messages',
  wrappers: 'messages',
  enums: 'enums',
  block_ext: 'cel.block',
  encoders_ext: 'base64',
  math_ext: 'math',
  unknowns: 'unknown inputs',
};

function convert(test: Message): Omit<SpecCase, 'name'> {
  const expression = textOf(test, 'expr') ?? '';
  if (/\b(?:TestAllTypes|NestedTestAllTypes|google\.protobuf|cel\.expr)\b/.test(expression)) throw new NotConvertible('messages');
  if (textOf(test, 'container') !== undefined && /namespace|container/.test(textOf(test, 'name') ?? ''))
    throw new NotConvertible('containers');
  const bound = (inner: string): string =>
    bindings(test).reduceRight((body, [name, value]) => `cel.bind(${name}, ${value}, ${body})`, inner);
  const typed = messagesOf(test, 'typed_result')[0];
  const deduced = typed === undefined ? undefined : messagesOf(typed, 'deduced_type')[0];
  if (deduced !== undefined) return { expression: bound(expression), type: typeText(deduced) };
  const failure = messagesOf(test, 'eval_error')[0];
  if (failure !== undefined) {
    const [message] = messagesOf(failure, 'errors').map((error) => textOf(error, 'message') ?? '');
    return { expression: bound(`dyn(${expression}\n) == 1`), fails: message ?? '' };
  }
  const value = messagesOf(test, 'value')[0];
  const literal = value === undefined ? 'true' : literalOf(value);
  const same = /NaN/i.test(literal) ? 'v_ != v_' : `v_ == ${literal}`;
  return { expression: bound(`[dyn(${expression}\n)].all(v_, type(v_) == type(${literal}) && ${same})`), matches: true };
}

/** Returns the variables of a test and their values. */
function bindings(test: Message): [string, string][] {
  const declared = messagesOf(test, 'type_env');
  const values = messagesOf(test, 'bindings').map((binding): [string, string] => {
    const value = messagesOf(binding, 'value').flatMap((outer) => messagesOf(outer, 'value'))[0];
    if (value === undefined) throw new NotConvertible('unknown inputs');
    return [textOf(binding, 'key') ?? '', `dyn(${literalOf(value)})`];
  });
  const names = new Set(values.map(([name]) => name));
  if (declared.some((one) => !names.has(textOf(one, 'name') ?? ''))) throw new NotConvertible('declarations without a value');
  if ([...names].some((name) => !/^[a-z_]\w*$/i.test(name))) throw new NotConvertible('qualified names of variables');
  return values;
}

/** Converts the suites one by one. */
class Conversion {
  readonly cases: SpecCase[] = [];
  readonly leftOut: Record<string, number> = {};
  readonly #names = new Map<string, number>();

  suite(name: string, text: string): void {
    for (const section of messagesOf(parseTextProto(text), 'section')) {
      for (const test of messagesOf(section, 'test')) {
        const testName = this.#unique(`${name}/${textOf(section, 'name')}/${textOf(test, 'name')}`);
        this.#test(LEFT_OUT_SUITES[name], testName, test);
      }
    }
  }

  #unique(name: string): string {
    const times = (this.#names.get(name) ?? 0) + 1;
    this.#names.set(name, times);
    return times === 1 ? name : `${name} ${times}`;
  }

  #test(leftOut: string | undefined, name: string, test: Message): void {
    try {
      if (leftOut !== undefined) throw new NotConvertible(leftOut);
      this.cases.push({ name, ...convert(test) });
    } catch (error) {
      if (!(error instanceof NotConvertible)) throw error;
      this.leftOut[error.message] = (this.leftOut[error.message] ?? 0) + 1;
    }
  }
}

const [folder, commit] = process.argv.slice(2);
if (folder === undefined || commit === undefined) throw new Error('expected the folder of the test data and its commit');
const conversion = new Conversion();
for (const file of readdirSync(folder)
  .filter((name) => name.endsWith('.textproto'))
  .sort()) {
  conversion.suite(file.slice(0, -'.textproto'.length), readFileSync(join(folder, file), 'utf8'));
}
const { cases, leftOut } = conversion;
const reference = new Reference(join(process.cwd(), 'build/oracle/cel'));
const answers = await Promise.all(cases.map((one) => reference.ask(questionOf(one))));
const asked = cases.map((one, at) => {
  const answer = answers[at] ?? {};
  return isExpected(one, answer) ? one : { ...one, reference: summary(answer) };
});
const versions = reference.versions();
reference.end();
const source = 'https://github.com/google/cel-spec, tests/simple/testdata, converted';
writeFileSync(OUTPUT, specCasesText({ source, commit, license: 'Apache-2.0', versions, leftOut, cases: asked }));
console.log(
  `${asked.length} cases, ${asked.filter((one) => one.reference !== undefined).length} of them otherwise in the reference; left out: ${JSON.stringify(leftOut)}`,
);
