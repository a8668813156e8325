import { z } from 'zod/mini'

/** When a day that falls on a Saturday or Sunday is observed. */
const observed = z.enum(['asIs', 'nearestWeekday', 'nextMonday'])

const Weekday = z.int().check(z.minimum(1), z.maximum(7))
const Month = z.int().check(z.minimum(1), z.maximum(12))

/** A day that recurs every year. Months 1-12, weekdays 1 = Monday. */
export const HolidayRule = z
  .discriminatedUnion('kind', [
    /** For example every 4 July. 29 February occurs in leap years only. */
    z.object({ kind: z.literal('date'), month: Month, day: z.int().check(z.minimum(1), z.maximum(31)), observed }),
    /** For example the fourth Thursday of November; `nth` -1 = the last one. */
    z.object({
      kind: z.literal('weekday'),
      month: Month,
      weekday: Weekday,
      nth: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(-1)]),
    }),
    /** Days after (or if negative, before) Western Easter Sunday. */
    z.object({ kind: z.literal('easter'), offsetDays: z.int().check(z.minimum(-100), z.maximum(100)) }),
  ])
  .check(
    z.refine(
      (rule) => rule.kind !== 'date' || rule.day <= new Date(Date.UTC(2024, rule.month, 0)).getUTCDate(),
      'That month has no such day',
    ),
  )
export type HolidayRule = z.infer<typeof HolidayRule>
