// The commands of `dra-allocator`, as users run them, with files of hostile objects.

import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandName } from '../../../src/apps/cli/help.js';
import { CLAIM_INPUTS } from '../inputs/claims.js';
import { CLASSIC_INPUTS } from '../inputs/classic.js';
import { POD_INPUTS } from '../inputs/pods.js';
import { SIMULATION_INPUTS, type SimulationCall } from '../inputs/simulations.js';
import { MILLISECONDS } from '../measure.js';
import { inFolder, run } from '../probe.js';
import { type Entry, type Inputs, only, program, small, type Way, way } from '../ways.js';
import { objectsOf } from './claim-ways.js';

type Objects = readonly object[];

const COMMAND = join(process.cwd(), 'dist/cli.js');
/** The time of a process that starts and reads a file. */
const STARTING = { milliseconds: 600, perMegabyte: 400 };

/** A file with objects, which is deleted at the end of the process. */
function fileOf(objects: Objects): string {
  const file = inFolder(`input-${process.pid}.json`);
  writeFileSync(file, JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }));
  process.on('exit', () => rmSync(file, { force: true }));
  return file;
}

/** Runs a command on the objects of inputs. With `timeout` its search ends after 50 ms. */
function command<I>(inputs: Inputs<I>, objects: (input: I) => Objects, args: readonly string[], name = ''): Way {
  return way(
    inputs,
    (input) => {
      const file = fileOf(objects(input));
      return {
        elsewhere: async () => {
          const { cpu, memory } = await run([COMMAND, ...args, '-f', file]);
          return { time: cpu, ...(memory === null ? {} : { memory }) };
        },
      };
    },
    name,
  );
}

const withTimeout = (...args: readonly string[]): readonly string[] => [...args, '--timeout', `${MILLISECONDS}ms`];
const claims = only(CLAIM_INPUTS, [
  '100,000 nodes with a device each',
  '2,000 requests under 2,000 constraints',
  '2,000 selectors',
  'a class name of 1 MB on 2,000 nodes',
  '100,000 requests',
  '4,000 claims',
  'texts of 4 MB on 20 devices',
]);
const ofClaims = (call: Parameters<typeof objectsOf>[0]): Objects => [...objectsOf(call), ...(call.claims as Objects)];
const pods = only(POD_INPUTS, ['100,000 tolerations of 100,000 taints', '100,000 nodes', '100,000 resource names']);
const simulations = only(SIMULATION_INPUTS, [
  'a Deployment of 199,999 replicas',
  '20,000 pods',
  '150,000 events',
  'an event that applies 150,000 pods',
  'a load of 100,000 pods',
]);
const ofSimulation = ({ cluster, objects = [], trace, load }: SimulationCall): Objects => [
  ...cluster,
  ...objects,
  ...(trace === undefined ? [] : [{ apiVersion: 'simulate.dra-allocator/v1alpha1', kind: 'Trace', events: trace }]),
  ...(load === undefined ? [] : [{ apiVersion: 'simulate.dra-allocator/v1alpha1', kind: 'Load', ...load }]),
];
/** In addition to the time to start and read the file. */
const WITH_TIMEOUT = { ...STARTING, milliseconds: STARTING.milliseconds + 2 * MILLISECONDS };

/** A command with all its ways: on claims, on pods and on the objects of simulations. */
function onAll(args: readonly string[]): Entry {
  return program(
    WITH_TIMEOUT,
    command(claims, ofClaims, args),
    command(pods, ({ pod, objects }) => [...objects, pod], args, 'pods'),
    command(simulations, ofSimulation, args, 'simulations'),
  );
}

export const COMMANDS: Readonly<Record<CommandName, Entry>> = {
  allocate: onAll(withTimeout('allocate', '--no-validate')),
  explain: onAll(withTimeout('explain', '--no-validate')),
  nodes: onAll(withTimeout('nodes', '--no-validate')),
  fit: onAll(withTimeout('fit', '--no-validate')),
  diff: onAll(withTimeout('diff', '--no-validate', '--with', 'examples/simulate/cluster.yaml')),
  simulate: onAll(withTimeout('simulate', '--no-validate')),
  merge: small('it reads shards that `simulate` wrote; their checksum is checked'),
  inventory: program(STARTING, command(claims, ofClaims, ['inventory', '--no-validate'])),
  cel: program(STARTING, command(claims, ofClaims, ['cel', 'device.driver != "x"', '--no-validate'])),
  validate: program(
    { milliseconds: 600, perMegabyte: 20_000 },
    command(claims, ofClaims, ['validate']),
    command(pods, ({ pod, objects }) => [...objects, pod], ['validate'], 'pods'),
    command(simulations, ofSimulation, ['validate'], 'simulations'),
  ),
  rules: small('it prints rules'),
  classic: program(
    WITH_TIMEOUT,
    command(CLASSIC_INPUTS, (objects) => objects, withTimeout('classic')),
  ),
  migrate: program(
    STARTING,
    command(CLASSIC_INPUTS, (objects) => objects, ['migrate']),
  ),
  completion: small('it prints a script'),
};
