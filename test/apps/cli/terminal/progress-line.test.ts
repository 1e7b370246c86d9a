import { expect, test } from 'vitest';
import { ProgressLine } from '../../../../src/apps/cli/terminal/progress-line.js';

test('a line is written over by the next one, and goes before others write', () => {
  const written: string[] = [];
  const line = new ProgressLine((text) => written.push(text));
  line.clear();
  line.show('one');
  line.show('two');
  line.clear();
  line.clear();
  line.show('three');
  line.show('');
  line.show('');
  const clear = '\r\u001b[K';
  expect(written).toEqual(['one', clear, 'two', clear, 'three', clear]);
});
