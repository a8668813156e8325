import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { valueAt } from '#domain/value-at.ts'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import { listScreen } from '#testing/list-screen.ts'
import { daysFrom } from '#testing/test-days.ts'

const list = listScreen()

/** Project, operation and days overdue. */
const overdue = [
  ['Crusher', 'Weld', 14],
  ['Crusher', 'Paint', 7],
  ['Stair', 'Cut', 3],
  ['Stair', 'Bend', 2],
] as const

const open = async (path = '/overdue-operations') => {
  const ctx = await list.server.contextOf(list.tenant.planner)
  const projects = new Map<string, string>()
  for (const [projectName, name, days] of overdue) {
    const day = daysFrom(list.server.clock.now(), -days)
    const projectId = projects.get(projectName) ?? (await buildProject(ctx, { projectName })).projectId
    projects.set(projectName, projectId)
    const dates = { scheduledStartDate: `${day}T08:00:00Z`, scheduledEndDate: `${day}T12:00:00Z` }
    await buildOperation(ctx, projectId, { name, ...dates })
  }
  const app = await list.open(path)
  await screen.findByText('Weld')
  return app
}
const names = () => [...document.querySelectorAll('tr[data-row] [data-row-link]')].map(({ textContent }) => textContent)
const menu = async (app: Awaited<ReturnType<typeof open>>, trigger: RegExp) => {
  await app.user.click(screen.getByRole('button', { name: trigger }))
  const items = (await screen.findAllByRole('menuitemcheckbox')).map((item) => [
    item.textContent,
    item.getAttribute('aria-checked') === 'true',
  ])
  await app.user.keyboard('{Escape}')
  return items
}

