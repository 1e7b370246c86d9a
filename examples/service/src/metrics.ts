// Metrics in the text format of Prometheus (0.0.4): counters, gauges and histograms, each with a fixed set of labels. The usual client
// library needs modules of Node, and this code also runs in workerd.
// Labels come from tables of this service and never from bodies, so that strangers cannot create series.

type Labels = Readonly<Record<string, string>>;

interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  lines(): Iterable<string>;
}

/** A number for each combination of labels so far. */
class Numbers implements Family {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge';
  readonly #values = new Map<string, number>();

  constructor(type: 'counter' | 'gauge', name: string, help: string) {
    this.type = type;
    this.name = name;
    this.help = help;
  }

  add(amount: number, labels: Labels = {}): void {
    const key = labelsText(labels);
    this.#values.set(key, (this.#values.get(key) ?? 0) + amount);
  }

  *lines(): Iterable<string> {
    for (const [labels, value] of this.#values) yield `${this.name}${labels} ${value}`;
  }
}

/** Observations, counted by size. */
class Histogram implements Family {
  readonly type = 'histogram';
  readonly name: string;
  readonly help: string;
  readonly #bounds: readonly number[];
  readonly #series = new Map<string, { readonly labels: Labels; readonly counts: number[]; sum: number }>();

  constructor(name: string, help: string, bounds: readonly number[]) {
    this.name = name;
    this.help = help;
    this.#bounds = bounds;
  }

  observe(value: number, labels: Labels = {}): void {
    const key = labelsText(labels);
    let series = this.#series.get(key);
    if (series === undefined) {
      series = { labels, counts: new Array<number>(this.#bounds.length + 1).fill(0), sum: 0 };
      this.#series.set(key, series);
    }
    const found = this.#bounds.findIndex((bound) => value <= bound);
    const place = found < 0 ? this.#bounds.length : found;
    series.counts[place] = (series.counts[place] as number) + 1;
    series.sum += value;
  }

  *lines(): Iterable<string> {
    for (const { labels, counts, sum } of this.#series.values()) {
      let below = 0;
      for (const [place, count] of counts.entries()) {
        below += count;
        yield `${this.name}_bucket${labelsText({ ...labels, le: String(this.#bounds[place] ?? '+Inf') })} ${below}`;
      }
      yield `${this.name}_sum${labelsText(labels)} ${sum}`;
      yield `${this.name}_count${labelsText(labels)} ${below}`;
    }
  }
}

/** All metrics of the service. */
export class Metrics {
  readonly requests = new Numbers('counter', 'dra_allocator_requests_total', 'Requests that were answered, by route and status.');
  readonly rejected = new Numbers('counter', 'dra_allocator_rejected_total', 'Requests that were not looked at, by reason.');
  readonly interruptions = new Numbers('counter', 'dra_allocator_interruptions_total', 'Answers that a limit ended, by topic and limit.');
  readonly threads = new Numbers('counter', 'dra_allocator_moved_to_threads_total', 'Questions that threads answered, by why.');
  readonly inFlight = new Numbers('gauge', 'dra_allocator_in_flight', 'Questions that are under way.');
  readonly buffered = new Numbers('gauge', 'dra_allocator_buffered_bytes', 'Bytes of the bodies above 64 KiB that are under way.');
  readonly durations = new Histogram(
    'dra_allocator_duration_seconds',
    'Time from the headers of a request to its answer, by route.',
    [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
  );
  readonly alternatives = new Histogram(
    'dra_allocator_chosen_alternative',
    'Allocations from prioritized lists, by the index of the alternative that was chosen (KEP-4816).',
    [0, 1, 2, 3, 4, 5, 6, 7],
  );

  constructor() {
    this.inFlight.add(0);
    this.buffered.add(0);
  }

  text(): string {
    const families: readonly Family[] = [
      this.requests,
      this.rejected,
      this.interruptions,
      this.threads,
      this.inFlight,
      this.buffered,
      this.durations,
      this.alternatives,
    ];
    const lines = families.flatMap((family) => [
      `# HELP ${family.name} ${family.help}`,
      `# TYPE ${family.name} ${family.type}`,
      ...family.lines(),
    ]);
    return `${lines.join('\n')}\n`;
  }
}

function labelsText(labels: Labels): string {
  const all = Object.entries(labels);
  return all.length === 0 ? '' : `{${all.map(([name, value]) => `${name}="${value}"`).join(',')}}`;
}
