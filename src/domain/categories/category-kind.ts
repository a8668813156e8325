import type { CategoryKind } from '#contract/vocabulary.ts'

interface OfKind {
  /** Defaults to inside. */
  readonly kind?: CategoryKind | undefined
}

/** Whether a category is a work center. The others are pools, which an operation needs in addition to its work center. */
export const isWorkCenter = ({ kind }: OfKind): boolean => kind !== 'pool'

/** Whether a supplier does the work. Such work runs 24/7, so its hours are calendar time, and capacity is unlimited. */
export const isOutside = ({ kind }: OfKind): boolean => kind === 'outside'

/** Whether existing operations can use the category after its kind changes: a work center must remain one, and so must a pool. */
export const staysUsable = (before: OfKind, after: OfKind): boolean => isWorkCenter(before) === isWorkCenter(after)

/** Refusal of working time or capacity for an outside work center. */
export const outsideRefusal =
  'Work outside goes on 24/7 and has no limit, so it has no closed days, overtime, downtime or capacity.'
