import { expect, type Locator, type Page, type Request, test, withMotion } from './support/journey.ts'
import { signInAs } from './support/sign-in-as.ts'

test.use(withMotion)

interface Operation {
  operationId: string
  name: string
  scheduledStartDate: string | null
  pinned: boolean
  actualStartDate: string | null
  dependencies: string[]
}

/** A project with planned, unstarted work that has a successor. */
const plannedWork = async (page: Page) => {
  const projects: { projectId: string; projectNumber: string; state: string }[] = await (
    await page.request.get('/api/projects')
  ).json()
  for (const { projectId, projectNumber, state } of projects) {
    if (!['onTime', 'atRisk', 'late'].includes(state)) continue
    const operations = await operationsOf(page, projectId)
    const isPlanned = (operation: Operation) =>
      Date.parse(operation.scheduledStartDate ?? '') > Date.now() &&
      operation.actualStartDate === null &&
      !operation.pinned
    const moved = operations.find(
      (operation) =>
        isPlanned(operation) &&
        operations.some((other) => isPlanned(other) && other.dependencies.includes(operation.operationId)),
    )
    if (moved) return { projectId, projectNumber, moved }
  }
  throw new Error('The demo has no planned work with a follower')
}

const operationsOf = async (page: Page, projectId: string): Promise<Operation[]> =>
  (await (await page.request.get(`/api/projects/${projectId}/operations`)).json()).projectOperations

/** Expands a project in the Gantt; a late one is already expanded. */
const expandProject = async (plan: Locator, projectNumber: string) => {
  const row = plan.getByRole('row', { name: new RegExp(`#${projectNumber} `) })
  await expect(row).toBeVisible()
  if ((await row.getAttribute('aria-expanded')) === 'false') await row.getByRole('button', { name: 'Expand' }).click()
}

/** Saving an operation is a PUT, and so is saving preferences; only the former counts. */
const isMove = (request: Request) =>
  request.method() === 'PUT' && /\/(project-operations\/|operations\/moves)/.test(request.url())

test("a start typed in the Gantt's panel pins the operation and moves its successors", async ({ page }) => {
  await signInAs(page, 'planner')
  const { projectId, projectNumber, moved } = await plannedWork(page)
  await page.goto(`/schedule?q=${projectNumber}`)
  await expandProject(page.getByRole('treegrid'), projectNumber)
  await page.goto(`/schedule?operation=${moved.operationId}`)
  const panel = page.getByRole('complementary', { name: moved.name })
  await expect(panel).toBeVisible()
  await expect(panel.getByText('Why then')).toBeVisible()

  // Two days later, typed; the server finds the next open minute of the work center.
  const start = panel.getByLabel('Start')
  await expect(start).not.toHaveValue('')
  const typed = new Date(`${await start.inputValue()}Z`)
  typed.setUTCDate(typed.getUTCDate() + 2)
  await start.fill(typed.toISOString().slice(0, 16))
  const saved = page.waitForResponse((response) => isMove(response.request()))
  await panel.getByRole('button', { name: 'Move' }).click()
  expect((await saved).status()).toBe(200)

  const after = await operationsOf(page, projectId)
  const now = after.find(({ operationId }) => operationId === moved.operationId)
  expect(now?.pinned).toBe(true)
  expect(Date.parse(now?.scheduledStartDate ?? '')).toBeGreaterThan(Date.parse(moved.scheduledStartDate ?? ''))
  const followers = after.filter(({ dependencies }) => dependencies.includes(moved.operationId))
  for (const follower of followers) {
    if (follower.actualStartDate !== null || follower.scheduledStartDate === null) continue
    expect(Date.parse(follower.scheduledStartDate)).toBeGreaterThanOrEqual(Date.parse(now?.scheduledStartDate ?? ''))
  }
})

test('a dragged bar shows its new dates, returns on Escape and is saved by a drop', { tag: '@promise' }, async ({
  page,
}) => {
  await signInAs(page, 'planner')
  const { projectNumber } = await plannedWork(page)
  await page.goto(`/schedule?q=${projectNumber}`)
  await expandProject(page.getByRole('treegrid'), projectNumber)
  // Which bar can be dragged depends on the day: some begin under the tree or are too narrow.
  const inReach = () =>
    page.locator('[data-operation].cursor-grab').evaluateAll((bars) => {
      const free = bars.find((bar) => {
        const { x, y, width, height } = bar.getBoundingClientRect()
        return width > 5 && document.elementFromPoint(x + width / 2, y + height / 2) === bar
      })
      return free?.getAttribute('data-operation')
    })
  await expect.poll(inReach).toBeTruthy()
  const bar = page.locator(`[data-operation="${await inReach()}"]`)
  /** Presses the bar once it is at rest with nothing over its middle, and drags it. */
  const drag = async () => {
    await bar.hover()
    const box = await bar.boundingBox()
    if (!box) throw new Error('The bar is not on screen')
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 60, y, { steps: 6 })
  }
  const writes: string[] = []
  page.on('request', (request) => isMove(request) && writes.push(request.url()))

  await drag()
  await expect(page.getByText('move alone')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect(page.getByText('move alone')).toBeHidden()
  expect(writes).toEqual([])

  const saved = page.waitForResponse((response) => isMove(response.request()))
  await drag()
  await expect(page.getByText('move alone')).toBeVisible()
  await page.mouse.up()
  expect((await saved).status()).toBe(200)
})
