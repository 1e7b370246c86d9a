// Defines the layout of the bounds, which the host shares. Like layout.ts, the file is valid AssemblyScript and TypeScript. The
// version and checksum of this layout are in layout.ts. The search uses bounds to prove that a branch has no solution. The host
// lays them out only when plain search takes long. The header has u32 fields. Locations are offsets from the base of the
// scratch.

/** Larger searches have no bounds, because laying them out would cost more than it saves. The solver's tables have this size. */
export const BOUNDED_MOST_SLOTS = 512;
export const BOUNDED_MOST_DEVICES = 8192;
/** The most kinds of slots with equal domains. Kinds are numbered from 1. Slots beyond the limit have no kind. */
export const BOUNDED_MOST_KINDS = 32;

/** The enabled bounds, BOUND_* bits. */
export const BOUNDS_SWITCHES = 0;
/** For each device, a u32: the location of the set of devices equal to it, or 0. */
export const BOUNDS_CLASSES = BOUNDS_SWITCHES + 4;
/** For each frame, a set of devices that the frame skips because an equal device failed. */
export const BOUNDS_SKIPS = BOUNDS_CLASSES + 4;
/** A record for each slot. */
export const BOUNDS_SLOTS = BOUNDS_SKIPS + 4;
/** For each slot, a set: the devices that could still serve it. */
export const BOUNDS_SETS = BOUNDS_SLOTS + 4;
/** For each request, a set: its neighbors in the bipartite graph, which are the devices or cliques that its units compete for. */
export const BOUNDS_NEIGHBORS = BOUNDS_SETS + 4;
/** For each request, a u32: the number of competing units. */
export const BOUNDS_NEEDS = BOUNDS_NEIGHBORS + 4;
/** For each device, a u32: the request that it is matched to, plus 1. */
export const BOUNDS_MATES = BOUNDS_NEEDS + 4;
/** Three sets of devices as working memory, then the devices whose draws the counters cover. */
export const BOUNDS_WORK = BOUNDS_MATES + 4;
/** For each device, a u32: its clique. */
export const BOUNDS_CLIQUES = BOUNDS_WORK + 4;
export const BOUNDS_SUM_COUNT = BOUNDS_CLIQUES + 4;
export const BOUNDS_SUMS = BOUNDS_SUM_COUNT + 4;
/** For each bound, a u64: the number of branches it pruned, in the order of the BOUND_* bits. */
export const BOUNDS_STATISTICS = BOUNDS_SUMS + 4;
/** The most 64-bit words in the key of a nogood. 0 if nogoods are not stored. */
export const BOUNDS_KEY_WORDS = BOUNDS_STATISTICS + 4;
/** Space for the key to look up. */
export const BOUNDS_KEY = BOUNDS_KEY_WORDS + 4;
/** A hash table of u32: the location of a nogood, or 0. Its size is a power of two. */
export const BOUNDS_TABLE = BOUNDS_KEY + 4;
export const BOUNDS_TABLE_SIZE = BOUNDS_TABLE + 4;
/** The nogoods, one after the other: the number of words, the hash, the key. */
export const BOUNDS_STORE = BOUNDS_TABLE_SIZE + 4;
export const BOUNDS_STORE_END = BOUNDS_STORE + 4;
/** The location of the next nogood. */
export const BOUNDS_STORE_NEXT = BOUNDS_STORE_END + 4;
/**
 * For each request, three sets of devices that later requests could check. Without admin access, they see whether a device is in use. With admin access in the
 * same claim, they see whether the claim holds it. The third set is for all requests.
 */
