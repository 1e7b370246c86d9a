// Summarizes a run in a few numbers from its samples, for tables, sweeps and pages.

import { recordOf } from './recorder.js';
import type { Report, Sample, Use } from './report.js';

/** The devices of a driver over a run. */
export interface DriverUse {
  /** At the end. */
  readonly inUse: number;
  readonly of: number;
  readonly peak: Use;
  /** The mean number of devices in use over time. Each sample applies until the next one. Absent for a run without duration. */
  readonly mean?: number;
}

/** The numbers of more replicas of a pod that fit. */
export interface RoomSummary {
  /** The pod as `namespace/name`. */
  readonly pod: string;
  /** The maximum of the count. */
  readonly most: number;
  readonly first: number;
  readonly last: number;
  /** The minimum, and the time in seconds when it first occurred. */
  readonly least: number;
  readonly leastAt: number;
  /** True if it was counted only once. */
  readonly isSingle: boolean;
}

/** A run in a few numbers. */
export interface Summary {
  /** The most pods pending at a time, and the time in seconds when that first occurred. */
  readonly mostPending: number;
  readonly mostPendingAt: number;
  /** By driver. */
  readonly devices: Readonly<Record<string, DriverUse>>;
  readonly room?: RoomSummary;
}

/** Summarizes a run. */
export function summaryOf({ samples, seconds, room }: Pick<Report, 'samples' | 'seconds' | 'room'>): Summary {
  const mostPending = samples.reduce((all, { pending }) => Math.max(all, pending), 0);
  const rooms = room === undefined ? undefined : roomOf(samples, room);
  return {
    mostPending,
    mostPendingAt: samples.find(({ pending }) => pending === mostPending)?.at ?? 0,
    devices: recordOf(driversOf(samples).map((driver) => [driver, useOf(samples, seconds, driver)] as const)),
    ...(rooms === undefined ? {} : { room: rooms }),
  };
}

/** Returns the drivers in samples, sorted by name. */
export function driversOf(samples: readonly Sample[]): readonly string[] {
  return [...new Set(samples.flatMap(({ devices }) => Object.keys(devices)))].sort();
}

const NO_USE: Use = { inUse: 0, of: 0 };

function useOf(samples: readonly Sample[], seconds: number, driver: string): DriverUse {
  let area = 0;
  let peak = NO_USE;
  for (const [index, { at, devices }] of samples.entries()) {
    const use = useIn(devices, driver);
    area += use.inUse * ((samples[index + 1]?.at ?? Math.max(seconds, at)) - at);
    if (use.inUse > peak.inUse || index === 0) peak = use;
  }
  const last = useIn(samples.at(-1)?.devices ?? {}, driver);
  return { ...last, peak, ...(seconds > 0 ? { mean: toThousandths(area / seconds) } : {}) };
}

/** A driver name may equal an inherited property of objects. */
function useIn(devices: Sample['devices'], driver: string): Use {
  return Object.hasOwn(devices, driver) ? (devices[driver] as Use) : NO_USE;
}

function roomOf(samples: readonly Sample[], { pod, most }: NonNullable<Report['room']>): RoomSummary | undefined {
  const rooms = samples.flatMap(({ room, at }) => (room === undefined ? [] : [{ room, at }]));
  const [first, last] = [rooms[0], rooms.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const least = rooms.reduce((all, one) => (one.room < all.room ? one : all), first);
  return { pod, most, first: first.room, last: last.room, least: least.room, leastAt: least.at, isSingle: rooms.length === 1 };
}

function toThousandths(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/** @internal Returns the number of pods that block drains at the end. */
export function blockedPods({ drains = [] }: Pick<Report, 'drains'>): number {
  return drains.reduce((sum, { blocked }) => sum + blocked.length, 0);
}
