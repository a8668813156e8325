import { errorSentence, isApiError } from '#web/api/api-error.ts'
import type { OperationValues } from './operation-values.ts'

interface FormProblems {
  /** Shown above the fields; null when each problem stands at its field. */
  sentence: string | null
  fields: { name: keyof OperationValues; message: string }[]
}

const names: Partial<Record<string, keyof OperationValues>> = {
  name: 'name',
  categoryId: 'categoryId',
  durationHours: 'durationHours',
  sequence: 'sequence',
  dependencies: 'dependencies',
  dependencyLagHours: 'dependencies',
  dependsOnOperationId: 'dependencies',
  scheduledStartDate: 'scheduledStartDate',
  scheduledEndDate: 'scheduledEndDate',
  actualStartDate: 'actualStartDate',
  actualEndDate: 'actualEndDate',
  notes: 'notes',
  description: 'description',
}

/** Where a refusal belongs: a cycle to the dependencies, named fields to themselves, everything else above the form. */
export const formProblems = (error: unknown): FormProblems => {
  if (!isApiError(error)) return { sentence: errorSentence(error), fields: [] }
  if (error.code === 'cycle') return { sentence: null, fields: [{ name: 'dependencies', message: error.message }] }
  const fields = error.problems.flatMap(({ path, message }) => {
    const name = names[path.split('.')[0] ?? '']
    return name ? [{ name, message }] : []
  })
  return { sentence: fields.length > 0 ? null : error.message, fields }
}
