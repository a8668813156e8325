import type { LearnedPacesAnswer, Pace } from '#contract/analytics.ts'
import type { FigureTable } from '#web/lib/figure-table.ts'

const rowOf = (name: string, { factor, low, high, operations, days, includesWaiting }: Pace) => [
  includesWaiting ? `${name} (includes waiting)` : name,
  factor,
  low,
  high,
  operations,
  days,
]

/** The paces of work centers and of the work within them. */
export const paceTable = ({ workCenters }: LearnedPacesAnswer): FigureTable => ({
  caption: 'Time taken of the estimate',
  columns: ['Work center', 'Of the estimate', '80 % from', '80 % to', 'Operations', 'Days'],
  rows: workCenters.flatMap(({ name, pace, kinds }) => [
    rowOf(name, pace),
    ...kinds.map((kind) => rowOf(`${name}: ${kind.kind}`, kind)),
  ]),
})
