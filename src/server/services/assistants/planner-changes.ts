import type { PlannerChange } from '#contract/assistant-tools.ts'
import type { BulkAction } from '#contract/bulk-operations.ts'
import type { ProposalInput } from '#contract/proposals.ts'
import type { ProjectRemedy } from '#contract/remedies.ts'
import { dateOnlyToMs } from '#domain/time/zone-dates.ts'
import type { TenantContext } from '../../context.ts'
import { NotFoundError } from '../../errors.ts'
import { listRemedies } from '../forecasts/list-remedies.ts'
import { findOperation, findProject, findWorkCenter } from './find-named.ts'

type ProposedChange = ProposalInput['changes'][number]
type Of<K extends PlannerChange['do']> = Extract<PlannerChange, { do: K }>

/** Names a remedy of a project by what it does. It stays the same while the plan does. */
export const remedyIdOf = ({ code, operation, workCenter }: Omit<ProjectRemedy, 'changes'>): string =>
  [code, operation?.operationId ?? '', workCenter?.categoryId ?? ''].join(':')

/** The changes of a remedy, and how the plan is made after it. 404 if it is not offered any more. */
export const changesOfRemedy = async (
  ctx: TenantContext,
  { project, remedy_id }: { readonly project: string; readonly remedy_id: string },
): Promise<Pick<ProposalInput, 'changes' | 'method' | 'helpedProjectId'>> => {
  const { projectId } = await findProject(ctx, project)
  const remedy = (await listRemedies(ctx, { projectId })).find((each) => remedyIdOf(each) === remedy_id)
  if (!remedy) throw new NotFoundError('This remedy is not offered any more. Ask what would help again.')
  return { changes: remedy.changes, method: remedy.method, helpedProjectId: projectId }
}

interface Resolving {
  readonly ctx: TenantContext
  /** Zone of the organization. */
  readonly zone: string
}

/** The day as a form sends it: 8 o'clock in the organization's zone. */
const onDay = (day: string, zone: string): string => new Date(dateOnlyToMs(day, zone)).toISOString()

const projectChange = async (
  { ctx, zone }: Resolving,
  change: Of<'set_priority' | 'set_ship_date' | 'set_earliest_start' | 'hold_project' | 'release_project'>,
): Promise<ProposedChange> => {
  const { projectId } = await findProject(ctx, change.project)
  const fields = () => {
    switch (change.do) {
      case 'set_priority':
        return { priority: change.priority }
      case 'set_ship_date':
        return { plannedShipDate: onDay(change.day, zone) }
      case 'set_earliest_start':
        return { productionStartDate: onDay(change.day, zone) }
      case 'hold_project':
        return { currentPhase: 'on_hold' as const }
      case 'release_project':
        return { currentPhase: 'production' as const }
    }
  }
  return { kind: 'project', projectId, fields: fields() }
}

const moved = async ({ ctx }: Resolving, change: Of<'move_to_day' | 'move_by_days' | 'move_to_next_free_time'>) => {
  const { operationId } = await findOperation(ctx, change)
  const action = (): BulkAction => {
    switch (change.do) {
      case 'move_to_day':
        return { kind: 'rescheduleTo', date: change.day }
      case 'move_by_days':
        return { kind: 'rescheduleBy', workingDays: change.working_days }
      case 'move_to_next_free_time':
        return { kind: 'nextFreeSlot' }
    }
  }
  return { kind: 'bulk' as const, target: { operations: [{ operationId }] }, action: action() }
}

const operationChange = async (
  { ctx, zone }: Resolving,
  change: Of<'pin' | 'unpin' | 'hold' | 'release' | 'set_work_center' | 'set_hours' | 'set_material_ready'>,
): Promise<ProposedChange> => {
  const { projectId, operationId } = await findOperation(ctx, change)
  const fields = async () => {
    switch (change.do) {
      case 'pin':
      case 'unpin':
        return { pinned: change.do === 'pin' }
      case 'hold':
      case 'release':
        return { onHold: change.do === 'hold' }
      case 'set_work_center':
        return { categoryId: (await findWorkCenter(ctx, change.work_center)).categoryId }
      case 'set_hours':
        return { durationHours: change.hours }
      case 'set_material_ready':
        return { materialReadyDate: onDay(change.day, zone) }
    }
  }
  return { kind: 'operation', projectId, operationId, fields: await fields() }
}

const usualReasons = { overtime: 'Overtime', downtime: 'Downtime' } as const

const extraTime = async ({ ctx }: Resolving, change: Of<'add_overtime' | 'add_downtime'>): Promise<ProposedChange> => {
  const kind = change.do === 'add_overtime' ? 'overtime' : 'downtime'
  const center = change.work_center === undefined ? null : await findWorkCenter(ctx, change.work_center)
  const { from: startsAt, to: endsAt, reason: name = usualReasons[kind] } = change
  const exception = { kind, name, startsAt, endsAt, categoryId: center?.categoryId ?? null } as const
  return { kind: 'exception', exceptionId: null, exception }
}

/** A change in the words of a planner as a proposal has it. 404 and 422 when a name means no record, or several. */
export const proposedChange = async (resolving: Resolving, change: PlannerChange): Promise<ProposedChange> => {
  switch (change.do) {
    case 'set_priority':
    case 'set_ship_date':
    case 'set_earliest_start':
    case 'hold_project':
    case 'release_project':
      return projectChange(resolving, change)
    case 'move_to_day':
    case 'move_by_days':
    case 'move_to_next_free_time':
      return moved(resolving, change)
    case 'add_overtime':
    case 'add_downtime':
      return extraTime(resolving, change)
    default:
      return operationChange(resolving, change)
  }
}
