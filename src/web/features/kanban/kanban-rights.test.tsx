import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import { listScreen } from '#testing/list-screen.ts'
import { elsewhereReason, limitedReason, openAs, reasonOf, reporterReason, viewerReason } from '#testing/open-as.ts'

const shop = listScreen()

describe('the board of projects', () => {
  it.each([
    ['viewer', 'view', viewerReason],
    ['reporter', 'report', reporterReason],
  ] as const)('moves no card for a %s, and says why', async (_, access, reason) => {
    const ctx = await shop.server.contextOf(shop.tenant.planner)
    const { projectId } = await buildProject(ctx, {
      projectNumber: '10',
      projectName: 'Stair',
      currentPhase: 'submittals',
    })
    const { user } = await openAs(shop, '/kanban', { access })
    await screen.findByRole('link', { name: /Stair/ })
    // The reason replaces the caption about moving cards under the board title.
    expect(screen.getAllByText(reason)).toHaveLength(1)
    expect(screen.queryByText('Drag and drop to update phases')).toBeNull()
    await user.click(screen.getByRole('button', { name: /^Menu of .*Stair/ }))
    await user.click(await screen.findByRole('menuitem', { name: /^Engineering/ }))
    await waitFor(() => expect(screen.getAllByText(reason).length).toBeGreaterThan(1))
    await waitFor(async () => {
      const { body } = await shop.server.as(shop.tenant.planner).get(`/projects/${projectId}`)
      expect(body.currentPhase).toBe('submittals')
    })
  })
})

describe('the progress dialog of the board', () => {
  const withWork = async () => {
    const ctx = await shop.server.contextOf(shop.tenant.admin)
    const [weld, paint] = [await buildCategory(ctx, { name: 'Weld' }), await buildCategory(ctx, { name: 'Paint' })]
    const { projectId } = await buildProject(ctx, { projectName: 'Stair', currentPhase: 'production' })
    const add = (name: string, categoryId: string) =>
      buildOperation(ctx, projectId, { name, categoryId, durationHours: 4 })
    await add('Tack', weld.categoryId)
    await add('Spray', paint.categoryId)
    return { weld: weld.categoryId }
  }

  it('is refused for work at another work center before it opens', async () => {
    const { weld } = await withWork()
    const { user } = await openAs(shop, '/kanban?view=operation', { access: 'plan', workCenterIds: [weld] })
    const edit = await screen.findByRole('button', { name: 'Edit progress of Spray' })
    expect(edit.ariaDisabled).toBe('true')
    await user.click(edit)
    expect((await screen.findAllByText(elsewhereReason)).length).toBeGreaterThan(0)
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Edit progress of Tack' }))
    expect(await screen.findByRole('dialog', { name: 'Update Progress' })).toBeTruthy()
  })

  it('lets a planner of some work centers change only the progress of their own operations of a project', async () => {
    const { weld } = await withWork()
    const { user } = await openAs(shop, '/kanban', { access: 'plan', workCenterIds: [weld] })
    await user.click(await screen.findByRole('button', { name: /^Menu of .*Stair/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Update progress' }))
    expect((await screen.findByRole('slider', { name: 'Progress of Tack' })).ariaDisabled).toBeNull()
    expect(screen.getByRole('slider', { name: 'Progress of Spray' }).ariaDisabled).toBe('true')
  })
})

describe('an empty shop', () => {
  it('tells a planner of some work centers on the board and on the dashboard why they cannot create or import anything', async () => {
    const { categoryId } = await buildCategory(await shop.server.contextOf(shop.tenant.admin), { name: 'Weld' })
    const right = { access: 'plan', workCenterIds: [categoryId] } as const
    const board = await openAs(shop, '/kanban', right)
    expect(await reasonOf(board, await screen.findByRole('button', { name: 'Create project' }))).toBe(limitedReason)
    board.unmount()
    const dashboard = await openAs(shop, '/', right)
    expect(await reasonOf(dashboard, await screen.findByRole('button', { name: 'Import a list' }))).toBe(limitedReason)
    expect(await reasonOf(dashboard, screen.getByRole('button', { name: 'Projects' }))).toBe(limitedReason)
  })
})
