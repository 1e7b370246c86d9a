import { expect, test } from 'vitest';
import { comparison, formatRulesPage } from '../../scripts/rules-page.mjs';
import { readAnswers, SERVERS } from '../cluster/validate/answers.mjs';
import { makeCases } from '../cluster/validate/mutations.mjs';

const rule = { id: 'a-rule', severity: 'error', says: 'Names | are good.', link: 'https://kubernetes.io/x' } as const;

test('a rule has a row, and a section with the lines that differ', () => {
  const page = formatRulesPage([{ rule, kinds: ['Pod'], examples: { bad: 'a: 1\nb: 2\nc: 3\n', good: 'a: 1\nb: x\nc: 3\n' } }], []);
  expect(page).toContain('| [`a-rule`](#a-rule) | error | Names \\| are good. |\n');
  expect(page).toContain('\n## a-rule\n\nNames | are good.\n\nerror · Pod · [reference](https://kubernetes.io/x)\n');
  expect(page).toContain('```diff\n a: 1\n-b: 2\n+b: x\n c: 3\n```\n');
});

test('long examples are cut', () => {
  const long = Array.from({ length: 100 }, (_, index) => `line ${index}\n`).join('');
  const page = formatRulesPage([{ rule, kinds: [], examples: { bad: `${long}${'x'.repeat(1000)}`, good: 'line 0\n' } }], []);
  expect(page).toContain('\n-line 20\n-# ... 80 more lines\n```\n');
  expect(page).toContain('\n\nerror · [reference]');
  expect(page.length).toBeLessThan(2000);
});

test('a rule without examples or a reference has none', () => {
  const { link: _, ...bare } = rule;
  expect(formatRulesPage([{ rule: bare, kinds: [], examples: undefined }], [])).toMatch(/\n## a-rule\n\nNames \| are good\.\n\nerror\n$/);
});

test('the page says how many recorded objects the rules were compared on, and with which API servers', () => {
  const text = comparison().join(' ');
  expect(text).toContain(`${makeCases().length.toLocaleString('en-US')} valid and invalid objects`);
  for (const server of SERVERS) {
    expect(readAnswers(server).size).toBeGreaterThan(0);
    expect(text).toContain(server.version);
  }
  expect(formatRulesPage([], ['Compared.'])).toContain('\n\nCompared.\n\n| rule |');
});