export const BOUNDS_LATER = BOUNDS_STORE_NEXT + 4;
/** For each constraint, a u32: the end of the requests that it covers. */
export const BOUNDS_CONCERNED = BOUNDS_LATER + 4;
/** 1 if nogoods compare exact states, including the amounts left. */
export const BOUNDS_EXACT = BOUNDS_CONCERNED + 4;
/** A set: the devices that have a draw. */
export const BOUNDS_DRAWING = BOUNDS_EXACT + 4;
/** For each constraint, a u32: the location of the list of requests that it covers. */
export const BOUNDS_MEMBERS = BOUNDS_DRAWING + 4;
/** For each claim, a u32: the effect of its limit, CLAIM_* bits. */
export const BOUNDS_CLAIM_LIMITS = BOUNDS_MEMBERS + 4;
/** For each frame, a record of its effort. */
export const BOUNDS_SPENT = BOUNDS_CLAIM_LIMITS + 4;
/** Sets of cases for each depth, the last one as working memory: their number, the 64-bit words of one, and their location. */
export const BOUNDS_CASE_COUNT = BOUNDS_SPENT + 4;
export const BOUNDS_CASE_WORDS = BOUNDS_CASE_COUNT + 4;
export const BOUNDS_CASES = BOUNDS_CASE_WORDS + 4;
/** An i32: the credit left for probing, in the units of a bound check. */
export const BOUNDS_CREDIT = BOUNDS_CASES + 4;
/** The number of steps in a frame after which the search probes it. */
export const BOUNDS_PATIENCE = BOUNDS_CREDIT + 4;
/** For each request, then for each constraint, a u32: the number of times that all cases of a choice about it were refuted. */
export const BOUNDS_WEIGHTS = BOUNDS_PATIENCE + 4;
/** Partition groups: their number, a u32 with the location of each, and the set of their devices. */
export const BOUNDS_PARTITION_GROUP_COUNT = BOUNDS_WEIGHTS + 4;
export const BOUNDS_PARTITION_GROUPS = BOUNDS_PARTITION_GROUP_COUNT + 4;
export const BOUNDS_GROUPED_DEVICES = BOUNDS_PARTITION_GROUPS + 4;
/** The bytes of the state of a partition group; space for one state; then PACKING_COUNT entries, each a state with its packing patterns. */
export const BOUNDS_PACKING_KEY = BOUNDS_GROUPED_DEVICES + 4;
export const BOUNDS_PACKINGS = BOUNDS_PACKING_KEY + 4;
/** Space for two lists of PACKING_SUMS sums, a u32 each, and a byte for each sum. */
export const BOUNDS_PACKING_SUMS = BOUNDS_PACKINGS + 4;
/** For each constraint of a claim, a record of its symmetric constraints. */
export const BOUNDS_SYMMETRIC_CONSTRAINTS = BOUNDS_PACKING_SUMS + 4;
/** Space for one record for each slot: the slots that share a value. */
export const BOUNDS_SHARERS = BOUNDS_SYMMETRIC_CONSTRAINTS + 4;
/** A record of the running probe, and one for each of its open choices. */
export const BOUNDS_PROBE = BOUNDS_SHARERS + 4;
export const BOUNDS_CHOICES = BOUNDS_PROBE + 4;
export const BOUNDS_HEADER_SIZE = BOUNDS_CHOICES + 4;

// A probe: its frame and position, its total and remaining credit (i32), and the number of open choices.
export const PROBE_FRAME = 0;
export const PROBE_CLAIM = PROBE_FRAME + 4;
export const PROBE_SLOT = PROBE_CLAIM + 4;
export const PROBE_INDEX = PROBE_SLOT + 4;
export const PROBE_CURSOR = PROBE_INDEX + 4;
export const PROBE_CREDIT = PROBE_CURSOR + 4;
export const PROBE_CREDIT_LEFT = PROBE_CREDIT + 4;
export const PROBE_DEPTH = PROBE_CREDIT_LEFT + 4;
/** The number of frames before the probe, which the search restores afterwards, and the mode in which it continues. */
export const PROBE_FRAMES = PROBE_DEPTH + 4;
export const PROBE_MODE = PROBE_FRAMES + 4;
export const PROBE_SIZE = PROBE_MODE + 4;

// A choice: its kind, the constraint or request with its first slot, and the assumed case, an i32.
export const CHOICE_KIND = 0;
export const CHOICE_ABOUT = CHOICE_KIND + 4;
export const CHOICE_SLOT = CHOICE_ABOUT + 4;
export const CHOICE_CASE = CHOICE_SLOT + 4;
/** The state before the case: the length of the trail, and for a device the number of devices of the slot and its cursor. */
export const CHOICE_TRAIL_MARK = CHOICE_CASE + 4;
export const CHOICE_TAKEN = CHOICE_TRAIL_MARK + 4;
export const CHOICE_CURSOR = CHOICE_TAKEN + 4;
export const CHOICE_SIZE = CHOICE_CURSOR + 4;

// A partition group: devices that consume the same budgets and no others. The signature, plus 1, identifies their amounts. Then come its devices and its
// budgets, u32.
export const PARTITION_GROUP_SIGNATURE = 0;
export const PARTITION_GROUP_DEVICES = PARTITION_GROUP_SIGNATURE + 4;
export const PARTITION_GROUP_BUDGETS = PARTITION_GROUP_DEVICES + 4;
export const PARTITION_GROUP_MEMBERS = PARTITION_GROUP_BUDGETS + 4;
/** A multiple of 8. */
export const PARTITION_GROUP_MOST_DEVICES = 32;

// The state of a partition group: its signature, a byte for each device with its item type, and the amount left of each budget, an i64.
export const PACKING_KEY_SIGNATURE = 0;
export const PACKING_KEY_TYPES = 8;
export const PACKING_KEY_BUDGETS = PACKING_KEY_TYPES + PARTITION_GROUP_MOST_DEVICES;

/** The number of stored states, a power of two. */
export const PACKING_COUNT = 64;
/** The most packing patterns stored for a group, and the bytes of a list of them. */
export const PACKING_PATTERNS = 31;
export const PACKING_PATTERNS_SIZE = 128;
/** The bound is off if there could be more sums of packing patterns than this. */
export const PACKING_SUMS = 2048;

// Symmetric constraints: the first one and the next one, each plus 1, or 0.
export const SYMMETRIC_FIRST = 0;
export const SYMMETRIC_NEXT = SYMMETRIC_FIRST + 4;
export const SYMMETRIC_SIZE = SYMMETRIC_NEXT + 4;

