import { floorReports } from '../../../db/tables/floor-reports.table.ts'
import { scrapKey } from '../../notifications/notify-of-scrap.ts'
import { asColumns } from '../../records/record-fields.ts'
import { type FloorReportRow, floorReportFields } from '../../work-time/floor-entries.ts'
import { tableKind } from './table-kind.ts'

const dates: ReadonlySet<string> = new Set(['at'])

export const floorReportKind = tableKind<FloorReportRow>({
  entity: 'floorReport',
  table: floorReports,
  idColumn: floorReports.reportId,
  idKey: 'reportId',
  nameOf: ({ kind, good, scrap, reworked }) =>
    ({ pieces: `${good} good, ${scrap} scrap`, pause: 'Pause', rework: `Rework of ${reworked}` })[kind],
  fieldsOf: floorReportFields,
  columnsOf: (fields) => asColumns(fields, dates),
  announce: ({ record }, { before, after }) => {
    const row = after ?? before
    if (after === null && before) record.withdraw({ key: scrapKey(before.reportId) })
    if (row) record.changed('operations', { id: row.operationId, projectId: row.projectId })
  },
})
