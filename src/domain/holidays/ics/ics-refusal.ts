/** Something in the file that a list of holidays cannot represent. `line` counts from 1. */
export interface IcsProblem {
  readonly line: number
  readonly message: string
}

/** Aborts the reading of one event, or of the whole file; `readIcs` turns it into a problem with its line. */
export class IcsRefusal extends Error {
  readonly line: number

  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

/** Budget for one file. A step is a day examined; a time zone conversion costs as much as 400 days. */
const mostSteps = 4_000_000
export const conversionSteps = 400

/** Counts steps, so that no file can occupy the server for long. */
export class IcsBudget {
  #left = mostSteps

  /** Throws when the budget is used up. */
  spend(steps: number, line: number): void {
    this.#left -= steps
    if (this.#left < 0)
      throw new IcsRefusal(line, 'The events up to here repeat too often for one file. Split the file')
  }

  get isSpent(): boolean {
    return this.#left < 0
  }
}
