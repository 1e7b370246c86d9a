// Edits of selectors in requests and classes: a similar name or value, a value that a device has, one condition removed, or the whole selector
// removed.

import { driversIn } from '../../../cel/reads/drivers.js';
import type { TextEdit } from '../../../cel/rewrite/list-reads.js';
import { type LiteralPart, literalText, type NamePart, renaming, selectorPartsOf } from '../../../cel/rewrite/selector-parts.js';
import { MAX_EXPRESSION_BYTES } from '../../../cel/syntax/parse.js';
import type { DeviceSelector } from '../../../core/api/resource-claim.js';
import { entryIn } from '../../../core/base/entry-in.js';
import type { Incremental } from '../../../core/base/incremental.js';
import type { PathStep } from '../../../core/base/json.js';
import { firstOf } from '../../../core/base/lists.js';
import { mapping } from '../../../core/base/lists-in-increments.js';
import { nearestName } from '../../../core/base/nearest-name.js';
import { abbreviated } from '../../expressions.js';
import type { Target } from '../change.js';
import type { Edit, EditKind } from '../edit.js';
import { MOST_PLACES, type Question, type SelectionPlace, selectionsOf } from '../question.js';
import { MOST } from './bounds.js';
import type { DeviceFacts } from './device-facts.js';
import { type Mending, mendingsOf } from './misreads.js';
import { namesMeant } from './near-names.js';
import { byNearness } from './near-values.js';
import { inclusiveComparisons } from './strict-comparisons.js';

/** Matches the text between the value in a call of `compareTo` and the relation after it. */
const END_OF_CALL = /^\s*(?:,\s*(?:true|false)\s*)?\)\s*\)\s*$/;

/** A selector, and its position. */
interface SelectorPlace {
  readonly target: Target;
  readonly by: Edit['by'];
  readonly path: readonly PathStep[];
  readonly expression: string;
  readonly isOnly: boolean;
  /** A name for texts: `the selector of request gpu`. */
  readonly name: string;
}

/** Returns the edits of selectors. */
export function* selectorEdits(question: Question, facts: DeviceFacts): Incremental<readonly Edit[]> {
  const { checkpoint } = question;
  const selections = selectionsOf(question);
  const ofRequests = firstOf(placesInRequests(selections), MOST_PLACES);
  const ofClasses = firstOf(placesInClasses(selections, question), MOST_PLACES);
  const room = { characters: MOST.charactersOfSelectors };
  return (yield* mapping(
    [...ofRequests, ...ofClasses],
    (place) => {
      const { length } = place.expression;
      if (length > MAX_EXPRESSION_BYTES || length > room.characters) return leavingOut(place);
      room.characters -= length;
      return [...partEdits(place, facts), ...leavingOut(place)];
    },
    checkpoint,
  )).flat();
}

function* placesInRequests(selections: readonly SelectionPlace[]): Generator<SelectorPlace> {
  for (const { claim, selection, path, name } of selections) {
    const target = { kind: 'ResourceClaim', object: claim } as const;
    yield* placesIn(selection.selectors, { target, by: 'author', path: [...path, 'selectors'], name });
  }
}

function* placesInClasses(selections: readonly SelectionPlace[], { input }: Question): Generator<SelectorPlace> {
  const classes = new Set(selections.flatMap(({ selection }) => input.deviceClasses.get(selection.deviceClassName) ?? []));
  for (const object of classes) {
    const target = { kind: 'DeviceClass', object } as const;
    yield* placesIn(object.spec.selectors, { target, by: 'admin', path: ['spec', 'selectors'], name: `class ${object.metadata.name}` });
  }
}

function* placesIn(selectors: readonly DeviceSelector[], where: Omit<SelectorPlace, 'expression' | 'isOnly'>): Generator<SelectorPlace> {
  for (const [index, { cel }] of selectors.entries()) {
    const expression = cel?.expression ?? '';
    const isOnly = selectors.length === 1;
    const name = `${isOnly ? 'the selector' : `selector ${quoted(expression)}`} of ${where.name}`;
    yield { ...where, path: [...where.path, index], expression, isOnly, name };
  }
}

