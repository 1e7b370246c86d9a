// Finds expressions that pass the type checker but are probably mistakes. An attribute has any type, so the checker accepts
// reads of its fields.

import { meantQuantity } from '../../core/quantity/meant.js';
import { isQuantity } from '../../core/quantity/quantity.js';
import type { Environment } from '../environment.js';
import { canNormalize, VERSION_PARTS } from '../help/types.js';
import { accessTo, namesOf } from '../reads/mentions.js';
import { type Expr, partsOf } from '../syntax/tree.js';
import { isNormalizable, isVersion } from '../values/semver.js';

/** The maximum number of notes. */
const MAX_NOTES = 3;

/** Longer texts are not tested as versions and quantities. */
const MAX_LITERAL = 64;

/** Returns sentences about probably unintended behavior of an expression; usually empty. */
export function notesOn(root: Expr, environment: Environment): readonly string[] {
  const notes = new Set<string>();
  const pending: Expr[] = [root];
  const seen = new Set<Expr>();
  while (notes.size < MAX_NOTES) {
    const expr = pending.pop();
    if (expr === undefined) break;
    // A macro can repeat a part in the tree, so each part is noted only once.
    if (seen.has(expr)) continue;
    seen.add(expr);
    const note = noteOn(expr, environment);
    // A part below a part with a note reads the same names and would have a second note.
    if (note !== undefined) notes.add(note);
    else for (const part of partsOf(expr).toReversed()) if (part.kind !== 'constant') pending.push(part);
  }
  return [...notes];
}

function noteOn(expr: Expr, environment: Environment): string | undefined {
  return noteOnLiteral(expr, environment) ?? noteOnComparison(expr) ?? noteOnPresence(expr) ?? noteOnRead(expr);
}

/** Notes an invalid literal version or quantity: the expression always fails. */
function noteOnLiteral(expr: Expr, environment: Environment): string | undefined {
  if (expr.kind !== 'call' || expr.target !== undefined || expr.args.length !== 1) return undefined;
  const text = constantOf(expr.args[0]);
  if (typeof text !== 'string' || text.length > MAX_LITERAL) return undefined;
  if (expr.name === 'semver') return noteOnVersion(text, environment);
  return expr.name === 'quantity' ? noteOnQuantity(text) : undefined;
}

function constantOf(expr: Expr | undefined): unknown {
  return expr?.kind === 'constant' ? expr.value : undefined;
}

function noteOnVersion(text: string, environment: Environment): string | undefined {
  if (isVersion(text)) return undefined;
  const literal = JSON.stringify(text);
  const instead = canNormalize(environment) && isNormalizable(text) ? `; semver(${literal}, true) accepts it` : '';
  return `semver(${literal}) fails: it accepts only full versions such as 1.2.3${instead}`;
}

function noteOnQuantity(text: string): string | undefined {
  if (isQuantity(text)) return undefined;
  const fails = `quantity(${JSON.stringify(text)}) fails`;
  const meant = meantQuantity(text);
  if (meant === undefined) return `${fails}: a quantity is a number with a suffix such as k, M, G, Ki, Mi or Gi`;
  if (meant.isBinary) return `${fails}: write quantity("${meant.times1024}")`;
  return `${fails}: write quantity("${meant.times1000}"), or quantity("${meant.times1024}") for units of 1024`;
}

/** Notes an attribute compared with null. */
function noteOnComparison(expr: Expr): string | undefined {
  if (expr.kind !== 'call' || !/^_(?:[=!]=|[<>]=?)_$/.test(expr.name)) return undefined;
  const [left, right] = expr.args as [Expr, Expr];
  const names = attributeOf(left) ?? attributeOf(right);
  if (names === undefined || (constantOf(left) !== null && constantOf(right) !== null)) return undefined;
  return `${names[3]} is never null: has(${textOf(names)}) is true if it exists`;
}

/** Returns the names by which one attribute is read; undefined for other expressions. */
function attributeOf(expr: Expr | undefined): Names | undefined {
  const names = expr === undefined ? undefined : namesOf(expr);
  return names?.length === 4 && names[0] === 'device' && names[1] === 'attributes' ? (names as Names) : undefined;
}

type Names = readonly [device: string, map: string, domain: string, name: string];

function textOf([, , domain, name]: Names): string {
  return accessTo({ map: 'attributes', domain, name });
}

/** Notes a presence test of a domain that was intended for an attribute. */
function noteOnPresence(expr: Expr): string | undefined {
  if (expr.kind === 'select' && expr.mode === 'test') {
    const [device, map, domain, name] = namesOf(expr) ?? [];
    if (device !== 'device' || !isMap(map) || domain === undefined || name !== undefined) return undefined;
    return `has(device.${map}.${domain}) is always true, since ${domain} is read as a domain: use has(${accessTo({ map, domain: 'DOMAIN', name: domain })})`;
  }
  if (expr.kind !== 'call' || expr.name !== '@in') return undefined;
  const key = constantOf(expr.args[0]);
  const [device, map, domain] = namesOf(expr.args[1] as Expr) ?? [];
  if (device !== 'device' || !isMap(map) || domain !== undefined || typeof key !== 'string' || !/^[^.]*$|\//.test(key)) return undefined;
  const [, domainOfKey = 'DOMAIN', name = ''] = /^(?:([^/]*)\/)?([^/]*)/.exec(key) ?? [];
  return `"${key}" is looked up as a domain: write "${name}" in device.${map}["${domainOfKey}"]`;
}

function isMap(name: string | undefined): name is 'attributes' | 'capacity' {
  return name === 'attributes' || name === 'capacity';
}

/** Names within an attribute of a ResourceSlice. Selectors do not use them. */
const TYPE_FIELDS: readonly string[] = ['string', 'int', 'bool', 'version', 'value'];

function noteOnRead(expr: Expr): string | undefined {
  const [root, map, domain, name, field] = namesOf(expr) ?? [];
  if (root !== 'device' || !isMap(map) || domain === undefined) return undefined;
  const [, domainPrefix, rest] = /^([^/]*)\/(.*)$/s.exec(domain) ?? [];
  if (name === undefined && domainPrefix !== undefined && rest !== undefined)
    return `a domain has no slash: "${domain}" is probably ${accessTo({ map, domain: domainPrefix, name: rest })}`;
  if (field === undefined || map === 'capacity') return undefined;
  if (VERSION_PARTS.includes(field)) return `"${field}" is read from ${name} as a field, but it is a function of versions: .${field}()`;
  if (field === 'size' || field === 'length') return `"${field}" is read from ${name} as a field, but it is a function: .size()`;
  const names = dottedNames(expr);
  if (names !== undefined) {
    const written = accessTo({ map, domain: names.slice(2, -1).join('.'), name: names.at(-1) as string });
    return `put the domain in brackets, not after a dot: ${written}`;
  }
  const instead = TYPE_FIELDS.includes(field) ? `leave out ${field}` : 'read an attribute as device.attributes["DOMAIN"].NAME';
  return `"${field}" is read from ${name}, but attributes have no fields: ${instead}`;
}

/** Returns the names of an expression that consists only of names and dots. */
function dottedNames(expr: Expr): readonly string[] | undefined {
  if (expr.kind === 'name') return [expr.name];
  const names = expr.kind === 'select' ? dottedNames(expr.operand) : undefined;
  return names === undefined || expr.kind !== 'select' ? undefined : [...names, expr.field];
}
