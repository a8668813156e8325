import { type APIRequestContext, expect, type Page, test } from './support/journey.ts'
import { demo, signInAs } from './support/sign-in-as.ts'

const headers = { 'X-Requested-With': 'fetch', 'Content-Type': 'application/json', Origin: 'http://localhost' }

/** Calls the product like the signed-in page. */
const sender = (page: Page, origin: string) => {
  const request: APIRequestContext = page.request
  return (method: string, path: string, data?: unknown) =>
    request.fetch(`/api${path}`, { method, headers: { ...headers, Origin: origin }, data: data as string })
}

const firstOpenProject = async (page: Page) => {
  const projects: { projectId: string; projectName: string; version: number; currentPhase: string }[] = await (
    await page.request.get('/api/projects')
  ).json()
  const project = projects.find(({ currentPhase }) => currentPhase === 'production')
  if (!project) throw new Error('The demo has no project in production')
  return project
}

test('each bad input gets a clear error, and nothing is lost', async ({ page, baseURL }) => {
  await signInAs(page, 'planner')
  const send = sender(page, baseURL ?? '')
  const { projectId } = await firstOpenProject(page)
  const before = await (await page.request.get(`/api/projects/${projectId}`)).text()
  const operations = (await (await page.request.get(`/api/projects/${projectId}/operations`)).json()).projectOperations
  const [first, second] = operations as { operationId: string }[]
  const base = `/project-operations/projects/${projectId}/operations`
  const unknown = '3f0e0f8e-7c55-4a3e-9b57-1c2d3e4f5a6b'

  const cases: [string, number, Awaited<ReturnType<typeof send>>][] = [
    ['malformed JSON', 400, await send('PUT', `/projects/${projectId}`, '{"projectName": ')],
    ['a wrong type', 400, await send('PUT', `/projects/${projectId}`, { projectName: { a: 1 } })],
    ['a priority out of range', 400, await send('PUT', `/projects/${projectId}`, { priority: 101 })],
    ['an unknown id', 404, await send('PUT', `/projects/${unknown}`, { projectName: 'X' })],
    ['an id that is none', 404, await send('GET', '/projects/not-an-id')],
    ['a body of 2 MB', 413, await send('PUT', `/projects/${projectId}`, { description: 'x'.repeat(2_000_000) })],
    [
      'a cycle',
      422,
      await send('PUT', `${base}/${first?.operationId}`, { dependencies: [second?.operationId] }).then(
        async (answer) =>
          answer.ok() ? send('PUT', `${base}/${second?.operationId}`, { dependencies: [first?.operationId] }) : answer,
      ),
    ],
  ]
  for (const [what, status, answer] of cases) {
    expect(answer.status(), what).toBe(status)
    const body = await answer.json()
    expect(Object.keys(body), what).toEqual(expect.arrayContaining(['error', 'code', 'requestId']))
    expect(body.error.length, what).toBeGreaterThan(5)
    expect(JSON.stringify(body), what).not.toMatch(/select |insert |\.ts:|node_modules|stack/i)
  }
  const after = await (await page.request.get(`/api/projects/${projectId}`)).text()
  expect(JSON.parse(after).projectName).toBe(JSON.parse(before).projectName)
})

test('a stale write is resolved field by field, and no update is lost', async ({ page, baseURL }) => {
  await signInAs(page, 'planner')
  const project = await firstOpenProject(page)
  await page.goto(`/projects/${project.projectId}`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const form = page.getByRole('dialog')
  const name = form.getByLabel('Name', { exact: true }).or(form.getByLabel('Project name')).first()
  await expect(name).toHaveValue(project.projectName)
  await name.fill('Renamed by me')

  // Meanwhile a colleague renames it too.
  const theirs = await sender(page, baseURL ?? '')('PATCH', `/projects/${project.projectId}`, {
    projectName: 'Renamed by a colleague',
  })
  expect(theirs.ok()).toBe(true)

  await form.getByRole('button', { name: /^Save/ }).click()
  const conflict = page.getByRole('alertdialog', { name: /was changed in the meantime/ })
  await expect(conflict).toBeVisible()
  await expect(conflict.getByRole('radio', { name: /Yours.*Renamed by me/ })).toBeChecked()
  await expect(conflict.getByRole('radio', { name: /Theirs.*Renamed by a colleague/ })).toBeVisible()
  const untouched = await (await page.request.get(`/api/projects/${project.projectId}`)).json()
  expect(untouched.projectName).toBe('Renamed by a colleague')
  await conflict.getByRole('radio', { name: /Theirs/ }).check()
  await conflict.getByRole('button', { name: 'Save' }).click()
  await expect(conflict).toBeHidden()
})

test('no edit is lost when the session ends in the middle of it', async ({ page }) => {
  await signInAs(page, 'planner')
  const project = await firstOpenProject(page)
  await page.goto(`/projects/${project.projectId}`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const form = page.getByRole('dialog')
  const name = form.getByLabel('Name', { exact: true }).or(form.getByLabel('Project name')).first()
  await expect(name).toHaveValue(project.projectName)
  await name.fill('Typed before the session ended')
  const save = await form.getByRole('button', { name: /^Save/ }).elementHandle()
  await page.context().clearCookies()
  // The page also sends requests by itself. If one of those notices it first, this button is gone.
  await save?.click().catch(() => undefined)

  await expect(page).toHaveURL(/\/login/)
  await page.getByLabel('Email Address').fill(demo.planner)
  await page.getByLabel('Password', { exact: true }).fill('Demo-Schedule-1')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/projects/${project.projectId}`))
  // The form opens again with the typed values.
  const reopened = page.getByRole('dialog')
  await expect(
    reopened.getByLabel('Name', { exact: true }).or(reopened.getByLabel('Project name')).first(),
  ).toHaveValue('Typed before the session ended')
})
