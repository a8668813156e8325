import { z } from 'zod/mini'
import { OptionalName, preprocess, RequiredLine } from '#contract/fields.ts'
import { type ListedProject, ProjectInput } from '#contract/projects.ts'
import { shippedStaysCompletedMessage } from '#domain/kanban/check-move.ts'
import { applyProjectChange } from '#domain/projects/apply-project-change.ts'
import { dateToSend, type ProjectFormValues, progressFollows, projectDates } from './project-form-values.ts'

const instant = (iso: string | null | undefined) => (iso ? new Date(iso) : null)

/** Converts the values of the controls to the input of the contract. */
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
 * The contract's ProjectInput over the form texts. In addition it requires a name, requires a number if the project has
 * one, and applies the server's rule about phases and ship dates.
 */
export function projectFormSchema(project: ListedProject | null, zone: string, endOfTodayMs: number) {
  const Fields = z.extend(ProjectInput, {
    projectName: RequiredLine('Project name'),
    projectNumber:
      project === null ? z.optional(OptionalName('Project number', 60)) : RequiredLine('Project number', 60),
  })
  const isAllowed = z.superRefine<z.output<typeof Fields>>(({ status, currentPhase, actualShipDate }, check) => {
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
  return preprocess(toInput(project, zone), Fields.check(isAllowed))
}
