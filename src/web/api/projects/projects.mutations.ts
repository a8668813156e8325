import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { errorStatus } from '#contract/errors.ts'
import {
  copyProject,
  deleteProject,
  type Project,
  type ProjectCopy,
  type ProjectInput,
  patchProject,
  patchProjects,
  postProject,
  putProject,
} from '#contract/projects.ts'
import type { HistorySource } from '#contract/vocabulary.ts'
import { ApiError } from '#web/api/api-error.ts'
import { callForChange } from '#web/api/call-for-change.ts'
import { call } from '#web/api/client.ts'
import { tenantKey } from '#web/api/query-keys.ts'
import { versionSeen, type WriteKey } from '#web/api/record-writes.ts'
import { type FieldChange, pick, saveOver } from '#web/api/save-over.ts'
import { orRead } from '#web/api/unknown-call.ts'
import { projectQuery } from './projects.queries.ts'

/** After a write to a project: reads its record, the lists that contain it and the plan again. */
export const invalidateProjects = (client: QueryClient) =>
  Promise.all(
    (['projects', 'operations', 'schedule'] as const).map((resource) =>
      client.invalidateQueries({ queryKey: tenantKey(resource) }),
    ),
  )

interface Change {
  projectId: string
  fields: ProjectInput
  /** The version that the reader saw; the server refuses the write (412) if it has another one. */
  version?: number
  source?: HistorySource
}

/** Throws the specified sentence if the project id is missing, before anything is sent. */
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

export const copyProjectMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({
      projectId,
      fields,
      idempotencyKey,
    }: {
      projectId: string
      fields: ProjectCopy
      idempotencyKey?: string
    }) => call(copyProject, { params: { id: projectId }, body: fields }, { idempotencyKey }),
    onSuccess: () => invalidateProjects(client),
    meta: { handled: true },
  })

const nameFields = ['projectName', 'projectNumber', 'shortName'] as const

/** The names of a project. Sending them along turns a change into a full update, which is exempt from the board's move rule. */
export const namesOf = (project: Project): Pick<ProjectInput, (typeof nameFields)[number]> => pick(project, nameFields)

/** PUT if name, number or short name are present, otherwise PATCH. */
const sendFields = (client: QueryClient, { projectId, fields, version, source }: Change): Promise<Project> => {
  const parts = { params: { id: required(projectId) }, body: fields }
  const options = { ifMatch: version, source }
  const hasNames = nameFields.some((name) => fields[name] !== undefined)
  const sent = hasNames ? call(putProject, parts, options) : call(patchProject, parts, options)
  return sent.catch(orRead(() => client.fetchQuery({ ...projectQuery(projectId), staleTime: 0 })))
}

/** Saves fields of a project. The screen handles a stale write itself. */
export const saveProjectMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (change: Change) => sendFields(client, change),
    onSuccess: () => invalidateProjects(client),
    meta: { handled: true },
  })

/** A change of some fields of a project, for example a card moved on the board. */
export interface ProjectWrite extends FieldChange<ProjectInput> {
  readonly projectId: string
  /** The version that the reader saw. */
  readonly version: number
  readonly source: HistorySource
}

export const projectWrites: WriteKey<Project, ProjectWrite> = ['projects', 'write']

/** Saves some fields, subject to the move rule of the board. The answer is empty if the other user's record stays. */
export const patchProjectMutation = (client: QueryClient) =>
  mutationOptions({
    mutationKey: projectWrites,
    mutationFn: async (write: ProjectWrite): Promise<Project[]> => {
      const { projectId, source } = write
      const saved = await saveOver<ProjectInput, Project, Project>(write, {
        version: versionSeen(client, projectWrites, write.version, (saved) => saved.projectId === projectId),
        save: (fields, version) => sendFields(client, { projectId, fields, version, source }),
        readAgain: () => {
          void invalidateProjects(client)
          return client.fetchQuery({ ...projectQuery(projectId), staleTime: 0 })
        },
      })
      return saved ? [saved] : []
    },
    // Not awaited: until the lists are read, the screen shows the answer.
    onSettled: () => void invalidateProjects(client),
    meta: { handled: true },
  })

export const deleteProjectMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (projectId: string) => callForChange(deleteProject, { params: { id: projectId } }),
    onSuccess: () => invalidateProjects(client),
  })

/** Maximum number of projects that one call accepts. */
const projectsAtOnce = 500

export interface BulkAnswer {
  /** The error of each change, in order; null if the project was changed. */
  readonly errors: unknown[]
  /** The answers of the calls; each call is one change set. */
  readonly answers: readonly object[]
}

/**
 * Makes the same kind of change in many projects, each of which can fail alone. Undo reverts them as one step. The
 * lists are read again once at the end.
 */
export const patchProjectsMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: async ({ changes }: { changes: readonly Change[] }): Promise<BulkAnswer> => {
      const errors: unknown[] = []
      const answers: object[] = []
      for (let from = 0; from < changes.length; from += projectsAtOnce) {
        const some = changes.slice(from, from + projectsAtOnce)
        try {
          const part = some.map(({ projectId, fields, version }) => ({
            projectId: required(projectId),
            fields,
            expectedVersion: version,
          }))
          const answer = await call(patchProjects, { body: { changes: part } }, { source: 'bulk' })
          answers.push(answer)
          for (const { refusal } of answer.results) {
            errors.push(
              refusal &&
                new ApiError(refusal.code, refusal.error, { status: errorStatus[refusal.code], fromServer: true }),
            )
          }
        } catch (error) {
          errors.push(...some.map(() => error))
        }
      }
      return { errors, answers }
    },
    onSettled: () => invalidateProjects(client),
  })
