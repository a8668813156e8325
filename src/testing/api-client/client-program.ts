import { setTimeout } from 'node:timers/promises'
import createClient from 'openapi-fetch'
import type { components, paths } from './scheduler.ts'

// A program of a customer: it knows the API only through types that are generated from the OpenAPI document.

type Schemas = components['schemas']
type Project = Schemas['Project']
type ProjectInput = Schemas['ProjectInput']
type Operation = Schemas['Operation']
type OperationInput = Schemas['OperationInput']
type Category = Schemas['Category']
type SchedulingRun = Schemas['SchedulingRun']
type Refusal = Schemas['Error']

const { SCHEDULER: baseUrl = '', TOKEN } = process.env
const scheduler = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${TOKEN}` } })

/** The data of an answer. Throws what the server says when it refuses. */
const read = <T>({ data, error }: { readonly data?: T; readonly error?: Refusal }): T => {
  if (error) throw new Error(`${error.code}: ${error.error}`)
  if (data === undefined) throw new Error('The answer is empty')
  return data
}

const changeProject = ({ projectId, version }: Project, body: ProjectInput) =>
  scheduler.PATCH('/api/projects/{id}', {
    params: { path: { id: projectId }, header: { 'If-Match': `"${version}"` } },
    body,
  })

const schedule = async (): Promise<SchedulingRun> => {
  let run: SchedulingRun = read(await scheduler.POST('/api/projects/schedule-all', { body: { effort: 'quick' } }))
  while (run.status === 'Running') {
    await setTimeout(50)
    run = read(await scheduler.GET('/api/scheduling-runs/{runId}', { params: { path: { runId: run.runId } } }))
  }
  return run
}

const projects: Project[] = read(await scheduler.GET('/api/projects'))
const [project] = projects
if (!project) throw new Error('There is no project')
const changed: Project = read(await changeProject(project, { priority: 80 }))
const { error: stale } = await changeProject(project, { priority: 90 })

const [workCenter]: Category[] = read(await scheduler.GET('/api/categories'))
const operation: OperationInput = { name: 'Weld frame', durationHours: 14, categoryId: workCenter?.categoryId }
const path = { projectId: project.projectId }
const created: Operation = read(
  await scheduler.POST('/api/project-operations/projects/{projectId}/operations', {
    params: { path },
    body: operation,
  }),
)
const run = await schedule()
const scheduled: Operation = read(
  await scheduler.GET('/api/project-operations/projects/{projectId}/operations/{operationId}', {
    params: { path: { ...path, operationId: created.operationId } },
  }),
)

const { status, placedOperations } = run
const { name, scheduledStartDate, scheduledEndDate } = scheduled
console.log(
  JSON.stringify({
    listed: projects.map(({ projectName }) => projectName),
    priority: changed.priority,
    refused: [stale?.code, stale?.currentVersion],
    run: { status, placedOperations },
    scheduled: { name, scheduledStartDate, scheduledEndDate },
  }),
)
