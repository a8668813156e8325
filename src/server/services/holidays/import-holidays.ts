import type { z } from 'zod'
import type { importHolidays as endpoint } from '#contract/holidays.ts'
import { readIcs } from '#domain/holidays/read-ics.ts'
import type { TenantContext } from '../../context.ts'
import { writeTenant } from '../../db/transaction.ts'
import { lockOrganisation } from '../organisation/lock-organisation.ts'
import { insertHolidays } from './create-holiday.ts'
import { splitKnown } from './split-known.ts'

type Imported = z.output<(typeof endpoint)['response']>

export interface ImportHolidaysInput {
  readonly ics: string
  readonly dryRun?: boolean
}

/**
 * Adds the days of a calendar file as holidays of the organisation; those with the same name and date are reported
 * instead. All or nothing: one line that cannot be read and nothing is added. `dryRun` adds nothing either way.
 */
export const importHolidays = (ctx: TenantContext, { ics, dryRun = false }: ImportHolidaysInput): Promise<Imported> => {
  const { holidays: read, errors } = readIcs(ics)
  return writeTenant(ctx, async (tx, record) => {
    await lockOrganisation(ctx, tx)
    const { fresh, duplicates } = await splitKnown(ctx, tx, read)
    if (!dryRun && errors.length === 0) await insertHolidays(ctx, tx, record, fresh)
    return { added: fresh, duplicates, errors: [...errors] }
  })
}
