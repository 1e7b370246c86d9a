import { describe, expect, it } from 'vitest';
import { literalOf, NotConvertible, typeText } from './literals.js';
import { messagesOf, parseTextProto, textOf, valuesOf } from './textproto.js';

describe('the text format', () => {
  it('has fields, repeated fields, lists, comments and several quoted pieces', () => {
    const message = parseTextProto('# c\nname: "a" \'b\'\nsection { test: { n: -1.5 } test < n: 2 > }\nlist: [1, 2]; on: true');
    expect(textOf(message, 'name')).toBe('ab');
    const tests = messagesOf(message, 'section').flatMap((section) => messagesOf(section, 'test'));
    expect(tests.map((test) => textOf(test, 'n'))).toEqual(['-1.5', '2']);
    expect(valuesOf(message, 'list')).toHaveLength(2);
    expect(textOf(message, 'on')).toBe('true');
  });

  it('resolves escapes to bytes', () => {
    expect(textOf(parseTextProto(String.raw`s: "\n\"\\\303\251\u00e9\x41"`), 's')).toBe('\n"\\ééA');
  });

  it.each(['a: }', 'a {', 'a: "x', '}'])('rejects %s', (text) => expect(() => parseTextProto(text)).toThrow());
});

describe('values as expressions', () => {
  it.each([
    ['int64_value: -5', '-5'],
    ['uint64_value: 5', '5u'],
    ['double_value: 3', '3.0'],
    ['double_value: -inf', 'double("-Inf")'],
    ['string_value: "a\\"\\n"', '"a\\"\\n"'],
    ['bytes_value: "\\377a"', 'b"\\xff\\x61"'],
    ['list_value { values { int64_value: 1 } values { null_value: NULL_VALUE } }', '[dyn(1), dyn(null)]'],
    ['map_value { entries { key { string_value: "k" } value { bool_value: true } } }', '{dyn("k"): dyn(true)}'],
    ['object_value { [type.googleapis.com/google.protobuf.Duration] { seconds: -1 nanos: -5 } }', 'duration("-1.000000005s")'],
  ])('%s is %s', (text, literal) => expect(literalOf(parseTextProto(text))).toBe(literal));

  it('without messages and enums', () => {
    expect(() => literalOf(parseTextProto('enum_value { value: 1 }'))).toThrow(NotConvertible);
    expect(() => literalOf(parseTextProto('object_value { [type.googleapis.com/x.Y] { } }'))).toThrow(NotConvertible);
  });

  it('types have the names that messages give them', () => {
    expect(typeText(parseTextProto('map_type { key_type { primitive: STRING } value_type { list_type { elem_type { dyn {} } } } }'))).toBe(
      'map(string, list(dyn))',
    );
    expect(typeText(parseTextProto('abstract_type { name: "optional_type" parameter_types { primitive: INT64 } }'))).toBe(
      'optional_type(int)',
    );
  });
});
