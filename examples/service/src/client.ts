// Who asks: the clients among whom threads are shared.

import { isIPv6 } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';

/** Characters of a name of a client that count. */
const MOST_CHARACTERS = 200;
/** Who has one address of IPv6 has 2^64: groups of the network that stand for all of it. */
const NETWORK_GROUPS = 4;

/** The client of a request. `header`: the name of one that a proxy sets, which strangers must not reach the service without. */
export function clientOf(context: Context, header?: string): string {
  const named = header === undefined ? undefined : context.req.header(header);
  return named === undefined ? clientAt(getConnInfo(context).remote.address) : clientAt(named.trim());
}

/** The client at an address; all addresses of a network of IPv6 (/64) are one. */
export function clientAt(address: string | undefined): string {
  const text = (address ?? '').slice(0, MOST_CHARACTERS);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(text)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(text)) return text;
  const [head, tail] = (text.split('%')[0] as string).toLowerCase().split('::').map(groupsOf);
  // `::` stands for the zeros that are missing of eight groups.
  const zeros = tail === undefined ? 0 : 8 - (head?.length ?? 0) - tail.length;
  const all = [...(head ?? []), ...Array.from({ length: zeros }, () => '0'), ...(tail ?? [])];
  return `${all
    .slice(0, NETWORK_GROUPS)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

function groupsOf(text: string): readonly string[] {
  return text === '' ? [] : text.split(':');
}
