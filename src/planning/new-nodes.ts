// Makes new nodes from a template under unused names: an object with an existing name would replace that object.

import type { ClusterState } from '../cluster/cluster-state.js';
import { placeOfError } from '../core/api/context.js';
import { decodeObjects, type ObjectSet } from '../core/api/objects.js';
import { AllocationError } from '../core/base/errors.js';
import type { Json } from '../core/base/json.js';
import type { Program } from '../core/base/program.js';
import type { Clock } from './clock.js';
import { NO_OBJECTS } from './decoded-event.js';
import { type NodeTemplateJson, nodeOfTemplate } from './node-template.js';

/** The nodes of a template, numbered from 1. */
export class NewNodes {
  readonly #template: NodeTemplateJson;
  readonly #state: ClusterState;
  readonly #nodes: ObjectSet[] = [];
  readonly #places = new Map<string, number>();
  #number = 0;

  constructor(template: NodeTemplateJson, state: ClusterState) {
    this.#template = template;
    this.#state = state;
  }

  /** Makes the first nodes. Throws AllocationError with the path of the error in the template. */
  *make(count: number, clock: Clock): Program<void> {
    while (this.#nodes.length < count) {
      yield* clock.check();
      const made = this.#next();
      this.#nodes.push(made);
      for (const { metadata } of made.nodes) this.#places.set(metadata.name, this.#nodes.length);
    }
  }

  /** Returns the first nodes with their slices. Requires: `make` made them. */
  first(count: number): ObjectSet {
    const nodes = this.#nodes.slice(0, count);
    return {
      ...NO_OBJECTS,
      nodes: nodes.flatMap((each) => each.nodes),
      resourceSlices: nodes.flatMap((each) => each.resourceSlices),
    };
  }

  /** Returns the name of the node with this number. */
  name(place: number): string {
    return this.#nodes[place - 1]?.nodes[0]?.metadata.name as string;
  }

  /** Returns whether a name belongs to one of the first nodes. */
  isOneOf(count: number, name: string): boolean {
    return (this.#places.get(name) ?? Number.POSITIVE_INFINITY) <= count;
  }

  #next(): ObjectSet {
    const { slices } = this.#state.objects;
    for (;;) {
      const made = this.#made(++this.#number);
      const isTaken =
        made.nodes.some(({ metadata }) => this.#state.node(metadata.name) !== undefined) ||
        made.resourceSlices.some(
          ({ metadata, spec }) => slices.has(metadata.name) || slices.ofPool(spec.driver, spec.pool.name).length > 0,
        );
      if (!isTaken) return made;
    }
  }

  #made(number: number): ObjectSet {
    const objects = nodeOfTemplate(this.#template, number);
    const sources = objects.map((value, index) => ({ value: value as Json, origin: index }));
    try {
      return decodeObjects(sources);
    } catch (error) {
      const place = error instanceof AllocationError ? placeOfError(error) : undefined;
      if (place === undefined || typeof place.origin !== 'number') throw error;
      const object = place.origin === 0 ? 'template.node' : `template.resourceSlices[${place.origin - 1}]`;
      const { code, message, path } = error as AllocationError;
      throw new AllocationError(code, `${object}: ${message}`, { path: path === undefined ? object : `${object}.${path}` });
    }
  }
}
