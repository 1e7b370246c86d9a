import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { formatJunit } from '../../../../src/apps/cli/print/junit.js';
import type { Report } from '../../../../src/apps/cli/validate/finding.js';
import { CONTEXT, HOSTILE_REPORT, REPORT } from './reports.js';

const SCHEMA = readFileSync(new URL('./schemas/jenkins-junit.xsd', import.meta.url), 'utf8');

async function errorsOf(contents: string): Promise<readonly string[]> {
  const { errors } = await validateXML({ xml: [{ fileName: 'report.xml', contents }], schema: [SCHEMA] });
  return errors.map(({ message }) => message);
}

test.each<[string, Report]>([
  ['of all kinds of findings', REPORT],
  ['of hostile texts', HOSTILE_REPORT],
  ['without findings', { notes: [], files: ['a'], objects: [{ file: 'a', name: 'Pod p' }], findings: [] }],
  ['without files', { notes: [], files: [], objects: [], findings: [] }],
])('a report %s fits the schema of Jenkins', async (_, report) => {
  expect(await errorsOf(formatJunit(report, CONTEXT))).toEqual([]);
});

test('the schema rejects what is no JUnit', async () => {
  expect(await errorsOf(formatJunit(REPORT, CONTEXT).replaceAll('testcase', 'test'))).not.toEqual([]);
  expect(await errorsOf('<testsuites>\u0001</testsuites>')).not.toEqual([]);
});

test('a file is a suite, and an object a test that fails with all its errors', () => {
  const text = formatJunit(REPORT, CONTEXT);
  expect(text).toContain('<testsuite name="dir with blanks/claim.yaml" package="dra-allocator" id="0" timestamp="2026-11-23T16:47:41"');
  expect(text.match(/ tests="\d+" failures="\d+" errors="0"/g)).toEqual([
    ' tests="2" failures="1" errors="0"',
    ' tests="1" failures="1" errors="0"',
    ' tests="0" failures="0" errors="0"',
  ]);
  expect(text).toContain('<testcase name="Pod default/p" classname="dir with blanks/claim.yaml" time="0"/>');
  const [failure = ''] = /<failure [\s\S]*?<\/failure>/.exec(text) ?? [];
  expect(failure).toMatch(
    /^<failure type="request-name" message="Invalid value: &quot;GPU_0&quot;: a &lt; b &amp; c: did you mean &quot;gpu-0&quot;\?">/,
  );
  expect(failure.match(/^.*claim\.yaml:\d+/gm)).toHaveLength(2);
  expect(text).toContain('<testcase name="text" classname="&lt;stdin&gt;" time="0">');
  expect(text).toMatch(/<system-out>dir with blanks\/claim\.yaml:10:7: warning: /);
});
