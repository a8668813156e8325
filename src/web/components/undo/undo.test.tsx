import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { deleteProject } from '#contract/projects.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { openTab, storedFor, useServer } from '#testing/web-harness.ts'
import { callForChange } from '#web/api/call-for-change.ts'
import { changeIdOf } from '#web/api/client.ts'
import { projectsQuery } from '#web/api/projects/projects.queries.ts'
import { createQueryClient } from '#web/app/query-client.ts'
import { DeleteProjectDialog } from '#web/components/project-form/delete-project-dialog.tsx'
import { toast } from '#web/ui/toast.tsx'
import { provideUndo, requestUndo, undoAction } from './undo.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const List = () => <p>{useQuery(projectsQuery()).data?.length} projects</p>

it('Undo in a toast undoes its own deletion, even if another deletion was made before the toast appeared', async () => {
  const tenant = await server.newTenant()
  const ctx = await server.contextOf(tenant.admin)
  const [one, other] = [
    await buildProject(ctx, { projectName: 'One' }),
    await buildProject(ctx, { projectName: 'Other' }),
  ]
  const browser = useServer(server.app, tenant.admin)
  openTab(storedFor(tenant.admin, tenant, { isAdmin: 'true' }))
  const client = createQueryClient()
  onTestFinished(provideUndo(client))
  const said = vi.spyOn(toast, 'success').mockImplementation(() => {})
  onTestFinished(() => said.mockRestore())
  render(
    <QueryClientProvider client={client}>
      <List />
      <DeleteProjectDialog project={one} onClose={() => {}} />
    </QueryClientProvider>,
  )
  await screen.findByText('2 projects')
  // The toast waits for the list, and meanwhile another project is deleted.
  let second: Promise<object> | null = null
  browser.interfere((method, path) => {
    if (method === 'GET' && path === '/api/projects/columns' && !second) {
      second = callForChange(deleteProject, { params: { id: other.projectId } })
      return second.then(() => null)
    }
    return null
  })
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Delete project' }))
  await waitFor(() => expect(said).toHaveBeenCalled())
  expect(said.mock.calls[0]?.[0]).toBe(`Project #${one.projectNumber} deleted`)
  expect(second).not.toBeNull()
  expect(changeIdOf((await second) ?? {})).not.toBe(said.mock.calls[0]?.[1]?.about)
  said.mock.calls[0]?.[1]?.action?.onClick()
  const status = async ({ projectId }: { projectId: string }) =>
    (await server.as(tenant.admin).get(`/projects/${projectId}`)).status
  await waitFor(async () => expect([await status(one), await status(other)]).toEqual([200, 404]))
})

it('Undo reverts every record of a list whose records were each saved by a separate call', async () => {
  const tenant = await server.newTenant()
  const ctx = await server.contextOf(tenant.admin)
  const projects = [await buildProject(ctx, { projectName: 'One' }), await buildProject(ctx, { projectName: 'Other' })]
  useServer(server.app, tenant.admin)
  openTab(storedFor(tenant.admin, tenant, { isAdmin: 'true' }))
  onTestFinished(provideUndo(createQueryClient()))
  const answers: object[] = []
  for (const { projectId } of projects) answers.push(await callForChange(deleteProject, { params: { id: projectId } }))
  expect(undoAction([...answers, {}])).toEqual({})
  const { about, action } = undoAction(answers)
  expect(about).toBe(changeIdOf(answers[0] ?? {}))
  action?.onClick()
  const status = async ({ projectId }: { projectId: string }) =>
    (await server.as(tenant.admin).get(`/projects/${projectId}`)).status
  await waitFor(async () => expect(await Promise.all(projects.map(status))).toEqual([200, 200]))
})

it('two undo requests are sent one after another, and the second undoes the change before the first one', async () => {
  const tenant = await server.newTenant()
  const ctx = await server.contextOf(tenant.admin)
  const projects = [await buildProject(ctx, { projectName: 'One' }), await buildProject(ctx, { projectName: 'Other' })]
  const browser = useServer(server.app, tenant.admin)
  openTab(storedFor(tenant.admin, tenant, { isAdmin: 'true' }))
  onTestFinished(provideUndo(createQueryClient()))
  for (const { projectId } of projects) await callForChange(deleteProject, { params: { id: projectId } })
  const reading = () => server.as(tenant.admin).get('/projects')
  let [underWay, most] = [0, 0]
  browser.interfere((_method, path) => {
    if (!path.endsWith('/undo-last')) return null
    underWay += 1
    most = Math.max(most, underWay)
    // Longer than the other request needs to be sent.
    return reading().then(() => {
      underWay -= 1
      return null
    })
  })
  await Promise.all([1, 2].map(() => requestUndo({ verb: 'undo', changeId: null })))
  expect(most).toBe(1)
  expect((await reading()).body).toHaveLength(2)
})
