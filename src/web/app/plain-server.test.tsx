// @module-tag rest
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { stubResizeObserver } from '#testing/page-as-found.ts'
import { plainIds, plainSession, type Spelling, spellings, usePlainServer } from '#testing/plain-server.ts'
import { renderApp } from '#testing/render-app.tsx'
import { openTab } from '#testing/web-harness.ts'
import { toast } from '#web/ui/toast.tsx'

beforeEach(() => {
  stubResizeObserver()
  // Virtual lists and boards draw only what fits, so the elements need a size.
  for (const name of ['clientHeight', 'clientWidth'] as const) {
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => 900 })
  }
  for (const kind of ['warn', 'error'] as const) vi.spyOn(console, kind).mockImplementation(() => {})
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const open = async (path: string, spelling: Spelling = 'camelCase') => {
  const server = usePlainServer(spelling)
  openTab(plainSession)
  const app = await renderApp(path)
  await waitFor(() => expect(app.queryClient.isFetching()).toBe(0))
  return { app, server, said: () => document.querySelector('main')?.textContent ?? '' }
}

/** What each screen shows of the records when they have only the specified fields (`src/testing/plain-server.ts`). */
const screens: readonly (readonly [path: string, texts: readonly string[]])[] = [
  ['/', ['What needs a decision today', 'Gantry crane', '8 d past due']],
  ['/projects', ['Hydraulic press', 'Gantry crane', 'Tank', '1042']],
  [`/projects/${plainIds.press}`, ['Hydraulic press', 'Cut plates', 'Weld frame', '50 %']],
  ['/kanban', ['Hydraulic press', 'Gantry crane', 'Tank', 'Delayed', 'P90']],
  ['/kanban?view=operation', ['Cut plates', 'Weld frame', 'Lift girder']],
  ['/schedule', ['Hydraulic press', 'Gantry crane', 'Tank']],
  ['/overdue-operations', ['Lift girder', 'Gantry crane']],
  ['/operations', ['Weld frame', 'Lift girder', 'Welding']],
  ['/operations?work=finished', ['Cut plates']],
  [`/projects/${plainIds.press}/operations/${plainIds.weld}`, ['Weld frame']],
  ['/shift-patterns', ['Shift patterns1', '0 h a week']],
  ['/holidays', ['Holidays1', 'Whole day']],
  ['/profile', ['dana@example.com']],
  ['/settings', ['Appearance']],
]

describe.each(Object.keys(spellings) as Spelling[])('with a server of the specified API in %s', (spelling) => {
  it.each(screens)('%s works', async (path, texts) => {
    const { said } = await open(path, spelling)
    for (const text of texts) await waitFor(() => expect(said()).toContain(text))
    expect(said()).not.toMatch(/could not be read|undefined|NaN|Invalid/)
    if (!path.includes('/operations/')) expect(said()).not.toContain('Something went wrong')
  })

  it('the bell shows unread notifications that have no cause and no id', async () => {
    const { app } = await open('/profile', spelling)
    await app.user.click(await screen.findByRole('button', { name: 'Notifications, 2 unread' }))
    const inside = within(await screen.findByRole('dialog', { name: 'Notifications' }))
    expect(await inside.findByText('Press will be late')).toBeTruthy()
    expect(inside.getByText('Weld frame is behind')).toBeTruthy()
    expect(inside.getAllByText('High Priority')).toHaveLength(1)
  })
})

describe('with a server of the specified API', () => {
  it('a screen that needs another call says that the server does not offer it', async () => {
    const { said } = await open('/analytics')
    await waitFor(() => expect(said()).toContain('Failed to fetch analytics. This server does not offer it.'))
  })

  it('hold is a PATCH without a version, and fields that the answer omits are read again', async () => {
    vi.spyOn(toast, 'success')
    const { app, server } = await open(`/projects/${plainIds.press}`)
    await app.user.click(await screen.findByRole('button', { name: 'Hold' }))
    await waitFor(() => expect(toast.success).toHaveBeenCalledWith('Project put on hold', expect.anything()))
    expect(server.calls).toContain(`PATCH /projects/${plainIds.press}`)
    expect(server.bodies).toEqual([{ Status: 'On Hold', ModifiedBy: 'Dana Whitfield' }])
  })

  it('a run without an id ends with its message', async () => {
    vi.spyOn(toast, 'success')
    const { app } = await open('/')
    await app.user.click(await screen.findByRole('button', { name: 'Schedule all' }))
    await waitFor(() => {
      expect(toast.success).toHaveBeenCalledWith('All projects have been successfully scheduled!')
    })
  })
})
