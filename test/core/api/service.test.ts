import { expect, test } from 'vitest';
import { DecodeContext } from '../../../src/core/api/context.js';
import { serviceKind } from '../../../src/core/api/service.js';

test('a service has the labels of the pods that it selects', () => {
  const decode = (spec: object): object => serviceKind.decode({ kind: 'Service', metadata: {}, spec } as never, new DecodeContext()).spec;
  expect(decode({ selector: { app: 'web' }, ports: [{ port: 80 }] })).toEqual({ selector: new Map([['app', 'web']]) });
  expect(decode({ type: 'ExternalName' })).toEqual({ selector: new Map() });
});
