// The service of examples/service, without a server: each answer is held against its OpenAPI document.

import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import { createApp } from '../../examples/service/src/app.js';
import { Engine } from '../../examples/service/src/engine.js';
import { openApi } from '../../examples/service/src/openapi.js';
import { DEFAULTS, type Settings } from '../../examples/service/src/settings.js';

/** The token for `PUT /cluster`. */
export const TOKEN = 'secret';

/** An app whose engine runs on the event loop. */
export function appWith(settings: Partial<Settings> = {}) {
  // Limits of steps and work end long calls: tests must not depend on time.
  const all = { ...DEFAULTS, milliseconds: 600_000, ...settings };
  const engine = new Engine({ limits: all });
  return createApp(
    {
      answer: (asked) => engine.answer(asked),
      replaceCluster: (asked) => engine.replaceCluster(asked),
      isReady: () => true,
    },
    all,
  );
}

/** An app that all tests of a file ask. */
export const app = appWith({ clusterToken: TOKEN });
/** Its document. */
export const document = openApi({ ...DEFAULTS, milliseconds: 600_000, clusterToken: TOKEN }, true) as {
  readonly paths: Paths;
  readonly components: object;
};
type Described = { readonly content: Readonly<Record<string, { readonly schema: object }>> };
type Operation = { readonly requestBody?: Described; readonly responses: Readonly<Record<string, Described>> };
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

const ajv = new Ajv2020({ strict: false, allErrors: true });
ajv.addSchema({ $id: 'api', components: document.components });

/** A schema of the document. */
export function schemaOf(schema: object | undefined) {
  return ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('#/components', 'api#/components')));
}

/** Demands that an answer is as the document says: status, type and schema. */
export async function documented(path: string, method: string, response: Response): Promise<unknown> {
  const operation = document.paths[path]?.[method.toLowerCase()];
  const described = operation?.responses[response.status];
  expect(described, `${method} ${path} answers ${response.status}, which is not documented`).toBeDefined();
  const type = response.headers.get('content-type')?.split(';')[0] ?? '';
  const schema = described?.content[type]?.schema;
  expect(schema, `${method} ${path} ${response.status} is ${type}, which is not documented`).toBeDefined();
  const text = await response.text();
  const value: unknown = type.endsWith('json') ? JSON.parse(text) : text;
  const validate = schemaOf(schema);
  expect(validate(value), ajv.errorsText(validate.errors)).toBe(true);
  return value;
}

/** Asks an app, and demands that its answer is as the document says. */
export async function post(path: string, body: unknown, headers: Record<string, string> = {}, to = app) {
  const text = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
  const response = await to.request(path, {
    method: 'POST',
    body: text as string,
    headers: { 'content-type': 'application/json', ...headers },
  });
  const { status } = response;
  return {
    status,
    headers: response.headers,
    body: (await documented(path, 'POST', response)) as Record<string, never> & { findings: object[] },
  };
}
