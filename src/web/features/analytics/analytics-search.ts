import { z } from 'zod/mini'
import { ifReadable, withUsual } from '#contract/lenient-fields.ts'
import { ProjectPhase } from '#contract/vocabulary.ts'

/** The defaults of the URL. */
export const defaultAnalytics = { months: 3 as const, weeks: 12 as const }

/** The state of the screen in the URL. Each invalid field falls back to its default. */
export const AnalyticsSearch = z.object({
  /** Number of past months that the metrics cover. */
  months: withUsual(z.literal([3, 6, 12]), 3),
  /** Number of coming weeks that the load covers. */
  weeks: withUsual(z.literal([3, 6, 12, 26]), 12),
  center: ifReadable(z.uuid()),
  phase: ifReadable(ProjectPhase),
  /** The open cell of the load: work center and week, see `cellOf`. */
  cell: ifReadable(z.string().check(z.maxLength(60))),
})
export type AnalyticsSearch = z.infer<typeof AnalyticsSearch>
export type OnAnalyticsSearch = (change: Partial<AnalyticsSearch>) => void

export type LoadCellKey = readonly [categoryId: string, week: string]

/** The open cell; undefined if the URL names none. */
export const cellOf = ({ cell }: AnalyticsSearch): LoadCellKey | undefined => {
  const [, categoryId, week] = /^([0-9a-f-]{36})\.(\d{4}-\d{2}-\d{2})$/.exec(cell ?? '') ?? []
  return categoryId && week ? [categoryId, week] : undefined
}

/** A cell in the format of the URL. */
export const cellText = (categoryId: string, week: string): string => `${categoryId}.${week}`
