import { workIntervals } from '../../../db/tables/work-intervals.table.ts'
import { asColumns } from '../../records/record-fields.ts'
import { type IntervalRow, intervalFields } from '../../work-time/store-intervals.ts'
import { tableKind } from './table-kind.ts'

const dates: ReadonlySet<string> = new Set(['startedAt', 'endedAt'])

export const workIntervalKind = tableKind<IntervalRow>({
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
