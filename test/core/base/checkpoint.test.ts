import { describe, expect, it } from 'vitest';
import { CallEnded, Checkpoint, SliceOver } from '../../../src/core/base/checkpoint.js';

describe('a table that keeps its place', () => {
  it('gets something done in each slice, also where it begins with a pause', () => {
    const checkpoint = new Checkpoint();
    let done = 0;
    let slices = 0;
    while (done < 5) {
      checkpoint.beginSlice(0);
      slices++;
      try {
        for (; done < 5; done++) checkpoint.pause();
      } catch (error) {
        expect(error).toBeInstanceOf(SliceOver);
      }
    }
    expect(slices).toBe(5);
  });

  it('pauses where units say so', () => {
    const checkpoint = new Checkpoint();
    checkpoint.beginSlice(0);
    checkpoint.stepOrPause();
    expect(() => checkpoint.stepOrPause()).toThrow(SliceOver);
  });
});

describe('work in one go', () => {
  it('never pauses', () => {
    const checkpoint = new Checkpoint();
    for (let index = 0; index < 1000; index++) checkpoint.pause();
    for (let index = 0; index < 1000; index++) checkpoint.stepOrPause();
    expect(checkpoint.due(1e9)).toBe(false);
    expect(checkpoint.hasSlices).toBe(false);
  });

  it('ends when the time is up, at a step, a check, or a pause', () => {
    const late = (): Checkpoint => new Checkpoint({ deadline: performance.now() });
    expect(() => late().check()).toThrow(new CallEnded('milliseconds'));
    expect(() => late().pause()).toThrow(CallEnded);
    expect(() => late().step(1000)).toThrow(CallEnded);
    expect(() => late().due(1000)).toThrow(CallEnded);
  });

  it('ends when it is called off', () => {
    const checkpoint = new Checkpoint({ signal: AbortSignal.abort() });
    expect(() => checkpoint.check()).toThrow(new CallEnded('signal'));
  });
});

describe('a trial', () => {
  it('ends at a step when it takes too long', () => {
    const checkpoint = new Checkpoint();
    checkpoint.beginTrial();
    expect(() => {
      for (let index = 0; index < 1_000_000; index++) checkpoint.step();
    }).toThrow(SliceOver);
  });
});

describe('a clock that stands still', () => {
  it('does not let a slice go on for ever', () => {
    const { now } = performance;
    performance.now = () => 0;
    try {
      const checkpoint = new Checkpoint();
      checkpoint.beginSlice();
      let units = 0;
      while (units < 1_000_000 && !checkpoint.due()) units++;
      expect(units).toBeLessThan(1_000_000);
    } finally {
      performance.now = now;
    }
  });
});

describe('work that goes on after the end of its call', () => {
  it('runs in one go, whatever it did in the slices before', () => {
    const controller = new AbortController();
    const checkpoint = new Checkpoint({ signal: controller.signal });
    checkpoint.beginSlice(0);
    expect(checkpoint.due()).toBe(true);
    controller.abort();
    expect(() => checkpoint.check()).toThrow(CallEnded);
    expect(checkpoint.hasSlices).toBe(false);
    checkpoint.beginSlice(0);
    expect(checkpoint.hasSlices).toBe(false);
  });
});
