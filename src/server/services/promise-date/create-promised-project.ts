import { eq } from 'drizzle-orm'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { createPromisedProject as createCall, PromisedProject } from '#contract/promise-date.ts'
import { answeredInput } from '#domain/promise-date/answered-input.ts'
import type { ComputedAnswer } from '#domain/promise-date/promise-answers.ts'
import { localDate } from '#domain/time/zone-dates.ts'
import { type TenantContext, withChangeSet } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { orderedId } from '../../db/ordered-id.ts'
import { runResults } from '../../db/tables/scheduling-runs.table.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import { ConflictError, RuleError } from '../../errors.ts'
import { forEverybody } from '../../waiting-caller.ts'
import type { MadeRoom } from '../forecasts/promise-plan.ts'
import { computePromises } from '../forecasts/refresh-forecast.ts'
import { addOperationsWithin } from '../operations/write-operations.ts'
import { nextProjectNumber } from '../projects/project-number.ts'
import { readProject } from '../projects/read-projects.ts'
import { createProjectWithin } from '../projects/write-projects.ts'
import { type Write, writeTenant } from '../records/write-tenant.ts'
import { type PreparedPlan, putPlanInForce } from '../scheduling-runs/commit-plan.ts'
import { dropPlan } from '../scheduling-runs/prune-plans.ts'
import { requireRunRight } from '../scheduling-runs/require-run-right.ts'
import { runChangeId } from '../scheduling-runs/switch-run.ts'
import { type PlanDifference, preparePlan } from '../scheduling-runs/write-plan.ts'
import { shipDateOf } from './ask-promise-date.ts'
import { type Draft, draftOf, loadResources } from './draft-project.ts'

type Created = ResponseOf<typeof createCall>

/** The answer as computed now must say what the reader saw: the day, and how many projects it delays. */
const requireSeen = (answer: ComputedAnswer, { seen }: PromisedProject, timeZone: string): string => {
  const shipDate = shipDateOf(answer)
  if (shipDate === null) throw new RuleError('This work has no date, so no project can be made of it.')
  const isSameDay = localDate(Date.parse(shipDate), timeZone) === localDate(Date.parse(seen.shipDate), timeZone)
  if (isSameDay && answer.delayed.length === seen.delayedCount) return shipDate
  throw new ConflictError('The plan has changed, and so have these dates. Show the dates again.')
}

const requireVersion = async (ctx: TenantContext, tx: Tx, planVersion: number): Promise<void> => {
  const [tenant] = await tx
    .select({ planVersion: tenants.planVersion })
    .from(tenants)
    .where(eq(tenants.tenantId, ctx.tenantId))
  if (tenant?.planVersion !== planVersion) throw new ConflictError('The plan has changed. Show the dates again.')
}

/** Puts the plan that makes room for the new project in force. It concerns more than that one, so it is a plan for the whole shop. */
const storeRoom = async (
  write: Write,
  { runId, createdId, created }: Pick<PreparedPlan, 'runId' | 'created'> & { readonly createdId: string },
  { summary, result }: MadeRoom,
  { moved, projectIds }: PlanDifference,
): Promise<void> => {
  const { ctx, tx } = write
  await requireRunRight(ctx, tx, { preview: false, projectId: null, projectIds: null })
  const change = { projectIds: [...projectIds, createdId] }
  await putPlanInForce(write, { runId, summary, moved, change, madeBy: 'promiseDate', created })
  await tx.insert(runResults).values({ tenantId: ctx.tenantId, runId, result })
}

const storeProject = async (
  write: Write,
  { draft: { projectId }, edits }: Draft,
  answer: ComputedAnswer,
  input: Parameters<typeof createProjectWithin>[1]['input'],
): Promise<void> => {
  await createProjectWithin(write, { projectId, input: { ...input, priority: answer.priority } })
  const dated = edits.map(({ operationId, input: given }, index) => ({
    operationId,
    input: answeredInput(given, answer.operations[index]),
  }))
  await addOperationsWithin(write, { projectId, edits: dated })
}

/**
 * Creates a project with the operations, the dates and the priority of an answer. The projects that make room get their later
 * dates in the same transaction and the same change set. 400 (unknown work center or pool), 403 (others would have to make room, and the
 * organization leaves plans for the whole shop to its admins), 409 (the answer has become another one; the
 * number is in use), 422 (the work has no date), 429 and 503 as `askInTurn`.
 */
export const createPromisedProject = async (ctx: TenantContext, input: PromisedProject): Promise<Created> => {
  const { question, kind, project } = input
  const wanted = draftOf(ctx, question, await loadResources(ctx))
  const { draft } = wanted
  const { answer: computed, planVersion } = await forEverybody(() =>
    computePromises(ctx, { kind: 'promise', draft, plan: kind }),
  )
  const [answer] = computed.answers
  if (!answer) throw new Error('A promise date has no answer')
  const shipDate = requireSeen(answer, input, computed.timeZone)
  const runId = orderedId()
  try {
    const difference = await preparePlan(ctx, runId, computed.room?.parts ?? [])
    const room = difference.moved > 0 ? computed.room : null
    const changeId = room ? runChangeId(runId) : ctx.requestId
    const created = await writeTenant(withChangeSet(ctx, changeId), async (write) => {
      const { tx } = write
      await requireVersion(ctx, tx, planVersion)
      const projectNumber = project.projectNumber || (await nextProjectNumber(ctx, tx))
      const created = { projectNumber, operations: wanted.edits.length }
      if (room) await storeRoom(write, { runId, createdId: draft.projectId, created }, room, difference)
      await storeProject(write, wanted, answer, {
        plannedShipDate: shipDate,
        ...(question.earliestStart !== null && { productionStartDate: question.earliestStart }),
        ...project,
        projectNumber,
      })
      return readProject(ctx, tx, draft.projectId)
    })
    if (!room) await dropPlan(ctx, runId)
    return { project: created, changeId }
  } catch (error) {
    await dropPlan(ctx, runId)
    throw error
  }
}
