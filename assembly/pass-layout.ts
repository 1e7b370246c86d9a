// The layout of passes, shared with the host. Like layout.ts, which has its version and checksum, it is AssemblyScript and TypeScript at once.
//
// A pass: one search for each node of a cluster, over devices that all nodes have in common. What is particular to a node is brought together
// from columns, so that the search sees a problem of that node alone. Locations are addresses. The header, u32 fields.

/** Memory of a cluster is handed out in pieces of this size at least, each with room behind it for reads of whole words. */
export const PIECE_SMALLEST = 64;
export const PIECE_MARGIN = 8;

/** The problem as it is for every node, and the scratch of its searches. What depends on the devices is filled in node by node. 0: not made yet. */
export const PASS_PROBLEM = 0;
export const PASS_SCRATCH = PASS_PROBLEM + 4;
/** A u32 for each node to check: its ordinal. 0: all of them, from 0 on. */
export const PASS_ORDINALS = PASS_SCRATCH + 4;
export const PASS_ORDINAL_COUNT = PASS_ORDINALS + 4;
/** The number of nodes that are done. */
export const PASS_DONE = PASS_ORDINAL_COUNT + 4;
/** By ordinal a record of what the node sees. */
export const PASS_NODES = PASS_DONE + 4;
/** Runs of devices, which nodes see one after the other. */
export const PASS_RUNS = PASS_NODES + 4;
/** A bitset over all devices: those in use. */
export const PASS_OCCUPIED = PASS_RUNS + 4;
/** Stage tables of the slots, each once. */
export const PASS_TABLE_COUNT = PASS_OCCUPIED + 4;
export const PASS_TABLES = PASS_TABLE_COUNT + 4;
/** Attributes of the constraints, each once. */
export const PASS_COLUMN_COUNT = PASS_TABLES + 4;
export const PASS_COLUMNS = PASS_COLUMN_COUNT + 4;
/** A u32 for each constraint: which of the attributes it is about, or NO_COLUMN for one that is over no request. */
export const PASS_CONSTRAINT_COLUMNS = PASS_COLUMNS + 4;
/** By ordinal the answer. */
export const PASS_ANSWERS = PASS_CONSTRAINT_COLUMNS + 4;
export const PASS_ANSWER_SIZE = PASS_ANSWERS + 4;
/** The number of answers that have another status than the one before them, and how many of these concern the host. */
export const PASS_CHANGED = PASS_ANSWER_SIZE + 4;
export const PASS_CHANGED_FOR_HOST = PASS_CHANGED + 4;
/** Steps after which a search is left to the host. */
export const PASS_PLAIN_STEPS = PASS_CHANGED_FOR_HOST + 4;
/**
 * Requests where each requests a number of devices, by only its stage table: one after the other takes the first that are free, and only where
 * that fails is there anything to search. 0: there is more to it. The steps are those of a search that takes them so.
 */
export const PASS_PLAIN_COUNT = PASS_PLAIN_STEPS + 4;
export const PASS_PLAIN_REQUESTS = PASS_PLAIN_COUNT + 4;
export const PASS_PLAIN_FOUND_STEPS = PASS_PLAIN_REQUESTS + 4;
/** u32: for how much work no further search is begun in this call, in devices considered. */
export const PASS_WORK = PASS_PLAIN_FOUND_STEPS + 4;
export const PASS_SIZE = PASS_WORK + 4;

// A call ends in one of three ways: the work of the call is used up; every node has its answer; or a node is the first that needs the problem.
export const PASS_GOES_ON = 0;
export const PASS_ENDED = 1;
export const PASS_NEEDS_PROBLEM = 2;

// A plain request: where its candidates lie, and how many it requests. Requests are in the order of their slots.
export const PLAIN_REQUEST_CANDIDATES = 0;
export const PLAIN_REQUEST_COUNT = PLAIN_REQUEST_CANDIDATES + 4;
export const PLAIN_REQUEST_SIZE = PLAIN_REQUEST_COUNT + 4;

// A node sees runs of devices in search order.
export const PASS_NODE_FIRST_RUN = 0;
export const PASS_NODE_RUN_COUNT = PASS_NODE_FIRST_RUN + 4;
export const PASS_NODE_DEVICE_COUNT = PASS_NODE_RUN_COUNT + 4;
export const PASS_NODE_FLAGS = PASS_NODE_DEVICE_COUNT + 4;
export const PASS_NODE_SIZE = PASS_NODE_FLAGS + 4;

