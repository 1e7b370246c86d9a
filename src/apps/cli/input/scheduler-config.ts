// Reads the file of --scheduler-config, and makes clusters with its profiles.

import { append } from '../../../core/base/lists.js';
import { resolveFeatures } from '../../../core/features/features.js';
import type { SourceDocument } from '../../../core/read/read.js';
import { decodeProfiles } from '../../../scheduler/profile/resolve-profiles.js';
import type { ClusterFactory } from '../library.js';
import type { Settings } from '../options.js';
import { diagnose, type Streams } from '../streams.js';
import { ContentError, type Diagnostic } from './content-error.js';
import { readInputs } from './input.js';
import { parseInput } from './parse.js';
import { decodingDocument } from './snapshot.js';

/** Returns a factory whose clusters have the configuration of the option, if there is one. Throws InputError and ContentError. */
export async function withSchedulerConfig(
  { schedulerConfig: file }: Pick<Settings, 'schedulerConfig'>,
  createCluster: ClusterFactory,
  streams: Streams,
): Promise<ClusterFactory> {
  if (file === undefined) return createCluster;
  const document = await readDocument(file, streams);
  return (clusterOptions) => {
    const features = resolveFeatures(clusterOptions);
    decodingDocument(document, (context) => decodeProfiles(document.value, features, context([])));
    return createCluster({ ...clusterOptions, schedulerConfig: document.value as object });
  };
}

async function readDocument(file: string, streams: Streams): Promise<SourceDocument> {
  const warnings: Diagnostic[] = [];
  const documents: SourceDocument[] = [];
  for await (const input of readInputs([file], false, streams.stdin, warnings)) append(documents, parseInput(input).documents);
  for (const { message, place } of warnings) diagnose(streams, 'warning', message, place);
  const [document, other] = documents;
  if (document !== undefined && other === undefined) return document;
  throw new ContentError({ message: `${file}: expected one KubeSchedulerConfiguration, found ${documents.length} documents` });
}
