import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListedProject, Project, ProjectInput } from '#contract/projects.ts'
import type { ProposalInput } from '#contract/proposals.ts'
import { isApiError } from '#web/api/api-error.ts'
import { createProjectMutation, saveProjectMutation } from '#web/api/projects.mutations.ts'
import { projectQuery } from '#web/api/projects.queries.ts'
import { undoAction } from '#web/components/undo/undo.ts'
import { toast } from '#web/ui/toast.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { useRecordForm } from '../form/use-record-form.ts'
import { TryFirstButton } from '../proposals/try-first-button.tsx'
import { useTryFirst } from '../proposals/use-try-first.ts'
import { useDateSettings } from '../reader/use-date-settings.ts'
import { RecordConflictDialog } from '../record-conflict/record-conflict-dialog.tsx'
import { useEndOfToday } from '../ship-date/use-end-of-today.ts'
import { ProjectFormFields } from './project-form-fields.tsx'
import { projectFormSchema } from './project-form-schema.ts'
import { type ProjectFormValues, projectFormValues, projectRecordFields } from './project-form-values.ts'

/** Creates or saves a project. `stale` holds the record as it is now when someone saved it since the version that was edited. */
function useSaveProject() {
  const client = useQueryClient()
  const create = useMutation(createProjectMutation(client))
  const change = useMutation(saveProjectMutation(client))
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const [stale, setStale] = useState<Project | null>(null)

  /** The saved record, or null when somebody else has saved first (`stale`); throws ApiError for every other refusal. */
  const save = async (project: ListedProject | null, fields: ProjectInput): Promise<ListedProject | null> => {
    setStale(null)
    if (!project) return create.mutateAsync({ fields, idempotencyKey })
    const { projectId, version } = project
    try {
      return await change.mutateAsync({ projectId, fields, version })
    } catch (error) {
      if (!isApiError(error) || error.code !== 'stale') throw error
      setStale(await client.fetchQuery({ ...projectQuery(projectId), staleTime: 0 }))
      return null
    }
  }
  return { save, stale, forgetStale: () => setStale(null) }
}

export type ProjectFormDialogProps = {
  /** The project to edit; null creates one. */
  project: ListedProject | null
  onClose: () => void
  onSaved?: (project: ListedProject) => void
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

/** The changed fields as a proposal. Everything may be put into another order, because a priority or a ship date asks for that. */
const asProposal = (project: ListedProject, fields: ProjectInput): ProposalInput => {
  const changed = triedFields.filter((field) => fields[field] !== undefined && fields[field] !== project[field])
  const { projectId } = project
  return {
    method: 'optimize',
    changes: [{ kind: 'project', projectId, fields: Object.fromEntries(changed.map((name) => [name, fields[name]])) }],
  }
}

/** Create or edit a project. Mount it to open it, with the project's id as key. */
export function ProjectFormDialog({ project, onClose, onSaved }: ProjectFormDialogProps) {
  const dates = useDateSettings()
  const editor = useProjectForm(project)
  const { form, base, rebase, attempt, submit } = editor
  const { save, stale, forgetStale } = useSaveProject()
  const proposing = useTryFirst()
  const store = async (over: ListedProject | null, fields: ProjectInput) => {
    const saved = await save(over, fields)
    if (!saved) return
    toast.success(`Project #${saved.projectNumber} ${over ? 'saved' : 'created'}`, undoAction(saved))
    onSaved?.(saved)
    onClose()
  }
  const saveMerged = (merged: ProjectFormValues, now: ListedProject) => {
    forgetStale()
    rebase(now, merged)
    void form.handleSubmit((fields) => attempt(() => store(now, fields)))()
  }
  return (
    <>
      <FormDialog
        size="large"
        title={project ? `Edit project #${project.projectNumber}` : 'New project'}
        submitLabel={project ? 'Save project' : 'Create project'}
        busyLabel={project ? 'Saving…' : 'Creating…'}
        frame={editor}
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
      {stale && (
        <RecordConflictDialog
          subject={`Project #${stale.projectNumber}`}
          changedBy={stale.modifiedBy}
          versions={{
            base: projectFormValues(base, dates.zone),
            yours: form.getValues(),
            theirs: projectFormValues(stale, dates.zone),
          }}
          fields={projectRecordFields(dates)}
          onSave={(merged) => saveMerged(merged, stale)}
          onBack={forgetStale}
          onTakeTheirs={onClose}
        />
      )}
    </>
  )
}
