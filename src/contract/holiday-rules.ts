import { z } from 'zod'

/** What happens when the day falls on a Saturday or Sunday. */
const observed = z.enum(['asIs', 'nearestWeekday', 'nextMonday'])

const Weekday = z.number().int().min(1).max(7)
const Month = z.number().int().min(1).max(12)

/** A day that comes back every year. Months 1-12, weekdays 1 = Monday. */
export const HolidayRule = z
  .discriminatedUnion('kind', [
    /** Every 4 July. 29 February comes in leap years only. */
    z.object({ kind: z.literal('date'), month: Month, day: z.number().int().min(1).max(31), observed }),
    /** The fourth Thursday of November; `nth` -1 = the last one. */
    z.object({
      kind: z.literal('weekday'),
      month: Month,
      weekday: Weekday,
      nth: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(-1)]),
    }),
    /** Days after (before, when negative) Easter Sunday of the western churches. */
    z.object({ kind: z.literal('easter'), offsetDays: z.number().int().min(-100).max(100) }),
  ])
  .refine(
    (rule) => rule.kind !== 'date' || rule.day <= new Date(Date.UTC(2024, rule.month, 0)).getUTCDate(),
    'That month has no such day',
  )
export type HolidayRule = z.infer<typeof HolidayRule>
