// The layout of the bounds, shared with the host. Like layout.ts, which has its version and checksum, it is AssemblyScript and TypeScript at once.
//
// The bounds are what a search uses to see that a branch has no solution, laid out only when plain search takes long. The header, u32
// fields. Locations are offsets from the base of the scratch, as in the scratch.

/** Searches above these sizes get no bounds: to lay them out would take longer than it saves, and the solver has room for no more. */
export const BOUNDED_MOST_SLOTS = 512;
export const BOUNDED_MOST_DEVICES = 8192;
/** Kinds of slots with the same domain, numbered from 1 on; slots of other kinds have none. */
export const BOUNDED_MOST_KINDS = 32;

/** The bounds that are on, BOUND_* bits. */
export const BOUNDS_SWITCHES = 0;
/** For each device a u32: where the set of devices equal to it lies, 0 for none. */
export const BOUNDS_CLASSES = BOUNDS_SWITCHES + 4;
/** For each frame a set of devices that need no try: they are equal to one that failed. */
export const BOUNDS_SKIPS = BOUNDS_CLASSES + 4;
/** For each slot a record. */
export const BOUNDS_SLOTS = BOUNDS_SKIPS + 4;
/** For each slot a set of devices: those that could still serve it. */
export const BOUNDS_SETS = BOUNDS_SLOTS + 4;
/** For each request a set: the devices, or cliques, that its units compete for, its neighbors in the bipartite graph. */
export const BOUNDS_NEIGHBORS = BOUNDS_SETS + 4;
/** For each request a u32: how many units compete. */
export const BOUNDS_NEEDS = BOUNDS_NEIGHBORS + 4;
/** For each device a u32: the request that has it in a matching, plus 1. */
export const BOUNDS_MATES = BOUNDS_NEEDS + 4;
/** Three sets of devices to work with, then the devices for whose draws the counters suffice. */
export const BOUNDS_WORK = BOUNDS_MATES + 4;
/** For each device a u32: its clique. */
export const BOUNDS_CLIQUES = BOUNDS_WORK + 4;
export const BOUNDS_SUM_COUNT = BOUNDS_CLIQUES + 4;
export const BOUNDS_SUMS = BOUNDS_SUM_COUNT + 4;
/** For each bound a u64: how many branches it ended, in the order of the BOUND_* bits. */
export const BOUNDS_STATISTICS = BOUNDS_SUMS + 4;
/** The greatest number of 64-bit words of the key of a nogood; 0: nogoods are not stored. */
export const BOUNDS_KEY_WORDS = BOUNDS_STATISTICS + 4;
/** Room for the key that is looked for. */
export const BOUNDS_KEY = BOUNDS_KEY_WORDS + 4;
/** A table of u32: the location of a nogood, 0 for a free place. Its size is a power of two. */
export const BOUNDS_TABLE = BOUNDS_KEY + 4;
export const BOUNDS_TABLE_SIZE = BOUNDS_TABLE + 4;
/** The store of nogoods, one after the other: the number of words, the hash, the key. */
export const BOUNDS_STORE = BOUNDS_TABLE_SIZE + 4;
export const BOUNDS_STORE_END = BOUNDS_STORE + 4;
/** The location of the next nogood. */
export const BOUNDS_STORE_NEXT = BOUNDS_STORE_END + 4;
/**
 * For each request three sets of devices that later ones could check: those without admin access, which see whether a device is in use;
 * those of its claim with admin access, which see whether the claim holds it; and all.
 */
