import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { AnswerId, AnswerText, Decimal, Id, RequiredLine, recordFields } from './fields.ts'
import { HolidayRule } from './holiday-rules.ts'
import { ifReadable, withUsual } from './lenient-fields.ts'
import { Flag } from './other-names.ts'
import { IsoDate } from './shifts.ts'

const minutes = {
  /** Local minutes of the closed part of the day; both null = the whole day. */
  fromMinute: z.nullable(z.int().check(z.minimum(0), z.maximum(1439))),
  toMinute: z.nullable(z.int().check(z.minimum(1), z.maximum(1440))),
}

/** A day, or part of one, on which the organization or one work center is closed. */
export const Holiday = z.object({
  holidayId: AnswerId,
  name: AnswerText(),
  /** The day, or the first day of the rule; empty = another server does not say. */
  date: withUsual(IsoDate, ''),
  /** Rule by which it recurs every year; null = once. */
  rule: withUsual(z.nullable(HolidayRule), null),
  fromMinute: withUsual(minutes.fromMinute, null),
  toMinute: withUsual(minutes.toMinute, null),
  /** Closes one work center only; null = the organization. */
  categoryId: withUsual(z.nullable(z.string()), null),
  ...recordFields,
})
export type Holiday = z.infer<typeof Holiday>

const HolidayFields = z.object({
  name: RequiredLine('Name', 120),
  date: IsoDate,
  rule: z.optional(z.nullable(HolidayRule)),
  fromMinute: z.optional(minutes.fromMinute),
  toMinute: z.optional(minutes.toMinute),
  categoryId: z.optional(z.nullable(Id)),
})

const wholePart = ({ fromMinute, toMinute }: { fromMinute?: number | null; toMinute?: number | null }): boolean =>
  (fromMinute ?? null) === null ? (toMinute ?? null) === null : (toMinute ?? 0) > (fromMinute ?? 0)

export const HolidayInput = HolidayFields.check(
  z.refine(wholePart, {
    message: 'A part of a day ends after it starts',
    path: ['toMinute'],
  }),
)
export type HolidayInput = z.infer<typeof HolidayInput>

/** A day of a template. `optional`: many plants work on it, so it is added only if it is selected. */
const optional = z.optional(z.boolean())

export const HolidayTemplate = z.object({
  templateId: AnswerId,
  name: AnswerText(),
  isSystemTemplate: withUsual(Flag, false),
  items: withUsual(
    z.array(z.object({ name: AnswerText(), date: withUsual(IsoDate, ''), optional: ifReadable(Flag) })),
    [],
  ),
  ...recordFields,
})
export type HolidayTemplate = z.infer<typeof HolidayTemplate>

export const HolidayTemplateInput = z.object({
  name: RequiredLine('Name', 120),
  items: z.array(z.object({ name: RequiredLine('Name', 120), date: IsoDate, optional })).check(z.maxLength(500)),
})
export type HolidayTemplateInput = z.infer<typeof HolidayTemplateInput>

const params = z.object({ id: Id })

export const listHolidays = endpoint({
  method: 'GET',
  path: '/holidays',
  access: 'tenant',
  summary: 'Holidays',
  failed: 'Failed to fetch holidays',
  response: z.array(Holiday),
})
export const postHoliday = endpoint({
  method: 'POST',
  path: '/holidays',
  access: 'manageHolidays',
  summary: 'Create a holiday',
  failed: 'Failed to create holiday',
  body: HolidayInput,
  response: Holiday,
  status: 201,
})
export const putHoliday = endpoint({
  method: 'PUT',
  path: '/holidays/:id',
  access: 'manageHolidays',
  summary: 'Change a holiday',
  failed: 'Failed to update holiday',
  params,
  body: z.partial(HolidayFields),
  response: Holiday,
  versioned: true,
})
export const deleteHoliday = endpoint({
  method: 'DELETE',
  path: '/holidays/:id',
  access: 'manageHolidays',
  summary: 'Delete a holiday',
  failed: 'Failed to delete holiday',
  params,
  response: z.undefined(),
  status: 204,
})

export const listHolidayTemplates = endpoint({
  method: 'GET',
  path: '/holiday-templates',
  access: 'tenant',
  summary: 'Holiday templates',
  failed: 'Failed to fetch holiday templates',
  response: z.array(HolidayTemplate),
})
export const getHolidayTemplate = endpoint({
  method: 'GET',
  path: '/holiday-templates/:id',
  access: 'tenant',
  summary: 'One holiday template, also one of a country or region that is not listed',
  failed: 'Failed to fetch holiday templates',
  params,
  response: HolidayTemplate,
})
export const postHolidayTemplate = endpoint({
  method: 'POST',
  path: '/holiday-templates',
  access: 'manageHolidays',
  summary: 'Create a holiday template',
  failed: 'Failed to create holiday template',
  body: HolidayTemplateInput,
  response: HolidayTemplate,
  status: 201,
})
export const putHolidayTemplate = endpoint({
  method: 'PUT',
  path: '/holiday-templates/:id',
  access: 'manageHolidays',
  summary: 'Change a holiday template',
  failed: 'Failed to update holiday template',
  params,
  body: z.partial(HolidayTemplateInput),
  response: HolidayTemplate,
  versioned: true,
})
export const deleteHolidayTemplate = endpoint({
  method: 'DELETE',
  path: '/holiday-templates/:id',
  access: 'manageHolidays',
  summary: 'Delete a holiday template',
  failed: 'Failed to delete holiday template',
  params,
  response: z.undefined(),
  status: 204,
})
/**
 * Adds the selected days of a template; without a selection, all that are not optional. Existing holidays with the same
 * name and date are reported as duplicates and not added again.
 */
