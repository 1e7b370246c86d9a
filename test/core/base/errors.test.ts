import { expect, it } from 'vitest';
import { AllocationError, copyOfError } from '../../../src/core/base/errors.js';

const error = new AllocationError('cel-runtime-error', 'words', { claim: 'ns/c', request: 'r', selector: 0, device: 'd/p/x' });

it('an error has its code, its words, its place, and whether another node could work', () => {
  expect(error).toBeInstanceOf(Error);
  expect(error).toMatchObject({ name: 'AllocationError', message: 'words', claim: 'ns/c', selector: 0, nodeLocal: false });
  expect(new AllocationError('invalid-pools', 'x').nodeLocal).toBe(true);
});

it('an error has its message in JSON, and no field that it lacks', () => {
  expect(JSON.parse(JSON.stringify(error))).toEqual({
    name: 'AllocationError',
    code: 'cel-runtime-error',
    nodeLocal: false,
    claim: 'ns/c',
    request: 'r',
    selector: 0,
    device: 'd/p/x',
    message: 'words',
  });
});

it('a copy says the same and can be written into', () => {
  const copy = copyOfError(error);
  expect(copy).not.toBe(error);
  expect(JSON.stringify(copy)).toBe(JSON.stringify(error));
  Object.assign(copy, { request: 'other' });
  expect(error.request).toBe('r');
});
