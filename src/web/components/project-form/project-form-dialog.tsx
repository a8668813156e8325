import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListedProject, ProjectInput } from '#contract/projects.ts'
import type { ProposalInput } from '#contract/proposals.ts'
import { createProjectMutation, saveProjectMutation } from '#web/api/projects/projects.mutations.ts'
import { projectQuery } from '#web/api/projects/projects.queries.ts'
import { undoAction } from '#web/components/undo/undo.ts'
import { useRefusal } from '#web/stores/actor.ts'
import { toast } from '#web/ui/toast.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { useRecordForm } from '../form/use-record-form.ts'
import { TryFirstButton } from '../proposals/try-first-button.tsx'
import { useTryFirst } from '../proposals/use-try-first.ts'
import { useDateSettings } from '../reader/use-date-settings.ts'
import { StaleRecord } from '../record-conflict/stale-record.tsx'
import { useEndOfToday } from '../ship-date/use-end-of-today.ts'
import { ProjectFormFields } from './project-form-fields.tsx'
import { projectFormSchema } from './project-form-schema.ts'
import { type ProjectFormValues, projectFormValues, projectRecordFields } from './project-form-values.ts'

export type ProjectFormDialogProps = {
  /** The project to edit; null creates one. */
  project: ListedProject | null
  onClose: () => void
  /** Called instead of `onClose` after a project was saved. */
  onSaved?: (project: ListedProject) => unknown
}

const useProjectForm = (project: ListedProject | null) => {
  const { zone } = useDateSettings()
  const endOfTodayMs = useEndOfToday()
  return useRecordForm<ListedProject, ProjectFormValues, ProjectInput>({
    entityType: 'project',
    entityId: project?.projectId,
    record: project,
    valuesOf: (record) => projectFormValues(record, zone),
    schemaOf: (record) => projectFormSchema(record, zone, endOfTodayMs),
    // Another project has the same number.
    problemsOf: ({ code, message, problems }) =>
      code === 'conflict' ? [{ path: 'projectNumber', message }] : problems,
  })
}

const triedFields = [
  'priority',
  'plannedShipDate',
  'productionStartDate',
  'engineeringReleaseDate',
  'customerReleaseDate',
] as const

/** The changed fields as a proposal. A new priority or ship date may change every sequence, so the whole plan is optimized. */
const asProposal = (project: ListedProject, fields: ProjectInput): ProposalInput => {
  const changed = triedFields.filter((field) => fields[field] !== undefined && fields[field] !== project[field])
  const { projectId } = project
  return {
    method: 'optimize',
    changes: [{ kind: 'project', projectId, fields: Object.fromEntries(changed.map((name) => [name, fields[name]])) }],
  }
}

/** A project in the form in which a conflict question compares it: with the values of the form. */
type ComparedProject = ProjectFormValues & { record: ListedProject; version: number; modifiedBy?: string }

/** Creates, edits or shows a project. Mount it to open it, with the project's id as key. */
export function ProjectFormDialog({ project, onClose, onSaved }: ProjectFormDialogProps) {
  const dates = useDateSettings()
  const editor = useProjectForm(project)
  const refusal = useRefusal('planProjects')
  const { form, base, rebase, attempt, submit } = editor
  const client = useQueryClient()
  const create = useMutation(createProjectMutation(client))
  const change = useMutation(saveProjectMutation(client))
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const proposing = useTryFirst()
  const store = async (over: ListedProject | null, fields: ProjectInput) => {
    const saved = over
      ? await change.mutateAsync({ projectId: over.projectId, fields, version: over.version })
      : await create.mutateAsync({ fields, idempotencyKey })
    toast.success(`Project #${saved.projectNumber} ${over ? 'saved' : 'created'}`, undoAction(saved))
    if (onSaved) await onSaved(saved)
    else onClose()
  }
  const compared = (record: ListedProject, modifiedBy?: string): ComparedProject => ({
    ...projectFormValues(record, dates.zone),
    record,
    version: record.version,
    modifiedBy,
  })
  return (
    <>
      <FormDialog
        size="large"
        title={project ? `${refusal ? 'Project' : 'Edit project'} #${project.projectNumber}` : 'New project'}
        submitLabel={project ? 'Save project' : 'Create project'}
        busyLabel={project ? 'Saving…' : 'Creating…'}
        frame={editor}
        refusal={refusal}
        onSubmit={submit((fields) => store(base, fields))}
        onClose={onClose}
        besides={
          base && (
            <TryFirstButton
              changed={Object.keys(form.formState.dirtyFields)}
              tried={triedFields}
              busy={proposing.isBusy}
              onTry={form.handleSubmit((fields) => proposing.tryFirst(asProposal(base, fields)))}
            />
          )
        }
      >
        <ProjectFormFields field={editor.field} project={base} />
      </FormDialog>
      {base && (
        <StaleRecord
          error={editor.failure}
          subject={`Project #${base.projectNumber}`}
          base={compared(base)}
          yours={{ ...compared(base), ...form.getValues() }}
          fields={projectRecordFields(dates)}
          readAgain={async () => {
            const now = await client.fetchQuery({ ...projectQuery(base.projectId), staleTime: 0 })
            return compared(now, now.modifiedBy)
          }}
          busy={editor.isBusy}
          onSave={({ record, version, modifiedBy, ...merged }) => {
            rebase(record, merged)
            void form.handleSubmit((fields) => attempt(() => store(record, fields)))()
          }}
          onBack={editor.forgetFailure}
          onTakeTheirs={onClose}
        />
      )}
    </>
  )
}
