import type { QueryClient } from '@tanstack/react-query'
import { type OperationInput, postProgress, putOperation, reorderOperations } from '#contract/operations.ts'
import { type Project, type ProjectInput, patchProject } from '#contract/projects.ts'
import type { HistoryDoor } from '#contract/vocabulary.ts'
import { call } from './client.ts'
import { operationQuery, projectOperationsQuery } from './operations.queries.ts'
import { invalidateProjects } from './projects.mutations.ts'
import { projectQuery } from './projects.queries.ts'

interface ProjectWrite {
  projectId: string
  fields: ProjectInput
  version: number
  door: HistoryDoor
}

interface OperationWrite {
  projectId: string
  operationId: string
  version: number
  door: HistoryDoor
}

/** The lists are asked for again, but nobody waits for them: the board shows the answer itself. */
const thenRefresh = <T>(client: QueryClient, answer: Promise<T>): Promise<T> =>
  answer.finally(() => void invalidateProjects(client))

/** Writes of the board as plain calls: many run at once, and the board lays their outcome over its lists itself. */
export const boardCalls = (client: QueryClient) => ({
  /** Phase, status or progress alone: bound by the move rule. */
  moveProject: ({ projectId, fields, version, door }: ProjectWrite): Promise<Project> =>
    thenRefresh(client, call(patchProject, { params: { id: projectId }, body: fields }, { ifMatch: version, door })),
  writeOperation: ({ fields, version, door, ...params }: OperationWrite & { fields: OperationInput }) =>
    thenRefresh(client, call(putOperation, { params, body: fields }, { ifMatch: version, door })),
  reportProgress: ({ progressPercentage, version, door, ...params }: OperationWrite & { progressPercentage: number }) =>
    thenRefresh(client, call(postProgress, { params, body: { progressPercentage } }, { ifMatch: version, door })),
  /** As they are on the server now. */
  readProject: (projectId: string) => client.fetchQuery({ ...projectQuery(projectId), staleTime: 0 }),
  readOperation: (projectId: string, operationId: string) =>
    client.fetchQuery({ ...operationQuery(projectId, operationId), staleTime: 0 }),
  reorder: (projectId: string, operationIds: string[], expectedOperationIds: string[]) =>
    thenRefresh(
      client,
      call(
        reorderOperations,
        { params: { projectId }, body: { operationIds, expectedOperationIds } },
        { door: 'drag' },
      ),
    ),
  /** Ids of the operations of a project in the order they have on the server now. */
  readOrder: async (projectId: string): Promise<string[]> => {
    const operations = await client.fetchQuery({ ...projectOperationsQuery(projectId), staleTime: 0 })
    return operations.map(({ operationId }) => operationId)
  },
})

export type BoardCalls = ReturnType<typeof boardCalls>
