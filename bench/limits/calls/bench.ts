// The calls of `dra-allocator/bench`.

import { builtInScenarios, readSchedulerPerf, type SchedulerPerfWorkload, schedulerPerfScenario } from '../../../src/harness/index.js';
import { SCENARIO_INPUTS, type ScenarioCall } from '../inputs/scenarios.js';
import type { Forms } from '../measure.js';
import { type Entry, small, unlimited, way } from '../ways.js';

const READING = { milliseconds: 50, perMegabyte: 400 };

function make({ text, template }: ScenarioCall): Forms {
  const [workload] = readSchedulerPerf(text);
  return { inTurns: () => schedulerPerfScenario(workload as SchedulerPerfWorkload, () => template) };
}

const BUILT_IN = Object.fromEntries(
  builtInScenarios()
    .slice(0, 3)
    .map((scenario) => [scenario.name, () => scenario]),
);
const PROGRAMS = 'scenarios and allocators come from the calling program';

export const BENCH: Readonly<Record<string, Entry>> = {
  readSchedulerPerf: unlimited(
    'the size of the text bounds it',
    READING,
    way(SCENARIO_INPUTS, ({ text }) => ({ unlimited: () => readSchedulerPerf(text) })),
  ),
  schedulerPerfScenario: unlimited('bounds on templates and objects end it', READING, way(SCENARIO_INPUTS, make)),
  runBench: small(PROGRAMS),
  builtInScenarios: small('lists names'),
  'NamedScenario.make': unlimited(
    'it creates a scenario of a fixed size',
    { milliseconds: 1000, perMegabyte: 0 },
    way(BUILT_IN, (scenario) => ({ unlimited: () => scenario.make() })),
  ),
  ourAllocator: small('stores its options'),
  'BenchAllocator.prepare': small(PROGRAMS),
  'BenchSession.apply': small(PROGRAMS),
  'BenchSession.allocate': small(PROGRAMS),
  'BenchSession.release': small(PROGRAMS),
  'BenchSession.filter': small(PROGRAMS),
  'BenchSession.close': small(PROGRAMS),
  'new ReadError': small('has the fields of its arguments'),
};
