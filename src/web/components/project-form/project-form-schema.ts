import { z } from 'zod'
import { OptionalName, RequiredLine } from '#contract/fields.ts'
import { type ListedProject, ProjectInput } from '#contract/projects.ts'
import { shippedStaysCompletedMessage } from '#domain/kanban/check-move.ts'
import { applyProjectChange } from '#domain/projects/apply-project-change.ts'
import { dateToSend, type ProjectFormValues, projectDates } from './project-form-values.ts'

const instant = (iso: string | null | undefined) => (iso ? new Date(iso) : null)

/** True where progress follows from the operations, so that what is typed would count for nothing. */
export const progressFollows = (project: ListedProject | null): boolean => (project?.operationCount ?? 0) > 0

/** From what the controls hold to what the contract takes. */
const toInput =
  (project: ListedProject | null, zone: string) =>
  (values: ProjectFormValues): Record<string, unknown> => {
    const { projectNumber, progressPercentage, ...rest } = values
    const days = projectDates.map(({ key }) => [key, dateToSend(values[key], project?.[key] ?? null, zone)])
    return {
      ...rest,
      ...(project === null && projectNumber.trim() === '' ? {} : { projectNumber }),
      ...(progressFollows(project) ? {} : { progressPercentage }),
      ...Object.fromEntries(days),
    }
  }

/**
 * The contract's ProjectInput over the form's texts, with what only the form can ask for: a name, a number once there is
 * one, and the same rule on phases and ship dates that the server keeps.
 */
export function projectFormSchema(project: ListedProject | null, zone: string, endOfTodayMs: number) {
  const input = ProjectInput.extend({
    projectName: RequiredLine('Project name'),
    projectNumber:
      project === null ? OptionalName('Project number', 60).optional() : RequiredLine('Project number', 60),
  }).superRefine(({ status, currentPhase, actualShipDate }, check) => {
    const before = {
      status: project?.status ?? ('New' as const),
      currentPhase: project?.currentPhase ?? ('engineering' as const),
      actualShipDate: instant(project?.actualShipDate),
    }
    const decision = applyProjectChange(
      before,
      { status, currentPhase, actualShipDate: instant(actualShipDate) },
      false,
      endOfTodayMs,
    )
    if (decision.ok) return
    const path = decision.reason === shippedStaysCompletedMessage ? 'status' : 'actualShipDate'
    check.addIssue({ code: 'custom', path: [path], message: decision.reason })
  })
  return z.preprocess(toInput(project, zone), input)
}
