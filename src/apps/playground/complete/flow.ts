// The place within flow collections of one line, such as `- {name: gpu, exactly: {deviceClassName: ` or `requests: [a, `.

/** A step into a collection: a map with the key that is written, or a list. */
type Level = { readonly kind: 'map'; key: string | undefined; readonly entries: Map<string, string> } | { readonly kind: 'list' };

/** The end of a text in flow style. */
export interface FlowPlace {
  /** The keys on the way, lists as '[]': the path of the innermost map, or of the items of the innermost list. */
  readonly path: readonly string[];
  /** The key whose value is written; undefined: a key is, or an item of a list. */
  readonly key: string | undefined;
  /** The maps that it is in, the innermost first: their entries before it, as texts. */
  readonly levels: readonly ReadonlyMap<string, string>[];
  /** The beginning of the key, value or item, without the sign that it is within. */
  readonly before: string;
  readonly quote: string;
}

/** Deeper text is not considered. */
const MOST_DEPTH = 100;

/** Finds the place at the end of a text that begins with `{` or `[`; undefined: it is closed, within a quoted key, or too deep. */
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

/** Takes the key before a colon; false: the colon is a part of a text. */
function beginsValue(level: Level | undefined, next: string, key: string): boolean {
  if (level?.kind !== 'map' || level.key !== undefined || !/[\s"'[{]/.test(next)) return false;
  level.key = unquoted(key);
  return true;
}

/** The value of an entry that is a collection is none that anybody asks about. */
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
