import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { formatSarif } from '../../../../src/apps/cli/print/sarif.js';
import { ALL_RULES } from '../../../../src/apps/cli/validate/rules.js';
import { CONTEXT, HOSTILE_REPORT, REPORT } from './reports.js';

/** The published schema has draft 4. Except for the name of its id, newer drafts read all of it the same way. */
const { $schema: _draft, id: _id, ...SCHEMA } = JSON.parse(readFileSync(new URL('./schemas/sarif-2.1.0.json', import.meta.url), 'utf8'));

const isSarif = new Ajv({
  strict: false,
  // The Unicode mode of regular expressions rejects a pattern of the schema.
  unicodeRegExp: false,
  allErrors: true,
  formats: {
    uri: (text: string) => URL.canParse(text),
    'uri-reference': (text: string) => /^[\w./?#[\]@!$&'()*+,;=:~%-]*$/.test(text) && URL.canParse(text, 'file:///'),
    'date-time': true,
  },
}).compile(SCHEMA);

test.each([
  ['of all kinds of findings', REPORT],
  ['of hostile texts', HOSTILE_REPORT],
  ['without findings', { files: ['a'], objects: [], findings: [], notes: [] }],
])('a report %s fits the schema of SARIF 2.1.0', (_, report) => {
  isSarif(JSON.parse(formatSarif(report, CONTEXT)));
  expect(isSarif.errors).toBeNull();
});

test('the schema rejects what is no SARIF', () => {
  const log = JSON.parse(formatSarif(REPORT, CONTEXT));
  log.runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri = 'dir with blanks';
  expect(isSarif(log)).toBe(false);
  expect(isSarif({ version: '2.1.0' })).toBe(false);
});

test('a result has its rule, place, object and words', () => {
  const [run] = JSON.parse(formatSarif(REPORT, CONTEXT)).runs;
  expect(run.tool.driver).toMatchObject({ name: 'dra-allocator', version: '1.2.3' });
  expect(run.results[0]).toEqual({
    ruleId: 'request-name',
    ruleIndex: ALL_RULES.findIndex(({ id }) => id === 'request-name'),
    level: 'error',
    message: {
      text: 'ResourceClaim default/gpu: spec.devices.requests[0].name: Invalid value: "GPU_0": a < b & c: did you mean "gpu-0"?',
    },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: 'dir%20with%20blanks/claim.yaml' }, region: { startLine: 8, startColumn: 7 } },
        logicalLocations: [{ fullyQualifiedName: 'ResourceClaim default/gpu: spec.devices.requests[0].name' }],
      },
    ],
  });
  expect(run.results[2].fixes).toEqual([
    {
      artifactChanges: [
        {
          artifactLocation: { uri: 'dir%20with%20blanks/claim.yaml' },
          replacements: [
            {
              deletedRegion: { startLine: 10, startColumn: 19, endLine: 11, endColumn: 3 },
              insertedContent: { text: 'a\n.includes("b")' },
            },
          ],
        },
      ],
    },
  ]);
  const [notification] = run.invocations[0].toolExecutionNotifications;
  expect(notification).toEqual({ level: 'note', message: { text: '1 object could not be decoded: other rules were not checked for it' } });
  expect(run.results[3].locations[0]).toEqual({
    physicalLocation: { artifactLocation: { uri: '%3Cstdin%3E' }, region: { startLine: 1, startColumn: 1 } },
  });
});
