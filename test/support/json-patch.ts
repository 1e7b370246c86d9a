// JSON patches (RFC 6902), implemented from the RFC alone, to verify our patches. Values are plain JSON.

type Json = null | boolean | number | string | bigint | Json[] | { [key: string]: Json };

/** One operation. */
export interface PatchOperation {
  readonly op: string;
  readonly path: string;
  readonly from?: string;
  readonly value?: unknown;
}

/** Returns a copy of a document with a patch applied. Throws where the RFC defines an error. */
export function applyJsonPatch<T>(document: T, patch: readonly PatchOperation[]): T {
  let result = structuredClone(document) as Json;
  for (const operation of patch) result = applyOne(result, operation);
  return result as T;
}

function applyOne(document: Json, { op, path, from, value }: PatchOperation): Json {
  const given = (): Json => {
    if (value === undefined) throw new Error(`${op} ${path}: no value`);
    return structuredClone(value) as Json;
  };
  switch (op) {
    case 'add':
      return add(document, tokensOf(path), given());
    case 'remove':
      return remove(document, tokensOf(path));
    case 'replace':
      return add(remove(document, tokensOf(path)), tokensOf(path), given());
    case 'copy':
      return add(document, tokensOf(path), structuredClone(find(document, tokensOf(from ?? ''))));
    case 'move': {
      const moved = find(document, tokensOf(from ?? ''));
      return add(remove(document, tokensOf(from ?? '')), tokensOf(path), moved);
    }
    case 'test':
      if (JSON.stringify(find(document, tokensOf(path))) !== JSON.stringify(value)) throw new Error(`test ${path}: another value`);
      return document;
    default:
      throw new Error(`${op}: no operation of RFC 6902`);
  }
}

/** The reference tokens of a pointer (RFC 6901). */
function tokensOf(pointer: string): readonly string[] {
  if (pointer === '') return [];
  if (!pointer.startsWith('/')) throw new Error(`${pointer}: no JSON pointer`);
  return pointer
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function find(document: Json, tokens: readonly string[]): Json {
  return tokens.reduce((value, token) => entry(value, token), document);
}

function entry(value: Json, token: string): Json {
  if (Array.isArray(value)) return value[indexOf(token, value.length - 1)] as Json;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, token)) throw new Error(`no ${token} there`);
  return value[token] as Json;
}

function indexOf(token: string, most: number): number {
  if (!/^(?:0|[1-9]\d*)$/.test(token) || Number(token) > most) throw new Error(`${token}: no index up to ${most}`);
  return Number(token);
}

function add(document: Json, tokens: readonly string[], value: Json): Json {
  const last = tokens.at(-1);
  if (last === undefined) return value;
  const parent = find(document, tokens.slice(0, -1));
  if (Array.isArray(parent)) parent.splice(last === '-' ? parent.length : indexOf(last, parent.length), 0, value);
  else if (typeof parent === 'object' && parent !== null)
    Object.defineProperty(parent, last, { value, enumerable: true, configurable: true, writable: true });
  else throw new Error(`${last}: nothing can be added there`);
  return document;
}

function remove(document: Json, tokens: readonly string[]): Json {
  const last = tokens.at(-1);
  if (last === undefined) return null;
  const parent = find(document, tokens.slice(0, -1));
  entry(parent, last);
  if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else delete (parent as { [key: string]: Json })[last];
  return document;
}
