import { describe, expect, test } from 'vitest';
import { checkPassage, MOST_WORDS, WORD_RULES } from '../../scripts/prose-rules.mjs';
import { commentsOf, stringsOf, textsOfPage } from '../../scripts/prose-texts.mjs';

const messagesOf = (text: string): readonly string[] => checkPassage({ line: 1, text }).findings.map(({ message }) => message);

describe('sentences', () => {
  test.each([
    ['The scheduler takes the flag.', 1],
    ['Each node takes 5 ms.', 0],
    ['The pod gets two devices, and nobody waits.', 2],
    ['A claim is refused by the API server.', 1],
    ['Devices are considered on the remaining nodes.', 0],
    ['Run kubectl get nodes.', 0],
    ['The search takes milliseconds, and sorting takes linear time.', 0],
    ['The caller takes this branch.', 0],
    ['The effect None is ignored, and none is reported.', 1],
    ['A pod of another kind needs devices of another kind.', 1],
  ])('%s', (text, count) => {
    expect(messagesOf(text)).toHaveLength(count);
  });

  test('a long sentence is a finding, with the line on which it begins', () => {
    const long = `${Array.from({ length: MOST_WORDS + 1 }, () => 'word').join(' ')}.`;
    expect(checkPassage({ line: 7, text: `Short one.\n${long}` })).toEqual({
      findings: [{ line: 8, kind: 'length', message: `a sentence of ${MOST_WORDS + 1} words: split it (at most ${MOST_WORDS})` }],
      counts: { words: MOST_WORDS + 3, sentences: 2, long: 1, listed: 0 },
    });
  });

  test.each([
    ['claims that can neither fit alone nor together', 0],
    ['neither gpu-0 nor gpu-1 can be allocated together', 1],
    ['the device of the node; undefined if there is none', 1],
    ['undefined if none exists', 0],
    ['a copy stands in for the list', 1],
    ['the devices that were free at the call', 1],
  ])('a sentence with a misleading construction is a finding: %s', (text, count) => {
    expect(messagesOf(text)).toHaveLength(count);
  });

  test('what each rule proposes is not a finding itself', () => {
    for (const { write } of WORD_RULES) expect(messagesOf(`The word is ${write} here.`)).toEqual([]);
  });
});

test('the texts of a page are its paragraphs, headings, items and cells without code', () => {
  const page = '# Nodes\n\nRun `gets` now.\n\n```sh\ngets\n```\n\n- one item\n\n> quoted\n\n| a | b |\n|---|---|\n| left | right |\n';
  expect(textsOfPage(page)).toEqual([
    { line: 1, text: 'Nodes' },
    { line: 3, text: 'Run X now.' },
    { line: 9, text: 'one item' },
    ...['a', 'b'].map((text) => ({ line: 13, text })),
    ...['left', 'right'].map((text) => ({ line: 15, text })),
  ]);
});

test('the comments of a file are passages without examples and marks of tools', () => {
  const code = [
    '// The first comment',
    '// goes on.',
    'const a = 1; // not alone',
    '/** Returns it.',
    ' * @param a the number',
    ' * ```ts',
    ' * nobody();',
    ' * ```',
    ' */',
    '// biome-ignore lint: reason',
  ];
  expect(commentsOf(code.join('\n'))).toEqual([
    { line: 1, text: 'The first comment\ngoes on.' },
    { line: 4, text: 'Returns it.' },
  ]);
});

test('generator methods and types of JSDoc are no comments', () => {
  const code = [
    '/** Yields pods. @type {Pick<Pod, 1>} */',
    '*told(): Generator {',
    '/**',
    ' * The kinds.',
    " * @typedef {{ kind: 'one' }",
    " *   | { kind: 'refused' }} Kind",
    ' * The last words.',
    ' */',
  ];
  expect(commentsOf(code.join('\n'))).toEqual([
    { line: 1, text: 'Yields pods.' },
    { line: 4, text: 'The kinds.' },
    { line: 7, text: 'The last words.' },
  ]);
});

test('the strings of a file are those with words, with an X for each expression', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of a template
  const code = ["import x from 'three plain words.js';", "const key = 'a-key';", 'const text = `node ${name} has no devices left`;'];
  expect(stringsOf(code.join('\n'))).toEqual([{ line: 3, text: 'node X has no devices left' }]);
});
