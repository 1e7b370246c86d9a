// The layout of the solver's memory and its ABI, shared with the host.
//
// This file is AssemblyScript and TypeScript at once: nothing but integer constants, each offset derived from the one
// before. Integers are little-endian. A location is an offset from the base of its region, never an absolute address, so
// that many problems can lie in one memory and many searches can work on one problem.
//
// Two regions: the problem, which nobody changes while it is searched, and the scratch of one search.

/** Raised with each change of meaning. The host refuses a module with another one. */
export const ABI_VERSION = 5;
/** A checksum of the constants of this file and of pass-layout.ts; a test recomputes it. */
export const LAYOUT_HASH = 1937269630;

// Problem header: u32 fields.
export const HEADER_ABI_VERSION = 0;
export const HEADER_LAYOUT_HASH = HEADER_ABI_VERSION + 4;
/** Bytes of the whole problem region. */
export const HEADER_SIZE_IN_BYTES = HEADER_LAYOUT_HASH + 4;
export const HEADER_DEVICE_COUNT = HEADER_SIZE_IN_BYTES + 4;
/** 64-bit words of a bitset over devices. */
export const HEADER_DEVICE_WORDS = HEADER_DEVICE_COUNT + 4;
export const HEADER_CLAIM_COUNT = HEADER_DEVICE_WORDS + 4;
export const HEADER_REQUEST_COUNT = HEADER_CLAIM_COUNT + 4;
export const HEADER_SLOT_COUNT = HEADER_REQUEST_COUNT + 4;
export const HEADER_CONSTRAINT_COUNT = HEADER_SLOT_COUNT + 4;
/** Most devices that one claim may hold. */
export const HEADER_CLAIM_LIMIT = HEADER_CONSTRAINT_COUNT + 4;
export const HEADER_CLAIMS_LOCATION = HEADER_CLAIM_LIMIT + 4;
export const HEADER_REQUESTS_LOCATION = HEADER_CLAIMS_LOCATION + 4;
export const HEADER_SLOTS_LOCATION = HEADER_REQUESTS_LOCATION + 4;
export const HEADER_CONSTRAINTS_LOCATION = HEADER_SLOTS_LOCATION + 4;
/** A bitset: devices in use before the search. */
export const HEADER_OCCUPIED_LOCATION = HEADER_CONSTRAINTS_LOCATION + 4;
/** Counters and capacities that devices draw on: how many. */
export const HEADER_BUDGET_COUNT = HEADER_OCCUPIED_LOCATION + 4;
/** 64-bit words of an amount: two's complement, the lowest word first. The same for all amounts of a problem. */
export const HEADER_LIMBS = HEADER_BUDGET_COUNT + 4;
export const HEADER_LEDGER_COUNT = HEADER_LIMBS + 4;
/** A u32 for each device: where its draw lies, 0 for none. 0: no device draws on anything. */
export const HEADER_DRAWS_LOCATION = HEADER_LEDGER_COUNT + 4;
/** A bitset: devices that several picks may share. 0: there are none. */
export const HEADER_SHAREABLE_LOCATION = HEADER_DRAWS_LOCATION + 4;
// Where things lie in the scratch of a search on this problem.
export const HEADER_SCRATCH_SIZE = HEADER_SHAREABLE_LOCATION + 4;
export const HEADER_BUSY_LOCATION = HEADER_SCRATCH_SIZE + 4;
export const HEADER_HELD_LOCATION = HEADER_BUSY_LOCATION + 4;
export const HEADER_PICKS_LOCATION = HEADER_HELD_LOCATION + 4;
/** A bitset: shareable devices that some share uses, before the search or of any claim. */
export const HEADER_SHARED_LOCATION = HEADER_PICKS_LOCATION + 4;
/** What is left of each budget: an amount each. */
export const HEADER_LEFT_LOCATION = HEADER_SHARED_LOCATION + 4;
/** For each ledger a u64: how many of its budgets are below zero. */
export const HEADER_DEFICITS_LOCATION = HEADER_LEFT_LOCATION + 4;
export const HEADER_FRAMES_LOCATION = HEADER_DEFICITS_LOCATION + 4;
export const HEADER_FRAME_CAPACITY = HEADER_FRAMES_LOCATION + 4;
export const HEADER_TRAIL_LOCATION = HEADER_FRAME_CAPACITY + 4;
export const HEADER_TRAIL_CAPACITY = HEADER_TRAIL_LOCATION + 4;
export const HEADER_SIZE = 160;

