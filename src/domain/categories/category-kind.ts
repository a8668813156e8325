import type { CategoryKind } from '#contract/vocabulary.ts'

interface OfKind {
  /** Absent = inside. */
  readonly kind?: CategoryKind | undefined
}

/** Whether a category is a work center. Operations need the others, pools, besides their work center. */
export const isWorkCenter = ({ kind }: OfKind): boolean => kind !== 'pool'

/**
 * Whether the work is done by a supplier: it goes on round the clock, so its hours are calendar time, and any number of operations
 * may be there at once.
 */
export const isOutside = ({ kind }: OfKind): boolean => kind === 'outside'

/** Whether operations can go on using it with the other kind: their work center stays one, and a pool stays a pool. */
export const staysUsable = (before: OfKind, after: OfKind): boolean => isWorkCenter(before) === isWorkCenter(after)

/** Why a work center outside gets no working time or capacity of its own. */
export const outsideRefusal =
  'Work outside goes on 24/7 and has no limit, so it has no closed days, overtime, downtime or capacity.'
