import { z } from 'zod/mini'
import { Id } from './fields.ts'
import { CalendarExceptionInput, HolidayInput } from './holidays.ts'
import { ShiftVersion } from './shifts.ts'
import { TenantSettingsInput } from './tenant-settings.ts'

/** A change of working time or capacity that a proposal can make; null in place of a record removes it. */
export const ProposedWorkingTime = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('shift'),
    shiftId: Id,
    versions: z.array(ShiftVersion).check(z.minLength(1), z.maxLength(50)),
  }),
  z.extend(
    z.pick(TenantSettingsInput, { timeZone: true, freezeWorkingDays: true, defaultShiftId: true, closedDayRule: true }),
    {
      kind: z.literal('organisation'),
    },
  ),
  z.object({
    kind: z.literal('category'),
    categoryId: Id,
    capacity: z.optional(z.int().check(z.minimum(1), z.maximum(1_000))),
    shiftId: z.optional(z.nullable(Id)),
    /** Whether its work is done outside, so that the hours of its operations are calendar time. */
    outside: z.optional(z.boolean()),
  }),
  z.object({ kind: z.literal('categoryGone'), categoryId: Id, reassignTo: z.optional(Id) }),
  z.object({ kind: z.literal('holidays'), holidays: z.array(HolidayInput).check(z.maxLength(2_000)) }),
  z.object({ kind: z.literal('holiday'), holidayId: z.nullable(Id), holiday: z.nullable(HolidayInput) }),
  z.object({
    kind: z.literal('exception'),
    exceptionId: z.nullable(Id),
    exception: z.nullable(CalendarExceptionInput),
  }),
])
export type ProposedWorkingTime = z.infer<typeof ProposedWorkingTime>

/** The holidays that a template would add, read when the effect is computed. */
export const TemplateChange = z.object({ kind: z.literal('template'), templateId: Id })

export type TemplateChange = z.infer<typeof TemplateChange>

export const WorkingTimeChange = z.discriminatedUnion('kind', [ProposedWorkingTime, TemplateChange])
export type WorkingTimeChange = z.infer<typeof WorkingTimeChange>

/** Number of days in `CenterLoad`, from the first moved operation. */
export const loadDays = 28

/** Hours of operations at a work center and its open hours (times capacity), without and with the change. */
export const CenterLoad = z.object({
  categoryId: z.string(),
  name: z.string(),
  bookedHoursBefore: z.number(),
  openHoursBefore: z.number(),
  bookedHoursAfter: z.number(),
  openHoursAfter: z.number(),
})
export type CenterLoad = z.infer<typeof CenterLoad>
