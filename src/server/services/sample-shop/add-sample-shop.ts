import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { postSampleShop } from '#contract/sample-shop.ts'
import { addDays, weekdayOf } from '#domain/holidays/calendar-dates.ts'
import { dateOnlyToMs, localDate } from '#domain/time/zone-dates.ts'
import type { TenantContext } from '../../context.ts'
import { categories } from '../../db/tables/categories.table.ts'
import { projects } from '../../db/tables/projects.table.ts'
import { shifts } from '../../db/tables/shifts.table.ts'
import type { SampleShop } from '../../db/tables/tenants.table.ts'
import { ConflictError } from '../../errors.ts'
import { createCategoryWithin } from '../categories/write-categories.ts'
import { addOperationsWithin } from '../operations/write-operations.ts'
import { createProjectWithin } from '../projects/write-projects.ts'
import { requireVersion } from '../records/record-fields.ts'
import { type Write, writeTenant } from '../records/write-tenant.ts'
import { createShiftWithin } from '../shifts/write-shifts.ts'
import { lockSettings, storeSettings } from '../tenants/settings.ts'
import { type SampleProject, sampleProjects, sampleShift, sampleWorkCenters } from './sample-contents.ts'

/** A day from Monday to Friday, so many of them after (negative: before) the first one from `today` on. */
const workday = (today: string, days: number): string => {
  const isWeekend = (date: string) => weekdayOf(date) > 5
  let date = today
  while (isWeekend(date)) date = addDays(date, 1)
  for (let left = Math.abs(days); left > 0; ) {
    date = addDays(date, Math.sign(days))
    if (!isWeekend(date)) left--
  }
  return date
}

/** Adds the shift pattern to an organization without one; returns its id. */
const addShift = async (write: Write): Promise<string[]> => {
  const { ctx, tx } = write
  const own = await tx.$count(shifts, eq(shifts.tenantId, ctx.tenantId))
  return own > 0 ? [] : [(await createShiftWithin(write, { input: sampleShift })).shiftId]
}

interface Centers {
  readonly idOf: ReadonlyMap<string, string>
  readonly addedIds: readonly string[]
}

/** Adds the work centers; one of the organization with such a name takes the work instead. */
const addCenters = async (write: Write): Promise<Centers> => {
  const { ctx, tx } = write
  const own = await tx
    .select({ id: categories.categoryId, name: categories.name, kind: categories.kind })
    .from(categories)
    .where(eq(categories.tenantId, ctx.tenantId))
  const idOf = new Map<string, string>()
  const addedIds: string[] = []
  for (const input of sampleWorkCenters) {
    const found = own.find(({ name }) => name === input.name)
    if (found?.kind === 'inside') {
      idOf.set(input.name, found.id)
      continue
    }
    const name = found ? `${input.name} (sample)` : input.name
    const { categoryId } = await createCategoryWithin(write, { input: { ...input, name } })
    idOf.set(input.name, categoryId)
    addedIds.push(categoryId)
  }
  return { idOf, addedIds }
}

/** The first free numbers S-1, S-2 and so on, so that the organization's own numbering is not used up. */
const freeNumbers = async ({ ctx, tx }: Write): Promise<string[]> => {
  const rows = await tx
    .select({ number: projects.projectNumber })
    .from(projects)
    .where(eq(projects.tenantId, ctx.tenantId))
  const taken = new Set(rows.map(({ number }) => number))
  const numbers: string[] = []
  for (let next = 1; numbers.length < sampleProjects.length; next++) {
    if (!taken.has(`S-${next}`)) numbers.push(`S-${next}`)
  }
  return numbers
}

interface Placed {
  readonly projectNumber: string
  readonly dateIn: (workingDays: number) => string
  readonly idOf: Centers['idOf']
}

/** Adds a project with a chain of operations and returns their ids. */
const addProject = async (write: Write, sample: SampleProject, { projectNumber, dateIn, idOf }: Placed) => {
  const projectId = await createProjectWithin(write, {
    input: {
      projectNumber,
      projectName: sample.name,
      customerName: sample.customer,
      priority: sample.priority,
      currentPhase: 'production',
      productionStartDate: dateIn(sample.startsInDays),
      plannedShipDate: dateIn(sample.shipsInDays),
    },
  })
  const operationIds = sample.operations.map(() => randomUUID())
  const edits = sample.operations.map(([name, workCenter, durationHours], index) => ({
    operationId: operationIds[index] ?? '',
    input: {
      name,
      durationHours,
      categoryId: idOf.get(workCenter) ?? null,
      dependencies: operationIds.slice(Math.max(0, index - 1), index),
    },
  }))
  await addOperationsWithin(write, { projectId, edits })
  return { projectId, operationIds }
}

/**
 * Adds a small shop to try things out with, as one change set: projects around today in the organization's zone, their work centers,
 * and a shift pattern if there is none. 409 while the organization holds one.
 */
export const addSampleShop = (ctx: TenantContext): Promise<ResponseOf<typeof postSampleShop>> =>
  writeTenant(ctx, async (write) => {
    const { tx } = write
    const { sampleShop, timeZone } = requireVersion(await lockSettings(ctx, tx))
    if (sampleShop) throw new ConflictError('This organization holds a sample shop already.')
    const today = localDate(ctx.app.now().getTime(), timeZone)
    const dateIn = (days: number) => new Date(dateOnlyToMs(workday(today, days), timeZone)).toISOString()
    const shiftIds = await addShift(write)
    const { idOf, addedIds } = await addCenters(write)
    const numbers = await freeNumbers(write)
    const added = []
    for (const [index, sample] of sampleProjects.entries()) {
      added.push(await addProject(write, sample, { projectNumber: numbers[index] ?? '', dateIn, idOf }))
    }
    const made: SampleShop = {
      projectIds: added.map(({ projectId }) => projectId),
      operationIds: added.flatMap(({ operationIds }) => operationIds),
      categoryIds: addedIds,
      shiftIds,
    }
    // The shift pattern may have become the default meanwhile.
    await storeSettings(write, requireVersion(await lockSettings(ctx, tx)), { sampleShop: made })
    return { projects: added.length, operations: made.operationIds.length, workCenters: addedIds.length }
  })
