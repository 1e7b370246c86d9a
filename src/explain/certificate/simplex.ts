// Solves a linear program with few rows and very many columns, created on demand: each block selects one of its columns, and limits bound
// their sum. Either fractions of columns satisfy the limits, or prices of the limits prove that none do.

/** The consumption of a column, by the number of the limit. */
export type Usage = readonly (readonly [limit: number, amount: number])[];

/** A column enters only if it costs less than its block pays, by more than this. */
const TOLERANCE = 1e-7;

/** Phase one of the simplex method: removes artificial columns, one for each block, from the basis. */
export class Master {
  readonly #blocks: number;
  readonly #size: number;
  /** The inverse of the basis, row by row. */
  readonly #inverse: Float64Array[];
  readonly #basics: Float64Array;
  /** For each row, whether its basic column is artificial. */
  readonly #isArtificial: boolean[];

  /** `supplies`: the supply of each limit, scaled to about 0 to 1. */
  constructor(blocks: number, supplies: readonly number[]) {
    this.#blocks = blocks;
    this.#size = blocks + supplies.length;
    this.#inverse = Array.from({ length: this.#size }, (_, row) => {
      const line = new Float64Array(this.#size);
      line[row] = 1;
      return line;
    });
    // Distinct small additions to the limits prevent cycles on equal quotients.
    this.#basics = Float64Array.from({ length: this.#size }, (_, row) =>
      row < blocks ? 1 : (supplies[row - blocks] as number) + (1e-8 * (1 + ((row * 7919) % 997))) / 997,
    );
    this.#isArtificial = Array.from({ length: this.#size }, (_, row) => row < blocks);
  }

  /** The total part of the blocks that no column serves. */
  get missing(): number {
    let sum = 0;
    for (let row = 0; row < this.#size; row++) if (this.#isArtificial[row]) sum += this.#basics[row] as number;
    return sum;
  }

  /** Returns the price that each block pays, and the price of each limit. */
  duals(): { readonly blocks: Float64Array; readonly limits: Float64Array } {
    const sums = new Float64Array(this.#size);
    for (let row = 0; row < this.#size; row++) {
      if (!this.#isArtificial[row]) continue;
      const line = this.#inverse[row] as Float64Array;
      for (let at = 0; at < this.#size; at++) sums[at] = (sums[at] as number) + (line[at] as number);
    }
    return { blocks: sums.slice(0, this.#blocks), limits: sums.slice(this.#blocks).map((price) => -price) };
  }

  /** Enters a column of a block, or (undefined) the slack of a limit. Returns false if the column changes nothing. */
  enter(block: number | undefined, usage: Usage): boolean {
    const column = new Float64Array(this.#size);
    for (let row = 0; row < this.#size; row++) {
      const line = this.#inverse[row] as Float64Array;
      let sum = block === undefined ? 0 : (line[block] as number);
      for (const [limit, amount] of usage) sum += (line[this.#blocks + limit] as number) * amount;
      column[row] = sum;
    }
    let leaving = -1;
    let least = Number.POSITIVE_INFINITY;
    for (let row = 0; row < this.#size; row++) {
      if ((column[row] as number) <= TOLERANCE) continue;
      const quotient = (this.#basics[row] as number) / (column[row] as number);
      if (quotient < least) [leaving, least] = [row, quotient];
    }
    if (leaving < 0) return false;
    this.#pivot(leaving, column);
    return true;
  }

  #pivot(leaving: number, column: Float64Array): void {
    const pivotLine = this.#inverse[leaving] as Float64Array;
    const pivot = column[leaving] as number;
    for (let at = 0; at < this.#size; at++) pivotLine[at] = (pivotLine[at] as number) / pivot;
    this.#basics[leaving] = (this.#basics[leaving] as number) / pivot;
    for (let row = 0; row < this.#size; row++) {
      const factor = column[row] as number;
      if (row === leaving || factor === 0) continue;
      const line = this.#inverse[row] as Float64Array;
      for (let at = 0; at < this.#size; at++) line[at] = (line[at] as number) - factor * (pivotLine[at] as number);
      this.#basics[row] = (this.#basics[row] as number) - factor * (this.#basics[leaving] as number);
    }
    this.#isArtificial[leaving] = false;
  }
}
