import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it, onTestFinished, vi } from 'vitest';
import { measureForms } from '../../bench/limits/cell.js';
import { readFigures } from '../../bench/limits/figures.js';
import { withTables } from '../../bench/limits/page.js';
import { LIBRARY, ROUTES } from '../../bench/limits/registry.js';
import { openApi } from '../../examples/service/src/openapi.js';
import { DEFAULTS } from '../../examples/service/src/settings.js';
import { publicCalls } from '../../scripts/public-calls.mjs';

/** Calls by entry, sorted. */
const sorted = (calls: Readonly<Record<string, readonly string[]>>): object =>
  Object.fromEntries(Object.entries(calls).map(([entry, names]) => [entry, [...names].sort()]));

it('knows how to measure every call of the library, and no other', () => {
  const known = Object.fromEntries(Object.entries(LIBRARY).map(([entry, calls]) => [entry, Object.keys(calls)]));
  expect(sorted(known)).toEqual(sorted(publicCalls()));
});

it('knows how to measure every route of the service, and no other', () => {
  const { paths } = openApi(DEFAULTS, true) as { readonly paths: Readonly<Record<string, object>> };
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(Object.keys(ROUTES).sort()).toEqual(routes.sort());
});

it('has a page that says what was measured', () => {
  const page = readFileSync('docs/reference/limits.md', 'utf8');
  expect(withTables(page, readFigures())).toBe(page);
});

it('counts no memory of a call that was measured before', async () => {
  setFlagsFromString('--expose-gc');
  vi.stubGlobal('gc', runInNewContext('gc'));
  onTestFinished(() => void vi.unstubAllGlobals());
  const made: WeakRef<object>[] = [];
  const left: number[] = [];
  await measureForms(async () => {
    left.push(made.filter((forms) => forms.deref() !== undefined).length);
    const forms = { inTurns: async () => undefined, inOneGo: () => undefined };
    made.push(new WeakRef(forms));
    return forms;
  }, 0);
  expect(left).toEqual([0, 0]);
});
