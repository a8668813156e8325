import { z } from 'zod/mini'
import { isCalendarDate } from './dates.ts'
import { endpoint } from './endpoint.ts'
import { AnswerId, AnswerText, Id, Line, RequiredLine, recordFields } from './fields.ts'
import { withUsual } from './lenient-fields.ts'

export const IsoDate = z
  .string()
  .check(
    z.regex(/^\d{4}-\d{2}-\d{2}$/, 'A date like 2026-11-18'),
    z.refine(isCalendarDate, 'Not a date of the calendar'),
  )

/** Local minutes of the day; `toMinute` beyond 1440 runs into the next day (overnight). `weekday`: 1 = Monday. */
export const ShiftPeriod = z
  .object({
    weekday: z.int().check(z.minimum(1), z.maximum(7)),
    fromMinute: z.int().check(z.minimum(0), z.maximum(1439)),
    toMinute: z.int().check(z.minimum(1), z.maximum(2879)),
  })
  .check(
    z.refine(
      ({ fromMinute, toMinute }) => toMinute > fromMinute && toMinute <= fromMinute + 1440,
      'Ends before it starts, or lasts longer than a day',
    ),
  )
export type ShiftPeriod = z.infer<typeof ShiftPeriod>

export const ShiftVersion = z.object({
  /** First day of this version; null = always. */
  effectiveFrom: z.nullable(IsoDate),
  periods: z.array(ShiftPeriod).check(z.maxLength(200)),
  breaks: z.array(ShiftPeriod).check(z.maxLength(200)),
})
export type ShiftVersion = z.infer<typeof ShiftVersion>

export const Shift = z.object({
  shiftId: AnswerId,
  name: AnswerText(),
  description: AnswerText(),
  versions: withUsual(z.array(ShiftVersion), []),
  ...recordFields,
})
export type Shift = z.infer<typeof Shift>

export const ShiftInput = z.object({
  name: RequiredLine('Name', 120),
  description: z.optional(Line(2_000)),
  versions: z.array(ShiftVersion).check(z.minLength(1, 'At least one week'), z.maxLength(50)),
})
export type ShiftInput = z.infer<typeof ShiftInput>

const params = z.object({ id: Id })

export const listShifts = endpoint({
  method: 'GET',
  path: '/shifts',
  access: 'tenant',
  summary: 'Shift patterns',
  failed: 'Failed to fetch shift patterns',
  response: z.array(Shift),
})
export const postShift = endpoint({
  method: 'POST',
  path: '/shifts',
  access: 'manageShifts',
  summary: 'Create a shift pattern',
  failed: 'Failed to create shift pattern',
  body: ShiftInput,
  response: Shift,
  status: 201,
})
export const putShift = endpoint({
  method: 'PUT',
  path: '/shifts/:id',
  access: 'manageShifts',
  summary: 'Change a shift pattern',
  failed: 'Failed to update shift pattern',
  params,
  body: z.partial(ShiftInput),
  response: Shift,
  versioned: true,
})
export const deleteShift = endpoint({
  method: 'DELETE',
  path: '/shifts/:id',
  access: 'manageShifts',
  summary: 'Delete a shift pattern that nothing uses',
  failed: 'Failed to delete shift pattern',
  params,
  response: z.undefined(),
  status: 204,
})
