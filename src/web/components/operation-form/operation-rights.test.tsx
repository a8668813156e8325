import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import { listScreen } from '#testing/list-screen.ts'
import { elsewhereReason, openAs, reporterReason, viewerReason } from '#testing/open-as.ts'

const shop = listScreen()

const shopOf = async () => {
  const ctx = await shop.server.contextOf(shop.tenant.admin)
  const [weld, paint] = [await buildCategory(ctx, { name: 'Weld' }), await buildCategory(ctx, { name: 'Paint' })]
  const { projectId } = await buildProject(ctx)
  const { operationId } = await buildOperation(ctx, projectId, { name: 'Weld frame', categoryId: weld.categoryId })
  return { path: `/projects/${projectId}?edit=${operationId}`, weld: weld.categoryId, paint: paint.categoryId }
}

const isDisabled = (field: HTMLElement) => field.matches(':disabled')

describe('the form of an operation', () => {
  it('the form opens for looking only, for a viewer and for a planner of other work centers', async () => {
    const { path, paint } = await shopOf()
    for (const [right, reason] of [
      [{ access: 'view' }, viewerReason],
      [{ access: 'plan', workCenterIds: [paint] }, elsewhereReason],
    ] as const) {
      const app = await openAs(shop, path, right)
      const form = within(await screen.findByRole('dialog', { name: 'Details of Weld frame' }))
      expect(form.getByText(reason)).toBeTruthy()
      expect(isDisabled(form.getByLabelText('Notes'))).toBe(true)
      app.unmount()
    }
  })

  it('the form takes a note of a reporter, and nothing of planning', async () => {
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

  it('the form is open as a whole to a planner of its work center', async () => {
    const { path, weld } = await shopOf()
    await openAs(shop, path, { access: 'plan', workCenterIds: [weld] })
    const form = within(await screen.findByRole('dialog', { name: 'Edit Weld frame' }))
    expect(isDisabled(form.getByLabelText(/^Name/))).toBe(false)
  })
})
