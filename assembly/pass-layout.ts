// Defines the layout of passes, which the host shares. Like layout.ts, the file is valid AssemblyScript and TypeScript. The version and checksum
// of this layout are in layout.ts. A pass runs one search for each node of a cluster, over devices in common columns. For each node it gathers these columns into a problem of that node alone. Locations are
// addresses. The header has u32 fields.

/** Memory of a cluster is allocated in pieces of at least PIECE_SMALLEST bytes, each with a margin for reads of whole words. */
export const PIECE_SMALLEST = 64;
export const PIECE_MARGIN = 8;

/**
 * The problem shared by all nodes, and the scratch of its searches. The pass fills in the data of devices node by node. 0 until the host lays out the problem.
 */
export const PASS_PROBLEM = 0;
export const PASS_SCRATCH = PASS_PROBLEM + 4;
/** A u32 for each node to check: its ordinal. 0: all nodes, in order. */
export const PASS_ORDINALS = PASS_SCRATCH + 4;
export const PASS_ORDINAL_COUNT = PASS_ORDINALS + 4;
/** The number of nodes searched so far. */
export const PASS_DONE = PASS_ORDINAL_COUNT + 4;
/** A record for each node, by ordinal. */
export const PASS_NODES = PASS_DONE + 4;
/** Runs of consecutive devices, to which the nodes refer. */
export const PASS_RUNS = PASS_NODES + 4;
/** A bitset of all devices: devices in use. */
export const PASS_OCCUPIED = PASS_RUNS + 4;
/** The distinct stage tables of the slots. */
export const PASS_TABLE_COUNT = PASS_OCCUPIED + 4;
export const PASS_TABLES = PASS_TABLE_COUNT + 4;
/** The distinct attributes of the constraints. */
export const PASS_COLUMN_COUNT = PASS_TABLES + 4;
export const PASS_COLUMNS = PASS_COLUMN_COUNT + 4;
/** A u32 for each constraint: the index of its attribute, or NO_COLUMN for a constraint that covers no request. */
export const PASS_CONSTRAINT_COLUMNS = PASS_COLUMNS + 4;
/** The answers, by ordinal. */
export const PASS_ANSWERS = PASS_CONSTRAINT_COLUMNS + 4;
export const PASS_ANSWER_SIZE = PASS_ANSWERS + 4;
/** The number of answers whose status changed in this pass, and the number of these changes that concern the host. */
export const PASS_CHANGED = PASS_ANSWER_SIZE + 4;
export const PASS_CHANGED_FOR_HOST = PASS_CHANGED + 4;
/** The number of steps after which a search is left to the host. */
export const PASS_PLAIN_STEPS = PASS_CHANGED_FOR_HOST + 4;
/**
 * The number of plain requests: each needs some devices and depends only on its stage table. The pass serves them greedily and searches only if that fails.
 * PASS_PLAIN_FOUND_STEPS is the number of steps reported when the greedy pass succeeds. 0 if the problem is not plain.
 */
export const PASS_PLAIN_COUNT = PASS_PLAIN_STEPS + 4;
export const PASS_PLAIN_REQUESTS = PASS_PLAIN_COUNT + 4;
export const PASS_PLAIN_FOUND_STEPS = PASS_PLAIN_REQUESTS + 4;
/** u32: the work of this call, in devices checked. After the work is used up, the call starts no search. */
export const PASS_WORK = PASS_PLAIN_FOUND_STEPS + 4;
export const PASS_SIZE = PASS_WORK + 4;

// The result of a call: the work of the call is used up, every node has its answer, or the next node needs the problem.
export const PASS_GOES_ON = 0;
export const PASS_ENDED = 1;
export const PASS_NEEDS_PROBLEM = 2;

// A plain request: the location of its candidates, and the number of devices it needs. Requests are in the order of their slots.
export const PLAIN_REQUEST_CANDIDATES = 0;
export const PLAIN_REQUEST_COUNT = PLAIN_REQUEST_CANDIDATES + 4;
export const PLAIN_REQUEST_SIZE = PLAIN_REQUEST_COUNT + 4;