// A claim: its requests and constraints, each a range.
export const CLAIM_FIRST_REQUEST = 0;
export const CLAIM_REQUEST_COUNT = CLAIM_FIRST_REQUEST + 4;
export const CLAIM_FIRST_CONSTRAINT = CLAIM_REQUEST_COUNT + 4;
export const CLAIM_CONSTRAINT_COUNT = CLAIM_FIRST_CONSTRAINT + 4;
export const CLAIM_SIZE = CLAIM_CONSTRAINT_COUNT + 4;

// A request: its slots, a range. A slot is what a request looks for: the request itself, or one of its subrequests.
export const REQUEST_FIRST_SLOT = 0;
export const REQUEST_SLOT_COUNT = REQUEST_FIRST_SLOT + 4;
/** 1 for a prioritized list, even of one subrequest. */
export const REQUEST_PRIORITIZED = REQUEST_SLOT_COUNT + 4;
export const REQUEST_CLAIM = REQUEST_PRIORITIZED + 4;
export const REQUEST_SIZE = REQUEST_CLAIM + 4;

// A slot.
export const SLOT_REQUEST = 0;
/** Devices wanted. */
export const SLOT_COUNT = SLOT_REQUEST + 4;
export const SLOT_FLAGS = SLOT_COUNT + 4;
/** A bitset: devices that the search must look at, those with an error included. */
export const SLOT_CANDIDATES_LOCATION = SLOT_FLAGS + 4;
/** A byte per device: what the checks before the search say, see STAGE_*. */
export const SLOT_STAGES_LOCATION = SLOT_CANDIDATES_LOCATION + 4;
/** SLOT_COUNT device indices, u32, for a slot that wants all devices. */
export const SLOT_ALL_LOCATION = SLOT_STAGES_LOCATION + 4;
/** A u32 for each device: where its share lies, 0 for none. 0: no device has one. */
export const SLOT_SHARES_LOCATION = SLOT_ALL_LOCATION + 4;
export const SLOT_RESERVED = SLOT_SHARES_LOCATION + 4;
export const SLOT_SIZE = SLOT_RESERVED + 4;

export const SLOT_FLAG_ADMIN_ACCESS = 1;
export const SLOT_FLAG_ALL = 2;
/** A pick neither checks nor charges counters. */
export const SLOT_FLAG_NO_COUNTERS = 4;

/** The device passes every check that does not depend on other picks. Any other value below STAGE_ERROR: the check that refuses it. */
export const STAGE_MATCH = 0;
/** Added to the check that fails with an error: the search ends when it looks at the device. */
export const STAGE_ERROR = 128;

// A constraint.
export const CONSTRAINT_KIND = 0;
/** 64-bit words of a value set. */
export const CONSTRAINT_VALUE_WORDS = CONSTRAINT_KIND + 4;
export const CONSTRAINT_SETS_LOCATION = CONSTRAINT_VALUE_WORDS + 4;
/** A u32 for each slot of the claim: where its entries lie, a u32 for each device; 0 where the constraint does not apply. */
export const CONSTRAINT_ROWS_LOCATION = CONSTRAINT_SETS_LOCATION + 4;
/** The slot that the first row is for. */
export const CONSTRAINT_FIRST_SLOT = CONSTRAINT_ROWS_LOCATION + 4;
/** In the scratch: a u64 with the number of devices, then the running value set. */
export const CONSTRAINT_STATE_LOCATION = CONSTRAINT_FIRST_SLOT + 4;
export const CONSTRAINT_RESERVED = CONSTRAINT_STATE_LOCATION + 4;
export const CONSTRAINT_SIZE = CONSTRAINT_RESERVED + 8;

