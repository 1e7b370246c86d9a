import { describe, expect, it } from 'vitest';
import { roundedTime } from '../../../../src/apps/cli/print/simulation.js';
import { simulationPage } from '../../../../src/apps/cli/print/simulation-html.js';
import { compareReports } from '../../../../src/planning/index.js';
import type { Report } from '../../../../src/planning/report.js';

const report = (more: Pick<Report, 'given' | 'totals' | 'moves' | 'stillPending'>): Report => ({
  kind: 'complete',
  seconds: 0,
  samples: [{ at: 0, placed: 2, pending: 1, devices: { 'gpu.example.com': { inUse: 2, of: 8 } }, classes: {}, capacities: {}, causes: {} }],
  log: [],
  notLookedAt: [],
  ...more,
});

describe('the changes of a simulation', () => {
  it('names the drained node, and says where each pod went', () => {
    const drained = report({
      given: { running: 3, pending: 0 },
      totals: { created: 2, placed: 1, ended: 0, deleted: 0, evicted: 3, running: 2, pending: 1 },
      moves: [
        { at: 0, pod: 'ml/a-1', from: 'node-a', again: 'ml/a-2', to: 'node-b' },
        { at: 0, pod: 'ml/b-1', from: 'node-a', again: 'ml/b-2' },
        { at: 0, pod: 'ml/c', from: 'node-a' },
      ],
      stillPending: [
        { pod: 'ml/b-2', count: 1, message: 'Insufficient cpu' },
        { pod: 'ml/b-3', count: 2, message: 'Insufficient cpu' },
        { pod: 'ml/old', count: 1, message: 'Insufficient cpu', wasPending: true },
      ],
    });
    const devices = new Map([['gpu.example.com', { inUse: 3, of: 8 }]]);
    const events = [{ at: 0, action: { kind: 'drain', nodes: ['node-a'] } as const }];
    const text = simulationPage(compareReports([{ name: 'as given', report: drained }]), { events, devices });
    expect(text).toContain('<h1>Drain of node node-a: 3 pods evicted, 1 placed again, 1 pending, 1 not created again</h1>');
    expect(text).toContain('ml/a-1<br><small class="soft">new pod ml/a-2</small></th><td>node-a</td><td>node-b</td>');
    expect(text).toContain('<td>node-a</td><td>not created again: the pod has no owner</td>');
    expect(text).toContain('<th scope="row">running pods</th><td>3</td><td>2</td>');
    expect(text).toContain('<th scope="row">devices of gpu.example.com in use</th><td>3 of 8</td><td>2 of 8</td>');
    expect(text.match(/<p>Insufficient cpu<\/p>/g)).toHaveLength(2);
    expect(text).toContain('<b>3 pods</b>: ml/b-2; ml/b-3 and 1 like it');
    expect(text).not.toContain('<h2>Changes');
    const later = [{ at: 300_000, action: { kind: 'cordon', nodes: ['node-b'] } as const }, ...events];
    expect(simulationPage(compareReports([{ name: 'as given', report: drained }]), { events: later, devices })).toContain(
      '<li>5m: Cordon node node-b</li>',
    );
  });

  it.each([
    [0.25, '0.3s'],
    [7801.399, '2h10m'],
    [1090.267, '18m'],
    [75.4, '1m15s'],
  ])('rounds %d seconds to %s', (seconds, text) => {
    expect(roundedTime(seconds)).toBe(text);
  });
});
