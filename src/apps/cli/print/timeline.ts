// Timelines as SVG, with scales and shapes of d3, which need no browser. A value applies until the next one, so lines have
// steps.

import { scaleLinear, scaleUtc } from 'd3-scale';
import { area, curveStepAfter, line, stack } from 'd3-shape';
import { largestOf } from '../../../core/base/lists.js';
import { type Html, html } from './html.js';
import { showSeconds } from './simulation.js';

/** A value that starts at a time, in seconds. */
export interface Point {
  readonly at: number;
  readonly value: number;
}

type Look = 'dashed' | 'filled' | 'limit';

/** A line of a timeline. */
export interface Line {
  readonly label: string;
  /** The index of a colour in the style sheet, from 0. */
  readonly color: number;
  readonly look?: Look;
  readonly points: readonly Point[];
}

/** The frame of a timeline. */
export interface Frame {
  /** A text alternative for the picture. */
  readonly summary: string;
  /** The end, in seconds; above 0. */
  readonly seconds: number;
  /** True if lines belong to several runs and may overlap. Lower lines are then wider. */
  readonly hasRuns?: boolean;
}

/** The number of colours; further lines repeat them. */
export const COLORS = 8;

const WIDTH = 960;
const HEIGHT = 220;
const TOP = 20;
const BOTTOM = 26;

/** The most times on the axis of a narrow page. */
const NARROW_TIMES = 5;

/** The least duration of a scale in days, since the calendar of a clock would count months. */
const SECONDS_OF_DAYS = 14 * 24 * 3600;

/** Returns lines over time. */
export function lineChart(lines: readonly Line[], frame: Frame): Html {
  const axes = axesOf(
    largestOf(
      lines.flatMap(({ points }) => points.map(({ value }) => value)),
      1,
    ),
    frame,
  );
  const steps = line<Point>(
    ({ at }) => axes.x(at),
    ({ value }) => axes.y(value),
  )
    .curve(curveStepAfter)
    .digits(1);
  const below = area<Point>(
    ({ at }) => axes.x(at),
    axes.y(0),
    ({ value }) => axes.y(value),
  )
    .curve(curveStepAfter)
    .digits(1);
  const drawn = lines.map(({ points, color, look }) => {
    const whole = untilTheEnd(points, frame.seconds);
    const fill = look === 'filled' ? html`<path class="area ${colorClass(color)}" d="${below(whole) ?? ''}"/>` : undefined;
    return html`${fill}<path class="line ${colorClass(color)} ${look ?? ''}" d="${steps(whole) ?? ''}"/>\n`;
  });
  return figure(drawn, axes, frame, lines.map(legendOf));
}

/** Returns stacked layers over time. */
export function stackedChart(layers: readonly Line[], frame: Frame): Html {
  const times = [...new Set([...layers.flatMap(({ points }) => points.map(({ at }) => at)), frame.seconds])].sort((a, b) => a - b);
  const rows = valuesAt(layers, times);
  const axes = axesOf(
    largestOf(
      rows.map((row) => row.reduce((sum, value) => sum + value, 0)),
      1,
    ),
    frame,
  );
  const series = stack<readonly number[], number>()
    .keys(layers.keys())
    .value((row, key) => row[key] ?? 0)(rows);
  const shape = area<[number, number]>()
    .x((_, index) => axes.x(times[index] ?? 0))
    .y0(([from]) => axes.y(from))
    .y1(([, to]) => axes.y(to))
    .curve(curveStepAfter)
    .digits(1);
  const drawn = series.map(
    (each) => html`<path class="layer ${colorClass(layers[each.key]?.color ?? 0)}" d="${shape(each as [number, number][]) ?? ''}"/>\n`,
  );
  return figure(
    drawn,
    axes,
    frame,
    layers.map((layer) => legendOf({ ...layer, look: 'filled' as const })),
  );
}

