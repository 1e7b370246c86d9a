// The pods and claims with their results, reasons and suggestions.

import { useState } from 'preact/hooks';
import type { AllocatedDevice, Answer, ExplanationAnswer, GroupAnswer, RequestAnswer, SuggestionAnswer } from '../protocol.js';
import type { Model } from './model.js';

const SIGNS: Readonly<Record<GroupAnswer['outcome'], string>> = { placed: '✓', refused: '✕', error: '!', interrupted: '…' };
const WORDS: Readonly<Record<GroupAnswer['outcome'], string>> = {
  placed: 'fits',
  refused: 'does not fit',
  error: 'error',
  interrupted: 'not decided',
};

interface ViewProps {
  readonly model: Model;
  readonly answer: Answer;
}

/** The list of groups. */
export function GroupsView({ model, answer: { groups, shown, hasMoreGroups } }: ViewProps) {
  if (groups.length === 0) return null;
  return (
    <section aria-label="Pods and claims">
      <h2>Pods and claims</h2>
      <ul class="groups">
        {groups.map(({ name, outcome, node, text }) => (
          <li key={name}>
            <button type="button" class={`group ${outcome}`} aria-pressed={name === shown} onClick={() => model.show(name)}>
              <span class="sign" aria-hidden="true">
                {SIGNS[outcome]}
              </span>
              <span>
                <strong>{name}</strong> <span class="outcome">{WORDS[outcome]}</span>
                <small>{node === undefined ? text : `on ${node}`}</small>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {hasMoreGroups && <p class="soft">The page shows only the first ones.</p>}
    </section>
  );
}

/** The explanation of the shown group. */
export function ExplanationView({ model, answer }: ViewProps) {
  const group = answer.groups.find(({ name }) => name === answer.shown);
  if (group === undefined) return null;
  const { explanation, picks: allocatedDevices } = group;
  return (
    <section aria-label="Why" class="why">
      <h2>{group.outcome === 'placed' ? 'Why these devices' : 'Why not'}</h2>
      <p class={`cause ${group.outcome}`}>
        <strong>{group.name}</strong> {group.text}
      </p>
      {explanation?.conflict !== undefined && explanation.conflict !== group.text && <p class="conflict">{explanation.conflict}</p>}
      {explanation !== undefined && group.outcome !== 'placed' && <Suggestions model={model} suggestions={explanation.suggestions} />}
      {allocatedDevices.length > 0 && <DeviceTable picks={allocatedDevices} />}
    </section>
  );
}

/** Shows the counts behind the explanation. */
export function DetailsView({ answer: { groups, shown } }: Pick<ViewProps, 'answer'>) {
  const explanation = groups.find(({ name }) => name === shown)?.explanation;
  if (explanation === undefined || (explanation.requests.length === 0 && explanation.causes.length < 2)) return null;
  return (
    <section aria-label="Details" class="details">
      {explanation.requests.length > 0 && <Requests explanation={explanation} />}
      {explanation.causes.length > 1 && <Causes explanation={explanation} />}
    </section>
  );
}

/** The number of suggestions at first. A button shows the others, so that the devices below stay visible. */
const SUGGESTIONS_AT_FIRST = 3;

function Suggestions({ model, suggestions }: { readonly model: Model; readonly suggestions: readonly SuggestionAnswer[] }) {
  const [isWhole, setWhole] = useState(false);
  if (suggestions.length === 0) return <p class="soft">No small change helps.</p>;
  const shown = isWhole ? suggestions : suggestions.slice(0, SUGGESTIONS_AT_FIRST);
  return (
    <div class="suggestions">
      <h3>{suggestions.length === 1 ? 'This change helps' : 'Each of these changes helps'}</h3>
      <ul>
        {shown.map((suggestion) => (
          <li key={suggestion.text}>
            <span>
              {suggestion.text} <small>{suggestion.by === 'admin' ? 'needs cluster admin' : 'in your manifests'}</small>
            </span>
            <button
              type="button"
              aria-label={`Apply: ${suggestion.text}`}
              data-successor=".applied button"
              onClick={() => void model.apply(suggestion)}
            >
              Apply
            </button>
          </li>
        ))}
      </ul>
      {suggestions.length > shown.length && (
        <button type="button" class="quiet" onClick={() => setWhole(true)}>
          {`Show ${suggestions.length - shown.length} more`}
        </button>
      )}
    </div>
  );
}

/** Returns the rows of the table. Devices with the same request and reason share a row. */
function rowsOf(allocatedDevices: GroupAnswer['picks']): readonly (AllocatedDevice & { readonly devices: readonly string[] })[] {
  const rows = new Map<string, AllocatedDevice & { readonly devices: string[] }>();
  for (const allocatedDevice of allocatedDevices) {
    const key = JSON.stringify([allocatedDevice.claim, allocatedDevice.request, allocatedDevice.why]);
    const row = rows.get(key);
    if (row === undefined) rows.set(key, { ...allocatedDevice, devices: [allocatedDevice.device] });
    else row.devices.push(allocatedDevice.device);
  }
  return [...rows.values()];
}

function DeviceTable({ picks: allocatedDevices }: Pick<GroupAnswer, 'picks'>) {
  return (
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">request</th>
            <th scope="col">device</th>
            <th scope="col">why</th>
          </tr>
        </thead>
        <tbody>
          {rowsOf(allocatedDevices).map(({ claim, request, device, devices, why = '' }) => (
            <tr key={`${claim} ${request} ${device}`}>
              <th scope="row">{request}</th>
              <td>{devices.join(', ')}</td>
              <td>{why}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Requests({ explanation: { node, requests } }: { readonly explanation: ExplanationAnswer }) {
  return (
    <div class="requests">
      <h2>{node === undefined ? 'Devices by request' : `Devices by request on ${node}`}</h2>
      {requests.map((request, index) => (
        <RequestView key={`${request.name} ${index}`} request={request} />
      ))}
    </div>
  );
}

function RequestView({ request: { name, wanted: requestedCount, total, left, losses } }: { readonly request: RequestAnswer }) {
  return (
    <div class="request">
      <p>
        <strong>{name}</strong> {`needs ${requestedCount}; ${left} of ${total} devices available`}
      </p>
      <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
        <rect class="whole" width="100" height="8" />
        <rect class="left" width={total === 0 ? 0 : (left / total) * 100} height="8" />
      </svg>
      {losses.length > 0 && (
        <ul>
          {losses.map(({ count, detail }) => (
            <li key={detail}>
              <b>{count}</b> {detail}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Causes({ explanation: { causes } }: { readonly explanation: ExplanationAnswer }) {
  return (
    <div>
      <h2>Nodes by cause</h2>
      <ul class="causes">
        {causes.map(({ nodes, text }) => (
          <li key={text}>
            {text} <small>{nodes.join(', ')}</small>
          </li>
        ))}
      </ul>
    </div>
  );
}
