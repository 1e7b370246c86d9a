// Defines the layout of the solver's memory and its ABI, shared with the host: integer constants that are valid AssemblyScript and TypeScript. Integers are
// little-endian. A location is an offset from the base of its region, so that memory can hold many problems and searches. There are two regions: the problem,
// which is constant during a search, and the scratch of one search.

/** Increases with each change of meaning. The host rejects a module with another version. */
export const ABI_VERSION = 8;
/** A checksum of the constants in layout.ts, bounds-layout.ts and pass-layout.ts. A test recomputes it. */
export const LAYOUT_HASH = 124167139;

export const WORD_SIZE = 8;

// A list of u32: the number of items, then the items.
export const LIST_COUNT = 0;
export const LIST_ITEMS = 4;

// Problem header: u32 fields.
export const HEADER_ABI_VERSION = 0;
export const HEADER_LAYOUT_HASH = HEADER_ABI_VERSION + 4;
/** The size of the whole problem region. */
export const HEADER_SIZE_IN_BYTES = HEADER_LAYOUT_HASH + 4;
export const HEADER_DEVICE_COUNT = HEADER_SIZE_IN_BYTES + 4;
/** The number of 64-bit words in a bitset of devices. */
export const HEADER_DEVICE_WORDS = HEADER_DEVICE_COUNT + 4;
export const HEADER_CLAIM_COUNT = HEADER_DEVICE_WORDS + 4;
export const HEADER_REQUEST_COUNT = HEADER_CLAIM_COUNT + 4;
export const HEADER_SLOT_COUNT = HEADER_REQUEST_COUNT + 4;
export const HEADER_CONSTRAINT_COUNT = HEADER_SLOT_COUNT + 4;
/** The most devices that one claim may hold. */
export const HEADER_CLAIM_LIMIT = HEADER_CONSTRAINT_COUNT + 4;
export const HEADER_CLAIMS_LOCATION = HEADER_CLAIM_LIMIT + 4;
export const HEADER_REQUESTS_LOCATION = HEADER_CLAIMS_LOCATION + 4;
export const HEADER_SLOTS_LOCATION = HEADER_REQUESTS_LOCATION + 4;
export const HEADER_CONSTRAINTS_LOCATION = HEADER_SLOTS_LOCATION + 4;
/** A bitset: devices in use before the search. */
export const HEADER_OCCUPIED_LOCATION = HEADER_CONSTRAINTS_LOCATION + 4;
/** The number of counters and capacities that devices consume. */
export const HEADER_BUDGET_COUNT = HEADER_OCCUPIED_LOCATION + 4;
/** 64-bit words of an amount: two's complement, lowest word first. All amounts of a problem have this size. */
export const HEADER_LIMBS = HEADER_BUDGET_COUNT + 4;
export const HEADER_LEDGER_COUNT = HEADER_LIMBS + 4;
/** A u32 for each device: the location of its draw, or 0. This field is 0 if no device has a draw. */
export const HEADER_DRAWS_LOCATION = HEADER_LEDGER_COUNT + 4;
/** A bitset: devices that several selections may share. 0 if no device is shareable. */
export const HEADER_SHAREABLE_LOCATION = HEADER_DRAWS_LOCATION + 4;
// Locations in the scratch.
export const HEADER_SCRATCH_SIZE = HEADER_SHAREABLE_LOCATION + 4;
export const HEADER_BUSY_LOCATION = HEADER_SCRATCH_SIZE + 4;
export const HEADER_HELD_LOCATION = HEADER_BUSY_LOCATION + 4;
export const HEADER_SELECTIONS_LOCATION = HEADER_HELD_LOCATION + 4;
/** A bitset: shareable devices that have a share, from before the search or from a claim. */
export const HEADER_SHARED_LOCATION = HEADER_SELECTIONS_LOCATION + 4;
/** The remaining amount of each budget. */
export const HEADER_LEFT_LOCATION = HEADER_SHARED_LOCATION + 4;
/** For each ledger, a u64: the number of its budgets that are below zero. */
export const HEADER_DEFICITS_LOCATION = HEADER_LEFT_LOCATION + 4;
export const HEADER_FRAMES_LOCATION = HEADER_DEFICITS_LOCATION + 4;
export const HEADER_FRAME_CAPACITY = HEADER_FRAMES_LOCATION + 4;
export const HEADER_TRAIL_LOCATION = HEADER_FRAME_CAPACITY + 4;
export const HEADER_TRAIL_CAPACITY = HEADER_TRAIL_LOCATION + 4;
export const HEADER_SIZE = 160;

