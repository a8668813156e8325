import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { errorStatus } from '#contract/errors.ts'
import {
  deleteProject,
  type Project,
  type ProjectInput,
  patchProject,
  patchProjects,
  postProject,
  putProject,
} from '#contract/projects.ts'
import type { HistorySource } from '#contract/vocabulary.ts'
import { ApiError } from './api-error.ts'
import { callForChange } from './call-for-change.ts'
import { call } from './client.ts'
import { projectQuery } from './projects.queries.ts'
import { tenantKey } from './query-keys.ts'
import { versionSeen, type WriteKey } from './record-writes.ts'
import { type FieldChange, saveOver } from './save-over.ts'

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
  source?: HistorySource
}

/** Specification 5, literal: nothing is sent without one. */
const required = (projectId: string): string => {
  if (projectId.trim() === '') throw new ApiError('validation', 'Project ID is required')
  return projectId
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
    mutationFn: ({ projectId, fields, version, source }: Change) =>
      call(putProject, { params: { id: required(projectId) }, body: fields }, { ifMatch: version, source }),
    onSuccess: () => invalidateProjects(client),
    meta: { handled: true },
  })

/** A change of some fields of a project: a card moved on the board. */
export interface ProjectWrite extends FieldChange<ProjectInput> {
  readonly projectId: string
  /** The version that the reader saw. */
  readonly version: number
  readonly source: HistorySource
}

export const projectWrites: WriteKey<Project, ProjectWrite> = ['projects', 'write']

/** Some fields, bound by the board's move rule. Answers with nothing where the record of somebody else stays. */
export const patchProjectMutation = (client: QueryClient) =>
  mutationOptions({
    mutationKey: projectWrites,
    mutationFn: async (write: ProjectWrite): Promise<Project[]> => {
      const { projectId, source } = write
      const saved = await saveOver<ProjectInput, Project, Project>(write, {
        version: versionSeen(client, projectWrites, write.version, (saved) => saved.projectId === projectId),
        save: (body, ifMatch) => call(patchProject, { params: { id: required(projectId) }, body }, { ifMatch, source }),
        readAgain: () => {
          void invalidateProjects(client)
          return client.fetchQuery({ ...projectQuery(projectId), staleTime: 0 })
        },
      })
      return saved ? [saved] : []
    },
    // Nobody waits for the lists: until they have come, the screen shows the answer.
    onSettled: () => void invalidateProjects(client),
    meta: { handled: true },
  })

export const deleteProjectMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (projectId: string) => callForChange(deleteProject, { params: { id: projectId } }),
    onSuccess: () => invalidateProjects(client),
  })

/** As many as one call takes. */
const projectsAtOnce = 500

export interface BulkAnswer {
  /** In the order of the changes, the error of each; null where it was changed. */
  readonly errors: unknown[]
  /** Answers of the calls, each of which is a change set. */
  readonly answers: readonly object[]
}

/**
 * The same kind of change for many projects, each for itself, in one step that Undo takes back as one; the lists are
 * asked for again once at the end.
 */
export const patchProjectsMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: async ({ changes }: { changes: readonly Change[] }): Promise<BulkAnswer> => {
      const errors: unknown[] = []
      const answers: object[] = []
      for (let from = 0; from < changes.length; from += projectsAtOnce) {
        const part = changes
          .slice(from, from + projectsAtOnce)
          .map(({ projectId, fields, version }) => ({ projectId, fields, expectedVersion: version }))
        try {
          const answer = await call(patchProjects, { body: { changes: part } }, { source: 'bulk' })
          answers.push(answer)
          for (const { refusal } of answer.results) {
            errors.push(
              refusal &&
                new ApiError(refusal.code, refusal.error, { status: errorStatus[refusal.code], fromServer: true }),
            )
          }
        } catch (error) {
          errors.push(...part.map(() => error))
        }
      }
      return { errors, answers }
    },
    onSettled: () => invalidateProjects(client),
  })
