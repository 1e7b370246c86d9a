// Plays a random history of a cluster with classic DRA: users, faults and driver errors from a seed, with
// invariants checked after every step. Checks that the cluster settles after faults and errors end.

import { changesOf } from '../../../src/apps/cli/print/classic-events.js';
import {
  ApiError,
  type ClassicPod,
  type Driver,
  type DriverFactory,
  FAKE_DRIVER,
  type FakeDriverOptions,
  fakeDriver,
  NODE_ALLOCATION_STATE,
  type NodeAllocationState,
  Simulation,
} from '../../../src/classic/index.js';
import { Random } from '../../../src/core/base/random.js';
import {
  claimSpec,
  claimTemplate,
  classicClaim,
  classicNode,
  classicPod,
  fakeParameters,
  resourceClass,
} from '../support/classic-objects.js';
import { areEndless } from './endless.js';
import { brokenInvariants } from './invariants.js';

/** The result of a history. */
export interface HistoryResult {
  readonly steps: number;
  /** The first problems with their step; empty if none exist. */
  readonly problems: readonly string[];
  /** Bound pods, crashed actors, and driver errors, which show the value of the history. */
  readonly ran: number;
  readonly crashes: number;
  readonly errors: number;
  /** 1 if the history negotiated endlessly until it was stopped. */
  readonly endless: number;
}

/** The maximum number of steps to settle. Most histories need some hundred. */
const MOST_STEPS = 10_000;

/** The maximum number of repetitions of these steps if some pods negotiate endlessly. */
const MOST_ROUNDS = 5;

/** In a history that does not settle, the changes of this number of last steps are considered endless. */
const RECENT = 2_000;

/** Options of {@link playHistory}. */
export interface HistoryOptions {
  /** Called with each change. */
  readonly print?: ((line: string) => void) | undefined;
  /** Wraps the driver. */
  readonly decorate?: (factory: DriverFactory, kubernetesVersion: string) => DriverFactory;
}

/** Plays the history of a seed. */
export async function playHistory(
  seed: number,
  allocator: FakeDriverOptions['allocator'],
  options: HistoryOptions = {},
): Promise<HistoryResult> {
  const history = new History(seed, allocator, options);
  await history.play();
  return history.result;
}

class History {
  readonly #random: Random;
  readonly #simulation: Simulation;
  readonly #print: ((line: string) => void) | undefined;
  readonly #problems: string[] = [];
  readonly #failures = { share: 0 };
  #steps = 0;
  #ran = 0;
  #crashes = 0;
  #errors = 0;
  #endless = 0;
  /** The last step in which each object was written, by `Kind name`. */
  readonly #written = new Map<string, number>();
  #pods = 0;
  #claims = 0;
  #nodes = 0;

