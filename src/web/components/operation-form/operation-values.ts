import { z } from 'zod/mini'
import type { FieldProblem } from '#contract/errors.ts'
import { preprocess, RequiredLine } from '#contract/fields.ts'
import { type Operation, OperationInput } from '#contract/operations.ts'
import type { LagUnit } from '#contract/vocabulary.ts'
import { runAt } from '#domain/operations/run-at.ts'
import type { ApiError } from '#web/api/api-error.ts'
import { dateInputValue, dateTimeInputValue, instantFromInput } from '#web/lib/date-input.ts'

/** `maxLagHours` and `overlapPercent` are null until the reader wants a limit or an overlap. */
interface DependencyValues {
  operationId: string
  lagHours: string
  lagUnit: LagUnit
  maxLagHours: string | null
  overlapPercent: string | null
}

/** What the form holds: texts as typed, dates as local readings in the reader's zone. */
export interface OperationValues {
  name: string
  categoryId: string
  poolId: string
  durationHours: string
  alternatives: { categoryId: string; durationHours: string }[]
  categoryFixed: boolean
  sequence: string
  dependencies: DependencyValues[]
  scheduledStartDate: string
  scheduledEndDate: string
  actualStartDate: string
  actualEndDate: string
  /** 0 to 100. */
  progressPercentage: number
  onHold: boolean
  pinned: boolean
  notes: string
  description: string
  /** A day; it stands for the stored instant until it is changed. */
  materialReadyDate: string
  materialNote: string
  setupHours: string
  hoursPerPiece: string
  quantity: string
  setupFamily: string
}

const blank: OperationValues = {
  name: '',
  categoryId: '',
  poolId: '',
  durationHours: '',
  alternatives: [],
  categoryFixed: false,
  sequence: '',
  dependencies: [],
  scheduledStartDate: '',
  scheduledEndDate: '',
  actualStartDate: '',
  actualEndDate: '',
  progressPercentage: 0,
  onHold: false,
  pinned: false,
  notes: '',
  description: '',
  materialReadyDate: '',
  materialNote: '',
  setupHours: '',
  hoursPerPiece: '',
  quantity: '',
  setupFamily: '',
}

/** An operation as the form shows it; null = a new one. */
export const operationValues = (operation: Operation | null, zone: string): OperationValues => {
  if (!operation) return blank
  const { name, notes, description, onHold, pinned, progressPercentage, materialNote, setupFamily } = operation
  return {
    ...{ name, notes, description, onHold, pinned, progressPercentage, materialNote, setupFamily },
    categoryId: operation.categoryId ?? '',
    poolId: operation.poolId ?? '',
    durationHours: String(operation.durationHours),
    setupHours: operation.setupHours?.toString() ?? '',
    hoursPerPiece: operation.hoursPerPiece?.toString() ?? '',
    quantity: operation.quantity?.toString() ?? '',
    alternatives: operation.alternatives.map(({ categoryId, durationHours }) => ({
      ...{ categoryId, durationHours: String(durationHours) },
    })),
    categoryFixed: operation.categoryFixed,
    sequence: String(operation.sequence),
    dependencies: operation.dependencies.map((operationId) => ({
      operationId,
      lagHours: String(operation.dependencyLagHours[operationId] ?? 0),
      lagUnit: operation.dependencyLagUnits[operationId] ?? 'working',
      maxLagHours: operation.dependencyMaxLagHours[operationId]?.toString() ?? null,
      overlapPercent: operation.dependencyOverlapPercent[operationId]?.toString() ?? null,
    })),
    scheduledStartDate: dateTimeInputValue(operation.scheduledStartDate, zone),
    scheduledEndDate: dateTimeInputValue(operation.scheduledEndDate, zone),
    actualStartDate: dateTimeInputValue(operation.actualStartDate, zone),
    actualEndDate: dateTimeInputValue(operation.actualEndDate, zone),
    materialReadyDate: dateInputValue(operation.materialReadyDate, zone),
  }
}

