// The messages between the page and its worker, as plain data.

import type { ObjectPatch } from '../../explain/explanation.js';

/** The semantics of answers. */
export interface Semantics {
  /** A release from 1.34 to 1.37; absent: every gate is on. */
  readonly release?: string;
  /** True if only devices decide, without filters and scores of nodes. */
  readonly devicesOnly: boolean;
}

/** A question of the page to the worker. Every question has one reply with its number, unless the worker is replaced first. */
export type Question =
  | { readonly ask: 'answer'; readonly text: string; readonly semantics: Semantics; readonly group?: string }
  | { readonly ask: 'apply'; readonly text: string; readonly patches: readonly ObjectPatch[] }
  | { readonly ask: 'complete'; readonly text: string; readonly offset: number; readonly semantics: Semantics }
  | { readonly ask: 'search'; readonly text: string; readonly semantics: Semantics; readonly group: string; readonly node?: string };

/** The replies by question. */
export interface Replies {
  readonly answer: Answer;
  readonly apply: { readonly text: string } | { readonly refused: string };
  readonly complete: Completions | undefined;
  readonly search: SearchTrace | { readonly refused: string };
}

/** A message to the worker. */
export interface Request {
  readonly id: number;
  readonly question: Question;
}

/** A message from the worker: `failed` is a defect of the program. */
export type Reply = { readonly id: number; readonly reply: unknown } | { readonly id: number; readonly failed: string };

/** A finding at a place in the text, counted from 1. */
export interface Mark {
  readonly severity: 'error' | 'warning' | 'note';
  readonly message: string;
  readonly line?: number;
  readonly column?: number;
  /** The rule of validation. */
  readonly rule?: string;
}

/** The content of the page for a text. */
export interface Answer {
  readonly marks: readonly Mark[];
  /** Pods and claims, in the order in which they are placed. */
  readonly groups: readonly GroupAnswer[];
  /** True if the input has further groups. */
  readonly hasMoreGroups: boolean;
  /** The name of the group for which the devices are drawn. */
  readonly shown?: string;
  readonly nodes: readonly NodePicture[];
  readonly totals: { readonly devices: number; readonly free: number; readonly picked: number; readonly taken: number };
  readonly milliseconds: number;
}

/** The result of a pod with its claims, or of a claim that no pod names. */
export interface GroupAnswer {
  readonly name: string;
  readonly outcome: 'placed' | 'refused' | 'error' | 'interrupted';
  /** The node of a placed group. */
  readonly node?: string;
  /** The first line. */
  readonly text: string;
  readonly picks: readonly AllocatedDevice[];
  readonly explanation?: ExplanationAnswer;
}

/** An allocated device of a request. */
export interface AllocatedDevice {
  readonly claim: string;
  readonly request: string;
  readonly device: string;
  readonly why?: string;
}

/** The reasons why a group fits or does not fit. */
export interface ExplanationAnswer {
  readonly causes: readonly { readonly nodes: readonly string[]; readonly text: string }[];
  /** The counts on the nearest node. */
  readonly node?: string;
  readonly requests: readonly RequestAnswer[];
  readonly conflict?: string;
  readonly suggestions: readonly SuggestionAnswer[];
}

/** The devices from the view of one request. The counts of `losses` add up to `total - left`. */
export interface RequestAnswer {
  readonly name: string;
  readonly wanted: string;
  readonly total: number;
  readonly left: number;
  readonly losses: readonly { readonly count: number; readonly detail: string }[];
}

/** A change that would help. */
export interface SuggestionAnswer {
  readonly text: string;
  readonly by: 'author' | 'admin';
  readonly patches: readonly ObjectPatch[];
}

/** A node with its pools, or the devices that several nodes can access. */
export interface NodePicture {
  /** Absent for devices that several nodes can access. */
  readonly name?: string;
  readonly pools: readonly PoolPicture[];
}

/** A pool, or its part on one node. */
export interface PoolPicture {
  readonly driver: string;
  readonly pool: string;
  readonly problem?: string;
  readonly devices: readonly DeviceTile[];
  readonly counters: readonly Bar[];
}

/** The appearance of a device. */
export type TileState = 'free' | 'taken' | 'picked' | 'refused';

export interface DeviceTile {
  readonly name: string;
  readonly state: TileState;
  /** True for devices of the shown group. */
  readonly isShown: boolean;
  /** Sentences about its holder, or about the reasons against it. */
  readonly why: readonly string[];
  readonly values: readonly ValueBadge[];
  readonly capacity: readonly Bar[];
}

/** The value of an attribute that a constraint checks. */
export interface ValueBadge {
  readonly attribute: string;
  readonly value: string;
  /** The number of a value that devices of one claim share, for its colour. Absent for values without a match. */
  readonly match?: number;
}

/** An amount that is partly in use. */
export interface Bar {
  readonly name: string;
  readonly text: string;
  /** The used part, from 0 to 1. */
  readonly used: number;
}

/** The longest text that is read, in characters. */
export const MAX_TEXT = 8_000_000;

/** Completions at a place in the text. */
export interface Completions {
  readonly from: number;
  readonly to: number;
  readonly options: readonly CompletionOption[];
}

/** One completion. */
export interface CompletionOption {
  readonly label: string;
  /** The text to insert, if it differs from the label. */
  readonly apply?: string;
  readonly detail?: string;
  readonly info?: string;
  readonly type: 'property' | 'enum' | 'variable' | 'function' | 'constant';
}

/** One step of the plain search. */
export interface SearchEvent {
  readonly kind: 'enter' | 'pick' | 'refuse' | 'undo' | 'end';
  /** The number of selected devices after it. */
  readonly depth: number;
  readonly request: string;
  readonly device?: string;
  readonly text: string;
  /** The steps of the plain search that the solver's bounds save here, because the bounds prove that the branch has no solution. */
  readonly saves?: number;
}

/** The plain search for a group on a node, step by step. */
export interface SearchTrace {
  readonly group: string;
  readonly node: string;
  readonly events: readonly SearchEvent[];
  /** True if the search continued after these events. */
  readonly isCut: boolean;
  /** The steps of plain search; undefined if it was interrupted. */
  readonly plainSteps?: number;
  /** The steps of the solver by default, and with bounds from the first step on. */
  readonly solverSteps?: number;
  readonly boundedSteps?: number;
  /** The number of branches that each bound ended. */
  readonly bounds: readonly { readonly name: string; readonly count: number }[];
  readonly result: string;
}
