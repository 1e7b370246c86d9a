// Finds the place inside flow collections on one line, such as `- {name: gpu, exactly: {deviceClassName: ` or `requests: [a, `.

/** An open collection: a map with its current key, or a list. */
type Level = { readonly kind: 'map'; key: string | undefined; readonly entries: Map<string, string> } | { readonly kind: 'list' };

/** The place at the end of a text in flow style. */
export interface FlowPlace {
  /** The keys on the path to the innermost map, or to the items of the innermost list. A list is '[]'. */
  readonly path: readonly string[];
  /** The key of the current value; undefined if the current text is a key or a list item. */
  readonly key: string | undefined;
  /** The maps around the place, the innermost first, with their earlier entries as texts. */
  readonly levels: readonly ReadonlyMap<string, string>[];
  /** The beginning of the key, value or item, without its quotation mark. */
  readonly before: string;
  readonly quote: string;
}

/** The deepest nesting that is searched. */
const MOST_DEPTH = 100;

/**
 * Returns the place at the end of a text that begins with `{` or `[`. Undefined if the collection is closed, or if the nesting is too deep.
 */
export function flowPlaceIn(text: string): FlowPlace | undefined {
  const levels: Level[] = [];
  let begin = 0;
  for (let at = 0; at < text.length; at++) {
    const level = levels.at(-1);
    switch (text[at]) {
      case '{':
        levels.push({ kind: 'map', key: undefined, entries: new Map() });
        break;
      case '[':
        levels.push({ kind: 'list' });
        break;
      case '}':
      case ']':
        levels.pop();
        if (levels.length === 0) return undefined;
        break;
      case ',':
        endEntry(level, text.slice(begin, at));
        break;
      case ':':
        if (!beginsValue(level, text[at + 1] ?? ' ', text.slice(begin, at))) continue;
        break;
      case '"':
      case "'": {
        if (text.slice(begin, at).trim() !== '') continue;
        const end = text.indexOf(text[at] as string, at + 1);
        if (end < 0) return placeOf(levels, text.slice(at + 1), text[at]);
        at = end;
        continue;
      }
      default:
        continue;
    }
    if (levels.length > MOST_DEPTH) return undefined;
    begin = at + 1;
  }
  return placeOf(levels, text.slice(begin).trimStart());
}

/** Sets the text before a colon as the key. Returns false if the colon is part of a text. */
function beginsValue(level: Level | undefined, next: string, key: string): boolean {
  if (level?.kind !== 'map' || level.key !== undefined || !/[\s"'[{]/.test(next)) return false;
  level.key = unquoted(key);
  return true;
}

/** Ends an entry. A value that is a collection is stored as an empty text, since no completion reads it. */
function endEntry(level: Level | undefined, value: string): void {
  if (level?.kind !== 'map') return;
  if (level.key !== undefined) level.entries.set(level.key, unquoted(value));
  level.key = undefined;
}

function unquoted(text: string): string {
  return text.trim().replace(/^["']|["']$/g, '');
}

function placeOf(levels: readonly Level[], before: string, quote = ''): FlowPlace | undefined {
  const last = levels.at(-1);
  if (last === undefined) return undefined;
  const path = levels.slice(0, -1).map((level) => (level.kind === 'list' ? '[]' : (level.key ?? '')));
  const maps = levels.flatMap((level) => (level.kind === 'map' ? [level.entries] : [])).reverse();
  if (last.kind === 'list') return { path: [...path, '[]'], key: undefined, levels: maps, before, quote };
  return { path, key: last.key, levels: maps, before, quote };
}
