import type { Shift, ShiftInput } from '#contract/shifts.ts'
import type { TenantContext } from '#server/context.ts'
import { createShift } from '#server/services/shifts/write-shifts.ts'

let count = 0

const workdays = [1, 2, 3, 4, 5]

/** Stores a shift pattern through its service: Monday to Friday 06:00-14:30 with a break of half an hour by default. */
export const buildShift = (ctx: TenantContext, overrides: Partial<ShiftInput> = {}): Promise<Shift> => {
  count += 1
  return createShift(ctx, {
    input: {
      name: `Shift ${count}`,
      versions: [
        {
          effectiveFrom: null,
          periods: workdays.map((weekday) => ({ weekday, fromMinute: 360, toMinute: 870 })),
          breaks: workdays.map((weekday) => ({ weekday, fromMinute: 600, toMinute: 630 })),
        },
      ],
      ...overrides,
    },
  })
}
