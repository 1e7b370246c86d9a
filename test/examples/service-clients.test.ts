import { expect, test } from 'vitest';
import { clientAt } from '../../examples/service/src/client.js';

test.each([
  ['127.0.0.1', '127.0.0.1'],
  ['::ffff:10.1.2.3', '10.1.2.3'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:2::1', '2001:db8:1:2::/64'],
  ['2001:db8::7', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['1::2:3:4:5:6:7', '1:0:2:3::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['a-name', 'a-name'],
  [undefined, ''],
])('the client at %s is %s', (address, client) => {
  expect(clientAt(address)).toBe(client);
});

test('names of clients are no longer than they have to be', () => {
  expect(clientAt('x'.repeat(10_000))).toHaveLength(200);
});
