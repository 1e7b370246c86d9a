import { describe, expect, it } from 'vitest';
import { simulationPage } from '../../../../src/apps/cli/print/simulation-html.js';
import { compareReports } from '../../../../src/planning/index.js';
import type { Report, Sample } from '../../../../src/planning/report.js';
import { runProgram } from '../run-program.js';

const sample = (at: number, placed: number, pending: number, more: Partial<Sample> = {}): Sample => ({
  at,
  placed,
  pending,
  devices: { 'gpu.example.com': { inUse: placed, of: 8 } },
  classes: {},
  capacities: {},
  causes: pending > 0 ? { 'Insufficient cpu': pending } : {},
  ...more,
});

const report = (samples: readonly Sample[], more: Partial<Report> = {}): Report => ({
  kind: 'complete',
  seconds: samples.at(-1)?.at ?? 0,
  given: { running: 0, pending: 0 },
  moves: [],
  totals: { created: 9, placed: 8, ended: 0, deleted: 0, evicted: 0, running: 8, pending: 1 },
  samples,
  log: [],
  stillPending: [],
  notLookedAt: [],
  ...more,
});

const SAMPLES = [sample(0, 0, 0, { room: 4 }), sample(60, 8, 3), sample(600, 8, 1, { room: 0 })];
const page = (...reports: readonly Report[]): string =>
  simulationPage(compareReports(reports.map((each, index) => ({ name: index === 0 ? 'as given' : `order=input-${index}`, report: each }))));

