import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { deleteProject, type ProjectInput, patchProject, postProject, putProject } from '#contract/projects.ts'
import type { HistoryDoor } from '#contract/vocabulary.ts'
import { call } from './client.ts'
import { tenantKey } from './query-keys.ts'

/** After a write to a project: its own record, the lists it stands in and the plan are asked for again (specification 4.9). */
export const invalidateProjects = (client: QueryClient) =>
  Promise.all(
    (['projects', 'operations', 'schedule'] as const).map((resource) =>
      client.invalidateQueries({ queryKey: tenantKey(resource) }),
    ),
  )

interface Change {
  projectId: string
  fields: ProjectInput
  /** Version that the reader saw; another one on the server refuses the write (412). */
  version?: number
  door?: HistoryDoor
}

export const createProjectMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ fields, idempotencyKey }: { fields: ProjectInput; idempotencyKey?: string }) =>
      call(postProject, { body: fields }, { idempotencyKey }),
    onSuccess: () => invalidateProjects(client),
    meta: { handled: true },
  })

/** The form: the whole record, not bound by the board's move rule. Its screen handles a stale write itself. */
export const saveProjectMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ projectId, fields, version, door }: Change) =>
      call(putProject, { params: { id: projectId }, body: fields }, { ifMatch: version, door }),
    onSuccess: () => invalidateProjects(client),
    meta: { handled: true },
  })

/** Some fields: table cells, the board, bulk actions. */
export const patchProjectMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ projectId, fields, version, door }: Change) =>
      call(patchProject, { params: { id: projectId }, body: fields }, { ifMatch: version, door }),
    onSettled: () => invalidateProjects(client),
  })

export const deleteProjectMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (projectId: string) => call(deleteProject, { params: { id: projectId } }),
    onSuccess: () => invalidateProjects(client),
  })

const bulkWritesAtOnce = 4

/**
 * The same kind of change for many projects: one PATCH each, a few at a time, the lists asked for again once at the end.
 * Answers in the order of `changes` with the error of each, null where it was changed; never fails as a whole.
 */
export const patchProjectsMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: async ({ changes }: { changes: readonly Change[] }): Promise<unknown[]> => {
      const errors: unknown[] = changes.map(() => null)
      const waiting = changes.entries()
      const work = async () => {
        for (const [index, { projectId, fields, version }] of waiting) {
          await call(
            patchProject,
            { params: { id: projectId }, body: fields },
            { ifMatch: version, door: 'bulk' },
          ).catch((error: unknown) => {
            errors[index] = error
          })
        }
      }
      await Promise.all(Array.from({ length: bulkWritesAtOnce }, work))
      return errors
    },
    onSettled: () => invalidateProjects(client),
  })
