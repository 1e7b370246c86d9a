// Reads bodies of strangers as questions: within limits, then field by field.

import { decodeUtf8, NumberLiteral, type ReadCache, readText, type SourceDocument } from 'dra-allocator/read';
import { bodyProblem, type Problem } from './problem.js';

/** The topics of questions. */
export const TOPICS = ['allocate', 'filter', 'explain', 'validate'] as const;
export type Topic = (typeof TOPICS)[number];

/** The languages of bodies. */
export type Language = 'json' | 'yaml';

/** A question as it arrived, or the body of `PUT /cluster`. */
export interface Asked<T extends Topic | 'cluster' = Topic> {
  readonly topic: T;
  readonly language: Language;
  readonly body: Uint8Array;
}

/** A question whose fields have the right shapes. The library checks the objects themselves. */
export interface Question {
  readonly objects: readonly object[] | undefined;
  readonly claims: readonly object[] | undefined;
  readonly pod: object | undefined;
  readonly node: string | undefined;
  readonly nodes: readonly string[] | undefined;
  readonly suggestions: boolean | undefined;
  readonly kubernetesVersion: string | undefined;
  readonly featureGates: Readonly<Record<string, boolean>> | undefined;
  readonly milliseconds: number | undefined;
  readonly steps: number | undefined;
  /** Locates fields in the body: `locate(['objects', 0, 'spec'])`. */
  readonly document: SourceDocument;
}

const ABOUT_CLAIMS = ['objects', 'claims', 'pod', 'kubernetesVersion', 'featureGates', 'limits'];
const FIELDS: Readonly<Record<Topic | 'cluster', readonly string[]>> = {
  allocate: [...ABOUT_CLAIMS, 'node'],
  filter: [...ABOUT_CLAIMS, 'nodes'],
  explain: [...ABOUT_CLAIMS, 'node', 'suggestions'],
  validate: ['objects', 'kubernetesVersion', 'featureGates'],
  cluster: ['objects'],
};

type Fields = Readonly<Record<string, unknown>>;

/** Returns the document of a body. Throws ReadError if it is unreadable, and Problem if it is not exactly one document. */
export function readBody({ language, body }: Omit<Asked, 'topic'>, cache?: ReadCache): SourceDocument {
  const text = decodeUtf8(body, 'body');
  const options = { json: body.length, yaml: language === 'json' ? 0 : body.length, ...(cache === undefined ? {} : { cache }) };
  const { documents } = readText(text, 'body', options);
  const [document, second] = documents;
  if (document === undefined) throw bodyProblem('empty', 'the body is empty: expected an object with the question');
  if (second !== undefined) throw bodyProblem('several-documents', 'expected one document', '', second.locate([]));
  return document;
}

/** Returns the question of a body. Throws like `readBody`, and Problem for fields of the wrong shape. `cache` has objects that arrived before. */
export function questionOf(asked: Asked<Topic | 'cluster'>, cache?: ReadCache): Question {
  const document = readBody(asked, cache);
  const fields = checkFields(document, asked.topic);
  const reader = new Reader(document, fields);
  const limits = reader.object('limits') as Fields | undefined;
  const inner = new Reader(document, limits ?? {}, 'limits');
  inner.known(['milliseconds', 'steps']);
  const question = {
    objects: reader.objects('objects'),
    claims: reader.objects('claims'),
    pod: reader.object('pod'),
    node: reader.text('node'),
    nodes: reader.texts('nodes'),
    suggestions: reader.flag('suggestions'),
    kubernetesVersion: reader.text('kubernetesVersion'),
    featureGates: reader.gates('featureGates'),
    milliseconds: inner.amount('milliseconds'),
    steps: inner.amount('steps'),
    document,
  };
  if (asked.topic === 'validate' || asked.topic === 'cluster') {
    if (question.objects === undefined) throw reader.problem('missing-field', 'objects', 'expected a list of Kubernetes objects');
  } else if ((question.claims === undefined) === (question.pod === undefined)) {
    throw reader.problem('claims-or-pod', '', 'expected claims (a list of ResourceClaims) or pod (a Pod), and not both');
  }
  return question;
}

function checkFields(document: SourceDocument, topic: Topic | 'cluster'): Fields {
  const { value } = document;
  if (!isObject(value)) throw bodyProblem('wrong-type', 'expected an object with the question', '', document.locate([]));
  new Reader(document, value as Fields).known(FIELDS[topic]);
  return value as Fields;
}

/** Reads fields of an object of the body, and reports where a fault stands. */
class Reader {
  readonly #document: SourceDocument;
  readonly #fields: Fields;
  readonly #at: readonly string[];

  constructor(document: SourceDocument, fields: Fields, ...at: readonly string[]) {
    this.#document = document;
    this.#fields = fields;
    this.#at = at;
  }

  problem(rule: string, name: string, message: string): Problem {
    const steps = [...this.#at, ...(name === '' ? [] : [name])];
    const path = steps.join('.');
    return bodyProblem(rule, path === '' ? message : `${path}: ${message}`, path, this.#document.locate(steps));
  }

  known(names: readonly string[]): void {
    for (const name of Object.keys(this.#fields)) {
      if (!names.includes(name)) throw this.problem('unknown-field', name.slice(0, 100), `no such field; there are ${names.join(', ')}`);
    }
  }

  text(name: string): string | undefined {
    return this.#read(name, 'a string', (value): value is string => typeof value === 'string');
  }

  flag(name: string): boolean | undefined {
    return this.#read(name, 'true or false', (value): value is boolean => typeof value === 'boolean');
  }

  amount(name: string): number | undefined {
    return this.#read(
      name,
      'an integer that is not negative',
      (value): value is number => Number.isSafeInteger(value) && (value as number) >= 0,
    );
  }

  object(name: string): object | undefined {
    return this.#read(name, 'an object', isObject);
  }

  objects(name: string): readonly object[] | undefined {
    return this.#read(name, 'a list of objects', (value): value is object[] => Array.isArray(value) && value.every(isObject));
  }

  texts(name: string): readonly string[] | undefined {
    return this.#read(
      name,
      'a list of strings',
      (value): value is string[] => Array.isArray(value) && value.every((each) => typeof each === 'string'),
    );
  }

  gates(name: string): Readonly<Record<string, boolean>> | undefined {
    const isGates = (value: unknown): value is Record<string, boolean> =>
      isObject(value) && Object.values(value).every((each) => typeof each === 'boolean');
    return this.#read(name, 'an object of true and false by the names of gates', isGates);
  }

  #read<T>(name: string, expected: string, is: (value: unknown) => value is T): T | undefined {
    const value = Object.hasOwn(this.#fields, name) ? this.#fields[name] : undefined;
    if (value === undefined) return undefined;
    if (!is(value)) throw this.problem('wrong-type', name, `expected ${expected}`);
    return value;
  }
}

/** A NumberLiteral is a number that no JavaScript number can represent, so it is no object here. */
function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof NumberLiteral);
}
