import { isJsonObject } from '../../../core/api/decoder.js';
import { stageInWords } from '../../../core/features/gates.js';
import { LIST_VALUES, sizeOf } from '../../checks/slices.js';
import { invalid, quoted } from '../../messages.js';
import { DECLARATIVE_SINCE, type Rule, type RuleContext } from '../../rule.js';
import type { DecodedStruct } from '../../tree/decoded.js';
import type { Field } from '../../tree/field.js';
import { SLICE_PAGE } from '../links.js';

const SINGLE_VALUES = ['int', 'bool', 'string', 'version'] as const;
const NAMES = [...SINGLE_VALUES, ...LIST_VALUES];

/** The value determines the type of an attribute. */
export const attributeValue: Rule = {
  id: 'attribute-value',
  severity: 'error',
  says: 'Attribute does not have exactly one value',
  link: SLICE_PAGE,
  at: ['DeviceAttribute'],
  declarative: true,
  examples: () => ({
    kind: 'ResourceSlice',
    bad: { 'spec.devices[0].attributes[model]': { string: 'A100', int: 100 } },
    good: { 'spec.devices[0].attributes[model]': { string: 'A100' } },
  }),
  check(attribute, context) {
    const { fields } = attribute;
    // Declarative validation treats an empty list as absent.
    const isDeclared = context.minor >= DECLARATIVE_SINCE;
    let values = 0;
    for (const name of SINGLE_VALUES) if (fields[name] !== undefined) values++;
    for (const name of LIST_VALUES) if (fields[name] !== undefined && (!isDeclared || sizeOf(fields[name]) > 0)) values++;
    if (values === 1) return;
    const lists = values === 0 ? listsIn(attribute, context) : undefined;
    if (lists !== undefined)
      context.report(attribute, invalid(shown(fields), lists), `turn on ${GATE} in the API server, or write one value`);
    else
      context.report(
        attribute,
        invalid(
          shown(fields),
          `must specify ${values === 0 ? '' : 'exactly '}one of: ${quoted(context.minor >= 36 ? NAMES : SINGLE_VALUES)}`,
        ),
      );
  },
};

const GATE = 'DRAListTypeAttributes';

/** Returns the message for a list that the API server drops because its gate is off, which leaves the attribute without a value. */
function listsIn(attribute: Field, context: RuleContext): string | undefined {
  const written = context.gate(GATE) ? undefined : context.written(attribute);
  const list = isJsonObject(written) ? LIST_VALUES.find((name) => Object.hasOwn(written, name)) : undefined;
  if (list === undefined) return undefined;
  return `must specify one of: ${quoted(SINGLE_VALUES)}; \`${list}\` needs the feature gate ${GATE}, ${stageInWords(GATE, context.minor)}`;
}

function shown(fields: DecodedStruct): string {
  const names = Object.keys(fields);
  return names.length === 0 ? '' : `{${names.join(', ')}}`;
}
