import { expect, it } from 'vitest';
import { FIELDS } from '../../scripts/v1beta1-fields.mjs';
import { claimFields, formatV1beta1Page, v1beta1Page } from '../../scripts/v1beta1-page.mjs';

const { fields } = await claimFields();

it('has a row for each field, with what the API and the decoders say of it', async () => {
  const page = await v1beta1Page();
  const paths = [...page.matchAll(/^\| `([\w.[\]]+)` \|/gm)].map(([, path]) => path);
  expect(paths.sort()).toEqual(fields.map(({ path }) => path).sort());
  expect(page).toContain('\n| `spec.devices.requests[].count` | int64 | yes | devices | ');
  expect(page).toContain('\n| `spec.devices.requests[].derivedAttributes[].name` | string, since 1.37 | yes | ');
  expect(page).toContain('\n| `spec.controller` | - | no longer | - | - | ');
  expect(page).toContain('\n| `spec.devices.requests[].firstAvailableOf` | - | other name | ');
  expect(page).toContain('\n| `metadata.annotations[]` | string | raw | pods | ');
  expect(page).toContain('\n| `metadata.managedFields[].time` | Time | no | - | - | ');
});

it('is not made while a field has no entry, or an entry no field', () => {
  const [first, ...rest] = FIELDS;
  expect(() => formatV1beta1Page(fields, rest)).toThrow(`lacks what is done with ${first?.path}`);
  expect(() => formatV1beta1Page(fields.slice(1), FIELDS)).toThrow(`has fields that claims do not have: ${fields[0]?.path}`);
});

it('reports the releases of a field that came and went', () => {
  const moved = fields.map((field) => (field.path === 'kind' ? { ...field, releases: [35, 36] } : field));
  expect(formatV1beta1Page(moved, FIELDS)).toContain('\n| `kind` | string, since 1.35, up to 1.36 | ');
});
