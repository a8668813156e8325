import { z } from 'zod/mini'
import { ifReadable, withUsual } from '#contract/lenient-fields.ts'
import { ProjectPhase } from '#contract/vocabulary.ts'

/** The defaults of the URL. */
export const defaultAnalytics = { months: 3 as const, weeks: 12 as const }

/** The state that the screen keeps in the URL. Each invalid field falls back to its default. */
export const AnalyticsSearch = z.object({
  /** How far the figures look back. */
  months: withUsual(z.literal([3, 6, 12]), 3),
  /** How far the load looks ahead. */
  weeks: withUsual(z.literal([3, 6, 12, 26]), 12),
  center: ifReadable(z.uuid()),
  phase: ifReadable(ProjectPhase),
  /** The open cell of the load: work center and week, see `cellOf`. */
  cell: ifReadable(z.string().check(z.maxLength(60))),
})
export type AnalyticsSearch = z.infer<typeof AnalyticsSearch>
export type OnAnalyticsSearch = (change: Partial<AnalyticsSearch>) => void

export type LoadCellKey = readonly [categoryId: string, week: string]

/** The open cell; undefined when the URL names none. */
export const cellOf = ({ cell }: AnalyticsSearch): LoadCellKey | undefined => {
  const [, categoryId, week] = /^([0-9a-f-]{36})\.(\d{4}-\d{2}-\d{2})$/.exec(cell ?? '') ?? []
  return categoryId && week ? [categoryId, week] : undefined
}

/** A cell in the form that the URL uses. */
export const cellText = (categoryId: string, week: string): string => `${categoryId}.${week}`

const daysOfMonths = { 3: 90, 6: 181, 12: 364 } as const

/** The first day that the figures cover. */
export const firstDay = ({ months }: Pick<AnalyticsSearch, 'months'>, nowMs: number): string =>
  new Date(nowMs - daysOfMonths[months] * 86_400_000).toISOString().slice(0, 10)
