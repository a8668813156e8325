import { expect, type Locator, type Page, test, withMotion } from './support/journey.ts'
import { said, toastWith } from './support/kanban-board.ts'
import { openShop, send } from './support/open-shop.ts'

test.use(withMotion)

const hourMs = 3_600_000

/** A whole hour in the coming days. The shops of this file have no shifts, so they are always open. */
const hourIn = (hours: number) => new Date((Math.floor(Date.now() / hourMs) + hours) * hourMs).toISOString()

interface Step {
  readonly name: string
  /** Hours until its planned start; it takes four hours. */
  readonly startsIn: number
  readonly after?: string
  readonly pinned?: boolean
}

interface Operation {
  readonly operationId: string
  readonly name: string
  readonly scheduledStartDate: string
  readonly scheduledEndDate: string
  readonly pinned: boolean
  readonly dependencies: readonly string[]
}

/** Creates a project with planned operations; returns its id. */
const planProject = async (page: Page, projectNumber: string, steps: readonly Step[], categoryId?: string) => {
  const fields = { projectNumber, projectName: `Frame ${projectNumber}`, currentPhase: 'production' }
  const plannedShipDate = new Date(Date.now() + 30 * 24 * hourMs).toISOString()
  const { projectId } = await send<{ projectId: string }>(page, 'POST', '/projects', { ...fields, plannedShipDate })
  const ids = new Map(steps.map(({ name }) => [name, crypto.randomUUID()]))
  await send(
    page,
    'POST',
    `/project-operations/projects/${projectId}/operations/batch`,
    steps.map(({ name, startsIn, after, pinned = false }) => ({
      operationId: ids.get(name),
      name,
      durationHours: 4,
      categoryId,
      pinned,
      scheduledStartDate: hourIn(startsIn),
      scheduledEndDate: hourIn(startsIn + 4),
      ...(after && { dependencies: [ids.get(after)] }),
    })),
  )
  return projectId
}

const operationsOf = async (page: Page, projectId: string): Promise<Operation[]> =>
  (await (await page.request.get(`/api/projects/${projectId}/operations`)).json()).projectOperations

/** Planned starts of the operations of some projects, by name. */
const startsOf = async (page: Page, projectIds: readonly string[]): Promise<Record<string, string>> => {
  const all = await Promise.all(projectIds.map((id) => operationsOf(page, id)))
  return Object.fromEntries(all.flat().map(({ name, scheduledStartDate }) => [name, scheduledStartDate]))
}

const laterBy = (starts: Record<string, string>, hours: number) =>
  Object.fromEntries(
    Object.entries(starts).map(([name, start]) => [name, new Date(Date.parse(start) + hours * hourMs).toISOString()]),
  )

const barOf = (page: Page, name: string) => page.locator(`[id^=schedule-bar-][aria-label^="${name},"]`)

/** Opens the Gantt with all projects expanded, and one hour 20 px wide. */
const openGantt = async (page: Page, bar: string) => {
  await page.goto('/schedule?zoom=hours')
  await page.getByRole('button', { name: 'Expand all projects' }).click()
  await expect(barOf(page, bar)).toBeVisible()
}

const middleOf = async (bar: Locator) => {
  await bar.hover()
  const box = await bar.boundingBox()
  if (!box) throw new Error('The bar is not on screen')
  return { ...box, midX: box.x + box.width / 2, midY: box.y + box.height / 2 }
}

