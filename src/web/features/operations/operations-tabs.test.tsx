import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import { listScreen } from '#testing/list-screen.ts'
import { daysFrom } from '#testing/test-days.ts'

const list = listScreen({ timeZone: 'UTC' })
beforeEach(async () => {
  const ctx = await list.server.contextOf(list.tenant.planner)
  const { projectId } = await buildProject(ctx, {})
  const planned = (name: string, ahead: number) => {
    const day = daysFrom(list.server.clock.now(), ahead)
    const dates = { scheduledStartDate: `${day}T08:00:00Z`, scheduledEndDate: `${day}T16:00:00Z` }
    return buildOperation(ctx, projectId, { name, ...dates })
  }
  await buildOperation(ctx, projectId, { name: 'Without dates' })
  await planned('In a week', 7)
  await planned('Tomorrow', 1)
  const done = await planned('Done', -3)
  await list.server
    .as(list.tenant.planner)
    .put(`/project-operations/projects/${projectId}/operations/${done.operationId}`, { progressPercentage: 100 })
})

const names = () => [...document.querySelectorAll('[data-row-link]')].map(({ textContent }) => textContent)
const open = async (path: string) => {
  const app = await list.open(path)
  await screen.findByRole('region', { name: 'Operations' })
  return app
}

describe('the list of operations', () => {
  it('begins with the open operations, earliest start first and those without dates last', async () => {
    await open('/operations')
    await waitFor(() => expect(names()).toEqual(['Tomorrow', 'In a week', 'Without dates']))
    expect(screen.getByRole('columnheader', { name: /Forecast start/ }).getAttribute('aria-sort')).toBe('ascending')
  })

  it('shows finished operations on their tab, and the file contains what the list shows', async () => {
    const { user } = await open('/operations')
    await user.click(screen.getByRole('tab', { name: 'Finished' }))
    await waitFor(() => expect(names()).toEqual(['Done']))
    await user.click(screen.getByRole('button', { name: /^Export/ }))
    const file = await screen.findByRole('menuitem', { name: /CSV with forecasts/ })
    const { searchParams } = new URL(file.getAttribute('href') ?? '', location.href)
    expect(Object.fromEntries(searchParams)).toMatchObject({ work: 'finished', sortBy: 'end', sortOrder: 'desc' })
  })

  it('follows the URL, and shows finished work if completed operations are selected', async () => {
    const { user, router } = await open('/operations?work=all&sortBy=name&sortOrder=desc')
    await waitFor(() => expect(names()).toEqual(['Without dates', 'Tomorrow', 'In a week', 'Done']))
    await user.click(screen.getByRole('tab', { name: 'Open' }))
    await waitFor(() => expect(names()).not.toContain('Done'))
    expect(router.state.location.search).toMatchObject({ sortBy: 'name' })
    await user.click(screen.getByRole('button', { name: /^Filter/ }))
    await user.click(await screen.findByRole('checkbox', { name: 'Completed' }))
    await waitFor(() => expect(names()).toEqual(['Done']))
  })

  it('keeps the content of a view that was saved without tab and order', async () => {
    const search = { statuses: ['Completed', 'Pending'] }
    await list.server.as(list.tenant.planner).post('/saved-views', { screen: 'operations', name: 'Mine', search })
    const { user, router } = await open('/operations')
    await user.click(screen.getByRole('button', { name: /Views/ }))
    await user.click(await screen.findByText('Mine'))
    await waitFor(() => expect(names()).toContain('Done'))
    expect(router.state.location.search).toMatchObject({ work: 'all', sortBy: 'projectNumber', sortOrder: 'desc' })
  })
})