/** Value sets of all devices have a value in common. */
export const KIND_MATCH = 0;
/** Value sets of any two devices have no value in common. */
export const KIND_DISTINCT = 1;

// An entry: the index of a value set, or a value with ENTRY_SINGLE, maybe with ENTRY_FIRST_ONLY; or one of two marks.
/** The device lacks the attribute. */
export const ENTRY_MISSING = 0x7fffffff;
/** The attribute of this device cannot be computed: an error when the search gets there. */
export const ENTRY_ERROR = 0x7ffffffe;
/** Only as first device of the constraint (a list while list attributes are off, reference-1.37 1.21). */
export const ENTRY_FIRST_ONLY = 0x40000000;
/** The set of one value: the entry has the value itself instead of the index of a set. */
export const ENTRY_SINGLE = 0x20000000;
/** The index of the set, or the value. */
export const ENTRY_INDEX_MASK = 0x1fffffff;

// A draw: what the first pick of a device takes from the counters of its pool. Charges follow it, then memberships.
export const DRAW_LEDGER = 0;
export const DRAW_CHARGE_COUNT = DRAW_LEDGER + 4;
export const DRAW_MEMBERSHIP_COUNT = DRAW_CHARGE_COUNT + 4;
export const DRAW_RESERVED = DRAW_MEMBERSHIP_COUNT + 4;
export const DRAW_SIZE = DRAW_RESERVED + 4;

// A share: what each pick of a device takes from its capacities. Charges follow it.
export const SHARE_CHARGE_COUNT = 0;
export const SHARE_RESERVED = SHARE_CHARGE_COUNT + 4;
export const SHARE_SIZE = SHARE_RESERVED + 4;

// A charge: the index of a budget (u32, padded), then the amount.
export const CHARGE_BUDGET = 0;
export const CHARGE_AMOUNT = 8;

// A membership of a counter set: the index of its constraint, which comes after those of the claims, and an entry.
export const MEMBERSHIP_CONSTRAINT = 0;
export const MEMBERSHIP_ENTRY = MEMBERSHIP_CONSTRAINT + 4;
export const MEMBERSHIP_SIZE = MEMBERSHIP_ENTRY + 4;

// Scratch header. Counters are i64.
export const SCRATCH_STATUS = 0;
export const SCRATCH_MODE = SCRATCH_STATUS + 4;
export const SCRATCH_STEPS = SCRATCH_MODE + 4;
/** Set by the host: the search stops before it makes more steps than this. */
export const SCRATCH_STEP_LIMIT = SCRATCH_STEPS + 8;
/** Set by the host: devices to look at in this run. The search pauses when they are used up. */
export const SCRATCH_WORK = SCRATCH_STEP_LIMIT + 8;
export const SCRATCH_DEPTH = SCRATCH_WORK + 8;
export const SCRATCH_TRAIL_LENGTH = SCRATCH_DEPTH + 4;
// The position: where the search stands.
export const SCRATCH_CLAIM = SCRATCH_TRAIL_LENGTH + 4;
export const SCRATCH_REQUEST = SCRATCH_CLAIM + 4;
export const SCRATCH_SLOT = SCRATCH_REQUEST + 4;
export const SCRATCH_INDEX = SCRATCH_SLOT + 4;
export const SCRATCH_CURSOR = SCRATCH_INDEX + 4;
/** What the subtree that just ended says: STATUS_FAILED or STATUS_EXCEEDED. */
export const SCRATCH_RESULT = SCRATCH_CURSOR + 4;
// What went wrong, when the status is STATUS_ERROR.
export const SCRATCH_ERROR_KIND = SCRATCH_RESULT + 4;
export const SCRATCH_ERROR_SLOT = SCRATCH_ERROR_KIND + 4;
export const SCRATCH_ERROR_DEVICE = SCRATCH_ERROR_SLOT + 4;
export const SCRATCH_ERROR_CONSTRAINT = SCRATCH_ERROR_DEVICE + 4;
/** Where the bounds begin, from the base of the scratch; 0 while the search is plain. */
export const SCRATCH_BOUNDS = SCRATCH_ERROR_CONSTRAINT + 4;
/** Set by the host, u32: the search stops at this step to get its bounds. */
export const SCRATCH_ESCALATE_AT = SCRATCH_BOUNDS + 4;
/** 1 after a failure, until the bounds were asked and found nothing. */
export const SCRATCH_FAILED = SCRATCH_ESCALATE_AT + 4;
export const SCRATCH_HEADER_SIZE = 112;

