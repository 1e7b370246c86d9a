import { utf8Length } from '../../../cel/values/characters.js';
import { invalid, tooLong } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { STORAGE_CLASSES_PAGE } from '../links.js';

const MOST_PARAMETERS = 512;
const MOST_BYTES = 256 * 1024;
const BYTES_A_UNIT = 1024;

/** The provisioner reads the parameters. */
export const storageClassParameters: Rule = {
  id: 'storage-class-parameters',
  severity: 'error',
  says: 'StorageClass has more than 512 parameters, more than 256 KiB of them, or an empty key',
  link: STORAGE_CLASSES_PAGE,
  at: ['storage.StorageClass'],
  examples: () => ({
    kind: 'StorageClass',
    bad: { parameters: { '': 'ssd' } },
    good: { parameters: { type: 'ssd' } },
  }),
  check(storageClass, context) {
    const parameters = storageClass.child('parameters');
    if (parameters.size > MOST_PARAMETERS) return context.report(parameters, tooLong(MOST_PARAMETERS));
    let size = 0;
    for (const { step, text } of parameters.entries) {
      if (step === '') context.report(parameters, invalid('', 'field can not be empty.'));
      size += utf8Length(String(step)) + utf8Length(text);
    }
    context.checkpoint.step(size / BYTES_A_UNIT);
    if (size > MOST_BYTES) context.report(parameters, tooLong(MOST_BYTES));
  },
};
