import type { ListedProject, ProjectInput } from '#contract/projects.ts'
import { phaseTitles, projectPhases, projectStatuses } from '#contract/vocabulary.ts'
import { DateField } from '#web/components/date-field/date-field.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import type { ContractForm } from '../form/use-contract-form.ts'
import { priorityWords } from '../project-marks/priority-words.ts'
import { type ProjectFormValues, progressFollows, projectDates } from './project-form-values.ts'

const phases = projectPhases.map((phase) => ({ value: phase, label: phaseTitles[phase] }))
const statuses = projectStatuses.map((status) => ({ value: status, label: status }))

type ProjectFormFieldsProps = {
  field: ContractForm<ProjectFormValues, ProjectInput>['field']
  project: ListedProject | null
}

/** All fields of a project, two or three per row. */
export function ProjectFormFields({ field, project }: ProjectFormFieldsProps) {
  const follows = progressFollows(project)
  return (
    <div className="grid grid-cols-6 gap-x-4 gap-y-3 *:col-span-2 max-sm:grid-cols-1 max-sm:*:col-span-1!">
      <TextField {...field('projectName')} label="Project name" required className="col-span-4!" />
      <TextField
        {...field('projectNumber')}
        label="Number"
        required={project !== null}
        placeholder={project === null ? 'Next free number' : undefined}
      />
      <TextField {...field('customerName')} label="Customer" className="col-span-4!" />
      <TextField {...field('shortName')} label="Short name" />
      <SelectField {...field('currentPhase')} label="Phase" options={phases} />
      <SelectField {...field('status')} label="Status" options={statuses} />
      <NumberField
        {...field('priority')}
        label="Priority"
        min={0}
        max={100}
        step={1}
        inputMode="numeric"
        description={priorityWords}
      />
      <NumberField
        {...field('progressPercentage')}
        label="Progress"
        unit="%"
        min={0}
        max={100}
        readOnly={follows}
        title={follows ? 'Calculated from its operations' : undefined}
      />
      {projectDates.map(({ key, label }) => (
        <DateField key={key} {...field(key)} label={label} />
      ))}
      <TextArea {...field('description')} label="Description" rows={3} className="col-span-6! max-sm:col-span-1!" />
    </div>
  )
}
