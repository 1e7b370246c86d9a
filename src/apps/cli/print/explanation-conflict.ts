// A conflict as a table: a row per request, a column per value that a constraint requires to be equal or distinct, and devices in the cells.

import { isShipped } from '../../../core/api/constraint-semantics.js';
import { objectName } from '../../../core/api/meta.js';
import type { ResourceClaim } from '../../../core/api/resource-claim.js';
import { count } from '../../../core/base/words.js';
import type { Conflict, ConflictMember, DeviceName, NodeExplanation, RequestExplanation } from '../../../explain/explanation.js';
import { requestNamer } from '../../../explain/request-names.js';
import type { ClusterPicture } from './cluster-picture.js';
import { cut } from './explanation-tiles.js';
import { type Html, html } from './html.js';

/** The most columns, rows and devices in a cell. */
const MAX_COLUMNS = 12;
const MAX_ROWS = 16;
const MAX_DEVICES = 8;

/** The constraint of a drawing. */
interface Drawn {
  readonly attribute: string;
  /** True if all devices must share a value; false if all values must be distinct. */
  readonly matches: boolean;
}

/** Returns the table of a conflict on a node; undefined if it would add no information. */
export function conflictPicture(
  { members, text }: Conflict,
  { requests, text: cause }: Pick<NodeExplanation, 'requests' | 'text'>,
  claims: readonly ResourceClaim[],
  { valuesOf }: Pick<ClusterPicture, 'valuesOf'>,
): Html | undefined {
  const rows = requests.filter((request) => members.some((member) => isOf(member, request))).slice(0, MAX_ROWS);
  const constraint = members.map((member) => constraintOf(member, claims)).find((found) => found !== undefined);
  const table = rows.some(({ leftDevices = [] }) => leftDevices.length > 0) ? tableOf(rows, members, constraint, valuesOf) : undefined;
  if (table === undefined && text === cause) return undefined;
  return html`<section class="conflict"><h3>Conflict</h3>${text === cause ? undefined : html`<p>${text}</p>`}${table}</section>`;
}

function isOf({ claim, request }: ConflictMember, counted: RequestExplanation): boolean {
  return request !== undefined && claim === counted.claim && counted.request.split('/', 1)[0] === request;
}

function constraintOf({ claim, constraint }: ConflictMember, claims: readonly ResourceClaim[]): Drawn | undefined {
  if (constraint === undefined) return undefined;
  const found = claims.find(({ metadata }) => objectName(metadata) === claim)?.spec.devices.constraints[constraint];
  const attribute = found?.matchAttribute ?? found?.distinctAttribute;
  // A table of values only fits the constraint semantics of Kubernetes.
  if (attribute === undefined || found === undefined || !isShipped(found)) return undefined;
  return { attribute, matches: found.matchAttribute !== undefined };
}

function tableOf(
  rows: readonly RequestExplanation[],
  members: readonly ConflictMember[],
  constraint: Drawn | undefined,
  valuesOf: ClusterPicture['valuesOf'],
): Html {
  const columnsOf = (device: DeviceName): readonly string[] => (constraint === undefined ? [''] : valuesOf(device, constraint.attribute));
  const all = [...new Set(rows.flatMap(({ leftDevices = [] }) => leftDevices.flatMap(columnsOf)))].sort();
  const columns = all.slice(0, MAX_COLUMNS);
  const requestedCountOf = (row: RequestExplanation): number => {
    const requestedCount = members.find((member) => isOf(member, row))?.wanted ?? row.wanted;
    return requestedCount === 'All' ? 1 : Number(requestedCount);
  };
  const nameOf = requestNamer(rows);
  const cells = rows.map((row) => columns.map((column) => (row.leftDevices ?? []).filter((device) => columnsOf(device).includes(column))));
  const lacking = columns.map((_, column) =>
    rows.filter((row, at) => (cells[at]?.[column]?.length ?? 0) < requestedCountOf(row)).map(nameOf),
  );
  const heading = constraint === undefined ? 'devices that match' : undefined;
  const verdict =
    constraint?.matches === true
      ? html`<tr class="verdict"><th scope="row">enough for all</th><td></td>${lacking.map((names) => html`<td>${names.length === 0 ? 'yes, but not together with other requests' : `no: too few for ${cut(names.join(', '))}`}</td>`)}</tr>`
      : undefined;
  const demand =
    constraint &&
    html`<p class="soft">by ${cut(constraint.attribute)}, which ${constraint.matches ? 'must be the same' : 'must differ'}</p>`;
  return html`${demand}<div class="scroll" role="region" aria-label="Devices by request" tabindex="0"><table>
<thead><tr><th scope="col">request</th><th scope="col">needs</th>${columns.map((column) => html`<th scope="col">${heading ?? cut(column)}</th>`)}</tr></thead>
<tbody>${rows.map((row, at) => html`<tr><th scope="row">${cut(nameOf(row))}</th><td>${row.wanted === 'All' ? 'all' : String(row.wanted)}</td>${(cells[at] ?? []).map(cell)}</tr>\n`)}${verdict}</tbody>
</table>${all.length > columns.length ? html`<p class="soft">${count(all.length - columns.length, 'more value')}</p>` : undefined}</div>`;
}

function cell(devices: readonly DeviceName[]): Html {
  if (devices.length === 0) return html`<td class="none">none</td>`;
  const shown = devices.slice(0, MAX_DEVICES).map(({ device }) => html`<li class="free"><strong>${cut(device)}</strong></li>`);
  const more = devices.length > MAX_DEVICES ? html`<li>and ${devices.length - MAX_DEVICES} more</li>` : undefined;
  return html`<td><ul class="tiles">${shown}${more}</ul></td>`;
}