  constructor(seed: number, allocator: FakeDriverOptions['allocator'], { print, decorate = (factory) => factory }: HistoryOptions) {
    this.#print = print;
    this.#random = new Random(seed);
    const factory = fakeDriver({ allocator, devicesPerNode: 1 + this.#random.below(4) });
    const nodes = Array.from({ length: 1 + this.#random.below(3) }, () => classicNode(`node-${++this.#nodes}`));
    const spec = (): object => claimSpec(['one', 'one', 'two', 'split'][this.#random.below(4)]);
    const order = this.#random.below(4) === 0 ? 'in-turn' : 'random';
    const kubernetesVersion = this.#random.below(2) === 0 ? '1.27' : '1.30';
    this.#simulation = new Simulation({
      seed,
      order,
      kubernetesVersion,
      queueingHints: this.#random.below(3) === 0,
      drivers: { [FAKE_DRIVER]: decorate(this.#failing(factory), kubernetesVersion) },
      objects: [
        ...nodes,
        resourceClass(),
        resourceClass('absent', { driverName: 'absent.example.com' }),
        fakeParameters('one', { count: 1 }),
        fakeParameters('two', { count: 2 }),
        fakeParameters('split', { count: 1, split: 2 }),
        claimTemplate('t0', spec()),
        claimTemplate('t1', spec()),
      ],
    });
  }

  get result(): HistoryResult {
    return {
      steps: this.#steps,
      problems: this.#problems,
      ran: this.#ran,
      crashes: this.#crashes,
      errors: this.#errors,
      endless: this.#endless,
    };
  }

  async play(): Promise<void> {
    const operations = 5 + this.#random.below(30);
    for (let count = 0; count < operations && this.#problems.length === 0; count++) {
      this.#operate();
      await this.#go(this.#random.below(4) === 0 ? 120 : this.#random.below(20));
    }
    this.#failures.share = 0;
    // Some actors with a pending retry of an injected failure have not retried since failures ended.
    this.#simulation.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'no-failures' } });
    await this.#settle('at the end');
    if (this.#endless === 0) this.#look('after settling', this.#unsettled());
    for (const { metadata } of this.#simulation.objects('Pod')) this.#delete('Pod', metadata.name);
    for (const { metadata } of this.#simulation.objects('ResourceClaim')) this.#delete('ResourceClaim', metadata.name);
    await this.#settle('behind everything');
    this.#look('behind everything', this.#leftovers());
  }

  /** Performs one action of a user, or one fault. */
  #operate(): void {
    const dice = this.#random.below(100);
    if (dice < 35) this.#createPod();
    else if (dice < 50) this.#withPod((name) => this.#delete('Pod', name));
    else if (dice < 60) this.#withPod((name) => this.#simulation.finish('default', name));
    else if (dice < 68) this.#createClaim();
    else if (dice < 71) this.#deleteClaim();
    else if (dice < 76) this.#simulation.restart(this.#anActor());
    else if (dice < 84) this.#simulation.crashAfter(this.#anActor(), this.#random.below(12));
    else if (dice < 89) this.#onWatch((actor, type) => this.#simulation.loseEvent(actor, type));
    else if (dice < 93) this.#onWatch((actor, type) => this.#simulation.repeatEvent(actor, type));
    else if (dice < 98) this.#failures.share = this.#failures.share > 0 ? 0 : 10 + this.#random.below(60);
    else if (this.#nodes < 5) this.#simulation.apply(classicNode(`node-${++this.#nodes}`));
  }

  #createPod(): void {
    const sources = [
      't:t0',
      't:t1',
      't:t0',
      ...this.#simulation
        .objects('ResourceClaim')
        .flatMap(({ metadata }) => (metadata.ownerReferences === undefined ? [metadata.name, metadata.name] : [])),
    ];
    const claims = Object.fromEntries(
      Array.from({ length: 1 + Number(this.#random.below(3) === 0) }, (_, index) => [
        `c${index}`,
        this.#random.chooseFrom(sources) ?? 't:t0',
      ]),
    );
    // Names of pods may repeat.
    const name = `pod-${this.#random.below(5) === 0 ? Math.max(this.#pods, 1) : ++this.#pods}`;
    if (this.#simulation.objects('Pod').some(({ metadata }) => metadata.name === name)) return;
    // Some pods have a node from the start, without a check of its capacity.
    const node = this.#random.below(8) === 0 ? { nodeName: `node-${1 + this.#random.below(this.#nodes)}` } : {};
    this.#simulation.apply(classicPod(name, claims, node));
  }

  #createClaim(): void {
    const mode = this.#random.below(3) === 0 ? { allocationMode: 'Immediate' } : {};
    // No driver allocates the claims of a driver that does not run.
    const spec = {
      ...claimSpec(this.#random.chooseFrom(['one', 'two']), mode),
      ...(this.#random.below(10) === 0 ? { resourceClassName: 'absent' } : {}),
    };
    // Up to 1.27, a user's claim may have the name that a pod's claim will have.
    const name = this.#random.below(12) === 0 ? `pod-${this.#pods + 1}-c0` : `shared-${++this.#claims}`;
    if (this.#simulation.objects('ResourceClaim').some(({ metadata }) => metadata.name === name)) return;
    this.#simulation.apply(classicClaim(name, spec));
  }

  #deleteClaim(): void {
    const claim = this.#random.chooseFrom(
      this.#simulation.objects('ResourceClaim').filter(({ metadata }) => metadata.ownerReferences === undefined),
    );
    if (claim !== undefined) this.#delete('ResourceClaim', claim.metadata.name);
  }

  #withPod(action: (name: string) => void): void {
    const pod = this.#random.chooseFrom(this.#simulation.objects('Pod'));
    if (pod !== undefined) action(pod.metadata.name);
  }

  #delete(type: string, name: string): void {
    try {
      this.#simulation.delete(type, 'default', name);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  }

  #anActor(): string {
    return this.#random.chooseFrom(this.#simulation.actors) ?? '';
  }

  #onWatch(action: (actor: string, type: string) => void): void {
    const pairs = ['Pod', 'ResourceClaim'].map((type) => [['scheduler', 'resourceclaim-controller', 'garbage-collector'], type] as const);
    const [actors, type] = this.#random.chooseFrom(pairs) ?? [['scheduler'], 'Pod'];
    action(this.#random.chooseFrom(actors) ?? 'scheduler', type);
  }

  async #go(steps: number): Promise<void> {
    for (let count = 0; count < steps && this.#problems.length === 0; count++) {
      const event = await this.#simulation.step();
      if (event === undefined) return;
      this.#steps++;
      const print = this.#print;
      for (const change of print === undefined ? [] : changesOf(event))
        print?.(`${event.step} ${change.time} ${change.actor} | ${change.object} | ${change.change}`);
      if (event.action === 'crash') this.#crashes++;
      if (event.outcome.includes('injected')) this.#errors++;
      for (const { object, after = object, refusal } of event.writes)
        if (refusal === undefined) this.#written.set(`${after.kind} ${after.metadata.name}`, this.#steps);
      this.#ran += event.writes.filter(({ verb }) => verb === 'bind').length;
      if (event.writes.length > 0)
        this.#look(`step ${event.step}, ${event.actor} ${event.action} ${event.object}`, brokenInvariants(this.#simulation));
    }
  }

  async #settle(when: string): Promise<void> {
    let others: readonly string[] = [];
    // While some pods negotiate endlessly, time passes slowly for waiting actors.
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const end = this.#steps + MOST_STEPS;
      while (this.#steps < end && this.#problems.length === 0 && !this.#simulation.isSettled) await this.#go(100);
      if (this.#problems.length > 0 || this.#simulation.isSettled) return;
      this.#endless = 1;
      const recent = [...this.#written].flatMap(([object, step]) => (step > this.#steps - RECENT ? [object] : []));
      const isEndless = areEndless(this.#simulation);
      others = recent.filter((object) => !isEndless(object));
      if (others.length === 0) return;
    }
    this.#problems.push(`${when}: does not settle, ${others.join(', ')}`);
  }

  #look(when: string, broken: readonly string[]): void {
    for (const each of broken) this.#problems.push(`${when}: ${each}`);
  }

  /** Returns states that are impossible after everything has settled. */
  #unsettled(): readonly string[] {
    return [
      ...this.#simulation.objects('Pod').flatMap(({ metadata, spec, status }) => {
        if (metadata.deletionTimestamp !== undefined) return [`pod ${metadata.name} is still being deleted`];
        const { phase } = status ?? {};
        if (spec.nodeName === undefined || phase !== undefined || this.#lacksClaims(metadata.uid ?? '', spec)) return [];
        return [`pod ${metadata.name} has a node and does not run`];
      }),
      ...this.#simulation.objects('ResourceClaim').flatMap(({ metadata, status }) => {
        const uses = status?.reservedFor?.length ?? 0;
        if (status?.deallocationRequested === true) return [`claim ${metadata.name} is still to be deallocated`];
        return metadata.deletionTimestamp !== undefined && uses === 0 ? [`claim ${metadata.name} is still being deleted`] : [];
      }),
    ];
  }

  /** Returns whether a pod was created with a node on which its claims cannot all be allocated. */
  #lacksClaims(uid: string, { nodeName, resourceClaims = [] }: ClassicPod['spec']): boolean {
    const named = new Set(resourceClaims.map(({ source = {} }) => source.resourceClaimName));
    const wanted = new Set(resourceClaims.map(({ source = {}, name }) => source.resourceClaimName ?? `template of ${name}`));
    const had = this.#simulation
      .objects('ResourceClaim')
      .filter(({ metadata: { name, ownerReferences = [], deletionTimestamp }, status }) => {
        // A claim that is being deleted is no longer reserved for new pods.
        if (deletionTimestamp !== undefined) return false;
        const { nodeSelectorTerms = [] } = status?.allocation?.availableOnNodes ?? {};
        const nodes = nodeSelectorTerms.flatMap(({ matchFields = [] }) => matchFields.flatMap(({ values = [] }) => values));
        return nodes.includes(nodeName ?? '') && (named.has(name) || ownerReferences.some((owner) => owner.uid === uid));
      });
    return had.length < wanted.size;
  }

  /** Returns the objects that remain after all pods and claims were deleted. */
  #leftovers(): readonly string[] {
    const types = ['Pod', 'ResourceClaim', 'PodSchedulingContext'] as const;
    const objects = types.flatMap((type) => this.#simulation.objects(type).map(({ kind, metadata }) => `${kind} ${metadata.name} is left`));
    const states = this.#simulation.objects(NODE_ALLOCATION_STATE) as unknown as readonly NodeAllocationState[];
    const devices = states.flatMap(({ spec }) => [...Object.keys(spec.allocatedClaims ?? {}), ...Object.keys(spec.preparedDevices ?? {})]);
    return [...objects, ...devices.map((uid) => `devices of ${uid} are left`)];
  }

  /** Returns a driver that sometimes fails, before or after an operation. */
  #failing(factory: DriverFactory): DriverFactory {
    return (api) => {
      const driver = factory(api) as Required<Driver>;
      const failing = <A extends unknown[], R>(method: (...args: A) => R | Promise<R>) => {
        return async (...args: A): Promise<R> => {
          const isFailing = this.#random.below(100) < this.#failures.share;
          if (isFailing && this.#random.below(2) === 0) throw new Error('injected failure');
          const result = await method(...args);
          if (isFailing) throw new Error('injected failure');
          return result;
        };
      };
      return {
        getClassParameters: (...args) => driver.getClassParameters(...args),
        getClaimParameters: failing((...args: Parameters<Driver['getClaimParameters']>) => driver.getClaimParameters(...args)),
        allocate: failing((...args: Parameters<Driver['allocate']>) => driver.allocate(...args)),
        deallocate: failing((...args: Parameters<Driver['deallocate']>) => driver.deallocate(...args)),
        unsuitableNodes: failing((...args: Parameters<Driver['unsuitableNodes']>) => driver.unsuitableNodes(...args)),
        nodeStarted: (...args) => driver.nodeStarted(...args),
        nodePrepareResource: failing((...args: Parameters<Required<Driver>['nodePrepareResource']>) => driver.nodePrepareResource(...args)),
        nodeUnprepareResource: failing((...args: Parameters<Required<Driver>['nodeUnprepareResource']>) =>
          driver.nodeUnprepareResource(...args),
        ),
      };
    };
  }
}
