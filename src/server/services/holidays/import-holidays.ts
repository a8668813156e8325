import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { importHolidays as endpoint } from '#contract/holidays.ts'
import { readIcs } from '#domain/holidays/read-ics.ts'
import type { TenantContext } from '../../context.ts'
import { holidays } from '../../db/tables/holidays.table.ts'
import { writeTenant } from '../../db/transaction.ts'
import { lockOrganisation } from '../organisation/lock-organisation.ts'
import { insertHolidays } from './create-holiday.ts'

type Imported = z.input<(typeof endpoint)['response']>

export interface ImportHolidaysInput {
  readonly ics: string
  readonly dryRun?: boolean
}

const keyOf = ({ name, date }: { name: string; date: string }): string => `${date} ${name}`

/**
 * Adds the days of a calendar file as holidays of the organisation; those with the same name and date are reported
 * instead. All or nothing: one line that cannot be read and nothing is added. `dryRun` adds nothing either way.
 */
export const importHolidays = (ctx: TenantContext, { ics, dryRun = false }: ImportHolidaysInput): Promise<Imported> => {
  const { holidays: read, errors } = readIcs(ics)
  return writeTenant(ctx, async (tx, record) => {
    await lockOrganisation(ctx, tx)
    const there = await tx
      .select({ name: holidays.name, date: holidays.date })
      .from(holidays)
      .where(eq(holidays.tenantId, ctx.tenantId))
    const known = new Set(there.map(keyOf))
    const added: Imported['added'] = []
    const duplicates: Imported['duplicates'] = []
    for (const holiday of read) {
      const key = keyOf(holiday)
      if (known.has(key)) duplicates.push({ name: holiday.name, date: holiday.date })
      else added.push(holiday)
      known.add(key)
    }
    if (!dryRun && errors.length === 0) await insertHolidays(ctx, tx, record, added)
    return { added, duplicates, errors: [...errors] }
  })
}
