/** What a file asks for and a list of holidays cannot hold. `line` counts the lines of the file from 1. */
export interface IcsProblem {
  readonly line: number
  readonly message: string
}

/** Ends the reading of one event, or of the whole file; `readIcs` turns it into an error with its line. */
export class IcsRefusal extends Error {
  readonly line: number

  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

/** Steps that the reading of one file may take: days looked at, and conversions between zones, which take as long as 400 days. */
const mostSteps = 4_000_000
export const conversionSteps = 400

/** Counts the steps, so that no file keeps a server busy for long. */
export class IcsBudget {
  #left = mostSteps

  /** Throws when the file has used up its steps. */
  spend(steps: number, line: number): void {
    this.#left -= steps
    if (this.#left < 0)
      throw new IcsRefusal(line, 'The events up to here repeat too often for one file. Split the file')
  }

  get isSpent(): boolean {
    return this.#left < 0
  }
}