/** The values after the reader has chosen another work center: at an alternative, the operation takes its hours. */
export const atCenter = (
  values: Pick<OperationValues, 'categoryId' | 'durationHours' | 'alternatives'>,
  categoryId: string,
): Pick<OperationValues, 'durationHours' | 'alternatives'> => {
  const { durationHours, alternatives } = runAt({ ...values, categoryId: values.categoryId || null }, categoryId)
  // From no work center there is none to exchange it with.
  return { durationHours, alternatives: alternatives.filter((other) => other.categoryId !== categoryId) }
}

const FormInput = z.extend(OperationInput, {
  name: RequiredLine('Name'),
  sequence: z.optional(
    z
      .number('Enter a whole number')
      .check(z.int('Whole numbers only'), z.minimum(0, 'At least 0'), z.maximum(1_000_000, 'At most 1,000,000')),
  ),
})

const toInput = (values: OperationValues, zone: string) => ({
  name: values.name,
  description: values.description,
  notes: values.notes,
  onHold: values.onHold,
  pinned: values.pinned,
  progressPercentage: values.progressPercentage,
  durationHours: values.durationHours.trim(),
  categoryId: values.categoryId || null,
  poolId: values.poolId || null,
  // Without a work center there is nothing to choose from.
  alternatives: values.categoryId
    ? values.alternatives.map(({ categoryId, durationHours }) => ({ categoryId, durationHours: durationHours.trim() }))
    : [],
  categoryFixed: values.categoryFixed,
  sequence: values.sequence.trim() === '' ? undefined : Number(values.sequence),
  dependencies: values.dependencies.map(({ operationId }) => operationId),
  dependencyLagHours: Object.fromEntries(
    values.dependencies.map(({ operationId, lagHours }) => [operationId, lagHours.trim() || '0']),
  ),
  dependencyLagUnits: Object.fromEntries(values.dependencies.map(({ operationId, lagUnit }) => [operationId, lagUnit])),
  dependencyMaxLagHours: Object.fromEntries(
    values.dependencies.map(({ operationId, maxLagHours }) => [operationId, maxLagHours?.trim() || null]),
  ),
  dependencyOverlapPercent: Object.fromEntries(
    values.dependencies.map(({ operationId, overlapPercent }) => [operationId, overlapPercent?.trim() || null]),
  ),
  scheduledStartDate: instantFromInput(values.scheduledStartDate, zone),
  scheduledEndDate: instantFromInput(values.scheduledEndDate, zone),
  actualStartDate: instantFromInput(values.actualStartDate, zone),
  actualEndDate: instantFromInput(values.actualEndDate, zone),
  materialReadyDate: instantFromInput(values.materialReadyDate, zone),
  materialNote: values.materialNote,
  setupHours: values.setupHours.trim() || null,
  hoursPerPiece: values.hoursPerPiece.trim() || null,
  quantity: values.quantity.trim() || null,
  setupFamily: values.setupFamily,
})

/** The contract's own schema, on what the form holds; readings are taken in `zone`. */
export const operationSchema = (zone: string) =>
  preprocess((values: OperationValues) => toInput(values, zone), FormInput)

/** Only what the reader changed, so that a save touches nothing else: history and conflicts stay small. */
export const changedFields = (
  input: OperationInput,
  before: OperationValues,
  after: OperationValues,
): OperationInput => {
  const changed = Object.keys(before).filter((key) => {
    const name = key as keyof OperationValues
    return JSON.stringify(before[name]) !== JSON.stringify(after[name])
  })
  if (changed.includes('dependencies'))
    changed.push('dependencyLagHours', 'dependencyLagUnits', 'dependencyMaxLagHours', 'dependencyOverlapPercent')
  return Object.fromEntries(Object.entries(input).filter(([name]) => changed.includes(name)))
}

/** Which fields a refusal is about: a cycle, and everything about waits, belongs to the dependencies. */
export const operationProblems = ({ code, message, problems }: ApiError): readonly FieldProblem[] => {
  if (code === 'cycle') return [{ path: 'dependencies', message }]
  return problems.map((problem) =>
    /^depend/.test(problem.path) ? { path: 'dependencies', message: problem.message } : problem,
  )
}
