import { z } from 'zod/mini'
import type { FieldProblem } from '#contract/errors.ts'
import { preprocess, RequiredLine } from '#contract/fields.ts'
import { type Operation, OperationInput } from '#contract/operations.ts'
import type { LagUnit } from '#contract/vocabulary.ts'
import { type FieldsOfKind, fieldsOfKind, type OperationFieldName, operationFields } from '#domain/operations/fields.ts'
import { runAt } from '#domain/operations/run-at.ts'
import { keysOf, recordOf } from '#domain/record-of.ts'
import type { ApiError } from '#web/api/api-error.ts'
import { dateInputValue, dateTimeInputValue, instantFromInput } from '#web/lib/date-input.ts'

/** `maxLagHours` and `overlapPercent` are null until the reader adds a limit or an overlap. */
interface DependencyValues {
  operationId: string
  lagHours: string
  lagUnit: LagUnit
  maxLagHours: string | null
  overlapPercent: string | null
}

/** Fields that other controls change, and fields without a text input. */
type NotInForm = 'status' | 'originalHours' | 'holdReason' | 'externalId' | 'placement'
type TypedText = Exclude<FieldsOfKind<'line' | 'text' | 'number' | 'hours' | 'instant' | 'day' | 'center'>, NotInForm>

/** The form values: texts as typed, dates as local times in the reader's zone, '' for no work center. */
export type OperationValues = Record<TypedText, string> &
  Record<FieldsOfKind<'yesNo'>, boolean> & {
    /** 0 to 100. */
    progressPercentage: number
    alternatives: { categoryId: string; durationHours: string }[]
    dependencies: DependencyValues[]
  }

const notInForm: readonly string[] = [
  'status',
  'originalHours',
  'holdReason',
  'externalId',
  'placement',
] satisfies NotInForm[]
/** The fields whose values are read and written by their kind. */
const byKind = fieldsOfKind('line', 'text', 'number', 'hours', 'percent', 'instant', 'day', 'yesNo', 'center').filter(
  (name) => !notInForm.includes(name),
)

const shownValue = (name: OperationFieldName, value: unknown, zone: string): unknown => {
  switch (operationFields[name].kind) {
    case 'yesNo':
      return value ?? false
    case 'percent':
      return value ?? 0
    case 'instant':
      return dateTimeInputValue((value ?? null) as string | null, zone)
    case 'day':
      // The field represents the stored instant until it is changed.
      return dateInputValue((value ?? null) as string | null, zone)
    default:
      return String(value ?? '')
  }
}

/** The form values of an operation; null for a new one. */
export const operationValues = (operation: Operation | null, zone: string): OperationValues => {
  const own: Readonly<Record<string, unknown>> = operation ?? {}
  return {
    ...(recordOf(byKind, (name) => shownValue(name, own[name], zone)) as Omit<
      OperationValues,
      'alternatives' | 'dependencies'
    >),
    alternatives: (operation?.alternatives ?? []).map(({ categoryId, durationHours }) => {
      return { categoryId, durationHours: String(durationHours) }
    }),
    dependencies: operation ? operation.dependencies.map((id) => dependencyValues(operation, id)) : [],
  }
}

const dependencyValues = (operation: Operation, operationId: string): DependencyValues => ({
  operationId,
  lagHours: String(operation.dependencyLagHours[operationId] ?? 0),
  lagUnit: operation.dependencyLagUnits[operationId] ?? 'working',
  maxLagHours: operation.dependencyMaxLagHours[operationId]?.toString() ?? null,
  overlapPercent: operation.dependencyOverlapPercent[operationId]?.toString() ?? null,
})

/** The values after another work center was selected: at an alternative, the operation takes its hours. */
export const atCenter = (
  values: Pick<OperationValues, 'categoryId' | 'durationHours' | 'alternatives'>,
  categoryId: string,
): Pick<OperationValues, 'durationHours' | 'alternatives'> => {
  const { durationHours, alternatives } = runAt({ ...values, categoryId: values.categoryId || null }, categoryId)
  // Without a previous work center there is nothing to swap.
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

const sentValue = (name: OperationFieldName, value: unknown, zone: string): unknown => {
  const text = String(value).trim()
  switch (operationFields[name].kind) {
    case 'number':
    case 'hours':
    case 'center':
      return text || null
    case 'instant':
    case 'day':
      return instantFromInput(text, zone)
    default:
      return value
  }
}

const toInput = (values: OperationValues, zone: string) => {
  const { categoryId, alternatives, dependencies, sequence } = values
  const byPredecessor = (read: (link: DependencyValues) => unknown) =>
    Object.fromEntries(dependencies.map((link) => [link.operationId, read(link)]))
  const own: Readonly<Record<string, unknown>> = values
  return {
    ...recordOf(byKind, (name) => sentValue(name, own[name], zone)),
    durationHours: values.durationHours.trim(),
    sequence: sequence.trim() === '' ? undefined : Number(sequence),
    // Without a work center there are no alternatives.
    alternatives: categoryId
      ? alternatives.map((other) => ({ ...other, durationHours: other.durationHours.trim() }))
      : [],
    dependencies: dependencies.map(({ operationId }) => operationId),
    dependencyLagHours: byPredecessor(({ lagHours }) => lagHours.trim() || '0'),
    dependencyLagUnits: byPredecessor(({ lagUnit }) => lagUnit),
    dependencyMaxLagHours: byPredecessor(({ maxLagHours }) => maxLagHours?.trim() || null),
    dependencyOverlapPercent: byPredecessor(({ overlapPercent }) => overlapPercent?.trim() || null),
  }
}

/** The contract's own schema applied to the form values; local times are read in `zone`. */
export const operationSchema = (zone: string) =>
  preprocess((values: OperationValues) => toInput(values, zone), FormInput)

/** Only what the reader changed, so that a save changes nothing else: history and conflicts stay small. */
export const changedFields = (
  input: OperationInput,
  before: OperationValues,
  after: OperationValues,
): OperationInput => {
  const names = keysOf(before)
  const changed: string[] = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  if (changed.includes('dependencies')) changed.push(...fieldsOfKind('linkHours', 'linkUnits', 'linkShares'))
  return Object.fromEntries(Object.entries(input).filter(([name]) => changed.includes(name)))
}

/** The fields that a refusal is about: a cycle, and everything about lags, belongs to the dependencies. */
export const operationProblems = ({ code, message, problems }: ApiError): readonly FieldProblem[] => {
  if (code === 'cycle') return [{ path: 'dependencies', message }]
  return problems.map((problem) =>
    /^depend/.test(problem.path) ? { path: 'dependencies', message: problem.message } : problem,
  )
}
