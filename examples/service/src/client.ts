// Identifies clients; threads are shared fairly among them.

import { isIPv6 } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';

/** The most characters of a client's name that are compared. */
const MOST_CHARACTERS = 200;
/** An owner of one IPv6 address usually has 2^64 of them. These leading groups, the network, identify the owner. */
const NETWORK_GROUPS = 4;

/** Returns the client of a request. `header` names the header that a proxy sets; strangers must then reach the service only through the proxy. */
export function clientOf(context: Context, header?: string): string {
  const named = header === undefined ? undefined : context.req.header(header);
  return named === undefined ? clientAt(getConnInfo(context).remote.address) : clientAt(named.trim());
}

/** Returns the client at an address. All addresses of an IPv6 network (/64) are one client. */
export function clientAt(address: string | undefined): string {
  const text = (address ?? '').slice(0, MOST_CHARACTERS);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(text)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(text)) return text;
  const [head, tail] = (text.split('%')[0] as string).toLowerCase().split('::').map(groupsOf);
  // `::` stands for the missing groups of zeros, out of eight.
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
