import { projectsAnswer } from '#testing/projects-answer.ts'
import { accessibilityFaults, darkColorFaults } from './support/accessibility-faults.ts'
import { expect, test } from './support/journey.ts'
import { openBoard, pick } from './support/kanban-board.ts'
import { signInAs } from './support/sign-in-as.ts'

test('the board announces that it is loading, and the problem if it cannot load', async ({ page }) => {
  await signInAs(page, 'planner')
  const { promise: seenLoading, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/projects/columns*', async (route) => {
    await seenLoading
    await route.fulfill({ status: 403, json: { error: 'No', code: 'forbidden', requestId: 'r1' } })
  })
  await page.goto('/kanban')
  await expect(page.getByText('Loading Kanban board...')).toBeVisible()
  answer()
  await expect(page.getByText('Something went wrong')).toBeVisible()
})

test('the board has no serious accessibility violations in any state, light or dark', async ({ page }) => {
  /** Checks the whole page, or only what is new in this state. */
  const faults = async (within?: string) => [
    ...(await accessibilityFaults(page, { within })),
    ...(await darkColorFaults(page, { within })),
  ]
  await signInAs(page, 'planner')
  await openBoard(page)
  expect(await faults()).toEqual([])
  const { card } = await pick(page, 'production')
  // Wait until the dialog has closed and returned the focus.
  const leave = async () => {
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(card.locator(':focus').or(card.and(page.locator(':focus')))).toHaveCount(1)
  }
  await card.getByRole('button', { name: /^Show more/ }).click()
  await card.getByRole('button', { name: /^Menu of/ }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  expect(await faults()).toEqual([])
  await page.getByRole('menuitem', { name: 'Shipped' }).click()
  await expect(page.getByRole('dialog', { name: 'Ship Project' })).toBeVisible()
  // The page behind a dialog is checked once.
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await darkColorFaults(page, { within: '[role=dialog]' })).toEqual([])
  await leave()
  await card.getByRole('button', { name: /^Menu of/ }).click()
  await page.getByRole('menuitem', { name: 'Complete' }).click()
  await expect(page.getByRole('dialog', { name: 'Complete Project' })).toBeVisible()
  expect(await faults('[role=dialog]')).toEqual([])
  await leave()
  await card.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Update Progress' })).toBeVisible()
  expect(await faults('[role=dialog]')).toEqual([])
  await leave()
  await openBoard(page, '?density=compact&collapsed=["complete"]&group=status')
  await expect(page.locator('[data-column] h2').first()).toHaveText('New')
  expect(await faults('main')).toEqual([])
  await openBoard(page, '?view=operation')
  expect(await faults('main')).toEqual([])
  await page.goto('/kanban?q=nothing-is-called-this')
  await expect(page.getByText('No project matches')).toBeVisible()
  expect(await faults('main')).toEqual([])
  await page.route('**/api/projects/columns*', (route) => route.fulfill({ json: projectsAnswer([]) }))
  await page.goto('/kanban')
  await expect(page.getByText('No projects available')).toBeVisible()
  await expect(page.getByText('Create a project to get started with the Kanban board.')).toBeVisible()
  expect(await faults('main')).toEqual([])
})

test('a distant card regains the focus when its hold or cancellation is dismissed', async ({ page }) => {
  await signInAs(page, 'planner')
  await page.goto('/kanban')
  for (const phase of ['On Hold', 'Cancelled']) {
    await page.getByRole('button', { name: 'Menu of Transfer Cart TC-5' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: phase }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('alertdialog')).toBeHidden()
    await expect(page.locator('[data-card]').filter({ hasText: 'Transfer Cart TC-5' })).toBeFocused()
  }
})
