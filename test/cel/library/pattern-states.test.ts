import { expect, it } from 'vitest';
import type { Automaton } from '../../../src/cel/library/automaton.js';
import { compilePattern } from '../../../src/cel/library/pattern.js';
import { stateCount } from '../../../src/cel/library/pattern-states.js';
import { Frame } from '../../../src/cel/run/frame.js';

it.each(['abc', 'a{10}', 'a{3,10}', 'a{3,}', '((a{9}){9}){9}', '[a-z]{100}', '[[:alpha:]_-]{5}', '\\p{L}{50}', '(a|bc)*d+?', 'x?y*z+'])(
  'stateCount of %s is what it makes or some more',
  (pattern) => {
    const { size } = compilePattern(pattern, new Frame(null)) as Automaton;
    expect(stateCount(pattern)).toBeGreaterThanOrEqual(size - 2);
    expect(stateCount(pattern)).toBeLessThanOrEqual(size * 2);
  },
);