// A node: its runs of devices in search order.
export const PASS_NODE_FIRST_RUN = 0;
export const PASS_NODE_RUN_COUNT = PASS_NODE_FIRST_RUN + 4;
export const PASS_NODE_DEVICE_COUNT = PASS_NODE_RUN_COUNT + 4;
export const PASS_NODE_FLAGS = PASS_NODE_DEVICE_COUNT + 4;
export const PASS_NODE_SIZE = PASS_NODE_FLAGS + 4;

/** The host has to search this node. */
export const PASS_NODE_NEEDS_HOST = 1;
/** If no solution is found, the host must search this node, because its invalid pools turn the failure into an error. */
export const PASS_NODE_INVALID_POOLS = 2;
/** The runs omit devices that the node cannot use. The host must check these devices if one of them may be an error. */
export const PASS_NODE_PARTIAL = 4;

// A run of devices with consecutive numbers.
export const PASS_RUN_FIRST = 0;
export const PASS_RUN_COUNT = PASS_RUN_FIRST + 4;
export const PASS_RUN_SIZE = PASS_RUN_COUNT + 4;

// A stage table of all devices, and the location of the node's part of it.
export const PASS_TABLE_CANDIDATES = 0;
/** 0 if no device has an error, so that the search needs no stages. */
export const PASS_TABLE_STAGES = PASS_TABLE_CANDIDATES + 4;
export const PASS_TABLE_TO_CANDIDATES = PASS_TABLE_STAGES + 4;
export const PASS_TABLE_TO_STAGES = PASS_TABLE_TO_CANDIDATES + 4;
export const PASS_TABLE_SIZE = PASS_TABLE_TO_STAGES + 4;

// An attribute: for each device the number of its value, and the location of the node's entries.
export const PASS_COLUMN_VALUES = 0;
/** A u32 for each value, as working memory. */
export const PASS_COLUMN_FIRSTS = PASS_COLUMN_VALUES + 4;
export const PASS_COLUMN_TO_ENTRIES = PASS_COLUMN_FIRSTS + 4;
/** Space for the values of one node, LOCAL_SIZE each. */
export const PASS_COLUMN_LOCAL = PASS_COLUMN_TO_ENTRIES + 4;
/** Lists of values. 0 if no device has a list. */
export const PASS_COLUMN_LISTS = PASS_COLUMN_LOCAL + 4;
/** The address of the node's value sets: one for each device, then the empty set. */
export const PASS_COLUMN_TO_SETS = PASS_COLUMN_LISTS + 4;
/** The number of values that fit. */
export const PASS_COLUMN_MOST_VALUES = PASS_COLUMN_TO_SETS + 4;
/** 64-bit words in a value set of the node. */
export const PASS_COLUMN_WORDS = PASS_COLUMN_MOST_VALUES + 4;
export const PASS_COLUMN_SIZE = PASS_COLUMN_WORDS + 4;

export const NO_COLUMN = 0x7fffffff;

export const VALUE_MISSING = 0;
/** The node is left to the host because of this device's value. */
export const VALUE_OTHER = 1;
/** The first number of a value. */
export const VALUE_FIRST = 2;
/** A number with this bit is the offset of a list, in u32, among the lists. */
export const VALUE_LIST_BIT = 0x40000000;

// A value of the node's devices.
export const LOCAL_VALUE = 0;
/** The first device with the value. */
export const LOCAL_HOLDER = LOCAL_VALUE + 4;
/** Its number in the problem, plus 1; 0 while only one device has it. */
export const LOCAL_BIT = LOCAL_HOLDER + 4;
export const LOCAL_SIZE = LOCAL_BIT + 4;

// An answer: the status with the number of steps above it, then the number of selections, then the selections.
export const ANSWER_STATUS = 0;
export const ANSWER_SELECTION_COUNT = ANSWER_STATUS + 4;
export const ANSWER_SELECTIONS = ANSWER_SELECTION_COUNT + 4;
/** The bits of the status. The number of steps, less than ANSWER_MOST_STEPS, is above them. */
export const ANSWER_STATUS_BITS = 4;
export const ANSWER_STATUS_MASK = 15;
export const ANSWER_MOST_STEPS = 1 << 24;
/** A status: the host has to search this node. */
export const ANSWER_NEEDS_HOST = 15;

// A selection: a slot, and the number of a device in the cluster.
export const SELECTION_SLOT = 0;
export const SELECTION_DEVICE = SELECTION_SLOT + 4;
export const SELECTION_SIZE = SELECTION_DEVICE + 4;
