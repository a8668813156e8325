import { z } from 'zod'
import { Id } from './fields.ts'
import { CalendarExceptionInput, HolidayInput } from './holidays.ts'
import { ShiftVersion } from './shifts.ts'
import { TenantSettingsInput } from './tenant-settings.ts'

/** A change of working time or capacity that a proposal can make; null in place of a record = it is removed. */
export const ProposedWorkingTime = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('shift'), shiftId: Id, versions: z.array(ShiftVersion).min(1).max(50) }),
  TenantSettingsInput.pick({ timeZone: true, freezeWorkingDays: true, defaultShiftId: true }).extend({
    kind: z.literal('organisation'),
  }),
  z.object({
    kind: z.literal('category'),
    categoryId: Id,
    capacity: z.number().int().min(1).max(1_000).optional(),
    shiftId: Id.nullable().optional(),
  }),
  z.object({ kind: z.literal('categoryGone'), categoryId: Id, reassignTo: Id.optional() }),
  z.object({ kind: z.literal('holidays'), holidays: z.array(HolidayInput).max(2_000) }),
  z.object({ kind: z.literal('holiday'), holidayId: Id.nullable(), holiday: HolidayInput.nullable() }),
  z.object({ kind: z.literal('exception'), exceptionId: Id.nullable(), exception: CalendarExceptionInput.nullable() }),
])
export type ProposedWorkingTime = z.infer<typeof ProposedWorkingTime>

/** The holidays that a template would add. They are read when the effect is computed. */
export const TemplateChange = z.object({ kind: z.literal('template'), templateId: Id })

export type TemplateChange = z.infer<typeof TemplateChange>

export const WorkingTimeChange = z.discriminatedUnion('kind', [ProposedWorkingTime, TemplateChange])
export type WorkingTimeChange = z.infer<typeof WorkingTimeChange>

/** Days of `CenterLoad`, from the first operation that moves. */
export const loadDays = 28

/** Hours that operations take of a work center and hours it is open (times what it runs at once), without and with the change. */
export const CenterLoad = z.object({
  categoryId: z.string(),
  name: z.string(),
  bookedHoursBefore: z.number(),
  openHoursBefore: z.number(),
  bookedHoursAfter: z.number(),
  openHoursAfter: z.number(),
})
export type CenterLoad = z.infer<typeof CenterLoad>
