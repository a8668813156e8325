import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { ListedProject, Project, ProjectInput } from '#contract/projects.ts'
import { errorSentence, isApiError } from '#web/api/api-error.ts'
import { createProjectMutation, saveProjectMutation } from '#web/api/projects.mutations.ts'
import { projectQuery } from '#web/api/projects.queries.ts'
import type { ProjectFormValues } from './project-form-values.ts'

type Form = UseFormReturn<ProjectFormValues, unknown, ProjectInput>

/** Puts the server's problems beside their fields; what has no field comes back as one sentence. */
function showProblems(form: Form, error: unknown): string | null {
  if (!isApiError(error)) return errorSentence(error)
  const known = Object.keys(form.getValues())
  const placed = error.problems.filter(({ path }) => known.includes(path))
  for (const { path, message } of placed) form.setError(path as keyof ProjectFormValues, { message })
  if (error.code === 'conflict') form.setError('projectNumber', { message: error.message })
  const allPlaced = placed.length > 0 && placed.length === error.problems.length
  return allPlaced || error.code === 'conflict' ? null : error.message
}

type SaveProject = {
  form: Form
  /** The record that is edited; null creates one. */
  project: ListedProject | null
  onSaved: (project: ListedProject) => void
}

/**
 * Creates or saves a project. `stale` holds the record as it is now when someone saved it since `version`; problems of
 * fields are shown on the form, everything else is in `problem`.
 */
export function useSaveProject({ form, project, onSaved }: SaveProject) {
  const client = useQueryClient()
  const create = useMutation(createProjectMutation(client))
  const save = useMutation(saveProjectMutation(client))
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const [problem, setProblem] = useState<string | null>(null)
  const [stale, setStale] = useState<Project | null>(null)

  const fail = async (error: unknown) => {
    if (isApiError(error) && error.code === 'stale' && project) {
      setStale(await client.fetchQuery({ ...projectQuery(project.projectId), staleTime: 0 }))
    } else if (!(isApiError(error) && error.status === 401)) setProblem(showProblems(form, error))
  }

  const submit = async (fields: ProjectInput, version: number | null) => {
    setProblem(null)
    try {
      const saved = project
        ? await save.mutateAsync({ projectId: project.projectId, fields, version: version ?? undefined })
        : await create.mutateAsync({ fields, idempotencyKey })
      onSaved(saved)
    } catch (error) {
      await fail(error).catch((later: unknown) => setProblem(errorSentence(later)))
    }
  }
  return { submit, problem, stale, forgetStale: () => setStale(null), busy: create.isPending || save.isPending }
}
