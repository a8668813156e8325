import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListedProject, Project, ProjectInput } from '#contract/projects.ts'
import { isApiError } from '#web/api/api-error.ts'
import { createProjectMutation, saveProjectMutation } from '#web/api/projects.mutations.ts'
import { projectQuery } from '#web/api/projects.queries.ts'

/** Creates or saves a project. `stale` holds the record as it is now when someone saved it since the version that was edited. */
export function useSaveProject() {
  const client = useQueryClient()
  const create = useMutation(createProjectMutation(client))
  const change = useMutation(saveProjectMutation(client))
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const [stale, setStale] = useState<Project | null>(null)

  /** The saved record, or null when somebody was quicker (`stale`); throws ApiError for every other refusal. */
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