// A claim: a range of requests and a range of constraints.
export const CLAIM_FIRST_REQUEST = 0;
export const CLAIM_REQUEST_COUNT = CLAIM_FIRST_REQUEST + 4;
export const CLAIM_FIRST_CONSTRAINT = CLAIM_REQUEST_COUNT + 4;
export const CLAIM_CONSTRAINT_COUNT = CLAIM_FIRST_CONSTRAINT + 4;
export const CLAIM_SIZE = CLAIM_CONSTRAINT_COUNT + 4;

// A request: a range of slots. A slot stands for the request itself or for one of its subrequests.
export const REQUEST_FIRST_SLOT = 0;
export const REQUEST_SLOT_COUNT = REQUEST_FIRST_SLOT + 4;
/** 1 for a prioritized list, even with only one subrequest. */
export const REQUEST_PRIORITIZED = REQUEST_SLOT_COUNT + 4;
export const REQUEST_CLAIM = REQUEST_PRIORITIZED + 4;
/**
 * The location of a list if the claim has whole alternatives, else 0. The list holds the first slot of each alternative, then the end of the last one. The slot
 * of the claim's first request determines the alternative of all its requests.
 */
export const REQUEST_ALTERNATIVES_LOCATION = REQUEST_CLAIM + 4;
export const REQUEST_RESERVED = REQUEST_ALTERNATIVES_LOCATION + 4;
export const REQUEST_SIZE = REQUEST_RESERVED + 4;

export const SLOT_REQUEST = 0;
/** The number of devices requested. */
export const SLOT_COUNT = SLOT_REQUEST + 4;
export const SLOT_FLAGS = SLOT_COUNT + 4;
/** A bitset: devices that the search must check, including devices with an error. */
export const SLOT_CANDIDATES_LOCATION = SLOT_FLAGS + 4;
/** A byte for each device: the result of the checks before the search, STAGE_*. */
export const SLOT_STAGES_LOCATION = SLOT_CANDIDATES_LOCATION + 4;
/** SLOT_COUNT device indices, u32, for a slot that requests all devices. */
export const SLOT_ALL_LOCATION = SLOT_STAGES_LOCATION + 4;
/** A u32 for each device: the location of its share, or 0. This field is 0 if no device has a share. */
export const SLOT_SHARES_LOCATION = SLOT_ALL_LOCATION + 4;
/** The alternative of the claim to which the slot belongs. */
export const SLOT_ALTERNATIVE = SLOT_SHARES_LOCATION + 4;
export const SLOT_SIZE = SLOT_ALTERNATIVE + 4;

export const SLOT_FLAG_ADMIN_ACCESS = 1;
export const SLOT_FLAG_ALL = 2;
/** A selection neither checks nor charges counters. */
export const SLOT_FLAG_NO_COUNTERS = 4;
/** A KIND_EMPTY_INTERSECTION constraint ends with the request of the slot. */
export const SLOT_FLAG_ENDS = 8;
/** The slot requests no device, because the alternative has no such request. */
export const SLOT_FLAG_EMPTY = 16;

/** The device passes every check that is independent of other selections. Any other value below STAGE_ERROR identifies the check that rejects it. */
export const STAGE_MATCH = 0;
/** Added to the number of a check that fails with an error. The search ends when it checks the device. */
export const STAGE_ERROR = 128;

