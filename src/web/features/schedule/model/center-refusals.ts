import type { CompactSchedule } from '#contract/schedule.ts'

/** Why the reader may not do something at a work center, or with work that has none; null when they may. */
export interface ReaderRefusals {
  readonly operation: (
    action: 'planOperations' | 'reportWork',
    center: { readonly categoryId: string | null },
  ) => string | null
  /** Of overtime, downtime or another capacity. */
  readonly exception: (categoryId: string | null) => string | null
  /** Of a run. */
  readonly run: string | null
}

/** A refusal for each work center, with that for work without one at the end; null = the reader may. */
export type ByCenter = readonly (string | null)[]

/** What the reader may not do in the plan, and why. */
export interface CenterRefusals {
  readonly plan: ByCenter
  readonly report: ByCenter
  readonly exception: ByCenter
}

/** Asks once for each work center, so that bars only look up the answer. */
export const centerRefusals = (
  categories: CompactSchedule['categories'],
  { operation, exception }: Omit<ReaderRefusals, 'run'>,
): CenterRefusals => {
  const ids = [...categories.map(({ categoryId }) => categoryId), null]
  return {
    plan: ids.map((categoryId) => operation('planOperations', { categoryId })),
    report: ids.map((categoryId) => operation('reportWork', { categoryId })),
    exception: ids.map((categoryId) => exception(categoryId)),
  }
}

interface RefusingScene {
  readonly model: { readonly data: { readonly operations: { readonly category: readonly number[] } } }
  readonly refusals: CenterRefusals
}

/** The refusal for a work center; -1 = none. */
export const refusalAt = (refusals: ByCenter, category = -1): string | null => refusals.at(category) ?? null

/** Why the reader may not plan an operation; null when they may. */
export const planRefusal = ({ model, refusals }: RefusingScene, operation: number): string | null =>
  refusalAt(refusals.plan, model.data.operations.category[operation])

/** Why the reader may not report work on an operation; null when they may. */
export const reportRefusal = ({ model, refusals }: RefusingScene, operation: number): string | null =>
  refusalAt(refusals.report, model.data.operations.category[operation])

/** Why the reader may not do something at any work center; null when they may at one of them. */
export const refusedEverywhere = (refusals: ByCenter): string | null =>
  refusals.includes(null) ? null : (refusals[0] ?? null)
