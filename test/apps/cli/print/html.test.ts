import { expect, test } from 'vitest';
import { html } from '../../../../src/apps/cli/print/html.js';

test('what is put in is text, in content and in attributes', () => {
  expect(html`<b title="${'"><script>'}">${"<i>&'"}</b>`.text).toBe('<b title="&quot;&gt;&lt;script&gt;">&lt;i&gt;&amp;&#39;</b>');
});

test('HTML of templates stays as it is, lists stand one after the other, and what is absent is nothing', () => {
  expect(html`<ul>${[1, 2].map((each) => html`<li>${each}</li>`)}${undefined}</ul>`.text).toBe('<ul><li>1</li><li>2</li></ul>');
});

test('what nobody sees becomes visible, and half of a pair a replacement', () => {
  expect(html`${'a\u202eb\u0000c\ud800'}`.text).toBe('a\\u202eb\\u0000c\ufffd');
});
