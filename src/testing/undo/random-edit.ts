import { randomUUID } from 'node:crypto'
import type { OperationInput } from '#contract/operations.ts'
import type { ProjectInput } from '#contract/projects.ts'
import type { TenantContext } from '#server/context.ts'
import { AppError } from '#server/errors.ts'
import type { Random } from '#server/seed/random.ts'
import { listCategories } from '#server/services/categories/read-categories.ts'
import { changeCategory, createCategory, deleteCategory } from '#server/services/categories/write-categories.ts'
import { listHolidays } from '#server/services/holidays/read-holidays.ts'
import { createHoliday, deleteHoliday } from '#server/services/holidays/write-holidays.ts'
import { listOperations } from '#server/services/operations/read-operations.ts'
import { removeOperation } from '#server/services/operations/remove-operation.ts'
import { changeOperation, createOperation, reorderOperations } from '#server/services/operations/write-operations.ts'
import { listProjects } from '#server/services/projects/read-projects.ts'
import { changeProject, createProject, deleteProject } from '#server/services/projects/write-projects.ts'
import { changeTenantSettings } from '#server/services/tenants/settings.ts'
import { withFacts } from '#testing/with-facts.ts'

const day = (random: Random) => `2026-12-${String(random.integer(1, 28)).padStart(2, '0')}`
/** A shipment must not be after the test clock's time. */
const pastDay = (random: Random) => `2026-11-${String(random.integer(1, 17)).padStart(2, '0')}T16:00:00.000Z`
const hours = (random: Random) => random.integer(1, 40) / 4

const operationChange = (random: Random, others: readonly string[], categoryIds: readonly string[]): OperationInput =>
  random.pick<() => OperationInput>([
    () => ({ name: `Step ${random.integer(1, 99)}`, notes: 'Mind the burr' }),
    () => ({ progressPercentage: random.pick([0, 20, 55, 100]) }),
    () => ({ onHold: random.pick([true, false]) }),
    () => ({ durationHours: hours(random) }),
    () => ({ categoryId: random.pick([null, ...categoryIds]) }),
    () => ({
      categoryId: categoryIds[0] ?? null,
      alternatives: categoryIds.slice(1, 3).map((categoryId) => ({ categoryId, durationHours: hours(random) })),
      categoryFixed: random.pick([true, false]),
    }),
    () => ({ materialReadyDate: random.pick([null, `${day(random)}T08:00:00.000Z`]), materialNote: 'Castings' }),
    () => ({ scheduledStartDate: `${day(random)}T08:00:00.000Z`, scheduledEndDate: '2027-01-09T12:00:00.000Z' }),
    () => ({
      setupHours: random.pick([null, 1]),
      hoursPerPiece: 0.25,
      quantity: random.integer(1, 9),
      setupFamily: 'Blue',
    }),
    () => ({ status: random.pick(['Pending', 'In Progress', 'Completed'] as const) }),
    () => {
      const first = random.pick([...others, others[0] ?? ''])
      const lagUnit = random.pick(['working', 'calendar'] as const)
      return {
        dependencies: [first],
        dependencyLagHours: { [first]: hours(random) },
        dependencyLagUnits: { [first]: lagUnit },
        dependencyMaxLagHours: { [first]: random.pick([null, 12]) },
        dependencyOverlapPercent: { [first]: random.pick([null, 40]) },
      }
    },
  ])()

const projectChange = (random: Random): ProjectInput =>
  random.pick<() => ProjectInput>([
    () => ({ projectName: `Rotor ${random.integer(1, 99)}`, priority: random.integer(0, 100) }),
    () => ({ plannedShipDate: `${day(random)}T16:00:00.000Z`, description: 'Second batch' }),
    () => ({ currentPhase: random.pick(['engineering', 'production', 'on_hold', 'complete'] as const) }),
    () => ({ currentPhase: 'shipped' as const, actualShipDate: pastDay(random) }),
    () => ({ projectNumber: `N-${random.integer(1, 999)}` }),
  ])()

/** Makes one random edit anywhere in the shop; an edit that a rule refuses changes nothing. */
const edit = async (ctx: TenantContext, random: Random): Promise<unknown> => {
  const projects = await listProjects(ctx)
  if (projects.length < 2 || random.next() < 0.06) return createProject(ctx, { input: { customerName: 'Blue Ridge' } })
  const { projectId } = random.pick(projects)
  const operations = await listOperations(ctx, { projectId })
  const ids = operations.map(({ operationId }) => operationId)
  const categories = await listCategories(ctx)
  const wish = random.next()
  if (wish < 0.04) return deleteProject(ctx, { projectId })
  if (wish < 0.2)
    return changeProject(ctx, { projectId, input: projectChange(random), expectedVersion: null, as: 'form' })
  if (wish < 0.35 || ids.length === 0) {
    const categoryId = categories.length > 0 ? random.pick(categories).categoryId : null
    const dependencies = ids.length > 0 ? [random.pick(ids)] : []
    return createOperation(ctx, {
      projectId,
      input: { name: 'Weld', durationHours: hours(random), categoryId, dependencies },
    })
  }
  if (wish < 0.43) return removeOperation(ctx, { projectId, operationId: random.pick(ids) })
  if (wish < 0.5) return reorderOperations(ctx, { projectId, operationIds: ids.toSorted(() => random.next() - 0.5) })
  if (wish < 0.84) {
    const operationId = random.pick(ids)
    const input = operationChange(
      random,
      ids.filter((id) => id !== operationId),
      categories.map(({ categoryId }) => categoryId),
    )
    return changeOperation(ctx, { projectId, operationId, input })
  }
  if (wish < 0.87) {
    const number = random.integer(1, 9_999)
    const kind = number % 2 === 0 ? ({ kind: 'outside', supplier: 'Olsen' } as const) : {}
    return createCategory(ctx, { input: { name: `Lathe ${number}`, ...kind } })
  }
  if (wish < 0.9 && categories[0]) {
    const { categoryId } = categories[0]
    const hours = random.integer(1, 3)
    const changeovers = random.pick([[], [{ fromFamily: 'White', toFamily: 'Blue', hours }]])
    const capacity = changeovers.length > 0 ? 1 : random.integer(1, 9)
    return changeCategory(ctx, { categoryId, input: { capacity, changeovers }, expectedVersion: null })
  }
  if (wish < 0.93 && categories[1]) {
    return deleteCategory(ctx, {
      categoryId: random.pick(categories.slice(1)).categoryId,
      reassignTo: categories[0]?.categoryId,
    })
  }
  if (wish < 0.96)
    return createHoliday(ctx, { input: { name: 'Fair', date: day(random), categoryId: categories[0]?.categoryId } })
  const [holiday] = await listHolidays(ctx)
  if (holiday && wish < 0.98) return deleteHoliday(ctx, { holidayId: holiday.holidayId })
  return changeTenantSettings(ctx, { input: { freezeWorkingDays: random.integer(0, 5) }, expectedVersion: null })
}

/** Makes a random edit in its own request; returns its change set, or null if it was refused. */
export const randomEdit = async (ctx: TenantContext, random: Random): Promise<string | null> => {
  const requestId = randomUUID()
  try {
    await edit(withFacts(ctx, { requestId }), random)
    return requestId
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}