/** The host has to search this node by itself. */
export const PASS_NODE_NEEDS_HOST = 1;
/** A search without a solution is left to the host, since the node sees pools that make it an error. */
export const PASS_NODE_INVALID_POOLS = 2;
/** Devices that the node cannot use are left out of its runs: the host has to check them where one of them may be an error. */
export const PASS_NODE_PARTIAL = 4;

// Devices with numbers that follow each other.
export const PASS_RUN_FIRST = 0;
export const PASS_RUN_COUNT = PASS_RUN_FIRST + 4;
export const PASS_RUN_SIZE = PASS_RUN_COUNT + 4;

// A stage table over all devices, and where that of a node goes.
export const PASS_TABLE_CANDIDATES = 0;
/** 0: no device has an error, so that stages need not be considered. */
export const PASS_TABLE_STAGES = PASS_TABLE_CANDIDATES + 4;
export const PASS_TABLE_TO_CANDIDATES = PASS_TABLE_STAGES + 4;
export const PASS_TABLE_TO_STAGES = PASS_TABLE_TO_CANDIDATES + 4;
export const PASS_TABLE_SIZE = PASS_TABLE_TO_STAGES + 4;

// An attribute: for each device the number of its value, and where the entries of a node go.
export const PASS_COLUMN_VALUES = 0;
/** A u32 for each value, to work with. */
export const PASS_COLUMN_FIRSTS = PASS_COLUMN_VALUES + 4;
export const PASS_COLUMN_TO_ENTRIES = PASS_COLUMN_FIRSTS + 4;
/** Room for the values of one node, LOCAL_SIZE each. */
export const PASS_COLUMN_LOCAL = PASS_COLUMN_TO_ENTRIES + 4;
/** Lists of values. 0: no device has a list. */
export const PASS_COLUMN_LISTS = PASS_COLUMN_LOCAL + 4;
/** The address for the sets of a node: one for each device, and the empty one behind them. */
export const PASS_COLUMN_TO_SETS = PASS_COLUMN_LISTS + 4;
/** The number of values that there is room for. */
export const PASS_COLUMN_MOST_VALUES = PASS_COLUMN_TO_SETS + 4;
/** 64-bit words of a set of the node. */
export const PASS_COLUMN_WORDS = PASS_COLUMN_MOST_VALUES + 4;
export const PASS_COLUMN_SIZE = PASS_COLUMN_WORDS + 4;

export const NO_COLUMN = 0x7fffffff;

/** The device lacks the attribute. */
export const VALUE_MISSING = 0;
/** The device has something for which the node is left to the host. */
export const VALUE_OTHER = 1;
/** The first number that stands for a value. */
export const VALUE_FIRST = 2;
/** With this bit: a list, and where it lies among the lists, in u32. */
export const VALUE_LIST_BIT = 0x40000000;

// A value that devices of a node have.
export const LOCAL_VALUE = 0;
/** The device that has it. */
export const LOCAL_HOLDER = LOCAL_VALUE + 4;
/** Its number in the problem, plus 1; 0 while one device alone has it. */
export const LOCAL_BIT = LOCAL_HOLDER + 4;
export const LOCAL_SIZE = LOCAL_BIT + 4;

// An answer: the status with the steps above it, then the number of selections, then these.
export const ANSWER_STATUS = 0;
export const ANSWER_PICK_COUNT = ANSWER_STATUS + 4;
export const ANSWER_PICKS = ANSWER_PICK_COUNT + 4;
/** Bits of the status; the steps are above them, of which there must be less than the most. */
export const ANSWER_STATUS_BITS = 4;
export const ANSWER_STATUS_MASK = 15;
export const ANSWER_MOST_STEPS = 1 << 24;
/** A status: the host has to search this node by itself. */
export const ANSWER_NEEDS_HOST = 15;

// A pick: a slot, and a device by its number over the cluster.
export const PICK_SLOT = 0;
export const PICK_DEVICE = PICK_SLOT + 4;
export const PICK_SIZE = PICK_DEVICE + 4;
