// Compiles the CEL expressions of claims and classes: selectors and derived attributes.

import type { CelCompileError, Derivation, Selector } from '../../cel/engine.js';
import type { RuleContext } from '../rule.js';
import type { Field } from '../tree/field.js';
import { isLonger } from './names.js';

/** The maximum length of an expression in bytes. Source: CELSelectorExpressionMaxLength of k8s.io/api resource/v1. */
export const MOST_BYTES_OF_EXPRESSION = 10 * 1024;

/**
 * Returns the compiled expression of a selector or derived attribute, or its compile
 * error; undefined for expressions that the API server does not compile.
 */
export function compiledIn(owner: Field, { expressions }: RuleContext): Selector | Derivation | CelCompileError | undefined {
  const { text } = owner.child('expression');
  if (isLonger(text, MOST_BYTES_OF_EXPRESSION)) return undefined;
  if (!isDerivedAttribute(owner)) return expressions.get(text);
  return text === '' ? undefined : expressions.derivation(text);
}

function isDerivedAttribute({ parent }: Field): boolean {
  return parent?.step === 'derivedAttributes';
}
