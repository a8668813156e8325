import { randomUUID } from 'node:crypto'
import type { ImportField } from '#contract/imports.ts'
import type { OperationInput } from '#contract/operations.ts'
import { limits } from '#contract/vocabulary.ts'
import { resolveAlternatives } from '#domain/import/alternative-text.ts'
import type { ProjectGroup } from '#domain/import/group-rows.ts'
import {
  type KnownOperation,
  type MatchedOperation,
  matchOperations,
  type OperationNames,
  operationNames,
} from '#domain/import/match-operations.ts'
import type { NumberHabit } from '#domain/import/number-habit.ts'
import type { ReadOperation } from '#domain/import/read-rows.ts'
import { chooseNeeds } from '#domain/import/resource-text.ts'
import { textKey } from '#domain/import/text-key.ts'
import { cycleMessage, findCycle } from '#domain/operations/find-cycle.ts'
import { originalEstimate } from '#domain/operations/report-hours-left.ts'
import type { TenantContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { blankOperation, editOperation } from '../operations/edit-operation.ts'
import type { LinkedOperation } from '../operations/operation-fields.ts'
import type { OperationWrite } from '../operations/store-operations.ts'
import { readDependencies } from './link-operations.ts'
import type { AdjustedOperation, KeptColumn, PlanHooks } from './plan-hooks.ts'
import type { RowProblem as ProblemOf } from './row-outcomes.ts'
import { sameSpelling } from './same-spelling.ts'
import type { WorkCenterNames } from './work-center-names.ts'

type RowProblem = ProblemOf<ImportField>

export interface PlannedOperation extends OperationWrite {
  readonly row: number
  /** What the row says. */
  readonly said: ReadOperation
  /** Columns whose stored values stay (`PlanHooks`). */
  readonly kept: readonly KeptColumn<LinkedOperation>[]
}

export interface OperationsScope {
  readonly ctx: TenantContext
  readonly projectId: string
  /** Its number or name, for messages. */
  readonly of: string
  readonly stored: readonly LinkedOperation[]
  readonly centers: WorkCenterNames
  readonly numbers: NumberHabit
  /** New operations wait for the one before them, because the table has no predecessors. */
  readonly chained: boolean
  readonly hooks: PlanHooks | null
  /** True if a row has already failed. */
  readonly hasFailed: (row: number) => boolean
}

type Made =
  | { readonly ok: true; readonly after: LinkedOperation; readonly lost: readonly RowWarning[] }
  | ({ readonly ok: false } & Omit<RowProblem, 'row'>)

/** The fields of a validation error, as the table names them. */
const fieldOfPath: Partial<Readonly<Record<string, ImportField>>> = {
  alternatives: 'alternatives',
  dependencyMaxLagHours: 'predecessors',
  dependencyLagHours: 'predecessors',
}

type Centers =
  | { readonly ok: true; readonly input: OperationInput; readonly lost: readonly RowWarning[] }
  | ({ readonly ok: false } & Omit<RowProblem, 'row'>)

type RowWarning = Pick<RowProblem, 'field' | 'message'>

/** The work center and the pool of a row, which may list its resources in one cell, with those that it cannot have. */
const needsOf = ({ workCenter, pool, resources }: MatchedOperation['operation'], names: WorkCenterNames) => {
  if (!resources) return { workCenter, pool, others: [] }
  const chosen = chooseNeeds(resources, names)
  // A column of its own says which people and tools are needed.
  return {
    workCenter: chosen.center,
    pool: pool === undefined && chosen.pool !== null ? chosen.pool : pool,
    others: chosen.others,
  }
}

/** The work centers that a row names. An alternative without hours takes as long as the operation. */
const centersOf = (
  operation: MatchedOperation['operation'],
  names: WorkCenterNames,
  before: LinkedOperation | null,
): Centers => {
  const { alternatives, fields } = operation
  const { workCenter, pool, others } = needsOf(operation, names)
  const input: OperationInput = {}
  const refused = (field: ImportField, problem: Omit<RowProblem, 'row' | 'field'>): Centers => ({
    ok: false,
    field,
    message: problem.message,
    ...(problem.choices && { choices: problem.choices }),
  })
  if (workCenter !== undefined) {
    const found = workCenter === null ? null : names.find(workCenter, 'workCenter')
    if (found && !found.ok) return refused('workCenter', found)
    input.categoryId = found?.categoryId ?? null
  }
  if (pool !== undefined) {
    const found = pool === null ? null : names.find(pool, 'pool')
    if (found && !found.ok) return refused('pool', found)
    input.poolId = found?.categoryId ?? null
  }
  if (alternatives !== undefined) {
    input.alternatives = []
    const ownHours = fields.durationHours ?? (before ? originalEstimate(before.row) : 0)
    for (const { name, durationHours } of resolveAlternatives(alternatives, names.isCenter)) {
      const found = names.find(name, 'workCenter')
      if (!found.ok) return refused('alternatives', found)
      input.alternatives.push({ categoryId: found.categoryId, durationHours: durationHours ?? ownHours })
    }
  }
  const message = `An operation has one work center and needs one of people and tools, so ${others.join(', ')} is left out.`
  return { ok: true, input, lost: others.length > 0 ? [{ field: 'workCenter', message }] : [] }
}

interface MakeScope extends OperationsScope {
  readonly names: OperationNames
  readonly before: LinkedOperation | null
  /** The operation before it, where the table has no predecessors. */
  readonly previous: string | null
}

/** The external id of an operation. An export names operations by their own id where nothing else is unique: that is none of another system. */
const externalIdAfter = (
  sent: string | undefined,
  { externalId: known, operationId }: LinkedOperation['row'],
): string | null => {
  if (sent === undefined || sent.toLowerCase() === operationId) return known
  return known !== null && textKey(sent) === textKey(known) ? known : sent
}

/** The operation of a row after the import, judged by the same rules as an edit on screen. */
const makeOperation = (one: MatchedOperation, scope: MakeScope): Made => {
  const { ctx, projectId, before, previous } = scope
  const { externalId, fields, predecessors, workCenter } = one.operation
  const centers = centersOf(one.operation, scope.centers, before)
  if (!centers.ok) return centers
  const links = predecessors === undefined ? null : readDependencies(predecessors, one, scope)
  if (links && !links.ok) return { ok: false, field: 'predecessors', message: links.message }
  const chain = !links && previous !== null ? { dependencies: [previous] } : {}
  const datesSent = fields.scheduledStartDate !== undefined || fields.scheduledEndDate !== undefined
  const pin = !before && datesSent && fields.pinned === undefined ? { pinned: false } : {}
  // An operation without a name is called by its work center.
  const name = before === null && !fields.name && typeof workCenter === 'string' ? { name: workCenter } : {}
  const input: OperationInput = {
    ...(before ? sameSpelling(fields, before.row) : fields),
    ...name,
    ...pin,
    ...centers.input,
    ...chain,
    ...links?.input,
    sequence: one.sequence,
  }
  try {
    const blank = () => blankOperation(ctx, projectId, one.operationId, one.sequence)
    const after = editOperation(before ?? blank(), input, 'replace', ctx.app.now())
    const own = externalIdAfter(externalId, after.row)
    const lost = [
      ...centers.lost,
      ...(links?.lost ?? []).map((message) => ({ field: 'predecessors' as const, message })),
    ]
    return { ok: true, lost, after: { ...after, row: { ...after.row, externalId: own } } }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const [problem] = error.problems ?? []
    return { ok: false, field: fieldOfPath[problem?.path ?? ''] ?? null, message: problem?.message ?? error.message }
  }
}

/** Whether a row names only work centers and pools that are there. */
const namesKnown = ({ operation }: MatchedOperation, centers: WorkCenterNames): boolean => {
  const { workCenter, pool, resources = [], alternatives = [] } = operation
  const others = resolveAlternatives(alternatives, centers.isCenter).map(({ name }) => name)
  return [workCenter ?? '', pool ?? '', ...resources, ...others].every((name) => name === '' || centers.isKnown(name))
}

/** The row as an import that repeats takes it. */
const adjusted = (one: MatchedOperation, scope: MakeScope): AdjustedOperation => {
  const { before, hooks, centers } = scope
  if (!before || !hooks) return { one, kept: [] }
  return hooks.adjustOperation(before, one, (other) => {
    const made = namesKnown(other, centers) ? makeOperation(other, scope) : null
    return made?.ok ? made.after : null
  })
}

const knownOf = ({ row }: LinkedOperation): KnownOperation => row

/** The operation before each new one, in the order of sequences, then of rows. */
const chainOf = (matched: readonly MatchedOperation[]): ReadonlyMap<string, string> => {
  const chain = new Map<string, string>()
  const ordered = [...matched].sort((a, b) => a.sequence - b.sequence || a.row - b.row)
  for (const [index, { operationId, isNew }] of ordered.entries()) {
    const before = ordered[index - 1]
    if (before && isNew) chain.set(operationId, before.operationId)
  }
  return chain
}

/**
 * All operations of the project that a row may refer to: the table's operations after the import, and the other stored
 * ones.
 */
const allNames = (
  matched: readonly MatchedOperation[],
  stored: ReadonlyMap<string, LinkedOperation>,
): OperationNames => {
  const inTable = new Set(matched.map(({ operationId }) => operationId))
  return operationNames([
    ...matched.map(({ operationId, sequence, operation }) => {
      const before = stored.get(operationId)?.row
      return {
        operationId,
        sequence,
        externalId: operation.externalId ?? before?.externalId ?? null,
        name: operation.fields.name ?? before?.name ?? '',
      }
    }),
    ...[...stored.values()].filter(({ row }) => !inTable.has(row.operationId)).map(knownOf),
  ])
}

/** Removes the rows of each cycle and says so in each of them. */
const breakCycles = (
  planned: Map<string, PlannedOperation>,
  { stored }: Pick<OperationsScope, 'stored'>,
): RowProblem[] => {
  const problems: RowProblem[] = []
  const nameOf = (id: string): string => {
    const own = planned.get(id)
    const name = own?.after.row.name ?? stored.find(({ row }) => row.operationId === id)?.row.name ?? id
    return own ? `row ${own.row + 1} (${name})` : name
  }
  for (;;) {
    const others = stored.filter(({ row }) => !planned.has(row.operationId))
    const cycle = findCycle(
      [...others, ...[...planned.values()].map(({ after }) => after)].flatMap(({ row, dependencies }) =>
        dependencies.map(({ predecessorId }) => ({ operationId: row.operationId, predecessorId })),
      ),
    )
    const rows = [...new Set(cycle ?? [])].flatMap((id) => planned.get(id) ?? [])
    if (!cycle || rows.length === 0) return problems
    const message = cycleMessage(cycle, nameOf)
    for (const { row, after } of rows) {
      problems.push({ row, field: 'predecessors', message })
      planned.delete(after.row.operationId)
    }
  }
}

/** Removes new operations whose predecessors are not imported, and what waits for them, until none is left. */
const dropWaiting = (planned: Map<string, PlannedOperation>, rowOfNew: ReadonlyMap<string, number>): RowProblem[] => {
  const problems: RowProblem[] = []
  for (let before = -1; before !== planned.size; ) {
    before = planned.size
    for (const [id, { row, after }] of planned) {
      const missing = after.dependencies.find(
        ({ predecessorId }) => rowOfNew.has(predecessorId) && !planned.has(predecessorId),
      )
      if (!missing) continue
      const at = (rowOfNew.get(missing.predecessorId) ?? 0) + 1
      problems.push({ row, field: 'predecessors', message: `Waits for row ${at}, which has an error` })
      planned.delete(id)
    }
  }
  return problems
}

/** The operations of a project after the import, row by row, and the problems of the rows that cannot be imported. */
export const planOperations = (group: ProjectGroup, scope: OperationsScope) => {
  const storedById = new Map(scope.stored.map((one) => [one.row.operationId, one]))
  const { matched, problems: unmatched } = matchOperations(group.operations, scope.stored.map(knownOf), randomUUID)
  const names = allNames(matched, storedById)
  const chain = scope.chained ? chainOf(matched) : new Map<string, string>()
  const problems: RowProblem[] = [...unmatched]
  const warnings: RowProblem[] = []
  const planned = new Map<string, PlannedOperation>()
  const rowOfNew = new Map(
    matched.flatMap(({ operationId, isNew, row }) => (isNew ? [[operationId, row] as const] : [])),
  )
  for (const one of matched) {
    if (scope.hasFailed(one.row)) continue
    const { row, operationId } = one
    const before = storedById.get(operationId) ?? null
    const making = { ...scope, names, before, previous: chain.get(operationId) ?? null }
    const { one: taken, kept } = adjusted(one, making)
    const made = makeOperation(taken, making)
    if (!made.ok) {
      const { ok: _ok, ...problem } = made
      problems.push({ row, ...problem })
      continue
    }
    planned.set(operationId, { row, before, after: made.after, said: one.operation, kept })
    for (const lost of made.lost) warnings.push({ row, ...lost })
  }
  problems.push(...breakCycles(planned, scope), ...dropWaiting(planned, rowOfNew))
  const made = [...planned.values()].filter(({ before }) => before === null)
  if (scope.stored.length + made.length > limits.maxOperationsPerProject) {
    const message = `A project holds at most ${limits.maxOperationsPerProject} operations.`
    for (const { row, after } of made) {
      problems.push({ row, field: null, message })
      planned.delete(after.row.operationId)
    }
  }
  return { planned: [...planned.values()], problems, warnings }
}
