import { workIntervals } from '../../../db/tables/work-intervals.table.ts'
import { asColumns } from '../../records/record-fields.ts'
import { keepWithinLimit } from '../../work-time/keep-within-limit.ts'
import { type IntervalRow, intervalFields } from '../../work-time/store-intervals.ts'
import type { Kind, Target } from './kind.ts'
import { tableKind } from './table-kind.ts'

const dates: ReadonlySet<string> = new Set(['startedAt', 'endedAt'])

const ofTable = tableKind<IntervalRow>({
  entity: 'workInterval',
  table: workIntervals,
  idColumn: workIntervals.intervalId,
  idKey: 'intervalId',
  nameOf: ({ workerName }) => (workerName ? `Time of ${workerName}` : 'Time on work'),
  fieldsOf: intervalFields,
  columnsOf: (fields) => asColumns(fields, dates),
  announce: ({ record }, { before, after }) => {
    const row = after ?? before
    if (row) record.changed('operations', { id: row.operationId, projectId: row.projectId })
  },
})

/** A person has one running interval: those that end are written before those that run again, and removed ones are gone already. */
const runsAfter = ({ present, reversal }: Target): number =>
  Number(({ ...present?.fields, ...reversal.fields }.endedAt ?? null) === null)

export const workIntervalKind: Kind = {
  ...ofTable,
  goesFirst: true,
  store: async (scope, targets) => {
    await ofTable.store(
      scope,
      targets.toSorted((a, b) => runsAfter(a) - runsAfter(b)),
    )
    const made = targets.filter(({ reversal }) => reversal.verb === 'make')
    await keepWithinLimit(
      scope,
      made.map(({ reversal }) => String(reversal.fields.operationId)),
    )
  },
}
