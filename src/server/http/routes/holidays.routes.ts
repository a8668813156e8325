import * as contract from '#contract/holidays.ts'
import {
  createCalendarException,
  deleteCalendarException,
  listCalendarExceptions,
} from '../../services/holidays/calendar-exceptions.ts'
import { listHolidayRegions } from '../../services/holidays/holiday-library.ts'
import {
  applyHolidayTemplate,
  changeHolidayTemplate,
  copyHolidayTemplate,
  createHolidayTemplate,
  deleteHolidayTemplate,
  getHolidayTemplate,
  listHolidayTemplates,
} from '../../services/holidays/holiday-templates.ts'
import { listHolidays } from '../../services/holidays/read-holidays.ts'
import { changeHoliday, createHoliday, deleteHoliday, importHolidays } from '../../services/holidays/write-holidays.ts'
import { type ServedRoute, serve } from '../serve.ts'

const templateRoutes: readonly ServedRoute[] = [
  serve(contract.listHolidayTemplates, ({ ctx }) => listHolidayTemplates(ctx), 'cached'),
  serve(contract.postHolidayTemplate, ({ ctx, body }) => createHolidayTemplate(ctx, { input: body })),
  serve(contract.putHolidayTemplate, ({ ctx, params, body, expectedVersion }) =>
    changeHolidayTemplate(ctx, { templateId: params.id, input: body, expectedVersion }),
  ),
  serve(contract.deleteHolidayTemplate, async ({ ctx, params }) => {
    await deleteHolidayTemplate(ctx, { templateId: params.id })
    return undefined
  }),
  serve(contract.applyHolidayTemplate, ({ ctx, params, body }) =>
    applyHolidayTemplate(ctx, { templateId: params.id, chosen: body?.chosen }),
  ),
  serve(contract.listHolidayRegions, () => listHolidayRegions()),
  serve(contract.getHolidayTemplate, ({ ctx, params }) => getHolidayTemplate(ctx, { templateId: params.id })),
  serve(contract.copyHolidayTemplate, ({ ctx, params }) => copyHolidayTemplate(ctx, { templateId: params.id })),
]

/** Working time beside the shifts: holidays, their templates, overtime and downtime. */
export const holidayRoutes: readonly ServedRoute[] = [
  serve(contract.listHolidays, ({ ctx }) => listHolidays(ctx), 'cached'),
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
  serve(contract.listCalendarExceptions, ({ ctx }) => listCalendarExceptions(ctx), 'cached'),
  serve(contract.postCalendarException, ({ ctx, body }) => createCalendarException(ctx, { input: body })),
  serve(contract.deleteCalendarException, async ({ ctx, params }) => {
    await deleteCalendarException(ctx, { exceptionId: params.id })
    return undefined
  }),
]
