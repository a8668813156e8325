import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useId, useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { ListedProject, ProjectInput } from '#contract/projects.ts'
import { undoAction } from '#web/components/undo/undo.ts'
import { clearDraft } from '#web/stores/drafts.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useDateSettings } from '../reader/use-date-settings.ts'
import { RecordConflictDialog } from '../record-conflict/record-conflict-dialog.tsx'
import { useEndOfToday } from '../ship-date/use-end-of-today.ts'
import { UnsavedChangesDialog } from '../unsaved-changes/unsaved-changes-dialog.tsx'
import { useUnsavedChanges } from '../unsaved-changes/use-unsaved-changes.ts'
import { ProjectFormFields } from './project-form-fields.tsx'
import { projectFormSchema } from './project-form-schema.ts'
import { type ProjectFormValues, projectFormValues, projectRecordFields } from './project-form-values.ts'
import { projectEntity, useProjectBeginning, useProjectDraft } from './use-project-draft.ts'
import { useSaveProject } from './use-save-project.ts'

export type ProjectFormDialogProps = {
  /** The project to edit; null creates one. Later changes of it are left out: saving compares versions. */
  project: ListedProject | null
  onClose: () => void
  onSaved?: (project: ListedProject) => void
}

/** Create or edit a project. Mount it to open it, with the project's id as key. */
export function ProjectFormDialog({ project: given, onClose, onSaved }: ProjectFormDialogProps) {
  const formId = useId()
  const dates = useDateSettings()
  const [project] = useState(given)
  const entityId = project?.projectId ?? null
  const begin = useProjectBeginning(project, projectFormValues(project, dates.zone))
  const [ground, setGround] = useState({ base: begin.base, version: begin.version })
  const endOfTodayMs = useEndOfToday()
  const schema = useMemo(
    () => projectFormSchema(project, dates.zone, endOfTodayMs),
    [project, dates.zone, endOfTodayMs],
  )
  const form = useForm<ProjectFormValues, unknown, ProjectInput>({
    defaultValues: begin.base,
    resolver: zodResolver(schema),
    mode: 'onTouched',
  })
  const { isDirty } = form.formState
  useEffect(() => {
    if (begin.restored) form.reset(begin.values, { keepDefaultValues: true })
  }, [begin, form])
  useProjectDraft(form, entityId, ground.base, ground.version)

  const [asking, setAsking] = useState(false)
  const blocked = useUnsavedChanges(isDirty, projectEntity, entityId)
  const close = () => {
    clearDraft(projectEntity, entityId)
    onClose()
  }
  const saved = (after: ListedProject) => {
    toast.success(`Project #${after.projectNumber} ${project ? 'saved' : 'created'}`, undoAction(after))
    onSaved?.(after)
    close()
  }
  const { submit, problem, stale, forgetStale, busy } = useSaveProject({ form, project, onSaved: saved })

  const saveMerged = (merged: ProjectFormValues, now: ListedProject) => {
    const base = projectFormValues(now, dates.zone)
    forgetStale()
    setGround({ base, version: now.version })
    form.reset(base)
    form.reset(merged, { keepDefaultValues: true })
    void form.handleSubmit((fields) => submit(fields, now.version))()
  }
  const leave = () => (isDirty ? setAsking(true) : close())
  return (
    <>
      <Dialog
        open
        size="large"
        onOpenChange={(open) => open || busy || leave()}
        title={project ? `Edit project #${project.projectNumber}` : 'New project'}
        footer={
          <>
            <Button onClick={leave} disabled={busy}>
              Cancel
            </Button>
            <Button
              variant="primary"
              type="submit"
              form={formId}
              busy={busy}
              busyLabel={project ? 'Saving…' : 'Creating…'}
            >
              {project ? 'Save project' : 'Create project'}
            </Button>
          </>
        }
      >
        <form id={formId} noValidate onSubmit={form.handleSubmit((fields) => submit(fields, ground.version))}>
          {problem && <Alert className="mb-4">{problem}</Alert>}
          {begin.restored && isDirty && (
            <Alert kind="info" className="mb-4">
              Your unsaved changes are back.{' '}
              <button type="button" className="underline" onClick={() => form.reset(ground.base)}>
                Start over
              </button>
            </Alert>
          )}
          <ProjectFormFields form={form} project={project} />
        </form>
      </Dialog>
      {stale && (
        <RecordConflictDialog
          subject={`Project #${stale.projectNumber}`}
          changedBy={stale.modifiedBy}
          versions={{ base: ground.base, yours: form.getValues(), theirs: projectFormValues(stale, dates.zone) }}
          fields={projectRecordFields(dates)}
          onSave={(merged) => saveMerged(merged, stale)}
          onBack={forgetStale}
          onTakeTheirs={close}
        />
      )}
      <UnsavedChangesDialog blocked={blocked ?? (asking ? { leave: close, stay: () => setAsking(false) } : null)} />
    </>
  )
}
