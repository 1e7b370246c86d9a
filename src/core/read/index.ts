/**
 * The public module `dra-allocator/read`: reads untrusted texts to objects with positions. Runs wherever JavaScript does, without the solver.
 * @module dra-allocator/read
 */

export { type Json, type JsonObject, NumberLiteral, type PathStep } from '../base/json.js';
export {
  type Comment,
  DEFAULT_LIMITS,
  type DuplicateKey,
  decodeUtf8,
  type Position,
  ReadCache,
  ReadError,
  type ReadLimits,
  type ReadOptions,
  type ReadResult,
  type ReadWarning,
  readText,
  type SourceDocument,
} from './read.js';