/** The steps of a line as pairs of numbers. */
const stepsOf = (text: string, name: string): readonly (readonly number[])[] => {
  const [, path = ''] = new RegExp(`<path class="${name}" d="([^"]*)"`).exec(text) ?? [];
  return [...path.matchAll(/[ML]([\d.]+),([\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
};

describe('simulationPage', () => {
  it('draws pods, devices, room and reasons over time, and says in words what is to be seen', () => {
    const text = page(report(SAMPLES, { room: { pod: 'ml/train', most: 100 } }));
    expect(text.match(/<h2>[^<]*/g)).toEqual([
      '<h2>Before and after',
      '<h2>Pods',
      '<h2>Devices of gpu.example.com',
      '<h2>Room for more of the largest pod',
      '<h2>Why pods were pending',
      '<h2>Totals',
    ]);
    expect(text).toContain('<h1>Simulation of 9 pods over 10m: 8 running, 1 pending at the end</h1>');
    expect(text).toContain('Pods placed and pending over time: at most 8 placed and 3 pending');
    expect(text).toContain('Devices of gpu.example.com in use over time: at most 8 of 8');
    expect(text).toContain('Room for the largest pod over time: 4 at the beginning, at least 0, 0 at the end');
    expect(text).toContain('Pending pods by reason over time: at most 3, of 1 reason');
    expect(text).toContain('<th scope="row">max pending</th><td>3 (at 1m)</td>');
  });

  it('scrolls totals that are too wide, and breaks no word on a wide page', () => {
    const text = page(report(SAMPLES));
    expect(text).toContain('.facts th, .facts td { overflow-wrap: break-word; }');
    expect(text).toMatch(/<div class="scroll"[^>]*><table class="facts">/);
  });

  it('draws steps: a value holds until the next one, and the last one until the end', () => {
    const text = page(report(SAMPLES.slice(0, 2), { seconds: 120 }));
    // No pod is placed until 60 s, then eight pods until 120 s.
    expect(stepsOf(text, 'line c0 filled')).toEqual([
      [0, 194],
      [480, 194],
      [480, 20],
      [960, 20],
      [960, 20],
    ]);
  });

  it('puts variants over each other, with the pods that differ', () => {
    const log = (at: number): Report['log'] => [
      { at: 0, what: 'created', pod: 'ml/a' },
      { at, what: 'placed', pod: 'ml/a', node: 'node-a' },
    ];
    const text = page(report(SAMPLES, { log: log(0) }), report(SAMPLES, { log: log(60) }));
    expect(text).toContain('<h1>2 simulations of 9 pods over 10m</h1>');
    expect(text).toContain('placed, as given</li>');
    expect(text).toContain('pending, order=input-1</li>');
    expect(text).toContain('<h2>Pods that differ (1)</h2>');
    expect(text).toContain('<td>node-a at 0s</td><td>node-a at 1m</td>');
    expect(text.match(/<h2>Why pods were pending[^<]*/g)).toEqual([
      '<h2>Why pods were pending, as given',
      '<h2>Why pods were pending, order=input-1',
    ]);
  });

  it('says so where a run was interrupted, where nothing takes time, and what was not considered', () => {
    expect(page(report(SAMPLES, { kind: 'interrupted', by: 'signal' }))).toContain(
      'Interrupted by signal at 10m: the page shows the results until then.',
    );
    expect(page(report([sample(0, 3, 0)]))).not.toMatch(/<figure>|max pending|over 0s/);
    expect(page(report(SAMPLES, { notLookedAt: ['topology spread'] }))).toContain('Not evaluated: topology spread.');
  });

  it('draws timelines as wide as the page, with words that keep their size', () => {
    const text = page(report(SAMPLES));
    expect(text).not.toMatch(/min-width: 40rem|<svg class="timeline[^>]*viewBox/);
    expect(text).toContain('preserveAspectRatio="none"');
  });

  it('shows the most frequent reasons, and counts the others', () => {
    const causes = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`reason ${index}`, index + 1]));
    const text = page(report([sample(0, 0, 465, { causes }), sample(10, 0, 465, { causes })]));
    expect(text).toContain('23 other reasons');
    expect(text).toContain('reason 29</li>');
    expect(text).not.toContain('reason 3</li>');
  });

  it('counts days where clocks would count months, and needs no more for years', () => {
    const text = page(report([sample(0, 0, 0), sample(100 * 365 * 86_400, 1, 0)]));
    expect(text).toContain('>10000d</text>');
  });

  it('takes whatever names there are for text, and loads and runs nothing', () => {
    const evil = '"><script>alert(1)</script><img src=x onerror=alert(1)>\u202e';
    const samples = SAMPLES.map((each) => ({ ...each, devices: { [evil]: { inUse: 1, of: 2 } }, causes: { [evil]: 1 } }));
    const hostile = report(samples, {
      room: { pod: evil, most: 3 },
      stillPending: [{ pod: evil, count: 1, message: evil }],
      log: [{ at: 0, what: 'placed', pod: evil, node: evil }],
      notLookedAt: [evil],
    });
    const text = simulationPage(
      compareReports([
        { name: evil, report: hostile },
        { name: 'b', report: report(SAMPLES) },
      ]),
    );
    expect(text).not.toMatch(/<(?:script|img|link|iframe)|\u202e|url\(|href|\son\w+=(?!alert\(1\)&gt;)/);
    expect(text).toContain("default-src 'none'; style-src 'sha256-");
    expect(text).toContain('&lt;script&gt;');
  });

  it('has names that every object has', () => {
    const samples = SAMPLES.map((each, index) => (index > 0 ? each : { ...each, devices: { constructor: { inUse: 1, of: 1 } } }));
    const text = page(report(samples), report(SAMPLES));
    expect(text).toContain('<h2>Devices of constructor</h2>');
    expect(text).not.toContain('NaN');
  });
});

describe('simulate -o html', () => {
  it('prints the page', async () => {
    const input = ['-f', 'examples/simulate/cluster.yaml', '-f', 'examples/simulate/trace.yaml', '-o', 'html'];
    const { code, out } = await runProgram(['simulate', ...input, '--against', 'devices=reversed']);
    expect(code).toBe(0);
    expect(out).toContain('<h1>2 simulations of 4 pods over 20m</h1>');
    expect(out).toContain('<th scope="col">devices=reversed</th>');
  });

  it('does not go with a Sweep', async () => {
    const { code, err } = await runProgram(['simulate', '-f', 'examples/sweep/sweep.yaml', '-o', 'html']);
    expect(code).toBe(2);
    expect(err).toContain('option --output html does not work with a Sweep');
  });
});