export const CONSTRAINT_KIND = 0;
/** 64-bit words in a value set. */
export const CONSTRAINT_VALUE_WORDS = CONSTRAINT_KIND + 4;
export const CONSTRAINT_SETS_LOCATION = CONSTRAINT_VALUE_WORDS + 4;
/** A u32 for each slot of the claim: the location of its entries (a u32 for each device), or 0 where the constraint does not apply. */
export const CONSTRAINT_ROWS_LOCATION = CONSTRAINT_SETS_LOCATION + 4;
/** The slot of the first row. */
export const CONSTRAINT_FIRST_SLOT = CONSTRAINT_ROWS_LOCATION + 4;
/** The location of its state in the scratch. */
export const CONSTRAINT_STATE_LOCATION = CONSTRAINT_FIRST_SLOT + 4;
/** For KIND_MATCH, the number of values that two or more devices need in common. 0 means 1. */
export const CONSTRAINT_MIN_SIZE = CONSTRAINT_STATE_LOCATION + 4;
/** For KIND_EMPTY_INTERSECTION, the last request that the constraint covers. */
export const CONSTRAINT_LAST_REQUEST = CONSTRAINT_MIN_SIZE + 4;
export const CONSTRAINT_SIZE = CONSTRAINT_LAST_REQUEST + 4;

// The state of a constraint: the number of devices, u64, then the running value set.
export const STATE_DEVICE_COUNT = 0;
export const STATE_VALUES = 8;

/** The value sets of all devices share a value. */
export const KIND_MATCH = 0;
/** The value sets of the devices are pairwise disjoint. */
export const KIND_DISTINCT = 1;
/** The value sets of all devices share no value. The search checks this at the last selection of the last request that the constraint covers. */
export const KIND_EMPTY_INTERSECTION = 2;

// An entry is the index of a value set, a value with ENTRY_SINGLE, or one of two marks. ENTRY_FIRST_ONLY may be added to the first two.
export const ENTRY_MISSING = 0x7fffffff;
/** The attribute of this device cannot be computed: an error if the search checks the device. */
export const ENTRY_ERROR = 0x7ffffffe;
/** Valid only for the first device of the constraint: a list while list attributes are off (docs/spec/reference-1.37.md 1.21). */
export const ENTRY_FIRST_ONLY = 0x40000000;
/** The entry is the only value of the set, not the index of a set. */
export const ENTRY_SINGLE = 0x20000000;
export const ENTRY_INDEX_MASK = 0x1fffffff;

// A draw: the counters that the first selection of a device consumes. Its charges follow it, then its memberships.
export const DRAW_LEDGER = 0;
export const DRAW_CHARGE_COUNT = DRAW_LEDGER + 4;
export const DRAW_MEMBERSHIP_COUNT = DRAW_CHARGE_COUNT + 4;
export const DRAW_RESERVED = DRAW_MEMBERSHIP_COUNT + 4;
export const DRAW_SIZE = DRAW_RESERVED + 4;

// A share: the capacities that each selection of a device consumes. Its charges follow it.
export const SHARE_CHARGE_COUNT = 0;
export const SHARE_RESERVED = SHARE_CHARGE_COUNT + 4;
export const SHARE_SIZE = SHARE_RESERVED + 4;

// A charge: the index of a budget (u32, padded), then the amount, HEADER_LIMBS words of 64 bits.
export const CHARGE_BUDGET = 0;
export const CHARGE_AMOUNT = 8;

// A membership of a counter set: the index of its constraint, after the constraints of the claims, and an entry.
export const MEMBERSHIP_CONSTRAINT = 0;
export const MEMBERSHIP_ENTRY = MEMBERSHIP_CONSTRAINT + 4;
export const MEMBERSHIP_SIZE = MEMBERSHIP_ENTRY + 4;

