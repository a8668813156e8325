import type { CategoryKind } from '#contract/vocabulary.ts'

interface OfKind {
  /** Absent = inside. */
  readonly kind?: CategoryKind | undefined
}

/** Whether a category is a work center. Operations need the others, pools, besides their work center. */
export const isWorkCenter = ({ kind }: OfKind): boolean => kind !== 'pool'
