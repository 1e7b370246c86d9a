import { expect, it } from 'vitest';
import { DecodeContext, placeOfError } from '../../../src/core/api/context.js';
import { AllocationError } from '../../../src/core/base/errors.js';
import { errorOf } from '../../support/api.js';

it('an error has the path of the value being read, and its steps and document for those who know lines', () => {
  const document = { name: 'some.yaml' };
  const context = new DecodeContext(['claims', 0], document);
  const error = errorOf(() => context.within('spec', () => context.within('a/b', () => context.fail('expected a string'))));
  expect(error).toMatchObject({ code: 'invalid-object', path: 'claims[0].spec[a/b]', message: 'claims[0].spec[a/b]: expected a string' });
  expect(placeOfError(error)).toEqual({ origin: document, path: ['claims', 0, 'spec', 'a/b'] });
  expect(placeOfError(new AllocationError('internal', 'of another place'))).toBeUndefined();
});

it('an error of the whole has no path', () => {
  const error = errorOf(() => new DecodeContext().fail('expected an object', 'input-too-large'));
  expect([error.message, error.code, error.path]).toEqual(['expected an object', 'input-too-large', undefined]);
});

it('a long path is cut in the message alone', () => {
  const name = 'x'.repeat(1000);
  const error = errorOf(() => new DecodeContext([name]).fail('expected a string'));
  expect(error.path).toBe(name);
  expect(error.message.length).toBeLessThan(400);
});

it('the path is what it was after a step', () => {
  const context = new DecodeContext(['a']);
  expect(context.within('b', () => [...context.path])).toEqual(['a', 'b']);
  expect(context.path).toEqual(['a']);
});

it('the position of a value is distinguished from the root of its object', () => {
  const context = new DecodeContext(['objects', 3]);
  const schema = { decode: () => undefined } as never;
  context.startObject(schema, 'v1beta1');
  expect(context.version).toBe('v1beta1');
  expect(context.within('spec', () => context.position())).toEqual({ schema, steps: ['spec'], before: ['objects', 3] });
});

it('a warning is given once for each object', () => {
  const context = new DecodeContext(['a'], 'document');
  context.warn('deprecated');
  context.within('b', () => context.warn('deprecated'));
  context.startObject({ decode: () => undefined } as never, 'v1');
  context.within('c', () => context.warn('deprecated'));
  expect(context.warnings).toEqual([
    { message: 'deprecated', origin: 'document', path: ['a'] },
    { message: 'deprecated', origin: 'document', path: ['a', 'c'] },
  ]);
});