// A slot that shares a value with others.
/** The addresses of its devices, and of its devices by value. */
export const SHARER_DEVICES = 0;
export const SHARER_VALUES = SHARER_DEVICES + 4;
/** The number of units that it needs. */
export const SHARER_NEED = SHARER_VALUES + 4;
/** 1 for the last slot of its request. */
export const SHARER_IS_LAST = SHARER_NEED + 4;
export const SHARER_SIZE = SHARER_IS_LAST + 4;

// The effort of a frame: the number of steps (modulo 2^32) when it began, and the number of steps that it may make before the
// search probes it.
export const SPENT_SINCE = 0;
export const SPENT_DUE = SPENT_SINCE + 4;
export const SPENT_SIZE = SPENT_DUE + 4;

// A stored nogood.
export const NOGOOD_WORDS = 0;
export const NOGOOD_HASH = 8;
export const NOGOOD_KEY = 16;

// The record of a slot in the bounds.
/** A set: devices on which the search would end with an error. 0 if no device has an error. */
export const BOUND_SLOT_ERRORS = 0;
/** 1 if a constraint covers a request for all devices, so that a rejection is an error. */
export const BOUND_SLOT_MAY_REJECT = BOUND_SLOT_ERRORS + 4;
/** A set: all devices of a request for all devices, else the candidates. */
export const BOUND_SLOT_DEVICES = BOUND_SLOT_MAY_REJECT + 4;
/** A list of rules: the constraints that apply. */
export const BOUND_SLOT_RULES = BOUND_SLOT_DEVICES + 4;
/** The kind of slots with this domain, or 0. */
export const BOUND_SLOT_KIND = BOUND_SLOT_RULES + 4;
/** A list of records: the kinds whose domain is a subset of the slot's domain. */
export const BOUND_SLOT_NARROWER = BOUND_SLOT_KIND + 4;
/** While probing: the first slot of its equivalence class. Slots of a class can exchange devices. */
export const BOUND_SLOT_REPRESENTATIVE = BOUND_SLOT_NARROWER + 4;
export const BOUND_SLOT_SIZE = BOUND_SLOT_REPRESENTATIVE + 4;

// A kind, and a slot of that kind.
export const NARROWER_KIND = 0;
export const NARROWER_SLOT = NARROWER_KIND + 4;
export const NARROWER_SIZE = NARROWER_SLOT + 4;

// Devices by value: the number of values, the set of devices that have the attribute, then the set of each value.
export const BY_VALUE_COUNT = 0;
export const BY_VALUE_HOLDERS = 8;

// A rule of a slot: a constraint, and the location of its devices by value, or 0 if that table would be too large.
export const RULE_CONSTRAINT = 0;
export const RULE_VALUES = RULE_CONSTRAINT + 4;
export const RULE_SIZE = RULE_VALUES + 4;

// A weighted sum of budgets in one common unit, and a lower bound of the amount that each device consumes of it.
/** Budgets with weights. */
export const SUM_TERM_COUNT = 0;
export const SUM_TERMS = SUM_TERM_COUNT + 4;
/** For each slot, a u32: the location of an i64 for each device, the amount that it consumes. */
export const SUM_AMOUNTS = SUM_TERMS + 4;
/** For each slot, a u32: the location of the list of its devices, in ascending order of consumption. */
export const SUM_ORDERS = SUM_AMOUNTS + 4;
/** The number of consecutive checks in which this sum did not prune. */
export const SUM_MISSES = SUM_ORDERS + 4;
export const SUM_SIZE = SUM_MISSES + 4;

// A term of a sum: the index of a budget (u32, padded), and its weight, an i64.
export const TERM_BUDGET = 0;
export const TERM_WEIGHT = 8;
export const TERM_SIZE = 16;

/** Branches end at the limit of the claim, and the result depends on which branch ends. */
export const CLAIM_ENDS = 1;
/** This claim or a later one has CLAIM_ENDS, so that the order of devices matters. */
export const CLAIM_BEFORE_END = 2;
/** Some alternatives exceed the limit of the claim, so the number of its devices matters. */
export const CLAIM_LIMITED = 4;

export const BOUND_DEVICE_SYMMETRY = 1;
export const BOUND_TOO_FEW = 2;
export const BOUND_MATCHING = 4;
export const BOUND_SUMS = 8;
export const BOUND_VALUES = 16;
export const BOUND_CONSTRAINT_PACKING = 32;
export const BOUND_DISTINCT = 64;
/** Removes devices whose counters or capacities no longer suffice. This is sound only while no amount is negative. */
export const BOUND_BUDGETS = 128;
/** A state that failed before fails again. */
export const BOUND_NOGOODS = 256;
/** The search probes a frame after many failures: the frame fails if each of its cases fails. */
export const BOUND_PROBING = 512;
/**
 * The requests of a claim need at most as many devices as it may hold. This is sound only where branches that end at the limit
 * hide no error.
 */
export const BOUND_LIMITS = 1024;
/** For each value that all devices have so far, some later device can lack it. */
export const BOUND_EMPTY_INTERSECTION = 2048;
export const BOUND_ALL = 4095;
export const BOUND_COUNT = 12;
