// Prints values and types of the test data of cel-spec as CEL.

import type { Message, ProtoValue } from './textproto.js';
import { messagesOf, textOf } from './textproto.js';

/** Test data that CEL cannot express without protocol buffers. */
export class NotConvertible extends Error {}

/** Returns an expression for a value. Throws NotConvertible. */
export function literalOf(value: Message): string {
  const [field, content] = value.fields[0] ?? ['', undefined];
  switch (field) {
    case 'null_value':
      return 'null';
    case 'bool_value':
    case 'int64_value':
      return wordOf(content);
    case 'uint64_value':
      return `${wordOf(content)}u`;
    case 'double_value':
      return doubleLiteral(wordOf(content));
    case 'string_value':
      return JSON.stringify(new TextDecoder().decode(bytesOf(content)));
    case 'bytes_value':
      return `b"${Array.from(bytesOf(content), (byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')}"`;
    case 'list_value':
      return `[${messagesOf(content as Message, 'values')
        .map(dynamic)
        .join(', ')}]`;
    case 'map_value':
      return `{${messagesOf(content as Message, 'entries')
        .map(entry)
        .join(', ')}}`;
    case 'type_value':
      return typeLiteral(new TextDecoder().decode(bytesOf(content)));
    case 'object_value':
      return objectLiteral(content as Message);
    default:
      throw new NotConvertible(field === 'enum_value' ? 'enums' : `values of kind ${field}`);
  }
}

const dynamic = (value: Message): string => `dyn(${literalOf(value)})`;

function entry(message: Message): string {
  const [key, value] = [messagesOf(message, 'key')[0], messagesOf(message, 'value')[0]];
  if (key === undefined || value === undefined) throw new Error('an entry without key or value');
  return `dyn(${literalOf(key)}): ${dynamic(value)}`;
}

function wordOf(value: ProtoValue | undefined): string {
  if (value?.kind !== 'word') throw new Error('expected a word');
  return value.text;
}

function bytesOf(value: ProtoValue | undefined): Uint8Array {
  if (value?.kind !== 'bytes') throw new Error('expected a string');
  return value.bytes;
}

function doubleLiteral(text: string): string {
  const [, sign = '', word] = /^([+-]?)(nan|inf)(?:inity)?$/i.exec(text) ?? [];
  if (word !== undefined) return `double("${sign}${word.toLowerCase() === 'nan' ? 'NaN' : 'Inf'}")`;
  return /[.eE]/.test(text) ? text : `${text}.0`;
}

function typeLiteral(name: string): string {
  if (name === 'google.protobuf.Timestamp') return 'type(timestamp(0))';
  if (name === 'google.protobuf.Duration') return 'type(duration("0s"))';
  if (name === 'net.IP' || name === 'net.CIDR') return name;
  if (name.includes('.')) throw new NotConvertible('messages');
  return name;
}

function objectLiteral(any: Message): string {
  const [url, content] = any.fields[0] ?? ['', undefined];
  const message = content as Message;
  const [seconds, nanos] = [textOf(message, 'seconds') ?? '0', textOf(message, 'nanos') ?? '0'];
  if (url === '[type.googleapis.com/google.protobuf.Duration]') {
    const sign = seconds.startsWith('-') || nanos.startsWith('-') ? '-' : '';
    return `duration("${sign}${seconds.replace('-', '')}.${nanos.replace('-', '').padStart(9, '0')}s")`;
  }
  if (url === '[type.googleapis.com/google.protobuf.Timestamp]') return `(timestamp(${seconds}) + duration("${nanos}ns"))`;
  throw new NotConvertible('messages');
}

const PRIMITIVES: Readonly<Record<string, string>> = {
  BOOL: 'bool',
  INT64: 'int',
  UINT64: 'uint',
  DOUBLE: 'double',
  STRING: 'string',
  BYTES: 'bytes',
};

/** Returns the name of a type as in messages of cel-go. Throws NotConvertible. */
export function typeText(type: Message): string {
  const [field, content] = type.fields[0] ?? ['dyn', undefined];
  const only = (name: string): string => typeText(messagesOf(content as Message, name)[0] ?? { kind: 'message', fields: [] });
  switch (field) {
    case 'primitive':
      return PRIMITIVES[wordOf(content)] ?? 'dyn';
    case 'null':
      return 'null_type';
    case 'dyn':
      return 'dyn';
    case 'list_type':
      return `list(${only('elem_type')})`;
    case 'map_type':
      return `map(${only('key_type')}, ${only('value_type')})`;
    case 'type':
      return `type(${typeText(content as Message)})`;
    case 'abstract_type': {
      const params = messagesOf(content as Message, 'parameter_types').map(typeText);
      return `${textOf(content as Message, 'name')}${params.length === 0 ? '' : `(${params.join(', ')})`}`;
    }
    default:
      throw new NotConvertible(field === 'message_type' ? 'messages' : `types of kind ${field}`);
  }
}
