// Writes plots as SVG: lines on logarithmic axes with labels, readable on light and dark pages.

const [WIDTH, HEIGHT] = [720, 400];
const AREA = { left: 72, right: 200, top: 40, bottom: 56 };
/** Colors that are distinct on white and on black, and to most color-blind readers. */
const COLORS = ['#d55e00', '#0080c8', '#009e73', '#b060b0', '#8c7a00', '#777777'];
const DASHES = ['', '7 4', '2 3', '9 3 2 3'];

/**
 * A line: its name, its points as [x, y], and the indices of its color and dashes.
 * @typedef {{ name: string, points: readonly (readonly [number, number])[], color: number, dashes?: number }} Line
 */

/**
 * An axis of a plot. Its values must be above zero. `show` formats the marks.
 * @typedef {{ label: string, show: (value: number) => string, linear?: boolean }} Axis
 */

/**
 * Returns a plot as the text of an SVG file.
 * @param {{ title: string, x: Axis, y: Axis, lines: readonly Line[] }} plot
 */
export function plotSvg({ title, x, y, lines }) {
  const points = lines.flatMap((line) => line.points);
  const across = scale(
    x,
    points.map(([value]) => value),
    AREA.left,
    WIDTH - AREA.right,
  );
  const up = scale(
    y,
    points.map(([, value]) => value),
    HEIGHT - AREA.bottom,
    AREA.top,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="system-ui, sans-serif" font-size="12" role="img">`,
    `<title>${escaped(title)}</title>`,
    '<style>text { fill: #24292f } .grid { stroke: #d0d7de } .axis { stroke: #57606a }',
    '@media (prefers-color-scheme: dark) { text { fill: #e6edf3 } .grid { stroke: #30363d } .axis { stroke: #8b949e } }</style>',
    text(AREA.left, 22, title, 'font-size="15" font-weight="600"'),
    ...across.marks.flatMap((value) => [
      `<line class="grid" x1="${across.at(value)}" x2="${across.at(value)}" y1="${AREA.top}" y2="${HEIGHT - AREA.bottom}"/>`,
      text(across.at(value), HEIGHT - AREA.bottom + 18, x.show(value), 'text-anchor="middle"'),
    ]),
    ...up.marks.flatMap((value) => [
      `<line class="grid" x1="${AREA.left}" x2="${WIDTH - AREA.right}" y1="${up.at(value)}" y2="${up.at(value)}"/>`,
      text(AREA.left - 8, up.at(value) + 4, y.show(value), 'text-anchor="end"'),
    ]),
    `<path class="axis" fill="none" d="M${AREA.left} ${AREA.top}V${HEIGHT - AREA.bottom}H${WIDTH - AREA.right}"/>`,
    text((AREA.left + WIDTH - AREA.right) / 2, HEIGHT - 16, x.label, 'text-anchor="middle"'),
    `<g transform="translate(16 ${(AREA.top + HEIGHT - AREA.bottom) / 2}) rotate(-90)">${text(0, 0, y.label, 'text-anchor="middle"')}</g>`,
    ...lines.flatMap((line, index) => drawLine(line, index, across, up)),
    '</svg>',
    '',
  ].join('\n');
}

/** @typedef {{ at: (value: number) => number, marks: readonly number[] }} Scale */

/**
 * @param {Axis} axis
 * @param {readonly number[]} values
 * @param {number} from where its least value lies
 * @param {number} to where its greatest value lies
 * @returns {Scale}
 */
function scale({ linear = false }, values, from, to) {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const marks = linear ? linearMarks(least, most) : logarithmicMarks(least, most);
  const of = linear ? (/** @type {number} */ value) => value : Math.log10;
  const [low, high] = [Math.min(least, marks[0] ?? least), Math.max(most, marks.at(-1) ?? most)];
  const at = (/** @type {number} */ value) =>
    Math.round((from + ((to - from) * (of(value) - of(low))) / (of(high) - of(low) || 1)) * 10) / 10;
  return { at, marks };
}

/**
 * Returns the powers of ten around the values. For few powers it returns also 2 and 5 times each, within the values.
 * @param {number} least
 * @param {number} most
 */
function logarithmicMarks(least, most) {
  const [low, high] = [Math.floor(Math.log10(least)), Math.ceil(Math.log10(most))];
  const powers = Array.from({ length: high - low + 1 }, (_, index) => 10 ** (low + index));
  if (high - low > 3) return powers;
  return powers.flatMap((power) => [power, 2 * power, 5 * power]).filter((mark) => mark >= least && mark <= most);
}

/**
 * @param {number} least
 * @param {number} most
 */
function linearMarks(least, most) {
  const rough = Math.max(1, (most - least) / 8);
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * unit >= rough) ?? 10) * unit;
  const marks = [];
  for (let mark = Math.floor(least / step) * step; mark < most + step; mark += step) marks.push(mark);
  return marks;
}

/**
 * Draws a line with its points, and its name in the legend on the right.
 * @param {Line} line
 * @param {number} index
 * @param {Scale} across
 * @param {Scale} up
 */
function drawLine({ name, points, color, dashes = 0 }, index, across, up) {
  const stroke = `stroke="${COLORS[color % COLORS.length]}" stroke-dasharray="${DASHES[dashes % DASHES.length]}"`;
  const path = points.map(([x, y], place) => `${place === 0 ? 'M' : 'L'}${across.at(x)} ${up.at(y)}`).join('');
  const [left, top] = [WIDTH - AREA.right + 14, AREA.top + 8 + index * 20];
  return [
    `<path fill="none" stroke-width="2" ${stroke} d="${path}"/>`,
    ...points.map(([x, y]) => `<circle cx="${across.at(x)}" cy="${up.at(y)}" r="3" fill="${COLORS[color % COLORS.length]}"/>`),
    `<line x1="${left}" x2="${left + 24}" y1="${top}" y2="${top}" stroke-width="2" ${stroke}/>`,
    text(left + 30, top + 4, name),
  ];
}

/**
 * @param {number} x
 * @param {number} y
 * @param {string} content
 */
function text(x, y, content, attributes = '') {
  return `<text x="${x}" y="${y}" ${attributes}>${escaped(content)}</text>`;
}

/** @param {string} content */
function escaped(content) {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