export const applyHolidayTemplate = endpoint({
  method: 'POST',
  path: '/holiday-templates/:id/apply',
  access: 'manageHolidays',
  summary: 'Add the holidays of a template',
  failed: 'Failed to apply holiday template',
  params,
  body: z.optional(
    z.object({
      chosen: z.optional(z.array(z.object({ name: RequiredLine('Name', 120), date: IsoDate })).check(z.maxLength(500))),
    }),
  ),
  response: z.object({ added: z.array(Holiday), duplicates: z.array(z.object({ name: z.string(), date: IsoDate })) }),
})
export const copyHolidayTemplate = endpoint({
  method: 'POST',
  path: '/holiday-templates/:id/copy',
  access: 'manageHolidays',
  summary: 'Copy a template to change it',
  failed: 'Failed to copy holiday template',
  params,
  response: HolidayTemplate,
  status: 201,
})

/** Every country and region of the holiday library, each as a system template to apply or copy. */
export const listHolidayRegions = endpoint({
  method: 'GET',
  path: '/holiday-templates/places',
  access: 'tenant',
  summary: 'Countries and regions of the holiday library',
  failed: 'Failed to fetch countries and regions',
  response: z.array(z.object({ templateId: z.string(), name: z.string() })),
})

/** The text of a calendar file. A body may be at most 1 MiB. */
export const IcsText = z.string().check(z.maxLength(900_000, 'The file is larger than 900 KB'))

const FileLine = z.object({ line: z.int(), message: z.string() })

/** All or nothing: if there are errors, nothing is added. `dryRun` only reads and compares. */
export const importHolidays = endpoint({
  method: 'POST',
  path: '/holidays/import',
  access: 'manageHolidays',
  summary: 'Add the events of an ICS file as holidays: whole days and parts of days',
  failed: 'Failed to import holidays',
  body: z.object({ ics: IcsText, dryRun: z.optional(z.boolean()) }),
  response: z.object({
    added: z.array(z.object({ name: z.string(), date: IsoDate, rule: z.nullable(HolidayRule), ...minutes })),
    duplicates: z.array(z.object({ name: z.string(), date: IsoDate })),
    /** Events that cannot be represented, with their lines in the file, counted from 1. */
    errors: z.array(FileLine),
    /** Events that are left out on purpose, because they are cancelled. */
    notes: z.array(FileLine),
  }),
})

/**
 * One-off overtime or downtime for the organization or one work center, or a temporary capacity of one work center,
 * where `units` overrides its normal capacity. If several capacities overlap, `capacitySteps` decides which applies.
 */
export const CalendarException = z.object({
  exceptionId: z.string(),
  kind: z.enum(['overtime', 'downtime', 'capacity']),
  name: z.string(),
  startsAt: z.string(),
  /** null = until further notice; for capacities only. */
  endsAt: z.nullable(z.string()),
  categoryId: z.nullable(z.string()),
  /** For capacities only. */
  units: z.nullable(z.int()),
  ...recordFields,
})
export type CalendarException = z.infer<typeof CalendarException>

const DateTime = z.iso.datetime({ offset: true, error: 'Enter a date and a time' })

const exceptionFields = { name: RequiredLine('Name', 120), startsAt: DateTime }

const OpenTimeInput = z
  .object({
    kind: z.enum(['overtime', 'downtime']),
    ...exceptionFields,
    endsAt: DateTime,
    categoryId: z.optional(z.nullable(Id)),
  })
  .check(
    z.refine(
      ({ startsAt, endsAt }) =>
        Date.parse(endsAt) > Date.parse(startsAt) && Date.parse(endsAt) - Date.parse(startsAt) <= 366 * 86_400_000,
      { message: 'Ends before it starts, or lasts longer than a year', path: ['endsAt'] },
    ),
  )

const CapacityInput = z
  .object({
    kind: z.literal('capacity'),
    ...exceptionFields,
    endsAt: z.optional(z.nullable(DateTime)),
    categoryId: z.pipe(z.string('Choose a work center'), Id),
    units: Decimal(1, 1_000).check(z.refine(Number.isInteger, 'Whole numbers only')),
  })
  .check(
    z.refine(({ startsAt, endsAt }) => !endsAt || Date.parse(endsAt) > Date.parse(startsAt), {
      message: 'Ends before it starts',
      path: ['endsAt'],
    }),
  )

export const CalendarExceptionInput = z.discriminatedUnion('kind', [OpenTimeInput, CapacityInput])
export type CalendarExceptionInput = z.infer<typeof CalendarExceptionInput>

export const listCalendarExceptions = endpoint({
  method: 'GET',
  path: '/calendar-exceptions',
  access: 'tenant',
  summary: 'Overtime, downtime and capacity by time',
  failed: 'Failed to fetch overtime and downtime',
  response: z.array(CalendarException),
})
export const postCalendarException = endpoint({
  method: 'POST',
  path: '/calendar-exceptions',
  access: 'enterExceptions',
  summary: 'Add overtime, downtime or another capacity',
  failed: 'Failed to add overtime or downtime',
  body: CalendarExceptionInput,
  response: CalendarException,
  status: 201,
})
export const deleteCalendarException = endpoint({
  method: 'DELETE',
  path: '/calendar-exceptions/:id',
  access: 'enterExceptions',
  summary: 'Remove overtime, downtime or another capacity',
  failed: 'Failed to remove overtime or downtime',
  params,
  response: z.undefined(),
  status: 204,
})
