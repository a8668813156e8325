/** Finished operations with an estimate and a work center, as columns of equal length. */
export interface FinishedWorkColumns {
  readonly categoryId: readonly string[]
  readonly name: readonly string[]
  readonly setupFamily: readonly (string | null)[]
  readonly estimateHours: readonly number[]
  readonly actualHours: readonly number[]
  /** Whether the hours are open hours between start and end, because no time on work was reported. */
  readonly includesWaiting: readonly boolean[]
  readonly finishedMs: readonly number[]
}

/** Operations as a work center names them: "Weld frame 12" and "weld  frame" are one kind. */
export const kindOfWork = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}]+/gu, ' ')
    .trim()