/** Returns whether a condition may be removed: without its driver condition, a class would select devices of any kind. */
function mayGo({ target }: SelectorPlace, text: string): boolean {
  return target.kind !== 'DeviceClass' || driversIn(text).length === 0;
}

/** Returns the edit that removes a whole selector. */
function leavingOut(place: SelectorPlace): readonly Edit[] {
  const { expression, name, isOnly } = place;
  if (!mayGo(place, expression)) return [];
  const removal: Edit = {
    kind: 'selector',
    by: place.by,
    text: isOnly ? `remove ${name}: ${quoted(expression)}` : `remove ${name}`,
    loss: 0,
    isOtherKind: place.target.kind === 'DeviceClass',
    givesUp: true,
    changes: [{ target: place.target, operation: { op: 'remove', path: place.path } }],
  };
  return [removal];
}

/** Returns the edits of parts of a selector. */
function partEdits(place: SelectorPlace, facts: DeviceFacts): readonly Edit[] {
  const { expression, name } = place;
  const { conditions, names, literals } = selectorPartsOf(expression);
  const withoutConditions = conditions
    .slice(0, MOST.partsOfSelector)
    .flatMap(({ text, removal: edit }, index) =>
      mayGo(place, text) ? [givingUp(rewriting(place, 'condition', `remove ${quoted(text)} from ${name}`, index, [edit]))] : [],
    );
  return [
    ...renamings(place, names, facts),
    ...mendingsOf(expression, names, facts).map((mending, index) => mended(place, mending, index)),
    ...inclusiveComparisons(expression).flatMap((edit) => [
      inclusive(place, [edit]),
      ...withValues(edit, expression, literals, facts).map((edits) => inclusive(place, edits)),
    ]),
    ...literals.slice(0, MOST.partsOfSelector).flatMap((part) => literalEdits(place, part, facts)),
    ...withoutConditions,
  ];
}

/** Returns the edit that corrects how a selector reads an attribute. */
function mended(place: SelectorPlace, { start, end, text, isOfDomain }: Mending, index: number): Edit {
  const [after, before] = [text, place.expression.slice(start, end)].map((part) => (isOfDomain ? `\`${part}\`` : quoted(part)));
  const words = `write ${after} instead of ${before} in ${place.name}`;
  return rewriting(place, 'read', words, index, [{ start, end, text }]);
}

/** Returns the edit that makes a comparison include the value. `edits`: of the relation, and optionally of the value, in text order. */
function inclusive(place: SelectorPlace, edits: readonly TextEdit[]): Edit {
  const { expression } = place;
  const [first, last] = [edits[0] as TextEdit, edits.at(-1) as TextEdit];
  // Shows the compared value, because a relation alone is unclear.
  const start = edits.length > 1 ? startOfCall(expression, first.start) : first.start;
  const end = last.end - last.start === 1 ? endOfNumber(expression, last.end) : last.end;
  let [after, from] = ['', start];
  for (const edit of edits) {
    after += expression.slice(from, edit.start) + edit.text;
    from = edit.end;
  }
  const text = `write ${quoted(after + expression.slice(from, end))} instead of ${quoted(expression.slice(start, end))} in ${place.name}`;
  return rewriting(place, 'comparison', text, 0, edits);
}

