import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import { renderApp } from '#testing/render-app.tsx'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { openTab, storedFor, useServer } from '#testing/web-harness.ts'

let server: TestServer
let tenant: TestTenant
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  tenant = await server.newTenant()
})

const signIn = () => {
  const browser = useServer(server.app, tenant.admin)
  openTab(storedFor(tenant.admin, tenant, { isAdmin: 'true' }))
  return browser
}
const stored = async (): Promise<{ name: string }[]> => (await server.as(tenant.admin).get('/holidays')).body

/** The dialog, once it shows the effect on the plan below its fields. */
const question = async () => {
  const asked = within(screen.getByRole('dialog'))
  const add = await asked.findByRole('button', { name: 'Add to the calendar' })
  await waitFor(() => expect(add.getAttribute('aria-disabled')).not.toBe('true'))
  return asked
}

describe('the Holidays tab', () => {
  it.each([
    ['/holidays', 'Holidays', /\/api\/holidays$/],
    ['/shift-patterns?tab=exceptions', 'Overtime and downtime', /\/api\/calendar-exceptions$/],
  ])('shows the header and tabs of Working time while it loads: %s', async (path, current, late) => {
    const browser = signIn()
    const data = Promise.withResolvers<null>()
    browser.interfere((_method, asked) => (late.test(asked) ? data.promise : null))
    const opening = renderApp(path)
    expect(await screen.findByRole('heading', { name: 'Working time' })).toBeTruthy()
    expect(screen.getByRole('link', { name: current }).getAttribute('aria-current')).toBe('page')
    expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy()
    data.resolve(null)
    await opening
    await waitFor(() => expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull())
  })

  it('shows the hours and the work center of a holiday in its row', async () => {
    signIn()
    const admin = server.as(tenant.admin)
    const { body: saw } = await admin.post('/categories', { name: 'Saw' })
    for (const holiday of [
      { name: 'Foundation Day', date: '2099-03-02' },
      { name: 'Stocktaking', date: '2099-03-03', fromMinute: 720, toMinute: 1440 },
      { name: 'Saw service', date: '2099-03-04', categoryId: saw.categoryId },
    ])
      expect((await admin.post('/holidays', holiday)).status).toBe(201)
    await renderApp('/holidays')
    await screen.findByRole('rowheader', { name: /Foundation Day/ })
    const names = screen.getAllByRole('rowheader').map((head) => head.textContent)
    expect(names).toEqual(['Foundation Day', 'StocktakingFrom 12:00 PM', 'Saw serviceWhole day, Saw'])
  })

  it('shows the holidays while the templates still load', async () => {
    const browser = signIn()
    const data = Promise.withResolvers<null>()
    browser.interfere((_method, asked) => (/\/holiday-templates$/.test(asked) ? data.promise : null))
    await renderApp('/holidays')
    expect(await screen.findByText('No holidays')).toBeTruthy()
    expect(screen.getByRole('status', { name: 'Loading holiday templates' })).toBeTruthy()
    data.resolve(null)
    expect(await screen.findByText('United States')).toBeTruthy()
  })
})

describe('applying a template', () => {
  it('offers the upcoming days of a template, and preselects those on which few plants work', async () => {
    await server.as(tenant.admin).post('/holidays', { name: 'Thanksgiving Day', date: '2026-11-26' })
    signIn()
    const { user } = await renderApp('/holidays')
    await user.click(await screen.findByRole('button', { name: 'Apply United States' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Apply United States' }))
    const isChosen = (name: RegExp) =>
      dialog.getAllByRole<HTMLInputElement>('checkbox', { name }).map(({ checked, disabled }) => [checked, disabled])
    // This year's Labor Day has passed.
    expect(isChosen(/Labor Day/)).toEqual([[true, false]])
    expect(isChosen(/Columbus Day/).flat()).not.toContain(true)
    expect(isChosen(/Veterans Day/).flat()).not.toContain(true)
    // Existing days are not added again.
    expect(isChosen(/Thanksgiving Day/)).toContainEqual([true, true])

    await user.click(dialog.getByRole('checkbox', { name: /^All/ }))
    await user.click(dialog.getByRole('checkbox', { name: /^All/ }))
    expect(dialog.getByRole('button', { name: 'Add holidays' }).getAttribute('aria-disabled')).toBe('true')
    await user.click(dialog.getByRole('checkbox', { name: /11\/11\/27 Veterans Day$/ }))
    await user.click(dialog.getByRole('checkbox', { name: '12/25 Christmas Day' }))
    await user.click(dialog.getByRole('button', { name: 'Add 2 holidays' }))
    const asked = await question()
    expect(asked.getByText('No scheduled work is on these days.')).toBeTruthy()
    expect(asked.queryByText(/Nothing would change|keep their order/)).toBeNull()
    await user.click(asked.getByRole('button', { name: 'Add to the calendar' }))
    expect(await screen.findByText('2 holidays added')).toBeTruthy()
    expect((await stored()).map(({ name }) => name).toSorted()).toEqual([
      'Christmas Day',
      'Thanksgiving Day',
      'Veterans Day',
    ])
  })
})

describe('the import of a calendar file', () => {
  const file = (...events: string[]) =>
    new File([['BEGIN:VCALENDAR', ...events, 'END:VCALENDAR'].join('\r\n')], 'days.ics', { type: 'text/calendar' })

  it('shows the hours of a partial day, what is skipped, and the line of what cannot be stored', async () => {
    signIn()
    const { user } = await renderApp('/holidays')
    await user.click((await screen.findAllByRole('button', { name: 'Import calendar' }))[0] as HTMLElement)
    const dialog = within(await screen.findByRole('dialog', { name: 'Import calendar' }))
    const eve = ['BEGIN:VEVENT', 'DTSTART:20281224T120000', 'DTEND:20281224T180000', 'SUMMARY:Half day', 'END:VEVENT']
    const off = ['BEGIN:VEVENT', 'DTSTART:20280601', 'STATUS:CANCELLED', 'SUMMARY:Called off', 'END:VEVENT']
    const hourly = ['BEGIN:VEVENT', 'DTSTART:20280601', 'RRULE:FREQ=HOURLY', 'SUMMARY:Often', 'END:VEVENT']
    await user.upload(dialog.getByLabelText('Calendar file'), file(...hourly, ...eve))
    expect(await dialog.findByText(/^Line 4: /)).toBeTruthy()
    expect(dialog.getByRole('button', { name: /^Add/ }).getAttribute('aria-disabled')).toBe('true')

    await user.upload(dialog.getByLabelText('Calendar file'), file(...off, ...eve))
    expect(await dialog.findByText(/^Line \d+: .*Called off/)).toBeTruthy()
    const day = within(dialog.getByText('Half day').closest('li') as HTMLElement)
    expect(day.getByText(/12:00 PM.*6:00 PM/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Add 1 holiday' }))
    const asked = await question()
    expect(asked.getByText('No scheduled work is in these hours.')).toBeTruthy()
    await user.click(asked.getByRole('button', { name: 'Add to the calendar' }))
    await waitFor(async () => expect(await stored()).toMatchObject([{ name: 'Half day', fromMinute: 720 }]))
  })
})
