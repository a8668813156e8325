// @module-tag rest
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { minuteMs } from '#domain/time/units.ts'
import { setBrowserZone } from '#testing/browser-zone.ts'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import { stubResizeObserver } from '#testing/page-as-found.ts'
import { renderApp } from '#testing/render-app.tsx'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { openTab, storedFor, useServer } from '#testing/web-harness.ts'
import { dateTimeInputValue } from '#web/lib/date-input.ts'
import { type DateSettings, formatShipDate, formatShortDateTime } from '#web/lib/format-date.ts'

let server: TestServer
let tenant: TestTenant
/** A zone in which the calendar day differs from UTC, the zone of the test browser. */
let shopZone: string
let nowMs: number
let projectId: string
let operationId: string
let startIso: string

beforeAll(async () => {
  stubResizeObserver()
  // Lists render the rows that fit into their box, and nothing has a height here.
  for (const name of ['clientHeight', 'clientWidth'] as const) {
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => 900 })
  }
  server = await startServer()
  nowMs = server.clock.now().getTime()
  shopZone = new Date(nowMs).getUTCHours() < 10 ? 'Pacific/Honolulu' : 'Pacific/Kiritimati'
  tenant = await server.newTenant({ timeZone: shopZone })
  const ctx = await server.contextOf(tenant.admin)
  // Half an hour ago falls on today in one calendar and yesterday in the other.
  startIso = new Date(Math.floor(nowMs / minuteMs) * minuteMs - 30 * minuteMs).toISOString()
  const project = await buildProject(ctx, { projectName: 'Crane', plannedShipDate: startIso })
  projectId = project.projectId
  const operation = await buildOperation(ctx, projectId, {
    name: 'Weld',
    durationHours: 1,
    pinned: true,
    scheduledStartDate: startIso,
    scheduledEndDate: new Date(Date.parse(startIso) + 60 * minuteMs).toISOString(),
  })
  operationId = operation.operationId
  await server.as(tenant.admin).post('/calendar-exceptions', {
    kind: 'overtime',
    name: 'Rush',
    startsAt: startIso,
    endsAt: new Date(nowMs + 10 * 60 * minuteMs).toISOString(),
  })
})
afterAll(() => server.close())
beforeEach(() => setBrowserZone('UTC'))

const datesIn = (zone: string): DateSettings => ({ zone, dateFormat: 'MM/dd/yyyy', timeFormat: '12h' })
const day = (zone: string) => formatShipDate(startIso, datesIn(zone), nowMs)
const time = (zone: string) => formatShortDateTime(startIso, datesIn(zone), nowMs)

const open = async (path: string, timezone: string | null = null) => {
  cleanup()
  await server.as(tenant.admin).put('/users/me/preferences', { timezone })
  useServer(server.app, tenant.admin)
  openTab(storedFor(tenant.admin, tenant, { isAdmin: 'true' }))
  return renderApp(path)
}
const startField = () => screen.getByLabelText<HTMLInputElement>('Start')
const text = () => document.body.textContent ?? ''

/** Each screen, and what it shows for half an hour ago in a given zone. */
const screens: readonly [name: string, path: () => string, words: (zone: string) => string][] = [
  ['the dashboard', () => '/', day],
  ['the list of projects', () => '/projects', day],
  ['a project', () => `/projects/${projectId}`, time],
  ['an operation', () => `/projects/${projectId}/operations/${operationId}`, time],
  ['the Kanban board', () => '/kanban', day],
  [
    'the overdue operations',
    () => '/overdue-operations',
    (zone) => `as of ${formatShipDate(nowMs, datesIn(zone), nowMs)}`,
  ],
  ['the list of operations', () => '/operations', time],
  ['overtime and downtime', () => '/shift-patterns?tab=exceptions', time],
  ['the history', () => '/history', time],
]

describe('a reader whose browser is in another zone than the organization', () => {
  it.each(screens)(
    'sees the dates of the organization on %s, with a hint about the zone once',
    async (_, path, words) => {
      await open(path())
      await waitFor(() => expect(text()).toContain(words(shopZone)), { timeout: 10_000 })
      expect(text()).not.toContain(words('UTC'))
      expect(await screen.findAllByText(new RegExp(`^Times in ${shopZone}`))).toHaveLength(1)
    },
  )

  it.each(screens)('sees dates in the zone that they chose on %s', async (_, path, words) => {
    await open(path(), 'UTC')
    await waitFor(() => expect(text()).toContain(words('UTC')), { timeout: 10_000 })
    expect(text()).not.toContain(words(shopZone))
    expect(await screen.findAllByText(/^Times in UTC/)).toHaveLength(1)
  })

  it.each([null, 'UTC'])(
    'enters the start of an operation on the schedule in the displayed zone (chosen: %s)',
    async (chosen) => {
      await open(`/schedule?operation=${operationId}`, chosen)
      await waitFor(() => expect(startField().value).toBe(dateTimeInputValue(startIso, chosen ?? shopZone)))
    },
  )

  it('sees the start of an operation move to the chosen zone when the setting arrives after the plan', async () => {
    await server.as(tenant.admin).put('/users/me/preferences', { timezone: 'UTC' })
    const browser = useServer(server.app, tenant.admin)
    openTab(storedFor(tenant.admin, tenant, { isAdmin: 'true' }))
    const known = Promise.withResolvers<null>()
    browser.interfere((_, path) => (path === '/api/users/me' ? known.promise : null))
    const starting = renderApp(`/schedule?operation=${operationId}`)
    await waitFor(() => expect(startField().value).toBe(dateTimeInputValue(startIso, shopZone)))
    known.resolve(null)
    await waitFor(() => expect(startField().value).toBe(dateTimeInputValue(startIso, 'UTC')))
    await starting
  })
})

it('sees no hint when the browser, the organization and the reader have the same clock', async () => {
  setBrowserZone(shopZone)
  await open('/operations')
  await waitFor(() => expect(text()).toContain(time(shopZone)))
  expect(text()).not.toContain('Times in')
})
