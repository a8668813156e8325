import { accessibilityFaults, darkColorFaults } from './support/accessibility-faults.ts'
import { expect, type Page, test } from './support/journey.ts'
import { signInAs } from './support/sign-in-as.ts'

interface Operation {
  operationId: string
  projectId: string
  name: string
  categoryId: string | null
  durationHours: number
  actualStartDate: string | null
  scheduledStartDate: string | null
  pinned: boolean
  alternatives: { categoryId: string; durationHours: number }[]
}

const read = async <T>(page: Page, path: string): Promise<T> => (await page.request.get(`/api${path}`)).json()
const now = ({ projectId, operationId }: Operation, page: Page) =>
  read<Operation>(page, `/project-operations/projects/${projectId}/operations/${operationId}`)

/** An operation that is planned and has not begun, its work center, and the one in the next row of the Timeline. */
const planned = async (page: Page) => {
  const categories = await read<{ categoryId: string; name: string }[]>(page, '/categories')
  for (const { projectId, state } of await read<{ projectId: string; state: string }[]>(page, '/projects')) {
    if (state !== 'onTime') continue
    const { projectOperations } = await read<{ projectOperations: Operation[] }>(
      page,
      `/projects/${projectId}/operations`,
    )
    for (const operation of projectOperations) {
      const { actualStartDate, scheduledStartDate, alternatives, pinned, categoryId } = operation
      const row = categories.findIndex((category) => category.categoryId === categoryId)
      const [center, next] = [categories[row], categories[row + 1]]
      const isUntouched = actualStartDate === null && !pinned && alternatives.length === 0
      if (isUntouched && scheduledStartDate !== null && center && next) return { operation, center, next }
    }
  }
  throw new Error('The demo has no planned operation above another work center')
}

test('an operation is moved to its alternative in the form and goes back by a drag on the Timeline', async ({
  page,
}) => {
  await signInAs(page, 'planner')
  const { operation, center, next } = await planned(page)
  const { projectId, operationId, durationHours } = operation
  const hours = durationHours + 2

  await page.goto(`/projects/${projectId}?edit=${operationId}`)
  const form = page.getByRole('dialog', { name: `Edit ${operation.name}` })
  await form.getByRole('button', { name: 'May also run at another work center' }).click()
  await form.getByLabel('Add a work center where it may also run').selectOption({ label: next.name })
  await form.getByLabel(`Hours at ${next.name}`).fill(String(hours))
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await darkColorFaults(page)).toEqual([])
  // The two work centers change places, each with its hours.
  await form.getByLabel('Work center', { exact: true }).selectOption({ label: next.name })
  await expect(form.getByLabel('Duration')).toHaveValue(String(hours))
  await expect(form.getByLabel(`Hours at ${center.name}`)).toHaveValue(String(durationHours))
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form).toBeHidden()
  expect(await now(operation, page)).toMatchObject({
    categoryId: next.categoryId,
    durationHours: hours,
    alternatives: [{ categoryId: center.categoryId, durationHours }],
  })

  await page.goto(`/schedule?view=timeline&operation=${operationId}`)
  const number = (await read<{ projectNumber: string }>(page, `/projects/${projectId}`)).projectNumber
  const bar = page.getByRole('gridcell', { name: new RegExp(`^#?${number} ${operation.name},`) }).first()
  await bar.hover()
  const box = await bar.boundingBox()
  const row = await page.getByText(center.name, { exact: true }).last().boundingBox()
  if (!box || !row) throw new Error('The bar or the row is not on screen')
  const [x, y] = [box.x + Math.min(10, box.width / 2), box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, row.y + row.height / 2, { steps: 6 })
  await page.mouse.up()
  await expect(page.getByText('moved').first()).toBeVisible()
  expect(await now(operation, page)).toMatchObject({
    categoryId: center.categoryId,
    durationHours,
    pinned: true,
    alternatives: [{ categoryId: next.categoryId, durationHours: hours }],
  })
})
