import type { ProjectFlow } from '#contract/analytics.ts'
import { phaseTitles, projectPhases, projectStatuses } from '#contract/vocabulary.ts'
import type { FigureTable } from '#web/lib/figure-table.ts'

/** Projects in each phase at the end of every week. */
export const phaseTable = ({ weeks }: ProjectFlow): FigureTable => ({
  caption: 'Projects by phase',
  columns: ['Week of', ...projectPhases.map((phase) => phaseTitles[phase])],
  rows: weeks.map(({ week, phases }) => [week, ...projectPhases.map((phase) => phases[phase])]),
})

/** Projects of each status at the end of every week. */
export const statusTable = ({ weeks }: ProjectFlow): FigureTable => ({
  caption: 'Projects by status',
  columns: ['Week of', ...projectStatuses],
  rows: weeks.map(({ week, statuses }) => [week, ...projectStatuses.map((status) => statuses[status])]),
})

/** The work completed in each week. */
export const throughputTable = ({ weeks }: ProjectFlow): FigureTable => ({
  caption: 'Throughput',
  columns: ['Week of', 'Hours completed', 'Operations completed', 'Projects completed', 'Projects shipped'],
  rows: weeks.map(({ week, hours, operations, completed, shipped }) => [week, hours, operations, completed, shipped]),
})

/** Days that projects stayed in each phase. */
export const leadTimeTable = ({ leadTimes }: ProjectFlow): FigureTable => ({
  caption: 'Lead time per phase',
  columns: ['Phase', 'Median days', 'Mean days', 'Longest, days', 'Projects'],
  rows: leadTimes.map(({ phase, medianDays, meanDays, longestDays, stays }) => [
    phaseTitles[phase],
    medianDays,
    meanDays,
    longestDays,
    stays,
  ]),
})