export const STATUS_RUNNING = 0;
export const STATUS_FOUND = 1;
/** Plain failure: another choice before may work. */
export const STATUS_FAILED = 2;
/** Above the limit of a claim: returns through picks without trying others (reference-1.37 1.17). */
export const STATUS_EXCEEDED = 3;
export const STATUS_ERROR = 4;
/** The step limit is reached. Raise it and run again to go on. */
export const STATUS_STEP_LIMIT = 5;
/** Plain search took long: the host may lay out the bounds and run again to go on. */
export const STATUS_ESCALATE = 6;

/** The selectors (or another check before the search) fail on the device. */
export const ERROR_STAGE = 1;
/** A constraint refuses a device of a request that wants all. */
export const ERROR_REFUSED = 2;
/** The value of an attribute cannot be computed. */
export const ERROR_VALUE = 3;

export const MODE_REQUEST = 0;
export const MODE_SLOT = 1;
export const MODE_NEXT = 2;
export const MODE_RETURN = 3;

// A frame: a pick, or the choice among the subrequests of a request.
export const FRAME_KIND = 0;
export const FRAME_REQUEST = FRAME_KIND + 4;
export const FRAME_SLOT = FRAME_REQUEST + 4;
/** Which device of the request this is. */
export const FRAME_INDEX = FRAME_SLOT + 4;
/** Candidates before this one are done. */
export const FRAME_CURSOR = FRAME_INDEX + 4;
export const FRAME_DEVICE = FRAME_CURSOR + 4;
/** Length of the trail before the pick. */
export const FRAME_TRAIL_MARK = FRAME_DEVICE + 4;
/** For a choice: 1 while every subrequest tried so far exceeded the limit. */
export const FRAME_ALL_EXCEEDED = FRAME_TRAIL_MARK + 4;
/** Where the candidates of a pick began; the greatest u32 in a frame from before the bounds. */
export const FRAME_START = FRAME_ALL_EXCEEDED + 4;
export const FRAME_SIZE = FRAME_START + 4;

export const FRAME_KIND_PICK = 0;
export const FRAME_KIND_CHOICE = 1;

// A trail entry: a location in the scratch, and the u64 that stood there.
export const TRAIL_ENTRY_LOCATION = 0;
export const TRAIL_ENTRY_VALUE = 8;
export const TRAIL_ENTRY_SIZE = 16;

// The bounds: what a search uses to see that a branch has no solution, laid out only when plain search takes long. The header, u32
// fields. Locations are offsets from the base of the scratch, as in the scratch.

