import type { ListedProject } from '#contract/projects.ts'
import { type ProjectPhase, type ProjectStatus, phaseTitles } from '#contract/vocabulary.ts'
import { dateInputValue, instantFromInput } from '#web/lib/date-input.ts'
import { type DateSettings, formatShipDate } from '#web/lib/format-date.ts'
import type { RecordField } from '../record-conflict/merge-records.ts'

/** The dates of a project in chronological order, with their labels. */
export const projectDates = [
  { key: 'customerReleaseDate', label: 'Customer release' },
  { key: 'engineeringReleaseDate', label: 'Engineering release' },
  { key: 'productionStartDate', label: 'Production start' },
  { key: 'plannedShipDate', label: 'Planned ship date' },
  { key: 'actualShipDate', label: 'Actual Ship Date' },
] as const
type ProjectDate = (typeof projectDates)[number]['key']

/** The values of the form's controls, all as text. Dates are 'yyyy-MM-dd' in the reader's time zone. */
export type ProjectFormValues = Record<
  | 'projectNumber'
  | 'projectName'
  | 'shortName'
  | 'customerName'
  | 'priority'
  | 'progressPercentage'
  | 'description'
  | ProjectDate,
  string
> & { status: ProjectStatus; currentPhase: ProjectPhase }

/** True if the progress is computed from the operations, so that a typed value would have no effect. */
export const progressFollows = (project: ListedProject | null): boolean => (project?.operationCount ?? 0) > 0

/** The form values of a record; null for a new project. */
export function projectFormValues(project: ListedProject | null, zone: string): ProjectFormValues {
  const day = (key: ProjectDate) => dateInputValue(project?.[key], zone)
  const progress = project?.progressPercentage ?? 0
  return {
    projectNumber: project?.projectNumber ?? '',
    projectName: project?.projectName ?? '',
    shortName: project?.shortName ?? '',
    customerName: project?.customerName ?? '',
    priority: String(project?.priority ?? 50),
    status: project?.status ?? 'New',
    currentPhase: project?.currentPhase ?? 'engineering',
    progressPercentage: String(progressFollows(project) ? Math.round(progress) : progress),
    description: project?.description ?? '',
    customerReleaseDate: day('customerReleaseDate'),
    engineeringReleaseDate: day('engineeringReleaseDate'),
    productionStartDate: day('productionStartDate'),
    plannedShipDate: day('plannedShipDate'),
    actualShipDate: day('actualShipDate'),
  }
}

/**
 * A form date for the server: 08:00 of that day in the reader's time zone, or the stored instant if the day has not
 * changed, so that saving does not move it. An invalid date is sent as typed, and the contract refuses it.
 */
export function dateToSend(typed: string, stored: string | null, zone: string): string | null {
  if (typed === '') return null
  if (typed === dateInputValue(stored, zone)) return stored
  return instantFromInput(typed, zone) ?? typed
}

/** Label and formatted value of every field, for the conflict dialog. */
export function projectRecordFields(dates: DateSettings): RecordField<ProjectFormValues>[] {
  const text = (key: keyof ProjectFormValues, label: string): RecordField<ProjectFormValues> => ({
    key,
    label,
    format: (values) => values[key] || '—',
  })
  return [
    text('projectName', 'Project name'),
    text('projectNumber', 'Number'),
    text('shortName', 'Short name'),
    text('customerName', 'Customer'),
    text('priority', 'Priority'),
    text('status', 'Status'),
    { key: 'currentPhase', label: 'Phase', format: ({ currentPhase }) => phaseTitles[currentPhase] },
    text('progressPercentage', 'Progress'),
    ...projectDates.map(({ key, label }) => ({
      key,
      label,
      format: (values: ProjectFormValues) => formatShipDate(instantFromInput(values[key], dates.zone), dates),
    })),
    text('description', 'Description'),
  ]
}
