import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import { listScreen } from '#testing/list-screen.ts'

const list = listScreen({ timeZone: 'UTC' })

it('the dialog that reschedules operations defaults to one working day, and to tomorrow as the date', async () => {
  const ctx = await list.server.contextOf(list.tenant.planner)
  const { projectId } = await buildProject(ctx, {})
  await buildOperation(ctx, projectId, { name: 'Cut' })
  const { user } = await list.open('/operations')
  await user.click(await screen.findByRole('checkbox', { name: /^Select Cut/ }))
  await user.click(await screen.findByRole('button', { name: /^Reschedule/ }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Reschedule/ }))
  await user.click(dialog.getByRole('radio', { name: 'By working days' }))
  expect(dialog.getByLabelText<HTMLInputElement>(/^Working days/).value).toBe('1')
  await user.click(dialog.getByRole('radio', { name: 'To a date' }))
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  expect(dialog.getByLabelText<HTMLInputElement>(/^First day/).value).toBe(tomorrow)
})
