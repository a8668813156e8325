// @module-tag rest
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { closeDirections } from '#contract/close-directions.ts'
import { Line } from '#contract/fields.ts'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import { buildShift } from '#testing/builders/build-shift.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import { hostileText } from '#testing/hostile-text.ts'
import { stubResizeObserver } from '#testing/page-as-found.ts'
import { renderApp } from '#testing/render-app.tsx'
import { sendNoteAs } from '#testing/send-note-as.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { daysFrom } from '#testing/test-days.ts'
import { openTab, storedFor, useServer } from '#testing/web-harness.ts'

let server: TestServer
let tenant: TestTenant
let paths: Record<string, string> = {}
/** Text number `n` in a form that the contract accepts, so that each of the thirty appears in several places. */
const text = (n: number): string => Line().parse(hostileText[n % hostileText.length])

beforeAll(async () => {
  stubResizeObserver()
  Element.prototype.scrollIntoView ??= () => {}
  // jsdom has no layout, so every virtual list is treated as fully visible.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(3_000)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1_440)
  server = await startServer()
  tenant = await server.newTenant({ name: text(0) })
  const ctx = await server.contextOf(tenant.admin)
  const ids: string[] = []
  const aFortnightAgo = daysFrom(server.clock.now(), -14)
  for (const n of hostileText.keys()) {
    const name = text(n)
    const { categoryId } = await buildCategory(ctx, { name: `${text(n + 5).slice(0, 110)} ${n}` })
    const { projectId } = await buildProject(ctx, {
      projectName: name,
      projectNumber: `${text(n + 1).slice(0, 40)}${n}`,
      shortName: text(n + 2).slice(0, 40),
      customerName: text(n + 3),
      description: text(n + 4),
      plannedShipDate: `${aFortnightAgo}T17:00:00Z`,
    })
    const { operationId } = await buildOperation(ctx, projectId, {
      name,
      notes: text(n + 6),
      categoryId,
      scheduledStartDate: `${aFortnightAgo}T08:00:00Z`,
      scheduledEndDate: `${aFortnightAgo}T16:00:00Z`,
    })
    ids.push(projectId)
    if (n === 0)
      paths = { project: `/projects/${projectId}`, operation: `/projects/${projectId}/operations/${operationId}` }
  }
  paths.edit = `/projects/${ids[0]}?edit=project`
  await buildShift(ctx, { name: text(0) })
  await server.as(tenant.admin).post('/holidays', { name: text(0), date: '2026-11-26' })
  await server.newUser({ name: text(0), memberOf: [{ tenantId: tenant.tenantId }] })
  await sendNoteAs(server, tenant.planner, { title: text(0), message: text(1) })
})
afterAll(() => server.close())
/** Checks that no part of a name has become an element, a handler, an address or a running script. */
const expectNothingAlive = () => {
  expect((window as { hacked?: unknown }).hacked).toBeUndefined()
  expect(document.querySelector('img[src=x], iframe, base, meta[http-equiv=refresh], form[action], hr')).toBeNull()
  const isAlive = ({ name, value }: Attr) =>
    /^(on|srcdoc|autofocus)/.test(name) ||
    (/^(href|src|action|xlink:href)$/.test(name) && /^\s*(javascript|data:text)/i.test(value))
  const alive = [...document.querySelectorAll('*')].filter(({ attributes }) => [...attributes].some(isAlive))
  expect(alive.map(({ outerHTML }) => outerHTML.slice(0, 200))).toEqual([])
  // A right-to-left name does not reverse the text after it.
  const words = document.body.textContent ?? ''
  expect(closeDirections(words) === words).toBe(true)
  const made = [...document.querySelectorAll('script, style')].map(({ textContent }) => textContent)
  expect(made.filter((content) => /hacked|display:none/.test(content ?? ''))).toEqual([])
}

/** All text on the screen, including values of fields. */
const shown = () => [
  document.body.textContent ?? '',
  ...[...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value),
]
const whole = hostileText.filter(({ length }) => length > 8)
const found = () => {
  const parts = shown()
  return whole.filter((one) => parts.some((part) => part.includes(one)))
}

const open = async (path: string) => {
  useServer(server.app, tenant.admin)
  openTab(storedFor(tenant.admin, tenant, { isAdmin: 'true' }))
  return renderApp(path)
}

/** The screens, and how many of the texts must appear unchanged on each. */
const screens: [string, number][] = [
  ['/', 10],
  ['/projects', 25],
  ['project', 4],
  ['operation', 4],
  ['edit', 6],
  ['/kanban', 10],
  ['/kanban?view=operation', 10],
  ['/schedule', 25],
  ['/analytics', 25],
  ['/operations', 10],
  ['/overdue-operations', 10],
  ['/overdue-operations?view=kanban', 10],
  ['/overdue-operations?view=timeline', 10],
  ['/shift-patterns?tab=work-centers', 25],
  ['/holidays', 1],
  ['/history', 25],
  ['/admin?tab=users', 1],
  ['/admin?tab=audit', 25],
  ['/tenant-selection', 1],
]

describe('names that contain code', () => {
  it.each(screens)('are shown as text on %s', async (name, atLeast) => {
    await open(paths[name] ?? name)
    await waitFor(() => expect(found().length).toBeGreaterThanOrEqual(atLeast))
    expectNothingAlive()
  })

  it('are shown as text in dialogs, toasts, the palette and the notifications', async () => {
    const app = await open(paths.edit ?? '')
    const dialog = within(await screen.findByRole('dialog'))
    fireEvent.change(dialog.getByRole('textbox', { name: 'Project name' }), { target: { value: text(9) } })
    await app.user.click(dialog.getByRole('button', { name: 'Save project' }))
    expect(await screen.findByText(`Project #${text(1).slice(0, 40)}0 saved`)).toBeTruthy()
    expectNothingAlive()
    await app.open('/shift-patterns?tab=work-centers')
    await app.user.click(await screen.findByRole('button', { name: 'New work center' }))
    const name = await screen.findByRole('textbox', { name: 'Name' })
    fireEvent.change(name, { target: { value: text(2) } })
    await app.user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText(`${text(2)} saved`)).toBeTruthy()
    expectNothingAlive()
    await app.user.click(await screen.findByRole('button', { name: /^Notifications/ }))
    expect(await screen.findByText(text(1))).toBeTruthy()
    expectNothingAlive()
    await app.user.keyboard('{Escape}{Control>}k{/Control}')
    await app.user.keyboard('hacked')
    await waitFor(() => expect(within(screen.getByRole('dialog')).getAllByRole('option').length).toBeGreaterThan(5))
    expectNothingAlive()
  })
})