test('bars of two projects are dragged with their successors in one request, and one undo restores them all', async ({
  page,
}) => {
  await openShop(page, 'Drag Works')
  const first = await planProject(page, '701', [
    { name: 'Turn', startsIn: 6 },
    { name: 'Grind', startsIn: 10, after: 'Turn' },
  ])
  const second = await planProject(page, '702', [{ name: 'Drill', startsIn: 7 }])
  const before = await startsOf(page, [first, second])
  await openGantt(page, 'Turn')
  const writes: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().includes('operation')) writes.push(new URL(request.url()).pathname)
  })
  await barOf(page, 'Drill').click({ modifiers: ['Control'] })
  await barOf(page, 'Turn').click({ modifiers: ['Control'] })
  const { midX, midY } = await middleOf(barOf(page, 'Turn'))
  await page.mouse.down()
  await page.mouse.move(midX + 60, midY, { steps: 6 })
  await expect(page.getByText('2 operations 3 h of work later, 1 more follows').first()).toBeVisible()
  await page.mouse.up()
  const done = toastWith(page, '3 operations moved')
  await expect(done).toBeVisible()
  expect(writes).toEqual(['/api/operations/moves'])
  expect(await startsOf(page, [first, second])).toEqual(laterBy(before, 3))
  await done.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => startsOf(page, [first, second])).toEqual(before)
})

test('a bar is extended at its edge, and a link is removed by a click and the Delete key', async ({ page }) => {
  await openShop(page, 'Edge Works')
  const projectId = await planProject(page, '711', [
    { name: 'Cut', startsIn: 6 },
    { name: 'Weld', startsIn: 18, after: 'Cut' },
  ])
  await openGantt(page, 'Cut')
  const cut = await middleOf(barOf(page, 'Cut'))
  await page.mouse.move(cut.x + cut.width - 2, cut.midY)
  await page.mouse.down()
  await page.mouse.move(cut.x + cut.width + 38, cut.midY, { steps: 4 })
  await expect(page.getByText('6 h of work instead of 4 h')).toBeVisible()
  await page.mouse.up()
  await expect(toastWith(page, 'Operation changed')).toBeVisible()
  await expect(barOf(page, 'Cut')).toHaveCSS('width', '120px')

  // The link leaves the bar at half its height and goes right.
  await page.mouse.click(cut.x + 130, cut.midY)
  await expect(said(page, 'Weld waits for Cut. Delete removes the dependency, Escape keeps it.')).toBeAttached()
  await page.keyboard.press('Delete')
  const ended = toastWith(page, 'Weld no longer waits for Cut')
  await expect(ended).toBeVisible()
  const waits = async () => (await operationsOf(page, projectId)).map(({ dependencies }) => dependencies.length)
  expect(await waits()).toEqual([0, 0])
  await ended.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(waits).toEqual([0, 1])
})