/** Which bounds are on, BOUND_* bits. */
export const BOUNDS_SWITCHES = 0;
/** For each device a u32: where the set of devices equal to it lies, 0 for none. */
export const BOUNDS_CLASSES = BOUNDS_SWITCHES + 4;
/** For each frame a set of devices that need no try: they are equal to one that failed. */
export const BOUNDS_SKIPS = BOUNDS_CLASSES + 4;
/** For each slot a record. */
export const BOUNDS_SLOTS = BOUNDS_SKIPS + 4;
/** For each slot a set of devices: those that could still serve it. */
export const BOUNDS_SETS = BOUNDS_SLOTS + 4;
/** For each request a set: the devices, or cliques, that its units compete for. */
export const BOUNDS_RIVALS = BOUNDS_SETS + 4;
/** For each request a u32: how many units compete. */
export const BOUNDS_NEEDS = BOUNDS_RIVALS + 4;
/** For each device a u32: the request that has it in a matching, plus 1. */
export const BOUNDS_OWNERS = BOUNDS_NEEDS + 4;
/** Three sets of devices to work with, then the devices for whose draws the counters suffice. */
export const BOUNDS_WORK = BOUNDS_OWNERS + 4;
/** For each device a u32: its clique. */
export const BOUNDS_CLIQUES = BOUNDS_WORK + 4;
export const BOUNDS_SUM_COUNT = BOUNDS_CLIQUES + 4;
export const BOUNDS_SUMS = BOUNDS_SUM_COUNT + 4;
/** For each bound a u64: how many branches it ended, in the order of the BOUND_* bits. */
export const BOUNDS_STATISTICS = BOUNDS_SUMS + 4;
/** The greatest number of 64-bit words of a key of a dead end; 0: dead ends are not kept. */
export const BOUNDS_KEY_WORDS = BOUNDS_STATISTICS + 4;
/** Room for the key that is looked for. */
export const BOUNDS_KEY = BOUNDS_KEY_WORDS + 4;
/** A table of u32: where a dead end lies, 0 for a free place. Its size is a power of two. */
export const BOUNDS_TABLE = BOUNDS_KEY + 4;
export const BOUNDS_TABLE_SIZE = BOUNDS_TABLE + 4;
/** Where dead ends are kept, one after the other: the number of words, the hash, the key. */
export const BOUNDS_STORE = BOUNDS_TABLE_SIZE + 4;
export const BOUNDS_STORE_END = BOUNDS_STORE + 4;
/** Where the next dead end goes. */
export const BOUNDS_STORE_NEXT = BOUNDS_STORE_END + 4;
/** For each request a set: the devices that it or a later one could use. */
export const BOUNDS_LATER = BOUNDS_STORE_NEXT + 4;
/** For each constraint a u32: after the last request that it concerns. */
export const BOUNDS_CONCERNED = BOUNDS_LATER + 4;
/** Flags. 1: some request has admin access, so that it matters who holds a device. 2: only exact states compare, whatever less or more would leave. */
export const BOUNDS_ADMIN = BOUNDS_CONCERNED + 4;
/** Sets of equal devices: how many, and where they lie one after the other. */
export const BOUNDS_CLASS_COUNT = BOUNDS_ADMIN + 4;
export const BOUNDS_CLASS_SETS = BOUNDS_CLASS_COUNT + 4;
/** The devices that are equal to no other and in no block. */
export const BOUNDS_SINGLES = BOUNDS_CLASS_SETS + 4;
/** Groups of blocks: how many, and a record for each. */
export const BOUNDS_GROUP_COUNT = BOUNDS_SINGLES + 4;
export const BOUNDS_GROUPS = BOUNDS_GROUP_COUNT + 4;
/** A u32 for each budget: 1 when it belongs to a block. */
export const BOUNDS_BLOCK_BUDGETS = BOUNDS_GROUPS + 4;
/** For each constraint a u32: where the requests that it concerns lie, their number first. */
export const BOUNDS_MEMBERS = BOUNDS_BLOCK_BUDGETS + 4;
/** For each frame a record of what it spent. */
export const BOUNDS_SPENT = BOUNDS_MEMBERS + 4;
/** Sets of what the cases at each depth are, the last one to work with: how many, the 64-bit words of one, and where they lie. */
export const BOUNDS_CASE_COUNT = BOUNDS_SPENT + 4;
export const BOUNDS_CASE_WORDS = BOUNDS_CASE_COUNT + 4;
export const BOUNDS_CASES = BOUNDS_CASE_WORDS + 4;
/** An i32: what cases may still cost, in the units of a question. */
export const BOUNDS_CREDIT = BOUNDS_CASES + 4;
/** So many steps a frame may make before cases are looked at. */
export const BOUNDS_PATIENCE = BOUNDS_CREDIT + 4;
/** For each request, then for each constraint, a u32: how often the cases of a choice about it were all refuted. */
export const BOUNDS_WEIGHTS = BOUNDS_PATIENCE + 4;
/** For each budget a u32: where the set of devices lies that take more than half of it, 0 when there are less than two. 0: there are none at all. */
export const BOUNDS_GREATEST = BOUNDS_WEIGHTS + 4;
/** Blocks of devices: how many, for each a u32 where it lies, and the set of the devices in blocks. */
export const BOUNDS_BLOCK_COUNT = BOUNDS_GREATEST + 4;
export const BOUNDS_BLOCKS = BOUNDS_BLOCK_COUNT + 4;
export const BOUNDS_IN_BLOCKS = BOUNDS_BLOCKS + 4;
/** Bytes of the state of a block; room for one, then PACKING_COUNT states with the ways to pack a block in that state. */
export const BOUNDS_PACKING_KEY = BOUNDS_IN_BLOCKS + 4;
export const BOUNDS_PACKINGS = BOUNDS_PACKING_KEY + 4;
/** Room for two lists of PACKING_SUMS sums, a u32 each, and a byte for each sum. */
export const BOUNDS_PACKING_SUMS = BOUNDS_PACKINGS + 4;
/** For each constraint of a claim a record of what it is like. */
export const BOUNDS_TWINS = BOUNDS_PACKING_SUMS + 4;
/** Room for a record of each slot: of those that share a value. */
export const BOUNDS_SHARERS = BOUNDS_TWINS + 4;
export const BOUNDS_HEADER_SIZE = BOUNDS_SHARERS + 4;

