import { categories } from '../../../db/tables/categories.table.ts'
import { calendarExceptions, holidays, holidayTemplates, storedEnd } from '../../../db/tables/holidays.table.ts'
import { shifts } from '../../../db/tables/shifts.table.ts'
import { categoryFields, centerPlanFields } from '../../categories/read-categories.ts'
import { exceptionFields } from '../../holidays/calendar-exceptions.ts'
import { templateFields } from '../../holidays/holiday-templates.ts'
import { holidayFields } from '../../holidays/read-holidays.ts'
import { shiftFields, shiftUse } from '../../shifts/read-shifts.ts'
import { tableKind } from './table-kind.ts'

const asDate = (value: unknown) => (typeof value === 'string' ? new Date(value) : null)
const named = ({ name }: { readonly name: string }) => name

export const shiftKind = tableKind<typeof shifts.$inferSelect>({
  entity: 'shift',
  table: shifts,
  idColumn: shifts.shiftId,
  idKey: 'shiftId',
  nameOf: named,
  fieldsOf: shiftFields,
  announce: async ({ ctx, tx, record }, { id, after, changes }) => {
    record.changed('shifts', { id, version: after?.version })
    if (!after || !changes.some(({ field }) => field === 'versions')) return
    const { workCenters, isDefault } = await shiftUse(ctx, tx, id)
    if (workCenters > 0 || isDefault) record.workingTimeChanged('shift', after.name)
  },
})

export const categoryKind = tableKind<typeof categories.$inferSelect>({
  entity: 'category',
  table: categories,
  idColumn: categories.categoryId,
  idKey: 'categoryId',
  nameOf: named,
  fieldsOf: categoryFields,
  // History leaves out the kind and the supplier that most have.
  columnsOf: (fields) => ({
    ...fields,
    ...('kind' in fields && { kind: fields.kind ?? 'inside' }),
    ...('supplier' in fields && { supplier: fields.supplier ?? '' }),
  }),
  announce: ({ record }, { id, before, after, changes }) => {
    record.changed('categories', { id, version: after?.version })
    const reshaped = changes.some(({ field }) => centerPlanFields.has(field))
    if (before && after && reshaped) record.workingTimeChanged('category', after.name)
  },
})

export const holidayTemplateKind = tableKind<typeof holidayTemplates.$inferSelect>({
  entity: 'holidayTemplate',
  table: holidayTemplates,
  idColumn: holidayTemplates.templateId,
  idKey: 'templateId',
  nameOf: named,
  fieldsOf: templateFields,
  announce: ({ record }, { id, after }) => record.changed('holidayTemplates', { id, version: after?.version }),
})

export const holidayKind = tableKind<typeof holidays.$inferSelect>({
  entity: 'holiday',
  table: holidays,
  idColumn: holidays.holidayId,
  idKey: 'holidayId',
  nameOf: named,
  fieldsOf: holidayFields,
  announce: ({ record }, { id, before, after }) => {
    record.changed('holidays', { id, version: after?.version })
    record.workingTimeChanged('holiday', after?.name ?? before?.name ?? '')
  },
})

export const calendarExceptionKind = tableKind<typeof calendarExceptions.$inferSelect>({
  entity: 'calendarException',
  table: calendarExceptions,
  idColumn: calendarExceptions.exceptionId,
  idKey: 'exceptionId',
  nameOf: named,
  fieldsOf: exceptionFields,
  // Exceptions are added and removed as a whole, never changed. History leaves out fields without a value, as an open end is.
  columnsOf: ({ startsAt, endsAt, ...rest }) => ({
    ...rest,
    startsAt: asDate(startsAt),
    endsAt: storedEnd(typeof endsAt === 'string' ? endsAt : null),
  }),
  announce: ({ record }, { id, before, after }) => {
    record.changed('holidays', { id, version: after?.version })
    record.workingTimeChanged('exception', after?.name ?? before?.name ?? '')
  },
})