describe('the overdue screen', () => {
  it('has the specified view modes, groups, sort keys, severities, flags and dialogs, with their defaults', async () => {
    const app = await open()
    const view = screen.getByRole('group', { name: 'View' })
    expect(
      within(view)
        .getAllByRole('radio')
        .map((mode) => [mode.getAttribute('value'), (mode as HTMLInputElement).checked]),
    ).toEqual([
      ['list', true],
      ['cards', false],
      ['kanban', false],
      ['timeline', false],
    ])
    expect(await menu(app, /^Group by/)).toEqual([
      ['Project', true],
      ['Operation', false],
      ['Priority', false],
      ['None', false],
    ])
    expect(await menu(app, /^Sort/)).toEqual([
      ['Days overdue', true],
      ['Project name', false],
      ['Progress', false],
      ['Priority', false],
      ['Due date', false],
      ['Descending', true],
      ['Ascending', false],
    ])
    expect(await menu(app, /^Display options/)).toEqual([
      ['Dependencies', true],
      ['Metrics', true],
    ])
    const density = screen.getByRole('group', { name: 'Density' })
    expect(within(density).getByRole<HTMLInputElement>('radio', { name: 'Comfortable' }).checked).toBe(true)
    const figures = screen.getByRole('region', { name: 'Metrics' })
    expect([...figures.querySelectorAll('button')].slice(0, 4).map(({ textContent }) => textContent)).toEqual([
      'Critical1 14 d or more',
      'High1 7 to 13 d',
      'Medium1 3 to 6 d',
      'Low1 up to 2 d',
    ])
    await app.user.click(screen.getByRole('button', { name: 'Filter' }))
    const filters = await screen.findByRole('dialog', { name: 'Filters' })
    for (const [group, options] of [
      ['Flagged', ['At risk', 'Blocked']],
      ['Priority', ['Critical, 90 and above', 'High, 70 to 89', 'Medium, 50 to 69', 'Low, below 50']],
    ] as const)
      expect(
        within(within(filters).getByRole('group', { name: group }))
          .getAllByRole('checkbox')
          .map((box) => (box as HTMLInputElement).labels?.[0]?.textContent),
      ).toEqual(options)
    expect(within(filters).getByLabelText<HTMLInputElement>('Minimum days overdue').value).toBe('0')
    await app.user.keyboard('{Escape}')

    for (const [key, title] of [
      ['p', 'Update Progress'],
      ['r', 'Reschedule'],
      ['n', 'Notes'],
      ['d', 'Dependencies'],
    ] as const) {
      screen.getByRole('link', { name: 'Weld' }).focus()
      await app.user.keyboard(key)
      expect(await screen.findByRole('dialog', { name: title })).toBeTruthy()
      await app.user.keyboard('{Escape}')
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
  })

  it('lets the reader select operations one by one or all at once, and its groups start expanded and can be collapsed', async () => {
    const app = await open()
    expect(names()).toEqual(['Weld', 'Paint', 'Cut', 'Bend'])
    const bar = () => screen.queryByRole('region', { name: 'Selected operations' })
    await app.user.click(screen.getByRole('checkbox', { name: /^Select Paint/ }))
    await app.user.click(screen.getByRole('checkbox', { name: /^Select Bend/ }))
    await waitFor(() => expect(bar()?.textContent).toMatch(/^2 selected/))
    const all = screen.getByRole('checkbox', { name: 'Select all operations that match' })
    await app.user.click(all)
    await waitFor(() => expect(bar()?.textContent).toMatch(/^4 selected/))
    await app.user.click(all)
    await waitFor(() => expect(bar()).toBeNull())
    const groups = () => screen.getAllByRole('button', { expanded: true }).filter((head) => 'rowLink' in head.dataset)
    expect(groups()).toHaveLength(2)
    await app.user.click(valueAt(groups(), 0))
    expect(names()).toEqual(['Cut', 'Bend'])
    await app.user.click(screen.getByRole('button', { name: 'Collapse all' }))
    expect(names()).toEqual([])
    await app.user.click(screen.getByRole('button', { name: 'Expand all' }))
    expect(names()).toHaveLength(4)
  })

  it('preserves a typed bulk note if the answer is lost, and stores it once when it is sent again', async () => {
    const app = await open()
    await app.user.click(screen.getByRole('checkbox', { name: /^Select Paint/ }))
    await app.user.click(screen.getByRole('checkbox', { name: /^Select Bend/ }))
    await app.user.click(await screen.findByRole('button', { name: /^Add note/ }))
    const dialog = await screen.findByRole('dialog', { name: 'Add note' })
    const note = within(dialog).getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' })
    await app.user.type(note, 'Material on Thursday')
    // The server has stored the note, but its answer is lost.
    list.browser.alter((_, path) => (path === '/api/operations/bulk' ? { status: 502, body: '<html>' } : null))
    const save = within(dialog).getByRole('button', { name: 'Add note' })
    await app.user.click(save)
    expect(await screen.findByText('Failed to update operations')).toBeTruthy()
    expect(note.value).toBe('Material on Thursday')
    list.browser.alter(() => null)
    await waitFor(() => expect(save.hasAttribute('aria-busy')).toBe(false))
    await app.user.click(save)
    expect(await screen.findByText('Note added to 2 operations')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const { body } = await list.server.as(list.tenant.planner).get('/operations')
    const notes = body.rows.map(({ notesPreview }: { notesPreview: string }) => notesPreview)
    expect(notes.filter((text: string) => text !== '')).toEqual(Array(2).fill('Material on Thursday'))
  })
})

it('the weeks of the overdue timeline begin with whole dates', async () => {
  await open('/overdue-operations?view=timeline')
  const head = screen.getByRole('columnheader', { name: /^Scheduled time/ })
  const weeks = [...head.querySelectorAll('[aria-hidden]')].flatMap(({ textContent }) => textContent || [])
  expect(weeks.length).toBeGreaterThan(2)
  for (const week of weeks) expect(week).toMatch(/^([A-Z][a-z]{2} )?\d\d\/\d\d(\/\d\d)?$/)
})
