import * as contract from '#contract/holidays.ts'
import { createCalendarException } from '../../services/calendar-exceptions/create-calendar-exception.ts'
import { deleteCalendarException } from '../../services/calendar-exceptions/delete-calendar-exception.ts'
import { listCalendarExceptions } from '../../services/calendar-exceptions/list-calendar-exceptions.ts'
import { applyHolidayTemplate } from '../../services/holiday-templates/apply-holiday-template.ts'
import { changeHolidayTemplate } from '../../services/holiday-templates/change-holiday-template.ts'
import { copyHolidayTemplate } from '../../services/holiday-templates/copy-holiday-template.ts'
import { createHolidayTemplate } from '../../services/holiday-templates/create-holiday-template.ts'
import { deleteHolidayTemplate } from '../../services/holiday-templates/delete-holiday-template.ts'
import { listHolidayPlaces } from '../../services/holiday-templates/list-holiday-places.ts'
import { listHolidayTemplates } from '../../services/holiday-templates/list-holiday-templates.ts'
import { changeHoliday } from '../../services/holidays/change-holiday.ts'
import { createHoliday } from '../../services/holidays/create-holiday.ts'
import { deleteHoliday } from '../../services/holidays/delete-holiday.ts'
import { importHolidays } from '../../services/holidays/import-holidays.ts'
import { listHolidays } from '../../services/holidays/list-holidays.ts'
import { keptByMinute, type ServedRoute, serve } from '../serve.ts'

const templateRoutes: readonly ServedRoute[] = [
  serve(contract.listHolidayTemplates, ({ ctx }) => listHolidayTemplates(ctx), keptByMinute),
  serve(contract.postHolidayTemplate, ({ ctx, body }) => createHolidayTemplate(ctx, { input: body })),
  serve(contract.putHolidayTemplate, ({ ctx, params, body, expectedVersion }) =>
    changeHolidayTemplate(ctx, { templateId: params.id, input: body, expectedVersion }),
  ),
  serve(contract.deleteHolidayTemplate, async ({ ctx, params }) => {
    await deleteHolidayTemplate(ctx, { templateId: params.id })
    return undefined
  }),
  serve(contract.applyHolidayTemplate, ({ ctx, params }) => applyHolidayTemplate(ctx, { templateId: params.id })),
  serve(contract.listHolidayPlaces, () => listHolidayPlaces()),
  serve(contract.copyHolidayTemplate, ({ ctx, params }) => copyHolidayTemplate(ctx, { templateId: params.id })),
]

/** Working time beside the shifts: holidays, their templates, overtime and downtime. */
export const holidayRoutes: readonly ServedRoute[] = [
  serve(contract.listHolidays, ({ ctx }) => listHolidays(ctx), keptByMinute),
  serve(contract.postHoliday, ({ ctx, body }) => createHoliday(ctx, { input: body })),
  serve(contract.putHoliday, ({ ctx, params, body, expectedVersion }) =>
    changeHoliday(ctx, { holidayId: params.id, input: body, expectedVersion }),
  ),
  serve(contract.deleteHoliday, async ({ ctx, params }) => {
    await deleteHoliday(ctx, { holidayId: params.id })
    return undefined
  }),
  serve(contract.importHolidays, ({ ctx, body }) => importHolidays(ctx, body)),
  ...templateRoutes,
  serve(contract.listCalendarExceptions, ({ ctx }) => listCalendarExceptions(ctx), keptByMinute),
  serve(contract.postCalendarException, ({ ctx, body }) => createCalendarException(ctx, { input: body })),
  serve(contract.deleteCalendarException, async ({ ctx, params }) => {
    await deleteCalendarException(ctx, { exceptionId: params.id })
    return undefined
  }),
]