/** Returns the values of all layers at each time. */
function valuesAt(layers: readonly Line[], times: readonly number[]): readonly (readonly number[])[] {
  const next = layers.map(() => 0);
  const now = layers.map(() => 0);
  return times.map((time) => {
    for (const [index, { points }] of layers.entries()) {
      for (let point = points[next[index] as number]; point !== undefined && point.at <= time; point = points[next[index] as number]) {
        now[index] = point.value;
        next[index] = (next[index] as number) + 1;
      }
    }
    return [...now];
  });
}

function untilTheEnd(points: readonly Point[], seconds: number): readonly Point[] {
  const last = points.at(-1);
  return last === undefined || last.at >= seconds ? points : [...points, { at: seconds, value: last.value }];
}

interface Axes {
  readonly x: (seconds: number) => number;
  readonly y: (value: number) => number;
  readonly times: readonly number[];
  readonly values: readonly number[];
}

function axesOf(most: number, { seconds }: Frame): Axes {
  const y = scaleLinear([0, most], [HEIGHT - BOTTOM, TOP]).nice(5);
  const values = y.ticks(5).filter((value) => Number.isInteger(value));
  const range = [0, WIDTH];
  if (seconds > SECONDS_OF_DAYS) {
    const days = scaleLinear([0, seconds / 86_400], range);
    return { x: (at) => days(at / 86_400), y, times: days.ticks(10).map((day) => day * 86_400), values };
  }
  const x = scaleUtc([0, seconds * 1000], range);
  return { x: (at) => x(at * 1000), y, times: x.ticks(10).map((date) => date.getTime() / 1000), values };
}

/** Lines stretch with the page while words keep their size, so that a phone shows the whole timeline. */
function figure(drawn: readonly Html[], axes: Axes, { summary, hasRuns = false }: Frame, legend: readonly Html[]): Html {
  const edge = HEIGHT - BOTTOM;
  const grid = axes.values.map((value) => {
    const at = axes.y(value).toFixed(1);
    return {
      line: html`<line class="grid" x1="0" x2="100%" y1="${at}" y2="${at}"/>`,
      text: html`<text class="tick" x="4" y="${at}" dy="-.3em">${value.toLocaleString('en')}</text>`,
    };
  });
  const times = axes.times.map((time, index) => {
    const share = (100 * axes.x(time)) / WIDTH;
    const [at, anchor] = [`${share.toFixed(2)}%`, share < 3 ? 'start' : share > 97 ? 'end' : 'middle'];
    const isBetween = index % Math.ceil(axes.times.length / NARROW_TIMES) !== 0;
    return html`<g class="${isBetween ? 'time between' : 'time'}"><line class="grid" x1="${at}" x2="${at}" y1="${edge}" y2="${edge + 5}"/><text class="tick" x="${at}" y="${edge + 19}" text-anchor="${anchor}">${showTime(time)}</text></g>`;
  });
  return html`<figure><svg class="timeline${hasRuns ? ' runs' : ''}" height="${HEIGHT}" role="img" aria-label="${summary}">
${grid.map(({ line: drawnLine }) => drawnLine)}${times}
<svg width="100%" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none">
${drawn}</svg>${grid.map(({ text }) => text)}</svg>
<ul class="legend">${legend}</ul></figure>
`;
}

/** Returns a time, in days for whole days. */
function showTime(seconds: number): string {
  const days = seconds / 86_400;
  return seconds >= 86_400 && Number.isInteger(days) ? `${days}d` : showSeconds(seconds);
}

function legendOf({ label, color, look }: Line): Html {
  const swatch =
    look === 'filled'
      ? html`<rect class="layer ${colorClass(color)}" width="24" height="12"/>`
      : html`<line class="line ${colorClass(color)} ${look ?? ''}" x1="0" x2="24" y1="6" y2="6"/>`;
  return html`<li><svg viewBox="0 0 24 12" width="24" height="12" aria-hidden="true">${swatch}</svg> ${label}</li>`;
}

function colorClass(color: number): string {
  return `c${color % COLORS}`;
}
