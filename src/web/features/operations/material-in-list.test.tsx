import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Operation } from '#contract/operations.ts'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import { listScreen } from '#testing/list-screen.ts'
import { daysFrom } from '#testing/test-days.ts'

const list = listScreen({ timeZone: 'UTC' })

const open = async (materialReadyDate: string | null) => {
  const ctx = await list.server.contextOf(list.tenant.planner)
  const { projectId } = await buildProject(ctx, {})
  const cut = await buildOperation(ctx, projectId, { name: 'Cut', materialReadyDate })
  const app = await list.open('/operations')
  await screen.findByRole('link', { name: 'Cut' })
  return { app, cut }
}

describe('the list of operations', () => {
  it('offers no filter and no column for material if no operation waits for it', async () => {
    const { app } = await open(null)
    await app.user.click(screen.getByRole('button', { name: /^Filter/ }))
    expect(await screen.findByText('Blocked')).toBeTruthy()
    expect(screen.queryByText('Waiting for material')).toBeNull()
    await app.user.keyboard('{Escape}')
    await app.user.click(screen.getByRole('button', { name: /^Columns/ }))
    expect(await screen.findByText('Forecast end')).toBeTruthy()
    expect(screen.queryByText('Material ready')).toBeNull()
  })

  it('offers the filter if an operation waits, and sets another date for selected operations', async () => {
    const { app, cut } = await open(`${daysFrom(list.server.clock.now(), 3)}T08:00:00Z`)
    expect(screen.getByRole('img', { name: /^waits for material until/ })).toBeTruthy()
    await app.user.click(screen.getByRole('button', { name: /^Filter/ }))
    expect(await screen.findByText('Waiting for material')).toBeTruthy()
    await app.user.keyboard('{Escape}')

    await app.user.click(screen.getByRole('checkbox', { name: /Cut/ }))
    await app.user.click(await screen.findByRole('button', { name: 'More actions' }))
    await app.user.click(await screen.findByRole('menuitem', { name: 'Material ready…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Material ready' }))
    await app.user.type(dialog.getByLabelText('Ready on'), daysFrom(list.server.clock.now(), 9))
    await app.user.type(dialog.getByLabelText('Material'), 'Castings')
    await app.user.click(dialog.getByRole('button', { name: 'Set date' }))
    expect(await screen.findByText('Material date of 1 operation changed')).toBeTruthy()
    const path = `/project-operations/projects/${cut.projectId}/operations/${cut.operationId}`
    const stored: Operation = (await list.server.as(list.tenant.planner).get(path)).body
    expect(stored).toMatchObject({ materialNote: 'Castings' })
    expect(stored.materialReadyDate).toContain(daysFrom(list.server.clock.now(), 9))
  })
})
