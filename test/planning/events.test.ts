import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/core/base/json.js';
import { decodeTrace, MOST_EVENTS } from '../../src/planning/events.js';

const traceOf = (...events: Json[]): Json => ({ apiVersion: 'simulate.dra-allocator/v1alpha1', kind: 'Trace', events });
const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' } };

describe('a trace', () => {
  it('has its events in the order of their times, those of one time as they stand there', () => {
    const events = decodeTrace(
      traceOf({ at: '1m', cordon: 'b' }, { at: 0.5, drain: ['a', 'b'] }, { at: 60, uncordon: 'b' }, { at: '1m30s', cordon: 'c' }),
    );
    expect(events.map(({ at, action, path }) => [at, action.kind, path])).toEqual([
      [500, 'drain', 'trace.events[1]'],
      [60_000, 'cordon', 'trace.events[0]'],
      [60_000, 'uncordon', 'trace.events[2]'],
      [90_000, 'cordon', 'trace.events[3]'],
    ]);
  });

  it('takes one of each thing, or a list', () => {
    const [applied, deleted, scaled, tainted] = decodeTrace(
      traceOf(
        { at: 0, apply: pod, lifetime: '5m' },
        { at: 0, delete: [{ kind: 'Pod', name: 'a' }] },
        { at: 0, scale: { kind: 'Deployment', namespace: 'web', name: 'a', replicas: 3 } },
        { at: 0, taint: { node: 'n', key: 'k', effect: 'NoExecute' } },
      ),
    );
    expect(applied?.action).toEqual({ kind: 'apply', objects: [pod], lifetime: 300_000 });
    expect(deleted?.action).toEqual({ kind: 'delete', references: [{ kind: 'Pod', name: 'a', namespace: 'default' }] });
    expect(scaled?.action).toEqual({ kind: 'scale', scales: [{ kind: 'Deployment', namespace: 'web', name: 'a', replicas: 3 }] });
    expect(tainted?.action).toEqual({ kind: 'taint', taints: [{ node: 'n', key: 'k', value: '', effect: 'NoExecute' }] });
  });

  it.each<[string, Json, string]>([
    ['no list', { events: 'all' }, 'trace.events: expected a list of events'],
    ['another kind', { kind: 'Load', events: [] }, 'trace.kind: expected Trace'],
    ['another version', { apiVersion: 'v1', events: [] }, 'trace.apiVersion: expected simulate.dra-allocator/v1alpha1'],
    ['no time', traceOf({ cordon: 'a' }), 'trace.events[0].at: expected a duration such as 90s'],
    ['a time before the start', traceOf({ at: -1, cordon: 'a' }), 'found -1'],
    ['a time that is none', traceOf({ at: 'noon', cordon: 'a' }), 'found "noon"'],
    ['a time that does not end', traceOf({ at: Number.POSITIVE_INFINITY, cordon: 'a' }), 'trace.events[0].at: expected a duration'],
    ['nothing that happens', traceOf({ at: 0 }), 'trace.events[0]: expected one of apply, delete, scale'],
    ['two things that happen', traceOf({ at: 0, cordon: 'a', drain: 'b' }), 'trace.events[0]: expected one of apply'],
    ['a slip of the pen', traceOf({ at: 0, cordn: 'a' }), 'trace.events[0].cordn: unknown field, did you mean trace.events[0].cordon?'],
    ['a lifetime of nothing', traceOf({ at: 0, cordon: 'a', lifetime: '5m' }), 'trace.events[0].lifetime: only apply accepts'],
    ['an object that is none', traceOf({ at: 0, apply: ['pod'] }), 'trace.events[0].apply[0]: expected a Kubernetes object'],
    ['a node without a name', traceOf({ at: 0, drain: [''] }), 'trace.events[0].drain[0]: expected a name'],
    ['a reference without a kind', traceOf({ at: 0, delete: { name: 'a' } }), 'trace.events[0].delete.kind: expected a name'],
    [
      'a huge number of replicas',
      traceOf({ at: 0, scale: { kind: 'Job', name: 'a', replicas: 3e9 } }),
      'scale.replicas: expected an integer',
    ],
    ['a taint without an effect', traceOf({ at: 0, taint: { node: 'a', key: 'k' } }), 'taint.effect: expected one of NoSchedule'],
  ])('is refused with %s', (_, value, message) => {
    expect(() => decodeTrace(value)).toThrow(
      expect.objectContaining({ code: 'invalid-object', message: expect.stringContaining(message) }),
    );
  });

  it('is rejected with more events than there may be', () => {
    const events = new Array<Json>(MOST_EVENTS + 1).fill({ at: 0, cordon: 'a' });
    expect(() => decodeTrace(traceOf(...[])).length).not.toThrow();
    expect(() => decodeTrace({ events })).toThrow(expect.objectContaining({ code: 'input-too-large' }));
  });
});
