import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Operation } from '#contract/operations.ts'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import { listScreen } from '#testing/list-screen.ts'

const list = listScreen({ timeZone: 'UTC' })

describe('the bulk action "People and tools"', () => {
  it('changes people and alternatives together, leaves unselected fields unchanged, and lists what it cannot change', async () => {
    const admin = await list.server.contextOf(list.tenant.admin)
    const { categoryId: saw } = await buildCategory(admin, { name: 'Saw' })
    const { categoryId: mill } = await buildCategory(admin, { name: 'Mill' })
    const { categoryId: crew } = await buildCategory(admin, { name: 'Crew', kind: 'pool' })
    const ctx = await list.server.contextOf(list.tenant.planner)
    const { projectId } = await buildProject(ctx, {})
    const cut = await buildOperation(ctx, projectId, { name: 'Cut', categoryId: saw, durationHours: 4 })
    await buildOperation(ctx, projectId, { name: 'Check' })
    const stored = async (): Promise<Operation> => {
      const path = `/project-operations/projects/${projectId}/operations/${cut.operationId}`
      return (await list.server.as(list.tenant.planner).get(path)).body
    }
    const app = await list.open('/operations')
    await screen.findByRole('link', { name: 'Cut' })
    const openDialog = async () => {
      await app.user.click(await screen.findByRole('button', { name: 'More actions' }))
      await app.user.click(await screen.findByRole('menuitem', { name: 'People and tools…' }))
      return within(await screen.findByRole('dialog', { name: 'People and tools' }))
    }
    await app.user.click(screen.getByRole('checkbox', { name: /Cut/ }))
    await app.user.click(screen.getByRole('checkbox', { name: /Check/ }))

    const dialog = await openDialog()
    const change = dialog.getByRole('button', { name: 'Change' })
    expect(change.getAttribute('aria-disabled')).toBe('true')
    await app.user.selectOptions(dialog.getByLabelText('Also needs'), 'Crew')
    await app.user.selectOptions(dialog.getByLabelText('May also run at'), 'These work centers')
    expect(change.getAttribute('aria-disabled')).toBe('true')
    await app.user.click(dialog.getByRole('checkbox', { name: 'Mill' }))
    await app.user.click(change)
    const failures = within(await screen.findByRole('dialog', { name: '1 of 2 done' }))
    expect(failures.getByText(/It has no work center\./)).toBeTruthy()
    await app.user.keyboard('{Escape}')
    expect(await stored()).toMatchObject({ poolId: crew, alternatives: [{ categoryId: mill, durationHours: 4 }] })
  })

  it('clears the other work centers and leaves the people', async () => {
    const admin = await list.server.contextOf(list.tenant.admin)
    const { categoryId: saw } = await buildCategory(admin, { name: 'Saw' })
    const { categoryId: mill } = await buildCategory(admin, { name: 'Mill' })
    const { categoryId: crew } = await buildCategory(admin, { name: 'Crew', kind: 'pool' })
    const ctx = await list.server.contextOf(list.tenant.planner)
    const { projectId } = await buildProject(ctx, {})
    const alternatives = [{ categoryId: mill, durationHours: 4 }]
    const { operationId } = await buildOperation(ctx, projectId, {
      name: 'Cut',
      categoryId: saw,
      poolId: crew,
      alternatives,
    })
    const app = await list.open('/operations')
    await app.user.click(await screen.findByRole('checkbox', { name: /Cut/ }))
    await app.user.click(await screen.findByRole('button', { name: 'More actions' }))
    await app.user.click(await screen.findByRole('menuitem', { name: 'People and tools…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'People and tools' }))
    await app.user.selectOptions(dialog.getByLabelText('May also run at'), 'No other work center')
    await app.user.click(dialog.getByRole('button', { name: 'Change' }))
    expect(await screen.findByText('Work centers of 1 operation changed')).toBeTruthy()
    const path = `/project-operations/projects/${projectId}/operations/${operationId}`
    const stored: Operation = (await list.server.as(list.tenant.planner).get(path)).body
    expect(stored).toMatchObject({ poolId: crew, alternatives: [] })
  })
})