// A block: devices that draw on the same budgets, but on no others. Its shape, plus 1, says what the devices draw; then its devices and its budgets, u32.
export const BLOCK_SHAPE = 0;
export const BLOCK_DEVICES = BLOCK_SHAPE + 4;
export const BLOCK_BUDGETS = BLOCK_DEVICES + 4;
export const BLOCK_MEMBERS = BLOCK_BUDGETS + 4;
/** A multiple of 8. */
export const BLOCK_MOST_DEVICES = 32;

/** A power of two. */
export const PACKING_COUNT = 64;
/** The most ways to pack a block that are kept, and their bytes with their number. */
export const PACKING_WAYS = 31;
export const PACKING_WAYS_SIZE = 128;
/** More sums of ways to pack blocks are not told apart. */
export const PACKING_SUMS = 2048;

// Constraints that are alike: the first one of them and the next one, each plus 1; 0 for none.
export const TWIN_FIRST = 0;
export const TWIN_NEXT = TWIN_FIRST + 4;
export const TWIN_SIZE = TWIN_NEXT + 4;

// A slot that shares a value with others.
/** Addresses: its devices, and these by value. */
export const SHARER_DEVICES = 0;
export const SHARER_VALUES = SHARER_DEVICES + 4;
/** How many it needs. */
export const SHARER_NEED = SHARER_VALUES + 4;
/** 1 for the last slot of its request. */
export const SHARER_IS_LAST = SHARER_NEED + 4;
export const SHARER_SIZE = SHARER_IS_LAST + 4;

// What a frame spent: the steps (modulo 2^32) when it began, and how many it may have made since before cases are looked at.
export const SPENT_SINCE = 0;
export const SPENT_DUE = SPENT_SINCE + 4;
export const SPENT_SIZE = SPENT_DUE + 4;

