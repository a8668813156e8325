import { fieldRules } from '#domain/changes/field-rules.ts'
import { intervalsBeside, overlap, readKept } from '../work-time/find-overlaps.ts'
import type { ReadScope, Target } from './kinds/kind.ts'
import { leaveRecord, type Plan, targetsOf } from './plan.ts'

/** The operation of an interval as the change set and the present record name it. */
const operationOf = ({ change, present }: Target): string => {
  const named = change.changes.get('operationId')
  return String(present?.fields.operationId ?? named?.to ?? named?.from ?? '')
}

const stays = ({ reversal: { verb } }: Target): boolean => verb === 'nothing'
const isWritten = ({ reversal: { verb } }: Target): boolean => verb === 'make' || verb === 'write'

/** Where the start or the end of an operation is left alone, its intervals stay with it, and need no lines of their own. */
const followOperations = (plan: Plan): void => {
  const worked = fieldRules.operation.groups.find(({ fields }) => fields.includes('actualStartDate'))?.fields ?? []
  for (const target of targetsOf(plan, 'workInterval')) {
    const operation = plan.get('operation')?.get(operationOf(target))?.reversal
    if (operation?.left.some(({ field }) => field !== null && worked.includes(field))) {
      target.reversal = { verb: 'nothing', fields: {}, left: [] }
    }
  }
}

/** Where an interval begins or ends, as history stores it. */
const placeOf = (target: Target, field: 'startedAt' | 'endedAt'): string =>
  `${operationOf(target)} ${target.change.changes.get(field)?.to}`

interface Written {
  readonly target: Target
  /** The interval as it will be. */
  readonly own: ReturnType<typeof readKept>
}

/** Whether an interval would be one too many of its person. */
const isTaken = async (scope: ReadScope, plan: Plan, { target, own }: Written, named: readonly Written[]) => {
  const planned = plan.get('workInterval')
  for (const id of await intervalsBeside(scope, own)) {
    const other = planned?.get(id)
    if (!other || stays(other)) return true
  }
  return named.some((other) => other.target !== target && isWritten(other.target) && overlap(own, other.own))
}

/**
 * Leaves an interval of work alone where its person has worked on something else since, or where the change set split it and the part
 * that follows stays. An interval that stays can overlap with others, so these are checked again.
 */
export const checkIntervals = async (scope: ReadScope, plan: Plan): Promise<void> => {
  followOperations(plan)
  const all = targetsOf(plan, 'workInterval')
  const following = all.filter(
    (target) => target.change.action === 'create' && stays(target) && target.present !== null,
  )
  const goOn = new Set(following.map((target) => placeOf(target, 'startedAt')))
  for (const target of all) {
    if (isWritten(target) && target.change.action === 'update' && goOn.has(placeOf(target, 'endedAt'))) {
      leaveRecord(target, 'taken')
    }
  }
  const written = all.filter(isWritten).map((target): Written => {
    const fields = { ...target.present?.fields, ...target.reversal.fields }
    return { target, own: readKept(target.change.entityId, fields) }
  })
  const named = written.filter(
    ({ own: { workerId, userId, workerName } }) => workerId ?? userId ?? (workerName || null),
  )
  for (let isSettled = false; !isSettled; ) {
    isSettled = true
    for (const one of named) {
      if (!isWritten(one.target) || !(await isTaken(scope, plan, one, named))) continue
      leaveRecord(one.target, 'taken')
      isSettled = false
    }
  }
}
