// Reports that formats are tested with.

import type { FormatContext, PlacedFinding, Report } from '../../../../src/apps/cli/validate/finding.js';

export const CONTEXT: FormatContext = {
  version: '1.2.3',
  now: new Date('2026-11-23T16:47:41.123Z'),
  showsLines: false,
  checkout: undefined,
};

const FINDING: PlacedFinding = {
  severity: 'error',
  rule: 'request-name',
  message: 'Invalid value: "GPU_0": a < b & c',
  object: 'ResourceClaim default/gpu',
  path: 'spec.devices.requests[0].name',
  file: 'dir with blanks/claim.yaml',
  line: 8,
  column: 7,
  lineText: '',
  suggestion: 'gpu-0',
};

const { suggestion, ...WITHOUT_SUGGESTION } = FINDING;

const FIX = { start: { line: 10, column: 19 }, end: { line: 11, column: 3 }, text: 'a\n.includes("b")' };

/** Two errors of one object, a warning, a text that cannot be read, an object without findings, and a file without any. */
export const REPORT: Report = {
  files: ['dir with blanks/claim.yaml', '<stdin>', 'good.yaml'],
  notes: ['1 object could not be decoded: other rules were not checked for it'],
  objects: [
    { file: 'dir with blanks/claim.yaml', name: 'ResourceClaim default/gpu' },
    { file: 'dir with blanks/claim.yaml', name: 'Pod default/p' },
  ],
  findings: [
    { ...FINDING, suggestion: suggestion ?? '' },
    { ...WITHOUT_SUGGESTION, rule: 'unknown-field', line: 9 },
    { ...FINDING, severity: 'warning', rule: 'off-by-default', line: 10, fix: FIX },
    { ...WITHOUT_SUGGESTION, rule: 'readable-text', object: '', path: '', file: '<stdin>', line: 1, column: 1 },
  ],
};

/** Characters that formats cannot have as they are, or that mean something in them. */
const HOSTILE = '\u0000\u0008\u000b\u001b[2J\ufffe\uffff\ud800 ]]> <!-- & " \' % \r\n::error::x,y=z:%0A \u2028\u0085 \u{1f600}';

/** A report in which everything from outside is hostile. */
export const HOSTILE_REPORT: Report = {
  files: [HOSTILE, `C:\\${HOSTILE}`, `/abs/${HOSTILE}`],
  notes: [HOSTILE],
  objects: [{ file: HOSTILE, name: HOSTILE }],
  findings: [HOSTILE, `C:\\${HOSTILE}`, `/abs/${HOSTILE}`].map((file) => ({
    ...FINDING,
    file,
    message: HOSTILE,
    object: HOSTILE,
    path: HOSTILE,
    suggestion: HOSTILE,
    fix: { ...FIX, text: HOSTILE },
  })),
};
