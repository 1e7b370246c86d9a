// Defines the grammar of CEL and the lookahead of its parser as in cel-go parser/gen/CEL.g4. Any parser of that
// grammar reads valid texts equally. For invalid texts, ANTLR's algorithm determines which token the error names.

import {
  type Ahead,
  type Choose,
  call,
  choice,
  first,
  label,
  optional,
  type Rule,
  repeat,
  repeatOnce,
  rule,
  token,
  wrap,
} from './states.js';
import type { TokenKind } from './token.js';

/** The whole expression. */
export const START: () => Rule = rule(
  call(() => EXPR()),
  token('EOF'),
);

const EXPR = rule(
  call(() => CONDITIONAL_OR()),
  optional(
    label('conditional'),
    token('?'),
    call(() => CONDITIONAL_OR()),
    token(':'),
    call(() => EXPR()),
  ),
);

const CONDITIONAL_OR = rule(
  call(() => CONDITIONAL_AND()),
  repeat([label('or'), token('||'), call(() => CONDITIONAL_AND())]),
);

const CONDITIONAL_AND = rule(
  call(() => RELATION()),
  repeat([label('and'), token('&&'), call(() => RELATION())]),
);

const RELATIONS = token('==', '!=', 'in', '<', '<=', '>=', '>');

const RELATION = rule(
  call(() => CALC()),
  repeat([wrap('binary'), RELATIONS, call(() => RELATION(), 2)], whileBinds(new Map([...RELATIONS.kinds].map((kind) => [kind, 1])))),
);

const PRODUCT = token('*', '/', '%');
const SUM = token('-', '+');
const CALC_PRECEDENCES = new Map<TokenKind, number>([...[...PRODUCT.kinds].map((kind) => [kind, 2] as const), ['-', 1], ['+', 1]]);

const CALC = rule(
  call(() => UNARY()),
  repeat(
    [
      choice(
        (ahead) => (PRODUCT.kinds.has(ahead.kind(1)) ? 0 : 1),
        [wrap('binary'), PRODUCT, call(() => CALC(), 3)],
        [wrap('binary'), SUM, call(() => CALC(), 2)],
      ),
    ],
    whileBinds(CALC_PRECEDENCES),
  ),
);

const UNARY = rule(
  label('unary'),
  choice(
    chooseUnary,
    [label(''), call(() => MEMBER())],
    [label('not'), repeatOnce([token('!')]), call(() => MEMBER())],
    [label('negate'), repeatOnce([token('-')], chooseNextMinus), call(() => MEMBER())],
  ),
);

const MEMBER = rule(
  call(() => PRIMARY()),
  repeat([
    choice(
      chooseMember,
      [wrap('select'), token('.'), optional(token('?')), call(() => ESCAPE_IDENT())],
      [wrap('memberCall'), token('.'), token('IDENTIFIER'), token('('), optional(call(() => EXPR_LIST())), token(')')],
      [wrap('index'), token('['), optional(token('?')), call(() => EXPR()), token(']')],
    ),
  ]),
);

const LEADING_DOT = optional(token('.'));

const PRIMARY = rule(
  choice(
    choosePrimary,
    [label('ident'), LEADING_DOT, token('IDENTIFIER')],
    [label('globalCall'), LEADING_DOT, token('IDENTIFIER'), token('('), optional(call(() => EXPR_LIST())), token(')')],
    [token('('), call(() => EXPR()), token(')')],
    [label('list'), token('['), optional(call(() => LIST_INIT())), optional(token(',')), token(']')],
    [label('map'), token('{'), optional(call(() => MAP_INIT())), optional(token(',')), token('}')],
    [
      ...[label('message'), LEADING_DOT, token('IDENTIFIER'), repeat([token('.'), token('IDENTIFIER')])],
      ...[token('{'), optional(call(() => FIELD_INIT())), optional(token(',')), token('}')],
    ],
    [call(() => LITERAL())],
  ),
);

const EXPR_LIST = rule(
  label('exprList'),
  call(() => EXPR()),
  repeat([token(','), call(() => EXPR())]),
);

const LIST_INIT = rule(
  label('listInit'),
  call(() => OPT_EXPR()),
  repeat(
    [token(','), call(() => OPT_EXPR())],
    chooseNextItem(() => OPT_EXPR()),
  ),
);

const MAP_ENTRY = [call(() => OPT_EXPR()), token(':'), call(() => EXPR())];
const MAP_INIT = rule(
  label('mapInit'),
  ...MAP_ENTRY,
  repeat(
    [token(','), ...MAP_ENTRY],
    chooseNextItem(() => OPT_EXPR()),
  ),
);

