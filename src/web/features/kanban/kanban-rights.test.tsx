import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { buildProject } from '#testing/builders/build-project.ts'
import { listScreen } from '#testing/list-screen.ts'
import { openAs, reporterReason, viewerReason } from '#testing/open-as.ts'

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
    await user.click(screen.getByRole('button', { name: /^Menu of .*Stair/ }))
    await user.click(await screen.findByRole('menuitem', { name: /^Engineering/ }))
    expect((await screen.findAllByText(reason)).length).toBeGreaterThan(0)
    await waitFor(async () => {
      const { body } = await shop.server.as(shop.tenant.planner).get(`/projects/${projectId}`)
      expect(body.currentPhase).toBe('submittals')
    })
  })
})
