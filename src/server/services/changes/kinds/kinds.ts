import { eq } from 'drizzle-orm'
import type { UndoableEntity } from '#domain/changes/undoable.ts'
import { projectFieldsOfKind } from '#domain/projects/fields.ts'
import { projects } from '../../../db/tables/projects.table.ts'
import { tenants } from '../../../db/tables/tenants.table.ts'
import { notifyOfShipment } from '../../projects/notify-of-shipment.ts'
import { keptProjectFields, type ProjectRow } from '../../projects/project-fields.ts'
import { asColumns } from '../../records/record-fields.ts'
import { lockSettings, storeSettings, tenantSettingsFields } from '../../tenants/settings.ts'
import { floorReportKind } from './floor-report-kind.ts'
import type { Kind } from './kind.ts'
import { operationKind } from './operation-kind.ts'
import { snoozeKind } from './snooze-kind.ts'
import { tableKind } from './table-kind.ts'
import { workIntervalKind } from './work-interval-kind.ts'
import {
  calendarExceptionKind,
  categoryKind,
  holidayKind,
  holidayTemplateKind,
  shiftKind,
} from './working-time-kinds.ts'

/** The settings of the organization: one row, which an undo neither creates nor removes. */
const tenantSettingsKind: Kind = {
  load: async ({ ctx, tx }) => {
    const [row] = await tx.select().from(tenants).where(eq(tenants.tenantId, ctx.tenantId))
    if (!row) return new Map()
    return new Map([[row.tenantId, { fields: tenantSettingsFields(row), name: row.name, modifiedBy: row.modifiedBy }]])
  },
  store: async (write, targets) => {
    for (const { reversal } of targets) {
      const before = await lockSettings(write.ctx, write.tx)
      if (before) await storeSettings(write, before, reversal.fields)
    }
  },
  remove: () => Promise.resolve(),
}

const dates: ReadonlySet<string> = new Set(projectFieldsOfKind('day'))

const projectKind = tableKind<ProjectRow>({
  entity: 'project',
  table: projects,
  idColumn: projects.projectId,
  idKey: 'projectId',
  nameOf: ({ projectNumber, projectName }) => `#${projectNumber} ${projectName}`,
  fieldsOf: keptProjectFields,
  columnsOf: (fields) => asColumns(fields, dates),
  announce: ({ ctx, record }, { id, before, after }) => {
    record.changed('projects', { id, version: after?.version })
    if (!after) record.withdraw({ projectId: id })
    if (before && after) notifyOfShipment(ctx, record, before, after)
  },
})

/** Everything that an undo can restore, except the plan of a run, which the run itself reverts. */
export const kinds: Readonly<Record<Exclude<UndoableEntity, 'schedulingRun'>, Kind>> = {
  shift: shiftKind,
  category: categoryKind,
  holidayTemplate: holidayTemplateKind,
  holiday: holidayKind,
  calendarException: calendarExceptionKind,
  organisation: tenantSettingsKind,
  project: projectKind,
  operation: operationKind,
  operationSnooze: snoozeKind,
  workInterval: workIntervalKind,
  floorReport: floorReportKind,
}