// A group of blocks that are alike, such as cards whose partitions and counters are the same: each has its devices and its budgets in one order.
export const GROUP_BLOCKS = 0;
export const GROUP_DEVICES = GROUP_BLOCKS + 4;
export const GROUP_BUDGETS = GROUP_DEVICES + 4;
/** For each block its devices, then its budgets, u32. */
export const GROUP_MEMBERS = GROUP_BUDGETS + 4;
export const GROUP_SIZE = GROUP_MEMBERS + 4;

// A dead end that is kept.
export const DEAD_END_WORDS = 0;
export const DEAD_END_HASH = 8;
export const DEAD_END_KEY = 16;

// What bounds know of a slot.
/** A set: devices on which the search would end with an error. 0: none. */
export const BOUND_SLOT_ERRORS = 0;
/** 1: a constraint over a request for all devices, which may be an error. */
export const BOUND_SLOT_MAY_REFUSE = BOUND_SLOT_ERRORS + 4;
/** A set: for a request for all devices these, else the candidates. */
export const BOUND_SLOT_DEVICES = BOUND_SLOT_MAY_REFUSE + 4;
/** The constraints that apply: their number, then for each a rule. */
export const BOUND_SLOT_RULES = BOUND_SLOT_DEVICES + 4;
/** The kind of slots that want the same, 0 for none. */
export const BOUND_SLOT_KIND = BOUND_SLOT_RULES + 4;
/** The kinds that the slot could have any device of: where their number lies, then for each the kind and a slot of it, u32. */
export const BOUND_SLOT_NARROWER = BOUND_SLOT_KIND + 4;
/** In cases: the first slot that wants the same of what is left. */
export const BOUND_SLOT_FIRST_ALIKE = BOUND_SLOT_NARROWER + 4;
export const BOUND_SLOT_SIZE = BOUND_SLOT_FIRST_ALIKE + 4;

// A rule of a slot: a constraint, and where the devices by value lie for it, 0 where they have too many.
export const RULE_CONSTRAINT = 0;
export const RULE_VALUES = RULE_CONSTRAINT + 4;
export const RULE_SIZE = RULE_VALUES + 4;

// A sum of budgets: for each budget of it a weight, so that they have one unit, and what each device takes of the sum at least.
/** Budgets with weights: u32 index, u32 padding, i64 weight. */
export const SUM_TERM_COUNT = 0;
export const SUM_TERMS = SUM_TERM_COUNT + 4;
/** For each slot a u32: where an i64 for each device lies, what the device takes. */
export const SUM_AMOUNTS = SUM_TERMS + 4;
/** For each slot a u32: where its devices lie as u32, those that take least first, with their number before them. */
export const SUM_ORDERS = SUM_AMOUNTS + 4;
/** How many questions in a row it could not answer with no. */
export const SUM_MISSES = SUM_ORDERS + 4;
export const SUM_SIZE = SUM_MISSES + 4;

export const BOUND_EQUAL = 1;
export const BOUND_TOO_FEW = 2;
export const BOUND_MATCHING = 4;
export const BOUND_SUMS = 8;
export const BOUND_VALUES = 16;
export const BOUND_PAIRS = 32;
export const BOUND_DISTINCT = 64;
/** Devices whose counters or capacities do not suffice now do not count. Only while no amount is below zero. */
export const BOUND_BUDGETS = 128;
/** A state that failed before fails again. */
export const BOUND_DEAD_ENDS = 256;
/** States that differ only by an exchange of equal devices, or of blocks that are alike, count as one. */
export const BOUND_SYMMETRY = 512;
/** What a frame tried in vain for long may fail in each of some cases. */
export const BOUND_CASES = 1024;
export const BOUND_ALL = 2047;
/** Number of switches. */
export const BOUND_COUNT = 11;
