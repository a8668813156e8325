import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Operation } from '#contract/operations.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import { renderApp } from '#testing/render-app.tsx'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { openTab, storedFor, useServer } from '#testing/web-harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const openGrid = async () => {
  const tenant = await server.newTenant()
  useServer(server.app, tenant.planner)
  openTab(storedFor(tenant.planner, tenant))
  await server.as(tenant.admin).post('/categories', { name: 'Welding' })
  const { projectId } = await buildProject(await server.contextOf(tenant.planner))
  const { user } = await renderApp(`/projects/${projectId}?edit=several`)
  const dialog = within(await screen.findByRole('dialog', { name: 'Add several operations' }))
  const stored = async () => {
    const { body } = await server.as(tenant.planner).get(`/projects/${projectId}/operations`)
    const operations: Operation[] = body.projectOperations
    const nameOf = new Map(operations.map(({ operationId, name }) => [operationId, name]))
    return operations.map(({ name, durationHours, categoryId, dependencies }) => ({
      name,
      durationHours,
      hasCenter: categoryId !== null,
      after: dependencies.map((id) => nameOf.get(id)),
    }))
  }
  return { user, dialog, stored }
}

describe('the grid of several operations', () => {
  it('accepts six operations by the keyboard alone, with fewer than 60 keys beyond the text', async () => {
    const { user, dialog, stored } = await openGrid()
    await user.click(dialog.getByLabelText('Name, row 1'))
    let keys = 0
    const press = async (...names: string[]) => {
      for (const name of names) await user.keyboard(name)
      keys += names.length
    }
    for (const [name, center, hours] of [
      ['Cut', '', '4'],
      ['Bend', '', '3'],
      ['Weld', 'wel', '12,5'],
      ['Grind', '', '2'],
      ['Paint', '', '1'],
      ['Pack', '', '0.5'],
    ] as const) {
      await user.keyboard(name)
      await press('{Tab}')
      if (center) await user.keyboard(center)
      await press('{Tab}')
      await user.keyboard(hours)
      await press('{Enter}')
    }
    // In a browser, Enter in the blank row presses this button; jsdom does not associate a button outside its form.
    await user.click(dialog.getByRole('button', { name: 'Add 6 operations' }))
    await screen.findByText('6 operations added')
    expect(keys).toBeLessThan(60)
    const operations = await stored()
    expect(operations.map(({ name, durationHours, hasCenter }) => [name, durationHours, hasCenter])).toEqual([
      ['Cut', 4, false],
      ['Bend', 3, false],
      ['Weld', 12.5, true],
      ['Grind', 2, false],
      ['Paint', 1, false],
      ['Pack', 0.5, false],
    ])
    expect(operations.map(({ after }) => after)).toEqual([[], ['Cut'], ['Bend'], ['Weld'], ['Grind'], ['Paint']])
  })

  it('accepts pasted lines, says at each row what cannot be read, and adds nothing before that is corrected', async () => {
    const { user, dialog, stored } = await openGrid()
    await user.click(dialog.getByLabelText('Name, row 1'))
    await user.paste('Operation\tWork center\tHours\tAfter\nCut\t\t4\nWeld\tLaser\t6\t-\nPaint\t\tsoon\t1 2')
    await user.click(dialog.getByLabelText('Name, row 4'))
    expect(dialog.getByText('There is no work center "Laser".')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Add 3 operations' }))
    await dialog.findByText('2 rows cannot be read.')
    expect(await stored()).toEqual([])
    const [center, hours] = [dialog.getByLabelText('Work center, row 2'), dialog.getByLabelText('Hours, row 3')]
    await user.clear(center)
    await user.type(center, 'Welding')
    await user.clear(hours)
    await user.type(hours, '2')
    await user.click(dialog.getByRole('button', { name: 'Add 3 operations' }))
    await screen.findByText('3 operations added')
    expect((await stored()).map(({ name, after }) => [name, after])).toEqual([
      ['Cut', []],
      ['Weld', []],
      ['Paint', ['Cut', 'Weld']],
    ])
  })

  it('removes a row without the others, even if the row was the predecessor of another', async () => {
    const { user, dialog, stored } = await openGrid()
    await user.click(dialog.getByLabelText('Name, row 1'))
    await user.paste('Cut\t\t4\nWeld\t\t6\nPaint\t\t2')
    await user.click(dialog.getByRole('button', { name: 'Remove row 2' }))
    await waitFor(() => expect(dialog.queryByDisplayValue('Weld')).toBeNull())
    await user.click(dialog.getByRole('button', { name: 'Add 2 operations' }))
    await screen.findByText('2 operations added')
    expect((await stored()).map(({ name, after }) => [name, after])).toEqual([
      ['Cut', []],
      ['Paint', ['Cut']],
    ])
  })
})
