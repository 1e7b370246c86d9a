// The calls that upstream's tests of filters and scores make, with their answers, as scripts/published-tests.mjs recorded them.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** A Kubernetes object as JSON. */
export type Plain = Readonly<Record<string, unknown>>;

/** A call, and what it gave. Each kind of call has the fields of its own. */
export interface Recorded {
  readonly call: string;
  /** The plugin, for calls of its methods. */
  readonly plugin?: string;
  /** The fields of the plugin that decide what it does. */
  readonly config?: Readonly<Record<string, unknown>>;
  readonly gates?: Readonly<Record<string, boolean>>;
  readonly pod?: Plain;
  readonly nodeInfo?: {
    readonly node: Plain | null;
    readonly pods?: readonly Plain[];
    readonly requested: RecordedAmounts;
    readonly nonZeroRequested: RecordedAmounts;
  };
  readonly nodes?: readonly Plain[];
  readonly deviceClasses?: readonly Plain[];
  readonly nodeNames?: readonly string[];
  readonly requests?: unknown;
  readonly status?: { readonly code: string; readonly reasons?: readonly string[] };
  readonly resource?: string;
  readonly score?: number;
  readonly before?: readonly number[];
  readonly after?: readonly number[];
  readonly options?: Readonly<Record<string, unknown>>;
  readonly taints?: readonly Plain[] | null;
  readonly tolerations?: readonly Plain[] | null;
  readonly comparison?: boolean;
  readonly taint?: Plain;
  readonly node?: Plain;
  readonly nodeSelector?: Plain | null;
  readonly terms?: readonly Plain[];
  readonly feature?: string;
  readonly spec?: Plain;
  readonly result?: boolean;
  readonly error?: string;
}

/** A sum of amounts of the scheduler. */
export interface RecordedAmounts {
  readonly milliCPU: number;
  readonly memory: number;
  readonly ephemeralStorage: number;
  readonly scalars?: Readonly<Record<string, number>>;
}

/** A test by its path, `package/Test/case`, and the calls that it makes. */
export interface RecordedTest {
  readonly test: string;
  readonly records: readonly Recorded[];
}

/** The origin of the records. */
export interface RecordsHeader {
  readonly comment: string;
  readonly reference: string;
  readonly tests: number;
}

/** Reads all tests, those that only hold others left out. */
export function readRecords(): { readonly header: RecordsHeader; readonly all: number; readonly tests: readonly RecordedTest[] } {
  const text = gunzipSync(readFileSync(join(import.meta.dirname, 'records.jsonl.gz'))).toString('utf8');
  const [header, ...lines] = text.trimEnd().split('\n');
  const tests = lines.map((line) => JSON.parse(line) as RecordedTest);
  const groups = new Set(tests.flatMap(({ test }) => test.split('/').map((_, index, parts) => parts.slice(0, index).join('/'))));
  return {
    header: JSON.parse(header as string) as RecordsHeader,
    all: tests.length,
    tests: tests.filter(({ test, records }) => records.length > 0 || !groups.has(test)),
  };
}
