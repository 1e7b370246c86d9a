import { expect, test } from 'vitest';
import { sentenceOf } from '../../../../src/apps/cli/print/findings-text.js';
import { formatGithub } from '../../../../src/apps/cli/print/github.js';
import { CONTEXT, HOSTILE_REPORT, REPORT } from './reports.js';

test('a finding is a workflow command with its file, place and rule', () => {
  expect(
    REPORT.findings
      .slice(1, 3)
      .map((finding) => formatGithub(finding, CONTEXT))
      .join(''),
  ).toBe(
    '::error file=dir with blanks/claim.yaml,line=9,col=7,title=unknown-field::ResourceClaim default/gpu: spec.devices.requests[0].name: Invalid value: "GPU_0": a < b & c\n' +
      '::warning file=dir with blanks/claim.yaml,line=10,col=7,title=off-by-default::ResourceClaim default/gpu: spec.devices.requests[0].name: Invalid value: "GPU_0": a < b & c: did you mean "gpu-0"?\n',
  );
});

test('hostile texts make no command of their own', () => {
  for (const finding of HOSTILE_REPORT.findings) {
    const line = formatGithub(finding, CONTEXT);
    expect(line.split(/[\r\n]/)).toHaveLength(2);
    const [, properties = '', data = ''] = /^::error (.*?)::(.*)$/s.exec(line) ?? [];
    expect(properties.split(',').map((property) => property.split('=', 1)[0])).toEqual(['file', 'line', 'col', 'title']);
    const unescaped = data.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%');
    expect(unescaped).toBe(`${sentenceOf(finding)}\n`);
  }
});
