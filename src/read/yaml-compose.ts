// Text -> the document trees of package yaml, with what that package lacks against hostile texts: a bounded depth (it
// recurses) and an end at the first error.

import { Composer, CST, type Document, Lexer, type ParsedNode, Parser } from 'yaml';
import { MAX_DEPTH } from './limits.js';
import type { SourceText } from './source-text.js';

/** A document of a stream. */
export interface ComposedDocument {
  /** Its root; null for a document without content. Offsets in the tree count from `start`. */
  readonly root: ParsedNode | null;
  /** Where the document begins in the text, with its directives. */
  readonly start: number;
  /** Where it ends. */
  readonly end: number;
}

/** The parser's stack also holds the document and a scalar. */
const MAX_STACK = MAX_DEPTH + 2;

/** Messages of the package can quote whole texts. */
const MAX_MESSAGE = 200;

/** Tokens that are not part of the text: start of a document, end of flow mode, scalar follows. */
const SIGNALS: ReadonlySet<string> = new Set([CST.DOCUMENT, CST.FLOW_END, CST.SCALAR]);

/** What the package gives as the place of an error: an offset, a range or a token. */
type ErrorPlace = number | readonly [number, ...number[]] | { readonly offset: number };

/**
 * Composes the documents of `source` between two offsets.
 *
 * All scalars are strings (failsafe schema), and keys may occur twice: the caller knows better rules for both.
 * Throws ReadError at the first error of the syntax.
 */
export function* composeYaml(source: SourceText, start = 0, end = source.text.length): Generator<ComposedDocument> {
  const composer = newComposer((offset, message) => source.errorAt(start + offset, message));
  let from = start;
  const finish = (document: Document.Parsed): ComposedDocument => {
    const composed = { root: document.contents, start: from, end: start + document.range[2] };
    from = composed.end;
    return composed;
  };
  for (const token of parse(source, start, end)) {
    // The version that a text claims changes nothing: kubectl always reads alike.
    if (token.type === 'directive' && token.source.startsWith('%YAML')) continue;
    if (token.type === 'error') throw source.errorAt(start + token.offset, shorten(token.message));
    for (const document of composer.next(token)) yield finish(document);
  }
  for (const document of composer.end(true, end - start)) yield finish(document);
}

/** The tokens of the stream, as long as nothing nests too deeply. */
function* parse(source: SourceText, start: number, end: number): ReturnType<Parser['parse']> {
  const parser = new Parser();
  const stack = stackOf(parser);
  let offset = start;
  for (const lexeme of new Lexer().lex(source.text.slice(start, end))) {
    yield* parser.next(lexeme);
    if (stack.length > MAX_STACK) throw source.errorAt(offset, `the text nests deeper than ${MAX_DEPTH} levels`);
    if (!SIGNALS.has(lexeme)) offset += lexeme.length;
  }
  yield* parser.end();
}

// Two private properties of the package are used, since nothing else serves. The tests of hostile texts notice a change.

/** The collections that a parser has open: the only thing that tells the depth before the parser recurses as deeply. */
function stackOf(parser: Parser): readonly unknown[] {
  const stack: unknown = Reflect.get(parser, 'stack');
  if (!Array.isArray(stack)) throw new TypeError('package yaml has changed: its parser has no stack');
  return stack;
}

/**
 * A composer that throws at the first error. As it comes, it goes on and collects: a megabyte of `[,,,` makes a million
 * errors with stack traces, in 14 seconds.
 */
function newComposer(errorAt: (offset: number, message: string) => Error): Composer {
  const composer = new Composer({ schema: 'failsafe', uniqueKeys: false, resolveKnownTags: false, strict: false });
  let first: Error | undefined;
  const onError = (place: ErrorPlace, _code: string, message: string, isWarning?: boolean): void => {
    if (isWarning === true) return;
    // The composer catches what is thrown and reports that again, level by level: the first one it is.
    first ??= errorAt(offsetOf(place), shorten(message));
    throw first;
  };
  Reflect.set(composer, 'onError', onError);
  return composer;
}

function offsetOf(place: ErrorPlace): number {
  if (typeof place === 'number') return place;
  return 'offset' in place ? place.offset : place[0];
}

function shorten(message: string): string {
  return message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE)}...` : message;
}
