import type { ListedProject } from '#contract/projects.ts'
import type { RoutingTemplate } from '#contract/routing-templates.ts'
import type { ProjectPhase } from '#contract/vocabulary.ts'
import { ComboboxField, type ComboboxGroup, type ComboboxOption } from '#web/ui/combobox-field.tsx'

/** The project or the routing template whose operations are copied; at most one of them. */
export interface RoutingSource {
  project?: string | undefined
  template?: string | undefined
}

/** Phases in which a project is closed, in the order of the list. */
const closedPhases: readonly ProjectPhase[] = ['complete', 'cancelled', 'shipped']

const rankOf = ({ currentPhase }: ListedProject): number => closedPhases.indexOf(currentPhase)

const projectOption = ({ projectId, projectNumber, projectName, customerName }: ListedProject): ComboboxOption => ({
  value: `project ${projectId}`,
  label: `#${projectNumber} ${projectName}`,
  words: customerName,
})

const groupsOf = (projects: readonly ListedProject[], templates: readonly RoutingTemplate[]): ComboboxGroup[] => {
  const withOperations = projects.filter(({ operationCount }) => operationCount > 0)
  const closed = withOperations.filter((project) => rankOf(project) >= 0).sort((a, b) => rankOf(a) - rankOf(b))
  const groups = [
    { options: [{ value: '', label: 'None' }] },
    { label: 'Open projects', options: withOperations.filter((project) => rankOf(project) < 0).map(projectOption) },
    {
      label: 'Routing templates',
      options: templates
        .filter(({ operations }) => operations.length > 0)
        .map(({ templateId, name }) => ({ value: `template ${templateId}`, label: name })),
    },
    { label: 'Complete, cancelled and shipped projects', options: closed.map(projectOption) },
  ]
  return groups.filter(({ options }) => options.length > 0)
}

const chosenValue = ({ project, template }: RoutingSource): string =>
  project ? `project ${project}` : template ? `template ${template}` : ''

type RoutingSourceFieldProps = {
  from: RoutingSource
  onFrom: (from: RoutingSource) => void
  projects: readonly ListedProject[]
  templates: readonly RoutingTemplate[]
}

/** A choice among the projects and routing templates that have operations: open projects first, shipped ones last. */
export function RoutingSourceField({ from, onFrom, projects, templates }: RoutingSourceFieldProps) {
  return (
    <ComboboxField
      label="Copy operations from"
      description="A project or a routing template. Type a number, a name or a customer."
      groups={groupsOf(projects, templates)}
      value={chosenValue(from)}
      nothingFound="No project or template found"
      onChange={(value) => {
        const [kind, id] = value.split(' ')
        onFrom(kind === 'project' ? { project: id } : kind === 'template' ? { template: id } : {})
      }}
    />
  )
}
