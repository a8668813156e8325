import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import { listScreen } from '#testing/list-screen.ts'
import { daysFrom } from '#testing/test-days.ts'

const list = listScreen({ timeZone: 'UTC' })

/** The name of each operation, and how many days it is overdue. No operation is in the column "High". */
const overdue = [
  ['Weld', 20],
  ['Paint', 16],
  ['Cut', 5],
  ['Bend', 4],
  ['Pack', 1],
] as const

const open = async (path: string) => {
  const ctx = await list.server.contextOf(list.tenant.planner)
  const { projectId } = await buildProject(ctx, { priority: 95 })
  for (const [name, days] of overdue) {
    const day = daysFrom(list.server.clock.now(), -days)
    const dates = { scheduledStartDate: `${day}T08:00:00Z`, scheduledEndDate: `${day}T12:00:00Z` }
    await buildOperation(ctx, projectId, { name, ...dates })
  }
  const app = await list.open(path)
  for (const [name] of overdue) await screen.findByRole('article', { name: new RegExp(name) })
  return app
}
const here = () =>
  document.activeElement
    ?.closest('article')
    ?.getAttribute('aria-label')
    ?.replace(/^#\S+ /, '')
const selected = () => screen.queryByRole('region', { name: 'Selected operations' })?.textContent?.match(/^\d+/)?.[0]

describe('the board of overdue operations', () => {
  it('is navigated by keys: down a column, across to the next column with cards, and no further than its edges', async () => {
    const { user } = await open('/overdue-operations?view=kanban')
    await user.keyboard('j')
    expect(here()).toBe('Weld')
    const steps = [
      ['k', 'Weld'],
      ['j', 'Paint'],
      ['j', 'Paint'],
      // The column "High" is empty.
      ['{ArrowRight}', 'Bend'],
      ['{ArrowRight}', 'Pack'],
      ['{ArrowRight}', 'Pack'],
      ['{ArrowLeft}', 'Cut'],
      ['{End}', 'Bend'],
      ['{Home}', 'Cut'],
      ['{ArrowLeft}', 'Weld'],
      ['{ArrowLeft}', 'Weld'],
    ] as const
    for (const [key, name] of steps) {
      await user.keyboard(key)
      expect(here(), key).toBe(name)
    }
    await user.keyboard('/')
    expect(document.activeElement).toBe(screen.getByRole('searchbox'))
  })

  it('selects by keys one card, a range, a column or everything, and Escape clears the selection', async () => {
    const { user } = await open('/overdue-operations?view=kanban')
    await user.keyboard('jx')
    await waitFor(() => expect(selected()).toBe('1'))
    await user.keyboard('x')
    await waitFor(() => expect(selected()).toBeUndefined())
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}')
    await waitFor(() => expect(selected()).toBe('2'))
    await user.keyboard('g')
    await waitFor(() => expect(selected()).toBeUndefined())
    await user.keyboard('{ArrowRight}g')
    await waitFor(() => expect(selected()).toBe('2'))
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /Select Bend/ }).checked).toBe(true)
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /Select Weld/ }).checked).toBe(false)
    await user.keyboard('a')
    await waitFor(() => expect(selected()).toBe('5'))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(selected()).toBeUndefined())
    await user.keyboard('r')
    expect(await screen.findByRole('dialog', { name: /^Reschedule/ })).toBeTruthy()
  })

  it('has a column for each severity, or for each priority on tabs where nothing is overdue yet', async () => {
    const { open: goTo } = await open('/overdue-operations?view=kanban')
    const heads = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
    expect(heads()).toEqual([
      expect.stringMatching(/^Critical 14 d or more2$/),
      expect.stringMatching(/^High 7 to 13 d0$/),
      expect.stringMatching(/^Medium 3 to 6 d2$/),
      expect.stringMatching(/^Low up to 2 d1$/),
    ])
    expect(screen.getByText('No items in High')).toBeTruthy()
    expect(screen.queryByText('No items in Low')).toBeNull()
    await goTo('/overdue-operations?view=kanban&severities=["critical","low"]')
    await waitFor(() => expect(heads()).toHaveLength(2))
    await goTo('/overdue-operations?view=kanban&tab=behindPlan')
    await waitFor(() => expect(heads()).toHaveLength(4))
    expect(heads().at(0)).toMatch(/^Critical priority/)
    await goTo('/overdue-operations?view=kanban&tab=behindPlan&priorities=["low"]')
    await waitFor(() => expect(heads()).toEqual([expect.stringMatching(/^Low priority/)]))
  })
})
