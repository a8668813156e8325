import { accessibilityFaults, darkColorFaults } from './support/accessibility-faults.ts'
import { expect, type Page, test } from './support/journey.ts'
import { send } from './support/open-shop.ts'
import { signInAs } from './support/sign-in-as.ts'

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })

/** Opens the newest notification of this title, and what it is about. */
const follow = async (page: Page, title: RegExp) => {
  await bell(page).click()
  await page.getByRole('dialog', { name: 'Notifications' }).getByText(title).first().click()
}

test('the admin declines a request with a reason, which the planner reads', async ({ page, browser }) => {
  const admin = await (await browser.newContext()).newPage()
  await signInAs(admin, 'admin')
  await send(admin, 'PUT', '/organisation', { plannersApplyPlans: false })
  await signInAs(page, 'planner')
  const { proposalId } = await send<{ proposalId: string }>(page, 'POST', '/proposals', {
    changes: [],
    method: 'optimize',
  })
  await send(page, 'POST', `/proposals/${proposalId}/ask`, {}, { 'If-Match': '1' })

  await admin.goto('/proposals')
  await admin.getByRole('link', { name: 'Preview of "Schedule all"' }).first().click()
  await admin.getByRole('button', { name: 'Decline' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Decline the request?' })
  expect(await accessibilityFaults(admin)).toEqual([])
  await dialog.getByLabel('Reason').fill('The frame comes first')
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await expect(admin.getByText(/^Declined by .*“The frame comes first”$/)).toBeVisible()

  await page.goto('/')
  await follow(page, /declined your proposal/)
  await expect(page.getByText(/^Declined by .*“The frame comes first”$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ask to apply' })).toBeVisible()
  await admin.context().close()
})

test('a planner asks for "Schedule all", the admin applies it from the notification, and the planner reads the answer', {
  tag: '@promise',
}, async ({ page, browser }) => {
  const admin = await (await browser.newContext()).newPage()
  await signInAs(admin, 'admin')
  await send(admin, 'PUT', '/organisation', { plannersApplyPlans: false })

  await signInAs(page, 'planner')
  await page.goto('/projects')
  await page.getByRole('button', { name: 'Schedule all' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Preview of "Schedule all"')
  await expect(page.getByRole('button', { name: 'Apply', exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Ask to apply' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ask to apply' })
  await expect(dialog.getByText(/^Only admins of this organization/)).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])
  await dialog.getByLabel('Note').fill('Steel came early')
  await dialog.getByRole('button', { name: 'Ask', exact: true }).click()
  await expect(page.getByText(/^Asked by .*“Steel came early”/)).toBeVisible()
  await expect(page.getByText(/ may apply it\.$/)).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await darkColorFaults(page)).toEqual([])

  await admin.goto('/')
  await follow(admin, /asks you to apply a plan/)
  await expect(admin.getByRole('heading', { level: 1 })).toHaveText('Preview of "Schedule all"')
  await expect(admin.getByText(/^Asked by .*“Steel came early”/)).toBeVisible()
  await expect(admin.getByRole('button', { name: 'Decline' })).toBeVisible()
  expect(await accessibilityFaults(admin)).toEqual([])
  await admin.getByRole('button', { name: 'Apply', exact: true }).click()
  await expect(admin.getByText(/^Applied by/)).toBeVisible()

  await expect(page.getByText(/^Applied by/)).toBeVisible()
  await follow(page, /applied your proposal/)
  await expect(page.getByText(/^Applied by/)).toBeVisible()
  await admin.context().close()
})
