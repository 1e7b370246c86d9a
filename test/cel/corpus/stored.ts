// Stores questions with the reference's answers in a compressed file: the devices in the first line, then a line for each question.

import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { DeviceData } from '../vector-devices.js';
import type { Answer, Kind, Question, Release } from './question.js';

/** The origin of the questions. */
interface Header {
  readonly comment: string;
  /** The version of the generator, its seed, and the number of its questions considered. */
  readonly generator: number;
  readonly seed: number;
  readonly generated: number;
  readonly cases: number;
  /** The versions of the newest reference and of the earlier one, by module. */
  readonly versions: readonly Readonly<Record<string, string>>[];
  readonly devices: readonly DeviceData[];
}

/** A question, with its devices as indices into the header's devices, and its answer. */
export interface StoredCase {
  readonly expression: string;
  readonly kind: Kind;
  readonly new?: Release;
  readonly devices: readonly number[];
  readonly answer: Answer;
}

export interface Vectors {
  readonly header: Header;
  readonly cases: readonly StoredCase[];
}

function linesOf({ header, cases }: Vectors): string[] {
  return [header, ...cases].map((line) => JSON.stringify(line));
}

export function writeVectors(file: string, vectors: Vectors): void {
  writeFileSync(file, gzipSync(`${linesOf(vectors).join('\n')}\n`, { level: 9 }));
}

export function readVectors(file: string): Vectors {
  const [header, ...cases] = gunzipSync(readFileSync(file)).toString('utf8').trimEnd().split('\n');
  return { header: JSON.parse(header as string) as Header, cases: cases.map((line) => JSON.parse(line) as StoredCase) };
}

export function questionOf({ expression, kind, new: release, devices }: StoredCase, header: Header): Question {
  return {
    expression,
    kind,
    ...(release === undefined ? {} : { new: release }),
    devices: devices.map((index) => header.devices[index] as DeviceData),
  };
}
