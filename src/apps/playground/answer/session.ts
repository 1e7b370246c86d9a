// The worker's side of the page: answers its questions, and caches allocators.

import { count } from '../../../core/base/words.js';
import { resolveFeatures } from '../../../core/features/features.js';
import type { Allocator, AllocatorOptions } from '../../../library/allocator.js';
import { createAllocatorOn } from '../../../library/create-allocator.js';
import type { Platform } from '../../../platform/platform.js';
import { applyPatches } from '../../cli/edit/apply-patches.js';
import { complete } from '../complete/complete.js';
import type { Answer, Mark, Question, Replies, Semantics } from '../protocol.js';
import { traceSearch } from '../search/trace.js';
import { groupAnswer } from './group-answer.js';
import { inputReader, readInput } from './input.js';
import { pictureOf } from './picture.js';
import { Run } from './run.js';

const NOTHING: Omit<Answer, 'marks' | 'milliseconds'> = {
  groups: [],
  hasMoreGroups: false,
  nodes: [],
  totals: { devices: 0, free: 0, picked: 0, taken: 0 },
};

/** Answers questions, one at a time. */
export class Session {
  readonly #platform: Platform;
  readonly #reader = inputReader();
  readonly #allocators = new Map<string, Promise<Allocator>>();

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  /** Answers a question. Errors in the text are part of the answer. */
  async reply(question: Question): Promise<Replies[Question['ask']]> {
    switch (question.ask) {
      case 'answer':
        return this.#answer(question.text, question.semantics, question.group);
      case 'apply': {
        const { text, rejectedPatches } = applyPatches(question.text, 'input', question.patches);
        return rejectedPatches[0] === undefined ? { text } : { refused: rejectedPatches[0].why };
      }
      case 'complete':
        return complete(question.text, question.offset, optionsOf(question.semantics));
      case 'search': {
        const run = await this.#run(question.text, question.semantics);
        if ('marks' in run) return { refused: 'the input has errors' };
        return traceSearch(run.run, run.snapshot, optionsOf(question.semantics), question.group, await this.#platform.loadSolver());
      }
    }
  }

  async #answer(text: string, semantics: Semantics, group: string | undefined): Promise<Answer> {
    const start = performance.now();
    const begun = await this.#run(text, semantics);
    if ('marks' in begun) return { ...NOTHING, marks: begun.marks, milliseconds: performance.now() - start };
    const { run, snapshot } = begun;
    run.all(group);
    const shown =
      run.placed.find(({ group: { name } }) => name === group) ??
      run.placed.find(({ result }) => result.kind !== 'placed') ??
      run.placed[0];
    const { nodes, totals } = pictureOf(snapshot, run, resolveFeatures(optionsOf(semantics)), shown);
    return {
      marks: [...begun.given, ...notesOn(run)],
      groups: run.placed.map(groupAnswer),
      hasMoreGroups: run.hasMore,
      ...(shown === undefined ? {} : { shown: shown.group.name }),
      nodes,
      totals,
      milliseconds: performance.now() - start,
    };
  }

  async #run(text: string, semantics: Semantics) {
    const options = optionsOf(semantics);
    const { snapshot, marks } = readInput(text, options, this.#reader);
    if (snapshot === undefined) return { marks };
    const cluster = (await this.#allocator(semantics)).cluster();
    const features = resolveFeatures(options);
    return { run: new Run({ snapshot, features, devicesOnly: semantics.devicesOnly, cluster }), snapshot, given: marks };
  }

  #allocator(semantics: Semantics): Promise<Allocator> {
    const key = semantics.release ?? '';
    let allocator = this.#allocators.get(key);
    if (allocator === undefined) {
      allocator = createAllocatorOn(this.#platform, optionsOf(semantics));
      this.#allocators.set(key, allocator);
    }
    return allocator;
  }
}

function optionsOf({ release }: Semantics): Pick<AllocatorOptions, 'kubernetesVersion'> {
  return release === undefined ? {} : { kubernetesVersion: release };
}

function notesOn(run: Run): readonly Mark[] {
  const notes: string[] = [];
  if (run.hasMadeNodes) notes.push(`the input has no Node objects: using ${count(run.nodes.length, 'node')} that ResourceSlices name`);
  else if (run.nodes.length === 0) notes.push('the input has no node');
  if (run.placed.length === 0) notes.push('no pending pod or claim needs devices');
  if (run.hasMore) notes.push(`only the first ${run.placed.length} pods and claims are placed here; the command places all`);
  return notes.map((message): Mark => ({ severity: 'note', message }));
}