export const BOUNDS_LATER = BOUNDS_STORE_NEXT + 4;
/** For each constraint a u32: after the last request that it concerns. */
export const BOUNDS_CONCERNED = BOUNDS_LATER + 4;
/** 1: only exact states compare, whatever less or more would leave. */
export const BOUNDS_EXACT = BOUNDS_CONCERNED + 4;
/** A set: the devices that draw on something. */
export const BOUNDS_DRAWING = BOUNDS_EXACT + 4;
/** For each constraint a u32: where the requests that it concerns lie, a list. */
export const BOUNDS_MEMBERS = BOUNDS_DRAWING + 4;
/** For each claim a u32, CLAIM_* bits: what its limit does. */
export const BOUNDS_CLAIM_LIMITS = BOUNDS_MEMBERS + 4;
/** For each frame a record of what it spent. */
export const BOUNDS_SPENT = BOUNDS_CLAIM_LIMITS + 4;
/** Sets of the cases at each depth, the last one to work with: how many, the 64-bit words of one, and where they lie. */
export const BOUNDS_CASE_COUNT = BOUNDS_SPENT + 4;
export const BOUNDS_CASE_WORDS = BOUNDS_CASE_COUNT + 4;
export const BOUNDS_CASES = BOUNDS_CASE_WORDS + 4;
/** An i32: what probing may still cost, in the units of a bound check. */
export const BOUNDS_CREDIT = BOUNDS_CASES + 4;
/** The steps that a frame may make before it is probed. */
export const BOUNDS_PATIENCE = BOUNDS_CREDIT + 4;
/** For each request, then for each constraint, a u32: how often the cases of a choice about it were all refuted. */
export const BOUNDS_WEIGHTS = BOUNDS_PATIENCE + 4;
/** Partition groups: how many, for each a u32 where it lies, and the set of the devices in them. */
export const BOUNDS_PARTITION_GROUP_COUNT = BOUNDS_WEIGHTS + 4;
export const BOUNDS_PARTITION_GROUPS = BOUNDS_PARTITION_GROUP_COUNT + 4;
export const BOUNDS_GROUPED_DEVICES = BOUNDS_PARTITION_GROUPS + 4;
/** Bytes of the state of a partition group; room for one, then PACKING_COUNT states with the packing patterns of a group in that state. */
export const BOUNDS_PACKING_KEY = BOUNDS_GROUPED_DEVICES + 4;
export const BOUNDS_PACKINGS = BOUNDS_PACKING_KEY + 4;
/** Room for two lists of PACKING_SUMS sums, a u32 each, and a byte for each sum. */
export const BOUNDS_PACKING_SUMS = BOUNDS_PACKINGS + 4;
/** For each constraint of a claim a record of those that are symmetric to it. */
export const BOUNDS_SYMMETRIC_CONSTRAINTS = BOUNDS_PACKING_SUMS + 4;
/** Room for a record of each slot: of those that share a value. */
export const BOUNDS_SHARERS = BOUNDS_SYMMETRIC_CONSTRAINTS + 4;
/** A record of the probe that is under way, and one of each choice that is open in it. */
export const BOUNDS_PROBE = BOUNDS_SHARERS + 4;
export const BOUNDS_CHOICES = BOUNDS_PROBE + 4;
export const BOUNDS_HEADER_SIZE = BOUNDS_CHOICES + 4;

// A probe: the frame and the place in it, its credit in all and what is left of it (i32), and how many choices are open.
export const PROBE_FRAME = 0;
export const PROBE_CLAIM = PROBE_FRAME + 4;
export const PROBE_SLOT = PROBE_CLAIM + 4;
export const PROBE_INDEX = PROBE_SLOT + 4;
export const PROBE_CURSOR = PROBE_INDEX + 4;
export const PROBE_CREDIT = PROBE_CURSOR + 4;
export const PROBE_CREDIT_LEFT = PROBE_CREDIT + 4;
export const PROBE_DEPTH = PROBE_CREDIT_LEFT + 4;
/** The frames that there were, of which those from the first selection on are to be made again; and the mode to come back to then. */
export const PROBE_FRAMES = PROBE_DEPTH + 4;
export const PROBE_MODE = PROBE_FRAMES + 4;
export const PROBE_SIZE = PROBE_MODE + 4;

// A choice: its kind, the constraint or request that it is about with its first slot, and the case that is assumed, an i32.
export const CHOICE_KIND = 0;
export const CHOICE_ABOUT = CHOICE_KIND + 4;
export const CHOICE_SLOT = CHOICE_ABOUT + 4;
export const CHOICE_CASE = CHOICE_SLOT + 4;
/** The state before the case: the length of the trail, and of a device how many the slot had, and where they ended. */
export const CHOICE_TRAIL_MARK = CHOICE_CASE + 4;
export const CHOICE_TAKEN = CHOICE_TRAIL_MARK + 4;
export const CHOICE_CURSOR = CHOICE_TAKEN + 4;
export const CHOICE_SIZE = CHOICE_CURSOR + 4;

// A partition group: devices that draw on the same budgets, but on no others. Its signature, plus 1, says what they draw; then its devices and its budgets, u32.
export const PARTITION_GROUP_SIGNATURE = 0;
export const PARTITION_GROUP_DEVICES = PARTITION_GROUP_SIGNATURE + 4;
export const PARTITION_GROUP_BUDGETS = PARTITION_GROUP_DEVICES + 4;
export const PARTITION_GROUP_MEMBERS = PARTITION_GROUP_BUDGETS + 4;
/** A multiple of 8. */
export const PARTITION_GROUP_MOST_DEVICES = 32;

// The state of a partition group: its signature, for each device a byte with its item type, what is left of each budget, an i64.
export const PACKING_KEY_SIGNATURE = 0;
export const PACKING_KEY_TYPES = 8;
export const PACKING_KEY_BUDGETS = PACKING_KEY_TYPES + PARTITION_GROUP_MOST_DEVICES;

/** A power of two. */
export const PACKING_COUNT = 64;
/** The most packing patterns of a group that are stored, and the bytes of a list of them. */
export const PACKING_PATTERNS = 31;
export const PACKING_PATTERNS_SIZE = 128;
/** More sums of packing patterns are not told apart. */
export const PACKING_SUMS = 2048;

// Symmetric constraints: the first one of them and the next one, each plus 1; 0 for none.
export const SYMMETRIC_FIRST = 0;
export const SYMMETRIC_NEXT = SYMMETRIC_FIRST + 4;
export const SYMMETRIC_SIZE = SYMMETRIC_NEXT + 4;

