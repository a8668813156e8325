/** Finished operations with an estimate and a work center, as columns of equal length. */
export interface FinishedWorkColumns {
  readonly categoryId: readonly string[]
  readonly name: readonly string[]
  /** Empty = none. */
  readonly setupFamily: readonly string[]
  /** The estimates as people made them, before hours left were reported or the learned pace was added. */
  readonly estimateHours: readonly number[]
  readonly actualHours: readonly number[]
  /** The actual hours are the open hours between start and end, because no time on work was recorded. */
  readonly includesWaiting: readonly boolean[]
  readonly finishedMs: readonly number[]
}

/** What is specific to the work from which a pace was learned. */
export type PaceBasis = 'family' | 'name' | 'workCenter' | 'shop'

/** How long work of one kind takes against its estimate. */
export interface LearnedPace {
  /** Median of actual / estimate. */
  readonly factor: number
  /** Standard deviation of ln(actual / estimate) around it, of a single operation. */
  readonly spread: number
  /** Finished operations it was learned from. */
  readonly count: number
  readonly basis: PaceBasis
}

/** What a pace depends on. */
export interface PacedOperation {
  readonly categoryId: string | null
  /** Absent or empty = none. */
  readonly setupFamily?: string | undefined
  readonly name: string
}

/** A group of finished work of which enough is known. */
export interface PaceGroup {
  readonly categoryId: string
  /** Setup family, or kind of operation (`kindOfName`); null = the whole work center. */
  readonly kind: string | null
  readonly pace: LearnedPace
  /** Age of the oldest operation counted, in days, but at least the usual window. */
  readonly days: number
  /** Nothing but work with waiting in it is known. Its pace is shown and not calculated with. */
  readonly includesWaiting: boolean
}

/** What was learned, in plain values. */
export interface PaceTable {
  /** Work centers in the order of the finished work, each followed by its setup families and kinds of operation. */
  readonly groups: readonly PaceGroup[]
  /** The pace of work centers of which nothing else is known; null = too few of them are known. */
  readonly shop: LearnedPace | null
}

/** The pace to calculate with; null = too little is known. */
export type PaceOf = (operation: PacedOperation) => LearnedPace | null

export interface LearnedPaces extends PaceTable {
  readonly paceOf: PaceOf
  /** Paces with the same key have the same factors, as they are shown. */
  readonly key: string
}
