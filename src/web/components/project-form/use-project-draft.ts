import { useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { ListedProject, ProjectInput } from '#contract/projects.ts'
import { clearDraft, readDraft, saveDraft } from '#web/stores/drafts.ts'
import type { ProjectFormValues } from './project-form-values.ts'

/** What was typed, and what it was typed over. */
interface Kept {
  values: ProjectFormValues
  base: ProjectFormValues
}

export const projectEntity = 'project'

/** What the form begins with: the stored record, or a draft that a forced sign-in or a closed page left behind. */
export function useProjectBeginning(project: ListedProject | null, fresh: ProjectFormValues) {
  return useState(() => {
    const draft = readDraft<Kept>(projectEntity, project?.projectId ?? null)
    return draft
      ? { ...draft.values, version: draft.version, restored: true }
      : { values: fresh, base: fresh, version: project?.version ?? null, restored: false }
  })[0]
}

/** Keeps a draft of every keystroke that differs from `base`, so that no end of a session loses it. */
export function useProjectDraft(
  form: UseFormReturn<ProjectFormValues, unknown, ProjectInput>,
  entityId: string | null,
  base: ProjectFormValues,
  version: number | null,
) {
  useEffect(() => {
    const baseText = JSON.stringify(base)
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        if (JSON.stringify(values) === baseText) clearDraft(projectEntity, entityId)
        else saveDraft<Kept>(projectEntity, entityId, { values: { values, base }, version })
      },
    })
  }, [form, entityId, base, version])
}
