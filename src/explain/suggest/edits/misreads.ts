// Edits that correct how a selector reads or compares an attribute, as the help of the command `cel` describes in words.

import { attributesNamed } from '../../../cel/help/device-names.js';
import { accessTo } from '../../../cel/reads/mentions.js';
import type { TextEdit } from '../../../cel/rewrite/list-reads.js';
import type { NamePart } from '../../../cel/rewrite/selector-parts.js';
import type { DeviceAttribute } from '../../../core/api/resource-slice.js';
import type { DeviceFacts } from './device-facts.js';

/** A replacement of a part of a text. */
export interface Mending extends TextEdit {
  /** True if the domain changes. The text of the edit then shows both texts in full. */
  readonly isOfDomain?: boolean;
}

/** Matches the name of an attribute's type field in a ResourceSlice. In a selector, the value does not have such a field. */
const FIELD = /^\s*\.\s*(?:bool|int|string|version)s?\b(?!\s*\()/;
const COMPARISON = /^\s*(==|!=|<=|>=|<|>)\s*("[^"\\]*"|'[^'\\]*'|-?\d+(?:\.\d+)?\b|true\b|false\b)/;
const OF_VERSIONS = /^\s*\.\s*(?:major|minor|patch|compareTo|isGreaterThan|isLessThan)\s*\(/;
/** Matches any use of the value: a comparison, a call or a search. */
const USED = /^\s*(?:==|!=|<|>|\.|\bin\b|\?|\+|-|\*|\/|%)/;
const SEMVER_BEFORE = /\bsemver\s*\(\s*$/;

/** Returns corrections of the parts of a selector that read an attribute as a wrong type. */
export function mendingsOf(expression: string, names: readonly NamePart[], { samples }: DeviceFacts): readonly Mending[] {
  return names.flatMap((part) => {
    const found = part.map === 'attributes' ? (samples.get(part.domain)?.get(part.name) ?? []) : [];
    const start = expression.lastIndexOf('device', part.domainAt.start);
    if (!samples.has(part.domain)) return ofDomain(expression, { start, end: part.nameAt.end }, part, samples);
    return found.flatMap((attribute) => mendingOf(expression, { start, end: part.nameAt.end }, attribute) ?? []);
  });
}

/** The position of a read in the text. */
interface Read {
  readonly start: number;
  readonly end: number;
}

/** Corrects reads such as `device.attributes["model"].string`: the attribute name is written as the domain, and a field as the name. */
function ofDomain(
  expression: string,
  { start, end }: Read,
  { map, domain, name }: NamePart,
  samples: DeviceFacts['samples'],
): readonly Mending[] {
  if (map !== 'attributes' || !FIELD.test(`.${name}`)) return [];
  const rest = expression.slice(end);
  return attributesNamed(domain, samples).flatMap((meant) => {
    const read = accessTo({ map, ...meant });
    return (samples.get(meant.domain)?.get(meant.name) ?? []).flatMap((attribute): Mending[] => {
      const whole = mendingOf(`${read}${rest}`, { start: 0, end: read.length }, attribute);
      const compared = attribute.bool !== undefined || USED.test(rest) ? '' : comparisonWith(attribute);
      if (whole !== undefined) return [{ start, end: end + whole.end - read.length, text: whole.text, isOfDomain: true }];
      return compared === undefined ? [] : [{ start, end, text: `${read}${compared}`, isOfDomain: true }];
    });
  });
}

function mendingOf(expression: string, { start, end }: Read, attribute: DeviceAttribute): Mending | undefined {
  const read = expression.slice(start, end);
  const rest = expression.slice(end);
  const isVersion = attribute.version !== undefined;
  const field = FIELD.exec(rest)?.[0];
  if (field !== undefined) {
    const isCondition = attribute.bool !== undefined || USED.test(rest.slice(field.length));
    const compared = isCondition ? '' : comparisonWith(attribute);
    return compared === undefined ? undefined : { start, end: end + field.length, text: `${read}${compared}` };
  }
  const before = SEMVER_BEFORE.exec(expression.slice(0, start));
  const behind = /^\s*\)/.exec(rest)?.[0];
  if (isVersion && before !== null && behind !== undefined) return { start: before.index, end: end + behind.length, text: read };
  if (attribute.string !== undefined && before === null && OF_VERSIONS.test(rest)) return { start, end, text: `semver(${read})` };
  const [whole, relation, literal] = COMPARISON.exec(rest) ?? [];
  if (whole === undefined || relation === undefined || literal === undefined) return undefined;
  const instead = comparedAs(attribute, relation, literal);
  return instead === undefined ? undefined : { start, end: end + whole.length, text: `${read}${instead}` };
}

/** Returns a comparison with the value of a device; undefined if it has no single value. */
function comparisonWith({ int, string, version }: DeviceAttribute): string | undefined {
  if (version !== undefined) return ` == semver(${JSON.stringify(version)})`;
  const value = int === undefined ? string : int;
  return value === undefined ? undefined : ` == ${typeof value === 'string' ? JSON.stringify(value) : String(value)}`;
}

/** Returns the comparison that matches the type of an attribute; undefined if the existing comparison matches, or if no comparison does. */
function comparedAs(attribute: DeviceAttribute, relation: string, literal: string): string | undefined {
  const isQuoted = /^["']/.test(literal);
  const bare = isQuoted ? literal.slice(1, -1) : literal;
  const isEquality = relation === '==' || relation === '!=';
  if (attribute.version !== undefined) return comparedAsVersion(relation, bare, isEquality);
  if (attribute.string !== undefined) return isQuoted || !isEquality ? undefined : ` ${relation} ${JSON.stringify(bare)}`;
  if (attribute.int !== undefined) return isQuoted && /^-?\d+$/.test(bare) ? ` ${relation} ${bare}` : undefined;
  if (attribute.bool !== undefined) return isQuoted && /^(?:true|false)$/.test(bare) ? ` ${relation} ${bare}` : undefined;
  return relation === '==' ? `.includes(${attribute.versions === undefined ? literal : `semver(${JSON.stringify(bare)})`})` : undefined;
}

function comparedAsVersion(relation: string, text: string, isEquality: boolean): string {
  const version = `semver(${JSON.stringify(text)}${/^\d+\.\d+\.\d+/.test(text) ? '' : ', true'})`;
  return isEquality ? ` ${relation} ${version}` : `.compareTo(${version}) ${relation} 0`;
}
