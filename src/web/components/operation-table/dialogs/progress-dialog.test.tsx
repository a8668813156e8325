import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Operation } from '#contract/operations.ts'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import { listScreen } from '#testing/list-screen.ts'

const list = listScreen({ timeZone: 'UTC', at: '2026-11-18T09:00:00Z' })

it('more hours left than estimated lengthen the duration, which the dialog says before it stores them', async () => {
  const ctx = await list.server.contextOf(list.tenant.admin)
  const { projectId } = await buildProject(ctx, { plannedShipDate: '2026-11-15T08:00:00Z' })
  const { operationId } = await buildOperation(ctx, projectId, {
    name: 'Weld',
    durationHours: 40,
    progressPercentage: 75,
    scheduledStartDate: '2026-11-16T08:00:00Z',
    scheduledEndDate: '2026-11-17T16:00:00Z',
  })
  const { user } = await list.open('/overdue-operations')
  const link = await screen.findByRole('link', { name: 'Weld' })
  link.focus()
  await user.keyboard('p')
  const dialog = within(await screen.findByRole('dialog', { name: /^Update Progress/ }))
  const field = dialog.getByRole('spinbutton', { name: /Hours left/ })
  expect(field.getAttribute('placeholder')).toBe('10')
  await user.type(field, '20')
  expect(dialog.getByText('60 %')).toBeTruthy()
  expect(dialog.getByText('The duration becomes 50 h instead of 40 h.')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Save Progress' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const path = `/project-operations/projects/${projectId}/operations/${operationId}`
  const stored: Operation = (await list.server.as(list.tenant.planner).get(path)).body
  expect(stored).toMatchObject({ durationHours: 50, progressPercentage: 60 })
})