// The scratch header. Counters are i64.
export const SCRATCH_STATUS = 0;
export const SCRATCH_MODE = SCRATCH_STATUS + 4;
export const SCRATCH_STEPS = SCRATCH_MODE + 4;
/** Set by the host: the search stops before its number of steps exceeds this limit. */
export const SCRATCH_STEP_LIMIT = SCRATCH_STEPS + 8;
/** Set by the host: the devices to check in this run. The search pauses when it has checked them. */
export const SCRATCH_WORK = SCRATCH_STEP_LIMIT + 8;
export const SCRATCH_DEPTH = SCRATCH_WORK + 8;
export const SCRATCH_TRAIL_LENGTH = SCRATCH_DEPTH + 4;
// The position of the search.
export const SCRATCH_CLAIM = SCRATCH_TRAIL_LENGTH + 4;
export const SCRATCH_REQUEST = SCRATCH_CLAIM + 4;
export const SCRATCH_SLOT = SCRATCH_REQUEST + 4;
export const SCRATCH_INDEX = SCRATCH_SLOT + 4;
export const SCRATCH_CURSOR = SCRATCH_INDEX + 4;
/** The result of the subtree that just ended: STATUS_FAILED or STATUS_EXCEEDED. */
export const SCRATCH_RESULT = SCRATCH_CURSOR + 4;
// The error if the status is STATUS_ERROR.
export const SCRATCH_ERROR_KIND = SCRATCH_RESULT + 4;
export const SCRATCH_ERROR_SLOT = SCRATCH_ERROR_KIND + 4;
export const SCRATCH_ERROR_DEVICE = SCRATCH_ERROR_SLOT + 4;
export const SCRATCH_ERROR_CONSTRAINT = SCRATCH_ERROR_DEVICE + 4;
/** The location of the bounds, from the base of the scratch. 0 while the search is plain. */
export const SCRATCH_BOUNDS = SCRATCH_ERROR_CONSTRAINT + 4;
/** Set by the host, u32: the step at which the search stops so that the host can lay out its bounds. */
export const SCRATCH_ESCALATE_AT = SCRATCH_BOUNDS + 4;
/** 1 after a failure, until the bounds are checked and none prunes. */
export const SCRATCH_FAILED = SCRATCH_ESCALATE_AT + 4;
export const SCRATCH_HEADER_SIZE = 112;

export const STATUS_RUNNING = 0;
export const STATUS_FOUND = 1;
/** Failed: a different earlier choice may succeed. */
export const STATUS_FAILED = 2;
/** Above the limit of a claim: the search backtracks over selections without trying other devices (docs/spec/reference-1.37.md 1.17). */
export const STATUS_EXCEEDED = 3;
export const STATUS_ERROR = 4;
/** The search reached the step limit. To continue, the host raises it and runs the search again. */
export const STATUS_STEP_LIMIT = 5;
/** Plain search reached SCRATCH_ESCALATE_AT. The host may lay out the bounds, then runs the search again. */
export const STATUS_ESCALATE = 6;

/** A selector, or another check before the search, fails on the device. */
export const ERROR_STAGE = 1;
/** A constraint rejects a device of a request for all devices. */
export const ERROR_REJECTED = 2;
export const ERROR_VALUE = 3;

export const MODE_REQUEST = 0;
export const MODE_SLOT = 1;
export const MODE_NEXT = 2;
export const MODE_RETURN = 3;
/** The search probes the top frame. */
export const MODE_PROBING = 4;

// A frame: a selection, or the choice among the subrequests of a request.
export const FRAME_KIND = 0;
export const FRAME_REQUEST = FRAME_KIND + 4;
export const FRAME_SLOT = FRAME_REQUEST + 4;
/** The ordinal of the device within its request. */
export const FRAME_INDEX = FRAME_SLOT + 4;
/** The search has tried all candidates before this one. */
export const FRAME_CURSOR = FRAME_INDEX + 4;
export const FRAME_DEVICE = FRAME_CURSOR + 4;
/** The length of the trail before the selection. */
export const FRAME_TRAIL_MARK = FRAME_DEVICE + 4;
/** For a choice: 1 while every subrequest tried so far exceeded the limit. */
export const FRAME_ALL_EXCEEDED = FRAME_TRAIL_MARK + 4;
/** The first candidate of a selection; the greatest u32 in a frame pushed before the bounds were laid out. */
export const FRAME_START = FRAME_ALL_EXCEEDED + 4;
export const FRAME_SIZE = FRAME_START + 4;

export const FRAME_KIND_SELECTION = 0;
export const FRAME_KIND_CHOICE = 1;

// A trail entry: a location in the scratch, and its old u64 value.
export const TRAIL_ENTRY_LOCATION = 0;
export const TRAIL_ENTRY_VALUE = 8;
export const TRAIL_ENTRY_SIZE = 16;