const FIELD_ENTRY = [call(() => OPT_FIELD()), token(':'), call(() => EXPR())];
const FIELD_INIT = rule(
  label('fieldInit'),
  ...FIELD_ENTRY,
  repeat(
    [token(','), ...FIELD_ENTRY],
    chooseNextItem(() => OPT_FIELD()),
  ),
);

const OPT_EXPR = rule(
  label('optExpr'),
  optional(token('?')),
  call(() => EXPR()),
);

const OPT_FIELD = rule(
  label('optField'),
  optional(token('?')),
  call(() => ESCAPE_IDENT()),
);

const ESCAPE_IDENT = rule(
  label('escapeIdent'),
  choice(byKind(['IDENTIFIER', 'ESC_IDENTIFIER']), [token('IDENTIFIER')], [token('ESC_IDENTIFIER')]),
);

const SIGN = optional(token('-'));

const LITERAL = rule(
  choice(
    chooseLiteral,
    [label('int'), SIGN, token('NUM_INT')],
    [label('double'), SIGN, token('NUM_FLOAT')],
    [label('uint'), token('NUM_UINT')],
    [label('string'), token('STRING')],
    [label('bytes'), token('BYTES')],
    [label('true'), token('true')],
    [label('false'), token('false')],
    [label('null'), token('null')],
  ),
);

/** Continues while the next operator binds at least as tightly as the rule requires. */
function whileBinds(precedences: ReadonlyMap<TokenKind, number>): Choose {
  return (ahead) => ((precedences.get(ahead.kind(1)) ?? -1) >= ahead.precedence ? 0 : 1);
}

/**
 * Chooses the alternative of the next token. -1 means that there is no alternative. It is also the distance of the token that
 * causes the error.
 */
function byKind(kinds: readonly TokenKind[]): Choose {
  return (ahead) => kinds.indexOf(ahead.kind(1));
}

function startsMember(kind: TokenKind): boolean {
  return first(MEMBER().start).kinds.has(kind);
}

/** A single minus before a number belongs to the number. */
function chooseUnary(ahead: Ahead): number {
  const kind = ahead.kind(1);
  if (kind === '!') return 1;
  if (kind !== '-') return startsMember(kind) ? 0 : -1;
  const second = ahead.kind(2);
  if (second === 'NUM_INT' || second === 'NUM_FLOAT') return 0;
  return startsMember(second) ? 2 : -2;
}

/** Consumes every further minus, even directly before a number. */
function chooseNextMinus(ahead: Ahead): number {
  const kind = ahead.kind(1);
  if (kind !== '-') return startsMember(kind) ? 1 : -1;
  return startsMember(ahead.kind(2)) ? 0 : -2;
}

function chooseMember(ahead: Ahead): number {
  if (ahead.kind(1) === '[') return 2;
  const second = ahead.kind(2);
  if (second === '?' || second === 'ESC_IDENTIFIER') return 0;
  if (second !== 'IDENTIFIER') return -2;
  return ahead.kind(3) === '(' ? 1 : 0;
}

const PRIMARY_BY_KIND: ReadonlyMap<TokenKind, number> = new Map([
  ['(', 2],
  ['[', 3],
  ['{', 4],
]);

/** A name before a parenthesis is a call; a dotted name before a brace is a message. */
function choosePrimary(ahead: Ahead): number {
  const kind = ahead.kind(1);
  let distance = kind === '.' ? 2 : 1;
  if (ahead.kind(distance) !== 'IDENTIFIER') return distance === 2 ? -2 : (PRIMARY_BY_KIND.get(kind) ?? (startsMember(kind) ? 6 : -1));
  distance += 1;
  if (ahead.kind(distance) === '(') return 1;
  while (ahead.kind(distance) === '.' && ahead.kind(distance + 1) === 'IDENTIFIER') distance += 2;
  return ahead.kind(distance) === '{' ? 5 : 0;
}

const LITERAL_KINDS: readonly TokenKind[] = ['NUM_INT', 'NUM_FLOAT', 'NUM_UINT', 'STRING', 'BYTES', 'true', 'false', 'null'];

function chooseLiteral(ahead: Ahead): number {
  if (ahead.kind(1) !== '-') return byKind(LITERAL_KINDS)(ahead);
  const second = ahead.kind(2);
  return second === 'NUM_INT' ? 0 : second === 'NUM_FLOAT' ? 1 : -2;
}

/** A list, map or message ends after an item, or after a comma that no item can follow. */
function chooseNextItem(item: () => Rule): Choose {
  return (ahead) => (ahead.kind(1) === ',' && first(item().start).kinds.has(ahead.kind(2)) ? 0 : 1);
}
