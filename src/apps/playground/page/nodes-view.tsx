// Nodes with their pools, and devices as tiles. Arrow keys move between tiles; the current tile shows the reasons for its state.

import { useState } from 'preact/hooks';
import type { Bar, DeviceTile, NodePicture, PoolPicture, ValueBadge } from '../protocol.js';
import { End } from './end.js';
import { STATE_WORDS, type TipTarget } from './tip.js';

/** The nodes shown at first, and on each request for more: a page of thousands of tiles is slow. */
const NODES_AT_FIRST = 6;
const MORE_NODES = 24;

/** The most names of nodes without devices; others are only counted. */
const NAMES_AT_MOST = 12;

/** The number of colours for matching values. Further values repeat them. */
const MATCH_COLOURS = 6;

/** The devices of a pool that are shown at first. */
const DEVICES_AT_FIRST = 64;

/** The nodes to draw, and the handler of tips. */
interface NodesProps {
  readonly nodes: readonly NodePicture[];
  readonly onTip: (target: TipTarget | undefined) => void;
}

/** The nodes of the picture. */
export function NodesView({ nodes, onTip }: NodesProps) {
  const [nodeFilter, setNodeFilter] = useState('');
  const [most, setMost] = useState(NODES_AT_FIRST);
  const named = nodeFilter === '' ? nodes : nodes.filter(({ name = '' }) => name.includes(nodeFilter));
  const found = named.filter(({ pools }) => pools.length > 0);
  const bare = named.filter(({ pools }) => pools.length === 0);
  const hidden = found.length - most;
  return (
    <section class="nodes" aria-label="Nodes and devices" onPointerLeave={() => onTip(undefined)}>
      {nodes.length > NODES_AT_FIRST && (
        <label class="find">
          Find a node <input type="search" value={nodeFilter} onInput={(event) => setNodeFilter(event.currentTarget.value)} />
          <span class="soft">{`${named.length} of ${nodes.length}`}</span>
        </label>
      )}
      {found.slice(0, most).map((node) => (
        <NodeView key={node.name ?? ''} node={node} onTip={onTip} />
      ))}
      {bare.length > 0 && <p class="soft bare">{bareInWords(bare, nodes.length > bare.length)}</p>}
      {hidden > 0 && (
        <button type="button" class="quiet" onClick={() => setMost(most + MORE_NODES)}>
          {`Show ${Math.min(hidden, MORE_NODES)} more of ${hidden} nodes`}
        </button>
      )}
    </section>
  );
}

/** Returns a text about nodes without devices. */
function bareInWords(bare: readonly NodePicture[], areOthers: boolean): string {
  const names = bare.slice(0, NAMES_AT_MOST).map(({ name = '' }) => name);
  const more = bare.length > names.length ? [`${bare.length - names.length} more`] : [];
  return `Nodes without devices${areOthers ? ' of their own' : ''}: ${[...names, ...more].join(', ')}`;
}

function NodeView({ node: { name, pools }, onTip }: { readonly node: NodePicture; readonly onTip: NodesProps['onTip'] }) {
  return (
    <article class="node">
      <h3>{name ?? 'Devices that several nodes can use'}</h3>
      {pools.map((pool) => (
        <PoolView key={`${pool.driver} ${pool.pool}`} pool={pool} onTip={onTip} />
      ))}
    </article>
  );
}

function PoolView({
  pool: { driver, pool, problem, devices, counters },
  onTip,
}: {
  readonly pool: PoolPicture;
  readonly onTip: NodesProps['onTip'];
}) {
  const [at, setAt] = useState(0);
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? devices : devices.slice(0, DEVICES_AT_FIRST);
  const go = (event: KeyboardEvent & { readonly currentTarget: HTMLElement }) => {
    const next = nextTile(event.key, at, shown.length);
    if (next === undefined) return;
    event.preventDefault();
    setAt(next);
    event.currentTarget.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div class="pool">
      <h4>
        {driver} <span class="soft">{`pool ${pool}`}</span>
      </h4>
      {problem !== undefined && <p class="problem">{problem}</p>}
      {counters.length > 0 && (
        <div class="bars">
          {counters.map((counter) => (
            <BarView key={counter.name} bar={counter} />
          ))}
        </div>
      )}
      <ul class="tiles" onKeyDown={go}>
        {shown.map((device, index) => (
          <Tile
            key={device.name}
            device={device}
            isStop={index === Math.min(at, shown.length - 1)}
            onFocus={() => setAt(index)}
            onTip={onTip}
          />
        ))}
      </ul>
      {devices.length > shown.length && (
        <button type="button" class="quiet" onClick={() => setWhole(true)}>
          {`Show all ${devices.length} devices`}
        </button>
      )}
    </div>
  );
}

function nextTile(key: string, at: number, count: number): number | undefined {
  const next = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: count - 1 }[key];
  return next === undefined ? undefined : Math.min(count - 1, Math.max(0, next));
}

interface TileProps {
  readonly device: DeviceTile;
  /** The tab key stops here, at one tile of each pool. */
  readonly isStop: boolean;
  readonly onFocus: () => void;
  readonly onTip: NodesProps['onTip'];
}

function Tile({ device, isStop, onFocus, onTip }: TileProps) {
  const { name, state, isShown, why, values, capacity } = device;
  const tip = (element: HTMLElement): void => onTip({ element, device });
  return (
    <li>
      <button
        type="button"
        class={`tile ${state}${isShown ? ' shown' : ''}`}
        tabIndex={isStop ? 0 : -1}
        onFocus={(event) => {
          onFocus();
          tip(event.currentTarget);
        }}
        onBlur={() => onTip(undefined)}
        onClick={(event) => tip(event.currentTarget)}
        onPointerEnter={(event) => tip(event.currentTarget)}
      >
        <strong>
          <End text={name} />
        </strong>
        <span class="state">{STATE_WORDS[state]}</span>
        {values.map((value) => (
          <BadgeView key={`${value.attribute} ${value.value}`} badge={value} />
        ))}
        {capacity.map((bar) => (
          <BarView key={bar.name} bar={bar} />
        ))}
        <span class="unseen">{['', ...why, ...values.map(inWords)].join('; ')}</span>
      </button>
    </li>
  );
}

function inWords({ attribute, value, match }: ValueBadge): string {
  return `${attribute} ${value}${match === undefined ? '' : ' (the same on all devices of the claim)'}`;
}

/** The value of an attribute. A matching value has a colour and a sign. */
function BadgeView({ badge: { attribute, value, match } }: { readonly badge: ValueBadge }) {
  return (
    <span class={`badge${match === undefined ? '' : ` match m${match % MATCH_COLOURS}`}`} title={`${attribute}: ${value}`}>
      {match !== undefined && '⇄ '}
      <End text={value} />
    </span>
  );
}

function BarView({ bar: { name, text, used } }: { readonly bar: Bar }) {
  return (
    <span class="bar">
      <span class="bar-name" title={name}>
        <End text={name} />
      </span>
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect class="whole" width="100" height="6" />
        <rect class="used" width={used * 100} height="6" />
      </svg>
      <span class="bar-text">{text}</span>
    </span>
  );
}
