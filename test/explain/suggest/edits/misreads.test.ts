// Selectors that read an attribute with the wrong type are rewritten, and then the claims are allocated.

import { expect, it } from 'vitest';
import { inOneGo } from '../../../../src/core/base/incremental.js';
import { resolveFeatures } from '../../../../src/core/features/features.js';
import type { Suggestion } from '../../../../src/explain/explanation.js';
import { remediesOf, suggestionsOf } from '../../../../src/explain/suggest/suggest.js';
import { input, solve } from '../../../support/allocate.js';
import { escalating as kernel } from '../../../support/kernels.js';
import { device, request, selectors } from '../../../support/objects.js';
import { questionOf, withSuggestion } from '../../../support/suggestions.js';

const A = 'device.attributes["d.example.com"]';
const given = device(
  'a',
  {},
  {
    attributes: {
      model: { string: 'A100' },
      healthy: { bool: true },
      cores: { int: 8 },
      driver: { version: '1.20.3' },
      text: { string: '2.5.0' },
      modes: { strings: ['fast', 'slow'] },
    },
  },
);

it.each([
  [`${A}.model.bool`, 'write `model == "A100"` instead of `model.bool` in the selector of request r'],
  [`${A}.model.string == "A100"`, 'write `model` instead of `model.string` in the selector of request r'],
  [`${A}.healthy.bool`, 'write `healthy` instead of `healthy.bool` in the selector of request r'],
  [`${A}.healthy == "true"`, 'write `healthy == true` instead of `healthy == "true"` in the selector of request r'],
  [`${A}.cores == '8'`, "write `cores == 8` instead of `cores == '8'` in the selector of request r"],
  [`${A}.driver == "1.20.3"`, 'write `driver == semver("1.20.3")` instead of `driver == "1.20.3"` in the selector of request r'],
  [
    `${A}.driver >= "1.20"`,
    'write `driver.compareTo(semver("1.20", true)) >= 0` instead of `driver >= "1.20"` in the selector of request r',
  ],
  [
    'device.attributes["healthy"].bool == true',
    `write \`${A}.healthy\` instead of \`device.attributes["healthy"].bool\` in the selector of request r`,
  ],
  [
    'device.attributes["d.example.com/model"].string == "A100"',
    `write \`${A}.model\` instead of \`device.attributes["d.example.com/model"].string\` in the selector of request r`,
  ],
  [
    'device.attributes["driver"].version == "1.20.3"',
    `write \`${A}.driver == semver("1.20.3")\` instead of \`device.attributes["driver"].version == "1.20.3"\` in the selector of request r`,
  ],
  [
    'device.attributes["cores"].int',
    `write \`${A}.cores == 8\` instead of \`device.attributes["cores"].int\` in the selector of request r`,
  ],
  [`semver(${A}.driver).major() == 1`, 'write `driver` instead of `semver(driver)` in the selector of request r'],
  [`${A}.text.isGreaterThan(semver("2.0.0"))`, 'write `semver(text)` instead of `text` in the selector of request r'],
  [`${A}.modes == "fast"`, 'write `modes.includes("fast")` instead of `modes == "fast"` in the selector of request r'],
])('%s', (expression, text) => {
  const question = input([request('r', selectors(expression))], [given]);
  const found: readonly Suggestion[] = suggestionsOf(inOneGo(remediesOf(questionOf(question, resolveFeatures({}), kernel))));
  expect(found[0]?.text).toBe(text);
  for (const suggestion of found) expect(solve(withSuggestion(question, suggestion)), suggestion.text).toBeInstanceOf(Array);
});
