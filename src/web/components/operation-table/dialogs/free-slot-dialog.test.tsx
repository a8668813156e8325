import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Operation } from '#contract/operations.ts'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import { listScreen } from '#testing/list-screen.ts'

const list = listScreen({ timeZone: 'UTC', at: '2026-11-18T09:00:00Z' })

const pathOf = ({ projectId, operationId }: Operation) =>
  `/project-operations/projects/${projectId}/operations/${operationId}`

/** 'Late' should be finished; its saw is taken by 'Taken' until the 23rd, so its next free slot makes 'Ours' later. */
const openDialog = async () => {
  const ctx = await list.server.contextOf(list.tenant.admin)
  const { categoryId } = await buildCategory(ctx, { name: 'Saw', capacity: 1 })
  const other = await buildProject(ctx, { projectName: 'Other' })
  const ours = await buildProject(ctx, { projectName: 'Ours', plannedShipDate: '2026-11-15T08:00:00Z' })
  const taken = await buildOperation(ctx, other.projectId, {
    name: 'Taken',
    durationHours: 120,
    categoryId,
    scheduledStartDate: '2026-11-18T08:00:00Z',
    scheduledEndDate: '2026-11-23T20:00:00Z',
  })
  const late = await buildOperation(ctx, ours.projectId, {
    name: 'Late',
    durationHours: 8,
    categoryId,
    scheduledStartDate: '2026-11-17T08:00:00Z',
    scheduledEndDate: '2026-11-17T16:00:00Z',
  })
  const { user } = await list.open('/overdue-operations')
  await user.click(await screen.findByRole('checkbox', { name: /^Select Late/ }))
  await user.click(await screen.findByRole('button', { name: /^Next free slot/ }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Next free slot/ }))
  return { user, dialog, late, taken, ours }
}
const stored = async (operation: Operation) =>
  (await list.server.as(list.tenant.planner).get(pathOf(operation))).body as Operation

describe('Next free slot', () => {
  it('shows the new dates and the delayed project before it stores exactly these dates', async () => {
    const { user, dialog, late, ours } = await openDialog()
    const later = within(await dialog.findByRole('region', { name: '1 project will finish later' }))
    expect(later.getByText(`#${ours.projectNumber}`).closest('li')?.textContent).toMatch(
      / Ours: .*3 d late → .*9 d late/,
    )
    const row = within(dialog.getByRole('table', { name: 'Operations that move' })).getByRole('row', { name: /Late/ })
    expect(row.textContent).toMatch(/11\/17.*11\/23/)
    expect((await stored(late)).scheduledStartDate).toBe('2026-11-17T08:00:00.000Z')
    await user.click(dialog.getByRole('button', { name: 'Reschedule' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect((await stored(late)).scheduledStartDate).toBe('2026-11-23T20:00:00.000Z')
  })

  it('offers no rescheduling if the dates would stay the same, and stores nothing', async () => {
    const ctx = await list.server.contextOf(list.tenant.admin)
    const { projectId } = await buildProject(ctx, { plannedShipDate: '2026-11-15T08:00:00Z' })
    const alone = await buildOperation(ctx, projectId, {
      name: 'Alone',
      durationHours: 8,
      scheduledStartDate: '2026-11-18T09:00:00Z',
      scheduledEndDate: '2026-11-18T17:00:00Z',
    })
    expect((await list.server.as(list.tenant.planner).put(pathOf(alone), { pinned: false })).status).toBe(200)
    const { user } = await list.open('/operations')
    await user.click(await screen.findByRole('checkbox', { name: /^Select Alone/ }))
    await user.click(await screen.findByRole('button', { name: /^Next free slot/ }))
    const dialog = within(await screen.findByRole('dialog', { name: /^Next free slot/ }))
    expect(await dialog.findByText(/^Nothing changes for /)).toBeTruthy()
    expect(dialog.queryByText(/on the same day/)).toBeNull()
    expect(dialog.queryByRole('button', { name: 'Reschedule' })).toBeNull()
    expect(dialog.queryByRole('button', { name: 'Try first' })).toBeNull()
    await user.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await stored(alone)).toMatchObject({ pinned: false, scheduledStartDate: '2026-11-18T09:00:00.000Z' })
  })

  it('can be tried as a proposal, which stores nothing', async () => {
    const { user, dialog, late } = await openDialog()
    await dialog.findByRole('table', { name: 'Operations that move' })
    await user.click(dialog.getByRole('button', { name: 'Try first' }))
    const changes = within(await screen.findByRole('list', { name: 'Changes' }))
    expect(changes.getByText(/^#\S+ Late$/)).toBeTruthy()
    expect(changes.getByText(/^Moves from Wed 11\/18 9:00 AM to Mon 11\/23 8:00 PM/)).toBeTruthy()
    expect((await stored(late)).scheduledStartDate).toBe('2026-11-17T08:00:00.000Z')
  })

  it('stores nothing when the plan has changed since, and shows the new dates instead', async () => {
    const { user, dialog, late, taken } = await openDialog()
    await dialog.findByRole('table', { name: 'Operations that move' })
    await list.server.as(list.tenant.planner).put(pathOf(taken), { scheduledEndDate: '2026-11-25T20:00:00Z' })
    await user.click(dialog.getByRole('button', { name: 'Reschedule' }))
    expect(await screen.findByText('The plan has changed. Refresh the preview.')).toBeTruthy()
    await waitFor(() =>
      expect(dialog.getByRole('table', { name: 'Operations that move' }).textContent).toMatch(/11\/25/),
    )
    expect((await stored(late)).scheduledStartDate).toBe('2026-11-17T08:00:00.000Z')
  })
})
