import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import { listScreen } from '#testing/list-screen.ts'
import { openAs, reasonOf } from '#testing/open-as.ts'
import { withFacts } from '#testing/with-facts.ts'

const shop = listScreen()

describe('undo', () => {
  it('shows a viewer in the history that changes can be undone, and why they may not undo them', async () => {
    await buildProject(await shop.server.contextOf(shop.tenant.admin), { projectName: 'Stair' })
    const app = await openAs(shop, '/history', { access: 'view' })
    const undo = await screen.findByRole('button', { name: /^Undo the change of/ })
    expect(await reasonOf(app, undo)).toBe('Only admins of this organization can undo this change.')
  })

  it('names the newer change that the undo key skipped', async () => {
    const planner = await shop.server.contextOf(shop.tenant.planner)
    await buildProject(planner, { projectName: 'Stair' })
    // They were an admin until a moment ago.
    await buildCategory(withFacts(planner, { role: 'admin', requestId: crypto.randomUUID() }), { name: 'Mill' })
    const { user } = await shop.open('/projects')
    await screen.findByRole('link', { name: /Stair/ })
    await user.keyboard('{Control>}z{/Control}')
    expect(
      await screen.findByText(/^Undone: added project .* Skipped: added Mill \(only admins can undo it\)\.$/),
    ).toBeTruthy()
    await user.keyboard('{Control>}z{/Control}')
    expect(await screen.findByText('Nothing was undone. Skipped: added Mill (only admins can undo it).')).toBeTruthy()
  })
})