/** Returns the start of the `compareTo` call with an argument; the position of the argument if there is no call. */
function startOfCall(expression: string, at: number): number {
  const call = expression.lastIndexOf('.compareTo(', at);
  return call >= 0 && /^\.compareTo\(\s*(?:quantity|semver)\s*\(\s*$/.test(expression.slice(call, at)) ? call : at;
}

/** Returns the edits that make a comparison include the value, or the nearest values that devices have, since no device may have a larger value. */
function withValues(
  edit: TextEdit,
  expression: string,
  literals: readonly LiteralPart[],
  facts: DeviceFacts,
): readonly (readonly TextEdit[])[] {
  const isRelation = edit.end - edit.start === 1;
  const part = literals.find(({ start, end }) => {
    if (!isRelation) return start >= edit.start && end <= edit.end;
    return end <= edit.start ? END_OF_CALL.test(expression.slice(end, edit.start)) : /^\s*$/.test(expression.slice(edit.end, start));
  });
  if (part === undefined) return [];
  const { read, value, start, end } = part;
  const values = facts[read.map].get(read.domain)?.get(read.name) ?? [];
  const others = [...values].filter((other) => typeof other === typeof value && other !== value);
  const comparison = expression.slice(start, end);
  return byNearness(others, value)
    .slice(0, MOST.inclusiveValues)
    .map((other) => {
      const text = literalText(other, comparison);
      if (!isRelation) return [{ ...edit, text: edit.text.replace(comparison, () => text) }];
      return start < edit.start ? [{ start, end, text }, edit] : [edit, { start, end, text }];
    });
}

function endOfNumber(expression: string, from: number): number {
  return from + (/^\s*-?[\d.]+/.exec(expression.slice(from))?.[0].length ?? 0);
}

/** Returns the edits that replace a name wherever the selector reads it. */
function renamings(place: SelectorPlace, names: readonly NamePart[], facts: DeviceFacts): readonly Edit[] {
  const reads = new Map<string, NamePart[]>();
  for (const part of names) entryIn(reads, JSON.stringify([part.map, part.domain, part.name]), (): NamePart[] => []).push(part);
  return [...reads.values()].flatMap((parts) => {
    const [first] = parts as [NamePart];
    return namesMeant(first, facts).map((meant, index) => {
      const text = `write ${meant.domain}/${meant.name} instead of ${first.domain}/${first.name} in ${place.name}`;
      return rewriting(
        place,
        'name',
        text,
        index,
        parts.flatMap((part) => renaming(part, meant, place.expression)),
      );
    });
  });
}

function literalEdits(place: SelectorPlace, part: LiteralPart, facts: DeviceFacts): readonly Edit[] {
  const { read, value, start, end } = part;
  const values = facts[read.map].get(read.domain)?.get(read.name) ?? [];
  const others = [...values].filter((other) => typeof other === typeof value && other !== value);
  // Amounts and versions are compared by value, not by spelling.
  const isSpelled = typeof value === 'string' && read.map === 'attributes' && !/^\d/.test(value) && ![...values].includes(value);
  const near = isSpelled
    ? nearestName(
        value,
        others.filter((other) => typeof other === 'string'),
      )
    : undefined;
  return byNearness(others, value)
    .slice(0, MOST.valuesInstead)
    .map((other, index) => {
      const written = literalText(other, place.expression.slice(start, end));
      const kind = other === near ? 'value' : 'comparison';
      const text = `write ${abbreviated(written)} instead of ${abbreviated(place.expression.slice(start, end))} for ${read.name} in ${place.name}`;
      return rewriting(place, kind, text, index, [{ start, end, text: written }]);
    });
}

function rewriting(place: SelectorPlace, kind: EditKind, text: string, loss: number, edits: readonly TextEdit[]): Edit {
  const path = [...place.path, 'cel', 'expression'];
  const isOtherKind = place.target.kind === 'DeviceClass' && kind !== 'name' && kind !== 'read' && kind !== 'value';
  return {
    kind,
    by: place.by,
    text,
    loss,
    isOtherKind,
    givesUp: isOtherKind,
    changes: [{ target: place.target, operation: { op: 'rewrite', path, edits } }],
  };
}

function givingUp(edit: Edit): Edit {
  return { ...edit, givesUp: true };
}

function quoted(expression: string): string {
  return `\`${abbreviated(expression)}\``;
}
