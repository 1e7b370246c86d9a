// What is right for the type checker and hardly meant: an attribute has any type, so that nobody refuses to read its fields.

import type { Expr } from './tree.js';

/** How many notes are given. */
const MAX_NOTES = 3;

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
  const [root, map, domain, name, field] = namesOf(expr) ?? [];
  if (root !== 'device' || (map !== 'attributes' && map !== 'capacity') || domain === undefined) return undefined;
  const slash = domain.indexOf('/');
  if (name === undefined && slash !== -1) {
    const instead = `device.${map}["${domain.slice(0, slash)}"]["${domain.slice(slash + 1)}"]`;
    return `no domain has a slash: "${domain}" is probably ${instead}`;
  }
  if (field === undefined || map === 'capacity') return undefined;
  return `"${field}" is read from ${name}, but attributes have no fields: they are device.attributes["DOMAIN"].NAME`;
}

/** `device`, then the keys by which the expression reads from it; undefined for all other expressions. */
function namesOf(expr: Expr): readonly string[] | undefined {
  const keys: string[] = [];
  let node = expr;
  for (;;) {
    if (node.kind === 'name') return [node.name, ...keys.reverse()];
    if (node.kind === 'select') {
      keys.push(node.field);
      node = node.operand;
      continue;
    }
    const [operand, key] = node.kind === 'call' && (node.name === '_[_]' || node.name === '_[?_]') ? node.args : [];
    if (operand === undefined || key?.kind !== 'constant' || typeof key.value !== 'string') return undefined;
    keys.push(key.value);
    node = operand;
  }
}

function partsOf(expr: Expr): Expr[] {
  switch (expr.kind) {
    case 'select':
      return [expr.operand];
    case 'call':
      return expr.target === undefined ? [...expr.args] : [expr.target, ...expr.args];
    case 'list':
      return [...expr.elements];
    case 'map':
      return expr.entries.flatMap(({ key, value }) => [key, value]);
    case 'message':
      return expr.fields.map(({ value }) => value);
    case 'bind':
      return [expr.value, expr.body];
    case 'fold':
      return [expr.range, expr.predicate, expr.transform].filter((part) => part !== undefined);
    default:
      return [];
  }
}
