// Prints findings as JUnit XML: a test suite for each file, a test case for each object. No single schema exists. This format fits the schema
// of Apache Ant by Windy Road, which allows one failure per test case and requires all attributes, and the schema of Jenkins' xUnit plugin.

import { printable } from '../../../core/base/printable.js';
import { withoutStyles } from '../../../core/base/styled-text.js';
import type { FormatContext, PlacedFinding, Report } from '../validate/finding.js';
import { headlineOf, placedText } from './findings-text.js';

/** A test case: the findings about an object, or about text outside of objects. */
interface TestCase {
  readonly name: string;
  readonly errors: PlacedFinding[];
}

/** Returns a report as XML. */
export function formatJunit({ files, objects, findings }: Report, { version, now }: FormatContext): string {
  const suites = new Map(files.map((file) => [file, new Suite(file)]));
  for (const { file, name } of objects) suites.get(file)?.add(name);
  for (const finding of findings) suites.get(finding.file)?.addFinding(finding);
  const time = now.toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length);
  const texts = [...suites.values()].map((suite, id) => suite.format(id, version, time));
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${texts.join('')}</testsuites>\n`;
}

class Suite {
  readonly #file: string;
  readonly #cases: TestCase[] = [];
  readonly #byName = new Map<string, TestCase>();
  readonly #warnings: PlacedFinding[] = [];

  constructor(file: string) {
    this.#file = file;
  }

  add(name: string): TestCase {
    const test: TestCase = { name, errors: [] };
    this.#cases.push(test);
    if (!this.#byName.has(name)) this.#byName.set(name, test);
    return test;
  }

  addFinding(finding: PlacedFinding): void {
    if (finding.severity === 'warning') this.#warnings.push(finding);
    else (this.#byName.get(finding.object) ?? this.add(finding.object)).errors.push(finding);
  }

  format(id: number, version: string, time: string): string {
    const failures = this.#cases.filter(({ errors }) => errors.length > 0).length;
    const file = attribute(this.#file);
    const counts = `tests="${this.#cases.length}" failures="${failures}" errors="0" time="0"`;
    return `  <testsuite name="${file}" package="dra-allocator" id="${id}" timestamp="${time}" hostname="localhost" ${counts}>
    <properties>
      <property name="dra-allocator" value="${attribute(version)}"/>
    </properties>
${this.#cases.map((test) => formatCase(test, file)).join('')}    <system-out>${content(withoutStyles(this.#warnings.map(placedText).join('')))}</system-out>
    <system-err></system-err>
  </testsuite>
`;
  }
}

function formatCase({ name, errors }: TestCase, file: string): string {
  const start = `    <testcase name="${attribute(name === '' ? 'text' : name)}" classname="${file}" time="0"`;
  const [first] = errors;
  if (first === undefined) return `${start}/>\n`;
  const failure = `<failure type="${attribute(first.rule)}" message="${attribute(headlineOf(first))}">${content(withoutStyles(errors.map(placedText).join('')))}</failure>`;
  return `${start}>\n      ${failure}\n    </testcase>\n`;
}

/** Characters that XML 1.0 does not allow, even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what this looks for
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

function content(text: string): string {
  return text
    .replace(FORBIDDEN, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

/** Readers convert line feeds in attributes to blanks. */
function attribute(text: string): string {
  return content(printable(text)).replaceAll('"', '&quot;');
}
