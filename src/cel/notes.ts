// What is right for the type checker and hardly meant: an attribute has any type, so that nobody refuses to read its fields.

import { namesOf, partsOf } from './mentions.js';
import { parseNormalized, Semver, SemverError } from './semver.js';
import type { Expr } from './tree.js';

/** How many notes are given. */
const MAX_NOTES = 3;

/** Longer texts are not tried as versions. */
const MAX_VERSION = 64;

/** Sentences about what an expression does that its author can hardly mean; mostly none. */
export function notesOn(root: Expr): readonly string[] {
  const notes = new Set<string>();
  const pending: Expr[] = [root];
  const seen = new Set<Expr>();
  while (notes.size < MAX_NOTES) {
    const expr = pending.pop();
    if (expr === undefined) break;
    // A macro can have a part twice in the tree.
    if (seen.has(expr)) continue;
    seen.add(expr);
    const note = noteOn(expr);
    if (note !== undefined) notes.add(note);
    pending.push(...partsOf(expr).reverse());
  }
  return [...notes];
}

function noteOn(expr: Expr): string | undefined {
  return noteOnVersion(expr) ?? noteOnRead(expr);
}

/** A version that is written in the expression and does not parse: the expression always fails. */
function noteOnVersion(expr: Expr): string | undefined {
  if (expr.kind !== 'call' || expr.name !== 'semver' || expr.target !== undefined || expr.args.length !== 1) return undefined;
  const [argument] = expr.args;
  const text = argument?.kind === 'constant' ? argument.value : undefined;
  if (typeof text !== 'string' || text.length > MAX_VERSION || parses(() => new Semver(text))) return undefined;
  const literal = JSON.stringify(text);
  const instead = parses(() => parseNormalized(text)) ? `; semver(${literal}, true) takes it` : '';
  return `semver(${literal}) fails, since it takes whole versions such as 1.2.3 alone${instead}`;
}

function parses(parse: () => Semver): boolean {
  try {
    parse();
    return true;
  } catch (error) {
    if (error instanceof SemverError) return false;
    throw error;
  }
}

/** Functions of versions, which in other languages are fields. */
const VERSION_PARTS: readonly string[] = ['major', 'minor', 'patch'];

function noteOnRead(expr: Expr): string | undefined {
  const [root, map, domain, name, field] = namesOf(expr) ?? [];
  if (root !== 'device' || (map !== 'attributes' && map !== 'capacity') || domain === undefined) return undefined;
  const slash = domain.indexOf('/');
  if (name === undefined && slash !== -1) {
    const instead = `device.${map}["${domain.slice(0, slash)}"]["${domain.slice(slash + 1)}"]`;
    return `no domain has a slash: "${domain}" is probably ${instead}`;
  }
  if (field === undefined || map === 'capacity') return undefined;
  if (VERSION_PARTS.includes(field)) return `"${field}" is read from ${name} as a field, but it is a function of versions: .${field}()`;
  return `"${field}" is read from ${name}, but attributes have no fields: they are device.attributes["DOMAIN"].NAME`;
}
