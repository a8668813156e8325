import { batchOperations, listOperationsOfProject, type Operation } from '#contract/operations.ts'
import { tenantIdPattern } from '#contract/tenants.ts'
import { ApiError, isApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'

/** Number of projects in one call. */
const projectsAtOnce = 5
const allZero = '00000000-0000-0000-0000-000000000000'
const isProjectId = (id: string) => tenantIdPattern.test(id) && id !== allZero

/** Operations by the id of their project, or the error of a project that could not be read. */
type Found = Map<string, Operation[] | { error: unknown }>

/** Fills in the project id, which another server may omit from an operation. */
export const ofProject = (projectId: string, operations: readonly Operation[]): Operation[] =>
  operations.map((operation) => (operation.projectId ? operation : { ...operation, projectId }))

const readAlone = async (projectId: string): Promise<Operation[] | { error: unknown }> =>
  call(listOperationsOfProject, { params: { projectId } }).then(
    (list) => ofProject(projectId, list),
    (error: unknown) => ({ error }),
  )

const readTogether = async (projectIds: readonly string[]): Promise<Found> => {
  try {
    const answer = await call(batchOperations, { query: { projectIds: [...projectIds] } })
    return new Map(
      answer.map(({ projectId, projectOperations }) => [projectId, ofProject(projectId, projectOperations)]),
    )
  } catch (error) {
    // The end of the session is handled elsewhere.
    if (isApiError(error) && error.status === 401) throw error
    console.warn(error instanceof Error ? error.message : error)
    return new Map()
  }
}

/**
 * Reads operations of several projects, five projects per call; missing projects are then read one by one. Invalid
 * project ids are ignored.
 */
export const readOperationsOf = async (projectIds: readonly string[]): Promise<Found> => {
  const valid = [...new Set(projectIds)].filter(isProjectId)
  if (valid.length === 0) throw new ApiError('validation', 'No valid project IDs provided for batch request')
  const groups = Array.from({ length: Math.ceil(valid.length / projectsAtOnce) }, (_, index) =>
    valid.slice(index * projectsAtOnce, (index + 1) * projectsAtOnce),
  )
  const parts = await Promise.all(
    groups.map(async (group) => {
      const found = await readTogether(group)
      const missing = group.filter((projectId) => !found.has(projectId))
      const alone = await Promise.all(missing.map(async (id) => [id, await readAlone(id)] as const))
      return [...found, ...alone]
    }),
  )
  return new Map(parts.flat())
}

interface Asked {
  readonly projectId: string
  readonly resolve: (operations: Operation[]) => void
  readonly reject: (error: unknown) => void
}

/** Requests made at the same time, which share a call. */
const asked: Asked[] = []

const answerAsked = async () => {
  const now = asked.splice(0)
  try {
    const found = await readOperationsOf(now.map(({ projectId }) => projectId))
    for (const { projectId, resolve, reject } of now) {
      const operations = found.get(projectId) ?? []
      if (Array.isArray(operations)) resolve(operations)
      else reject(operations.error)
    }
  } catch (error) {
    for (const { reject } of now) reject(error)
  }
}

/** Operations of one project; requests made at the same time share a call. */
export const readWithOthers = (projectId: string): Promise<Operation[]> =>
  new Promise((resolve, reject) => {
    if (asked.length === 0) setTimeout(() => void answerAsked())
    asked.push({ projectId, resolve, reject })
  })