test('a planner moves, pins, unlinks and undoes by keyboard alone, with announcements', {
  tag: '@promise',
}, async ({ page }) => {
  await openShop(page, 'Key Works')
  const projectId = await planProject(page, '721', [
    { name: 'Bend', startsIn: 6 },
    { name: 'Fold', startsIn: 10, after: 'Bend' },
  ])
  const before = await startsOf(page, [projectId])
  await page.goto('/schedule?zoom=hours')
  const plan = page.getByRole('treegrid')
  await expect(plan.getByRole('row', { name: /#721/ })).toBeVisible()
  const focused = page.locator('[role=treegrid] :focus')
  for (let tabs = 0; tabs < 60 && (await focused.count()) === 0; tabs++) await page.keyboard.press('Tab')
  await expect(focused).toContainText('#721')
  const isOpen = (await focused.getAttribute('aria-expanded')) === 'true'
  await page.keyboard.press('ArrowRight')
  if (!isOpen) await page.keyboard.press('ArrowRight')
  await expect(focused).toContainText('Bend')
  for (let steps = 0; steps < 4; steps++) await page.keyboard.press('Alt+ArrowRight')
  await expect(said(page, '1 h of work later, 1 more follows. Enter saves it, Escape cancels.')).toBeAttached()
  await page.keyboard.press('Enter')
  await expect.poll(() => startsOf(page, [projectId])).toEqual(laterBy(before, 1))

  await page.keyboard.press('l')
  await expect(said(page, 'Fold waits for Bend. Delete removes the dependency, Escape keeps it.')).toBeAttached()
  await page.keyboard.press('Delete')
  const waits = async () => (await operationsOf(page, projectId)).flatMap(({ dependencies }) => dependencies)
  await expect.poll(waits).toEqual([])
  // Moved and unlinked: the newest change is undone first.
  await page.keyboard.press('Control+z')
  await expect.poll(waits).toHaveLength(1)
  await page.keyboard.press('Control+z')
  await expect.poll(() => startsOf(page, [projectId])).toEqual(before)
})

test('a pinned operation keeps exactly the same dates through three runs', async ({ page }) => {
  await openShop(page, 'Pin Works')
  const { categoryId } = await send<{ categoryId: string }>(page, 'POST', '/categories', { name: 'Mill', capacity: 1 })
  const pinned = await planProject(page, '731', [{ name: 'Mill base', startsIn: 30, pinned: true }], categoryId)
  const others = ['732', '733', '734']
  const ids = await Promise.all(
    others.map((number, i) => planProject(page, number, [{ name: `Mill ${number}`, startsIn: 6 + 4 * i }], categoryId)),
  )
  const read = async () => {
    const [{ scheduledStartDate, scheduledEndDate, pinned: isPinned } = {} as Partial<Operation>] = await operationsOf(
      page,
      pinned,
    )
    return { scheduledStartDate, scheduledEndDate, isPinned }
  }
  const before = await read()
  expect(before).toEqual({ scheduledStartDate: hourIn(30), scheduledEndDate: hourIn(34), isPinned: true })
  for (const [turn, projectId] of ids.entries()) {
    // A different project is the most urgent each time, so that the work around the pin moves.
    await send(page, 'PATCH', `/projects/${projectId}`, { priority: 90 + turn })
    await page.goto('/schedule')
    await page.getByRole('button', { name: 'Schedule all' }).first().click()
    const run = page.getByRole('dialog', { name: 'Scheduling Projects' })
    await expect(run.getByText('Succeeded', { exact: true })).toBeVisible({ timeout: 60_000 })
    expect(await read()).toEqual(before)
  }
})

test('downtime is drawn on an empty part of a Timeline row, previewed and added', async ({ page }) => {
  await openShop(page, 'Paint Works')
  const { categoryId } = await send<{ categoryId: string }>(page, 'POST', '/categories', { name: 'Mill', capacity: 1 })
  await planProject(page, '741', [{ name: 'Turn', startsIn: 4 }], categoryId)
  await page.goto('/schedule?view=timeline&zoom=hours')
  const turn = page.getByRole('gridcell', { name: /Turn, / })
  // Three hours of 30 px before the bar.
  const { x, midY } = await middleOf(turn)
  await page.mouse.move(x - 100, midY)
  await page.mouse.down()
  await page.mouse.move(x - 20, midY, { steps: 4 })
  await expect(page.getByText('Overtime, downtime or capacity of Mill')).toBeVisible()
  await page.mouse.up()
  const form = page.getByRole('dialog', { name: 'Add overtime or downtime' })
  await expect(form.getByRole('radio', { name: 'Downtime' })).toBeChecked()
  await expect(form.getByLabel('Applies to')).toHaveValue(categoryId)
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(form.getByRole('button', { name: 'Try first' })).toBeVisible()
  await form.getByRole('button', { name: 'Add downtime' }).click()
  await expect(toastWith(page, 'Downtime added')).toBeVisible()
  const exceptions: { kind: string; categoryId: string; startsAt: string; endsAt: string }[] = await (
    await page.request.get('/api/calendar-exceptions')
  ).json()
  expect(exceptions).toMatchObject([{ kind: 'downtime', categoryId }])
  const [{ startsAt = '', endsAt = '' } = {}] = exceptions
  expect(Date.parse(endsAt) - Date.parse(startsAt)).toBeGreaterThanOrEqual(hourMs)
  expect(Date.parse(endsAt)).toBeLessThanOrEqual(Date.parse(hourIn(4)))
})
