// Lists the rules about metadata of objects and templates.

import type { Rule } from '../rule.js';
import { annotationKey } from './meta/annotation-key.js';
import { annotationsSize } from './meta/annotations-size.js';
import { fieldManager } from './meta/field-manager.js';
import { finalizerConflict } from './meta/finalizer-conflict.js';
import { finalizerName } from './meta/finalizer-name.js';
import { generateName } from './meta/generate-name.js';
import { generation } from './meta/generation.js';
import { labelKey } from './meta/label-key.js';
import { labelValue } from './meta/label-value.js';
import { namespaceName } from './meta/namespace-name.js';
import { objectName } from './meta/object-name.js';
import { ownerReference } from './meta/owner-reference.js';
import { singleController } from './meta/single-controller.js';
import { templateMetadata } from './meta/template-metadata.js';

export const META_RULES: readonly Rule[] = [
  objectName,
  generateName,
  namespaceName,
  generation,
  labelKey,
  labelValue,
  annotationKey,
  annotationsSize,
  ownerReference,
  singleController,
  finalizerName,
  finalizerConflict,
  fieldManager,
  templateMetadata,
];
