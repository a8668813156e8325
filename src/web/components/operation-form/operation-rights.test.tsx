import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import { listScreen } from '#testing/list-screen.ts'
import { elsewhereReason, openAs, reasonOf, reporterReason, viewerReason } from '#testing/open-as.ts'

const shop = listScreen()

const shopOf = async () => {
  const ctx = await shop.server.contextOf(shop.tenant.admin)
  const [weld, paint] = [await buildCategory(ctx, { name: 'Weld' }), await buildCategory(ctx, { name: 'Paint' })]
  const { projectId } = await buildProject(ctx)
  const { operationId } = await buildOperation(ctx, projectId, { name: 'Weld frame', categoryId: weld.categoryId })
  return {
    projectId,
    path: `/projects/${projectId}?edit=${operationId}`,
    page: `/projects/${projectId}/operations/${operationId}`,
    weld: weld.categoryId,
    paint: paint.categoryId,
  }
}

const centersOf = (form: Pick<typeof screen, 'getByLabelText'>) =>
  [...form.getByLabelText<HTMLSelectElement>('Work center').options].map(({ text }) => text)

const isDisabled = (field: HTMLElement) => field.matches(':disabled')

describe('the form of an operation', () => {
  it('is read-only for a viewer and for a planner of other work centers', async () => {
    const { path, paint } = await shopOf()
    for (const [right, reason] of [
      [{ access: 'view' }, viewerReason],
      [{ access: 'plan', workCenterIds: [paint] }, elsewhereReason],
    ] as const) {
      const app = await openAs(shop, path, right)
      const form = within(await screen.findByRole('dialog', { name: 'Details of Weld frame' }))
      expect(form.getByText(reason)).toBeTruthy()
      expect(form.queryByText(/can be reported/)).toBeNull()
      expect(isDisabled(form.getByLabelText('Notes'))).toBe(true)
      expect(form.getByRole('slider', { name: 'Progress' }).ariaDisabled).toBe('true')
      app.unmount()
    }
  })

  it('accepts a note from a reporter, but no planning fields', async () => {
    const { path } = await shopOf()
    const { user } = await openAs(shop, path, { access: 'report' })
    const form = within(await screen.findByRole('dialog', { name: 'Edit Weld frame' }))
    expect(form.getByText(new RegExp(`^${reporterReason}`))).toBeTruthy()
    for (const label of [/^Name/, 'Work center', 'Scheduled start', /^Pinned/, 'Description']) {
      expect(isDisabled(form.getByLabelText(label)), String(label)).toBe(true)
    }
    await user.type(form.getByLabelText('Notes'), 'Gas is low')
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Weld frame saved')).toBeTruthy()
  })

  it('is fully editable for a planner of its work center', async () => {
    const { path, weld } = await shopOf()
    await openAs(shop, path, { access: 'plan', workCenterIds: [weld] })
    const form = within(await screen.findByRole('dialog', { name: 'Edit Weld frame' }))
    expect(isDisabled(form.getByLabelText(/^Name/))).toBe(false)
    expect(form.getByRole('slider', { name: 'Progress' }).ariaDisabled).toBeNull()
    expect(centersOf(form)).toEqual(['Weld'])
    expect(form.getByText('You plan only some work centers. Others are not listed.')).toBeTruthy()
  })

  it('lets a planner limited to some work centers add work only there', async () => {
    const { weld, projectId } = await shopOf()
    const { user } = await openAs(shop, `/projects/${projectId}?edit=new`, { access: 'plan', workCenterIds: [weld] })
    const form = within(await screen.findByRole('dialog', { name: 'Add operation' }))
    expect(centersOf(form)).toEqual(['Choose a work center', 'Weld'])
    await user.type(form.getByLabelText(/^Name/), 'Tack')
    expect(form.getByRole('button', { name: 'Add operation' }).ariaDisabled).toBe('true')
    await user.type(form.getByLabelText('Duration'), '2')
    await user.selectOptions(form.getByLabelText('Work center'), 'Weld')
    await user.click(form.getByRole('button', { name: 'Add operation' }))
    expect(await screen.findByText('Tack added')).toBeTruthy()
  })

  it('lets a planner of the whole shop choose any work center, or none', async () => {
    const { path } = await shopOf()
    await openAs(shop, path, { access: 'plan' })
    const form = within(await screen.findByRole('dialog', { name: 'Edit Weld frame' }))
    expect(centersOf(form)).toEqual(['No work center', 'Weld', 'Paint'])
  })
})

it('the drag handle of a row tells a viewer why they may not move it, and not how to move it', async () => {
  const { projectId } = await shopOf()
  await openAs(shop, `/projects/${projectId}`, { access: 'view' })
  const grip = await screen.findByRole('button', { name: 'Move Weld frame' })
  expect(grip.getAttribute('aria-description')).toBe(viewerReason)
  expect(grip.getAttribute('aria-describedby')).toBeNull()
})

describe('the page of an operation', () => {
  it.each([
    ['a viewer', { access: 'view' }, 'You can look at the plan. Reporting work needs more access.'],
    ['a planner of other work centers', { access: 'plan' }, elsewhereReason],
  ] as const)('shows %s why the operation cannot be put on hold or reported', async (_, { access }, reason) => {
    const { page, paint } = await shopOf()
    const app = await openAs(shop, page, { access, ...(access === 'plan' && { workCenterIds: [paint] }) })
    expect(await reasonOf(app, await screen.findByRole('button', { name: 'Hold' }))).toBe(reason)
    expect(await reasonOf(app, screen.getByRole('button', { name: /^Progress of Weld frame/ }))).toBe(reason)
    expect(await reasonOf(app, screen.getByRole('button', { name: 'Add notes' }))).toBe(reason)
  })
})