// A slot that shares a value with others.
/** Addresses: its devices, and these by value. */
export const SHARER_DEVICES = 0;
export const SHARER_VALUES = SHARER_DEVICES + 4;
/** The units that it needs. */
export const SHARER_NEED = SHARER_VALUES + 4;
/** 1 for the last slot of its request. */
export const SHARER_IS_LAST = SHARER_NEED + 4;
export const SHARER_SIZE = SHARER_IS_LAST + 4;

// The effort of a frame: the steps (modulo 2^32) when it began, and how many it may have made since before it is probed.
export const SPENT_SINCE = 0;
export const SPENT_DUE = SPENT_SINCE + 4;
export const SPENT_SIZE = SPENT_DUE + 4;

// A nogood that is stored.
export const NOGOOD_WORDS = 0;
export const NOGOOD_HASH = 8;
export const NOGOOD_KEY = 16;

// A slot, as bounds know it.
/** A set: devices on which the search would end with an error. 0: none. */
export const BOUND_SLOT_ERRORS = 0;
/** 1: a constraint over a request for all devices, which may be an error. */
export const BOUND_SLOT_MAY_REFUSE = BOUND_SLOT_ERRORS + 4;
/** A set: for a request for all devices these, else the candidates. */
export const BOUND_SLOT_DEVICES = BOUND_SLOT_MAY_REFUSE + 4;
/** The constraints that apply: a list of rules. */
export const BOUND_SLOT_RULES = BOUND_SLOT_DEVICES + 4;
/** The kind of slots with the same domain, 0 for none. */
export const BOUND_SLOT_KIND = BOUND_SLOT_RULES + 4;
/** The kinds that the slot could have any device of: a list of records. */
export const BOUND_SLOT_NARROWER = BOUND_SLOT_KIND + 4;
/** While probing: the first slot of its equivalence class, whose slots can exchange what is left. */
export const BOUND_SLOT_REPRESENTATIVE = BOUND_SLOT_NARROWER + 4;
export const BOUND_SLOT_SIZE = BOUND_SLOT_REPRESENTATIVE + 4;

// A kind, and a slot of it.
export const NARROWER_KIND = 0;
export const NARROWER_SLOT = NARROWER_KIND + 4;
export const NARROWER_SIZE = NARROWER_SLOT + 4;

// Devices by value: how many values there are, the set of devices that have the attribute, then the set of each value.
export const BY_VALUE_COUNT = 0;
export const BY_VALUE_HOLDERS = 8;

// A rule of a slot: a constraint, and where the devices by value lie for it, 0 where they have too many.
export const RULE_CONSTRAINT = 0;
export const RULE_VALUES = RULE_CONSTRAINT + 4;
export const RULE_SIZE = RULE_VALUES + 4;

// A sum of budgets: for each budget of it a weight, so that they have one unit, and what each device takes of the sum at least.
/** Budgets with weights. */
export const SUM_TERM_COUNT = 0;
export const SUM_TERMS = SUM_TERM_COUNT + 4;
/** For each slot a u32: where an i64 for each device lies, what the device takes. */
export const SUM_AMOUNTS = SUM_TERMS + 4;
/** For each slot a u32: where its devices lie, a list, those that take least first. */
export const SUM_ORDERS = SUM_AMOUNTS + 4;
/** The checks in a row that it could not answer with no. */
export const SUM_MISSES = SUM_ORDERS + 4;
export const SUM_SIZE = SUM_MISSES + 4;

// A term of a sum: the index of a budget (u32, padded), and its weight, an i64.
export const TERM_BUDGET = 0;
export const TERM_WEIGHT = 8;
export const TERM_SIZE = 16;

/** Branches end at the limit of the claim, and it matters which. */
export const CLAIM_ENDS = 1;
/** So it is with this claim or a later one, so that the order of devices matters. */
export const CLAIM_BEFORE_END = 2;
/** Some alternatives would bring the claim above its limit, so that it matters how many devices it has. */
export const CLAIM_LIMITED = 4;

export const BOUND_DEVICE_SYMMETRY = 1;
export const BOUND_TOO_FEW = 2;
export const BOUND_MATCHING = 4;
export const BOUND_SUMS = 8;
export const BOUND_VALUES = 16;
export const BOUND_CONSTRAINT_PACKING = 32;
export const BOUND_DISTINCT = 64;
/** Devices whose counters or capacities do not suffice now do not count. Only while no amount is below zero. */
export const BOUND_BUDGETS = 128;
/** A state that failed before fails again. */
export const BOUND_NOGOODS = 256;
/** A frame that tried much in vain is probed: it fails when each of some cases does. */
export const BOUND_PROBING = 512;
/** The requests of a claim need no more devices than it may hold. Only where branches that end at that limit hide no error. */
export const BOUND_LIMITS = 1024;
/** Values that all devices have in common can still be lacking in some that come. */
export const BOUND_EMPTY_INTERSECTION = 2048;
export const BOUND_ALL = 4095;
/** Number of switches. */
export const BOUND_COUNT = 12;
