// Lists the rules about claims, claim templates and classes.

import type { Rule } from '../rule.js';
import { adminAccess } from './claim/admin-access.js';
import { allocationCount } from './claim/allocation-count.js';
import { allocationMode } from './claim/allocation-mode.js';
import { allocationModeGiven } from './claim/allocation-mode-given.js';
import { alternativeClass } from './claim/alternative-class.js';
import { attributeSemantics } from './claim/attribute-semantics.js';
import { configDriver } from './claim/config-driver.js';
import { configKind } from './claim/config-kind.js';
import { configParameters } from './claim/config-parameters.js';
import { constraintAttribute } from './claim/constraint-attribute.js';
import { constraintKind } from './claim/constraint-kind.js';
import { countZero } from './claim/count-zero.js';
import { derivedAttributeExpression } from './claim/derived-attribute-expression.js';
import { derivedAttributeName } from './claim/derived-attribute-name.js';
import { derivedAttributeUsed } from './claim/derived-attribute-used.js';
import { derivedAttributesCost } from './claim/derived-attributes-cost.js';
import { derivedAttributesLength } from './claim/derived-attributes-length.js';
import { expressionCompiles } from './claim/expression-compiles.js';
import { expressionCost } from './claim/expression-cost.js';
import { expressionLength } from './claim/expression-length.js';
import { expressionUnchecked } from './claim/expression-unchecked.js';
import { firstOfDevices } from './claim/first-of-devices.js';
import { listLength } from './claim/list-length.js';
import { requestClass } from './claim/request-class.js';
import { requestKind } from './claim/request-kind.js';
import { requestName } from './claim/request-name.js';
import { requestReference } from './claim/request-reference.js';
import { selectorKind } from './claim/selector-kind.js';
import { tolerationEffect } from './claim/toleration-effect.js';
import { tolerationKey } from './claim/toleration-key.js';
import { tolerationOperator } from './claim/toleration-operator.js';
import { tolerationValue } from './claim/toleration-value.js';
import { uniqueDerivedAttributes } from './claim/unique-derived-attributes.js';
import { uniqueReferences } from './claim/unique-references.js';
import { uniqueRequests } from './claim/unique-requests.js';
import { extendedResourceName } from './class/extended-resource-name.js';

/** Order matters: a rule that stops the validation of a value precedes the rules that stop there. */
export const CLAIM_RULES: readonly Rule[] = [
  adminAccess,
  requestKind,
  listLength,
  uniqueRequests,
  requestName,
  requestClass,
  alternativeClass,
  allocationMode,
  allocationModeGiven,
  allocationCount,
  countZero,
  selectorKind,
  expressionLength,
  expressionCompiles,
  expressionCost,
  expressionUnchecked,
  tolerationKey,
  tolerationOperator,
  tolerationValue,
  tolerationEffect,
  derivedAttributesLength,
  uniqueDerivedAttributes,
  derivedAttributeName,
  derivedAttributeExpression,
  derivedAttributeUsed,
  derivedAttributesCost,
  constraintKind,
  constraintAttribute,
  attributeSemantics,
  firstOfDevices,
  requestReference,
  uniqueReferences,
  configKind,
  configDriver,
  configParameters,
  extendedResourceName,
];
