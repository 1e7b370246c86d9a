// Reads the file of `fit --node-template`: shapes of nodes, validated like every input.

import { SIMULATION_GROUP } from '../../../core/api/version.js';
import { UNLIMITED } from '../../../core/base/checkpoint.js';
import type { Json } from '../../../core/base/json.js';
import { templatesIn } from '../../../planning/node-pool.js';
import { type NodeTemplateJson, nodeOfTemplate } from '../../../planning/node-template.js';
import { findRejections } from '../../../validate/rejections.js';
import { isSupportedServer } from '../../../validate/server.js';
import { ContentError } from '../input/content-error.js';
import { loadSnapshotWithDocuments } from '../input/load-snapshot.js';
import { decodingDocuments, type OtherObjects, type SnapshotOptions } from '../input/snapshot.js';
import type { Streams } from '../streams.js';
import { warnAboutInput } from './common.js';

const NODE_POOLS: OtherObjects = {
  isRead: (apiVersion, kind) => kind === 'InstanceType' || (kind === 'NodePool' && apiVersion.startsWith('karpenter.sh/')),
  changeOf: () => undefined,
};

/** Returns the templates of nodes in a file. Throws ContentError with the place of the error, and InputError. */
export async function readNodeTemplates(file: string, options: SnapshotOptions, streams: Streams): Promise<readonly NodeTemplateJson[]> {
  const { snapshot, documents } = await loadSnapshotWithDocuments(
    SIMULATION_GROUP,
    { ...options, files: [file], others: NODE_POOLS },
    streams.stdin,
  );
  warnAboutInput(snapshot, streams);
  const { server } = options;
  try {
    return decodingDocuments(documents, (contextOf) => {
      const found = templatesIn(
        documents.map(({ value }) => value as Json),
        contextOf,
      );
      return found.map(({ template, ofType }) => {
        // Instance types become objects that no API server has validated.
        const made = ofType !== undefined && server !== undefined && isSupportedServer(server) ? nodeOfTemplate(template, 1) : [];
        const [first] = server === undefined ? [] : findRejections(made as unknown as readonly Json[], server, UNLIMITED);
        if (first === undefined) return template;
        const { object, path, message } = first.finding;
        return ofType?.context().fail(`its nodes would be invalid: ${object}: ${path}: ${message}`) ?? template;
      });
    });
  } catch (error) {
    if (error instanceof ContentError && error.place === undefined) throw new ContentError({ message: error.message, place: file });
    throw error;
  }
}
