import { test } from 'vitest';
import { cases } from '../../support/extent.js';
import { expectOneAnswer } from './one-answer.js';

test('all commands say the same of a pod: whether it goes to a node, and the message of the scheduler where it does not', () =>
  expectOneAnswer(1, cases(3, 15)));
