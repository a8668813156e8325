import { cleanup, screen } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import { renderApp } from '#testing/render-app.tsx'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { openTab, storedFor, useServer } from '#testing/web-harness.ts'
import { clearDrafts, readDraft, saveDraft } from './drafts.ts'
import { localStore } from './safe-storage.ts'
import { rereadSession } from './session.ts'

let server: TestServer
let tenant: TestTenant
beforeAll(async () => {
  server = await startServer()
  tenant = await server.newTenant()
})
afterAll(() => server.close())
beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const keys = {
  local: [
    'userId',
    'name',
    'isAdmin',
    'currentTenantId',
    'currentTenantName',
    'availableTenants',
    'darkMode',
    'themeConfig',
    'dateFormat',
    'timezone',
  ],
  session: ['authValidated', 'currentTenantId', 'lastLogin', 'notificationToken'],
} as const
const corruptions = ['', '{broken', '[1,2]', 'null', '\u0000', 'x'.repeat(100_000)]
const cases = Object.entries(keys).flatMap(([kind, names]) =>
  names.flatMap((key) => corruptions.map((value) => [kind, key, value] as const)),
)

describe('storage that cannot be trusted (trust.md 70)', () => {
  it.each(cases)('%s %s = %.12s: the application starts', async (kind, key, value) => {
    useServer(server.app, tenant.planner)
    openTab(storedFor(tenant.planner, tenant))
    ;(kind === 'local' ? localStorage : sessionStorage).setItem(key, value)
    rereadSession()
    const app = await renderApp('/kanban')
    expect(app.path()).toMatch(/^\/(kanban|login|tenant-selection)/)
    expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy()
    expect(screen.queryByText('Something went wrong')).toBeNull()
  })

  it('refused storage: what is kept lives as long as the page', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('Quota exceeded', 'QuotaExceededError')
    })
    localStore.set('name', 'Dana')
    expect(localStore.get('name')).toBe('Dana')
    localStore.set('name', null)
    expect(localStore.get('name')).toBeNull()
  })
})

describe('drafts (trust.md 71)', () => {
  it('belong to user, organisation and entity, survive a forced sign-in and go with the switch', () => {
    openTab(storedFor(tenant.planner, tenant))
    saveDraft('project', 'p1', { values: { name: 'Gantry' }, version: 3 })
    expect(readDraft('project', 'p1')).toEqual({ values: { name: 'Gantry' }, version: 3 })
    expect(readDraft('project', null)).toBeNull()
    for (const [key, value] of Object.entries(storedFor(tenant.admin, tenant).local)) localStorage.setItem(key, value)
    rereadSession()
    expect(readDraft('project', 'p1')).toBeNull()
    for (const [key, value] of Object.entries(storedFor(tenant.planner, tenant).local)) localStorage.setItem(key, value)
    rereadSession()
    expect(readDraft('project', 'p1')).not.toBeNull()
    clearDrafts()
    expect(readDraft('project', 'p1')).toBeNull()
  })
})
