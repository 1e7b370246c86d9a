// The messages between the page and its worker: plain data, of texts and numbers.

import type { ObjectPatch } from '../../explain/explanation.js';

/** The semantics that answers have. */
export interface Semantics {
  /** A release from 1.34 to 1.37; absent: every gate is on. */
  readonly release?: string;
  /** Devices alone decide: no filters of nodes, no scores. */
  readonly devicesOnly: boolean;
}

/** A question of the page to the worker. Every question gets one reply with its number, unless the worker is ended before. */
export type Question =
  | { readonly ask: 'answer'; readonly text: string; readonly semantics: Semantics; readonly group?: string }
  | { readonly ask: 'apply'; readonly text: string; readonly patches: readonly ObjectPatch[] }
  | { readonly ask: 'complete'; readonly text: string; readonly offset: number; readonly semantics: Semantics }
  | { readonly ask: 'search'; readonly text: string; readonly semantics: Semantics; readonly group: string; readonly node?: string };

/** The replies, by what was queried. */
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

/** A place in the text that something is said about, counted from 1. */
export interface Mark {
  readonly severity: 'error' | 'warning' | 'note';
  readonly message: string;
  readonly line?: number;
  readonly column?: number;
  /** The rule of validation. */
  readonly rule?: string;
}

/** All that the page shows of a text. */
export interface Answer {
  readonly marks: readonly Mark[];
  /** Pods and claims, in the order in which they are placed. */
  readonly groups: readonly GroupAnswer[];
  /** More of them were not considered. */
  readonly hasMoreGroups: boolean;
  /** The group whose view of the devices is drawn, by name. */
  readonly shown?: string;
  readonly nodes: readonly NodePicture[];
  readonly totals: { readonly devices: number; readonly free: number; readonly picked: number; readonly taken: number };
  readonly milliseconds: number;
}

/** The fate of a pod with its claims, or of a claim that no pod names. */
export interface GroupAnswer {
  readonly name: string;
  readonly outcome: 'placed' | 'refused' | 'error' | 'interrupted';
  /** The node that it is placed on. */
  readonly node?: string;
  /** The first line. */
  readonly text: string;
  readonly picks: readonly PickAnswer[];
  readonly explanation?: ExplanationAnswer;
}

/** A device that a request got. */
export interface PickAnswer {
  readonly claim: string;
  readonly request: string;
  readonly device: string;
  readonly why?: string;
}

/** Why a group fits or does not. */
export interface ExplanationAnswer {
  readonly causes: readonly { readonly nodes: readonly string[]; readonly text: string }[];
  /** The counts on the nearest node. */
  readonly node?: string;
  readonly requests: readonly RequestAnswer[];
  readonly conflict?: string;
  readonly suggestions: readonly SuggestionAnswer[];
}

/** The devices as one request sees them: the counts of `losses` add up to `total - left`. */
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

/** A node with its pools, or the devices that several nodes reach. */
export interface NodePicture {
  /** Absent: devices that several nodes reach. */
  readonly name?: string;
  readonly pools: readonly PoolPicture[];
}

/** A pool, or the part of it that is of one node. */
export interface PoolPicture {
  readonly driver: string;
  readonly pool: string;
  readonly problem?: string;
  readonly devices: readonly DeviceTile[];
  readonly counters: readonly Bar[];
}

/** The looks of a device. */
export type TileState = 'free' | 'taken' | 'picked' | 'refused';

/** A device. */
export interface DeviceTile {
  readonly name: string;
  readonly state: TileState;
  /** True for devices of the group that is shown. */
  readonly isShown: boolean;
  /** Sentences: who has it, or why not. */
  readonly why: readonly string[];
  readonly values: readonly ValueBadge[];
  readonly capacity: readonly Bar[];
}

/** The value of an attribute that a constraint checks. */
export interface ValueBadge {
  readonly attribute: string;
  readonly value: string;
  /** The number of the value that devices of one claim have in common, for its colour. Absent: it made no match. */
  readonly match?: number;
}

/** An amount of which a part is in use. */
export interface Bar {
  readonly name: string;
  readonly text: string;
  /** The part in use, from 0 to 1. */
  readonly used: number;
}

/** Completions at a place of the text. */
export interface Completions {
  readonly from: number;
  readonly to: number;
  readonly options: readonly CompletionOption[];
}

/** One of them. */
export interface CompletionOption {
  readonly label: string;
  /** The text to write, where it is not the label. */
  readonly apply?: string;
  readonly detail?: string;
  readonly info?: string;
  readonly type: 'property' | 'enum' | 'variable' | 'function' | 'constant';
}

/** One step of the plain search. */
export interface SearchEvent {
  readonly kind: 'enter' | 'pick' | 'refuse' | 'undo' | 'end';
  /** The number of devices that are selected after it. */
  readonly depth: number;
  readonly request: string;
  readonly device?: string;
  readonly text: string;
  /** Steps of the plain search that the solver's bounds save, since they see here that nothing is left. */
  readonly saves?: number;
}

/** The plain search for a group on a node, step by step. */
export interface SearchTrace {
  readonly group: string;
  readonly node: string;
  readonly events: readonly SearchEvent[];
  /** The search was longer than what is reported. */
  readonly isCut: boolean;
  /** Steps of plain search; undefined: it was ended before its end. */
  readonly plainSteps?: number;
  /** Steps of the solver as it answers, and with its bounds from the first step on. */
  readonly solverSteps?: number;
  readonly boundedSteps?: number;
  /** The number of branches that each bound ended. */
  readonly bounds: readonly { readonly name: string; readonly count: number }[];
  readonly result: string;
}
