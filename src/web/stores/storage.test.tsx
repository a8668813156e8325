// @module-tag rest
import { cleanup, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import { renderApp } from '#testing/render-app.tsx'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { openTab, storedFor, useServer } from '#testing/web-harness.ts'
import { clearDrafts, readDraft, saveDraft } from './drafts.ts'
import { localStore } from './safe-storage.ts'
import { rereadSession, useSession } from './session.ts'

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

const own = () => `${tenant.tenantId}:${tenant.planner.userId}`
/** Keys about user and organization change which page opens, so each is tested alone. All other keys are tested together. */
const keys = {
  local: () => [
    ['userId'],
    ['userEmail'],
    ['name'],
    ['isAdmin'],
    ['isSuperAdmin'],
    ['currentTenantId'],
    ['currentTenantName'],
    [
      'availableTenants',
      'rememberEmail',
      'darkMode',
      'themeConfig',
      'dateFormat',
      'timeFormat',
      'timezone',
      'notificationSound',
      `notifications:${own()}`,
      `outbox:${own()}`,
      `navigation:${own()}`,
      `header:${own()}`,
    ],
  ],
  session: () => [
    ['authValidated'],
    ['currentTenantId'],
    ['lastLogin', 'notificationToken', `draft:${own()}:note:new`],
  ],
} as const
const corruptions: readonly [string, string][] = [
  ['nothing', ''],
  ['broken JSON', '{broken'],
  ['another type', '[1,null,{"id":7,"read":"yes"},"x"]'],
  ['null', 'null'],
  ['a NUL', '\u0000'],
  ['100 KB', 'x'.repeat(100_000)],
  ['an organization of somebody else', '3f0e0f8e-7c55-4a3e-9b57-1c2d3e4f5a6b'],
  ['what it held ten years ago', '{"version":1,"items":{"a":{"when":"2016"}},"newest":{},"values":null}'],
  ['a number too large', '1e999'],
]

describe('the application with a damaged storage', () => {
  for (const kind of ['local', 'session'] as const) {
    it.each(corruptions)(`starts when a key of ${kind} storage holds %s`, async (_what, value) => {
      useServer(server.app, tenant.planner)
      const storage = kind === 'local' ? localStorage : sessionStorage
      for (const together of keys[kind]()) {
        const which = together.join(', ')
        openTab(storedFor(tenant.planner, tenant))
        for (const key of together) storage.setItem(key, value)
        rereadSession()
        const app = await renderApp('/profile')
        expect(app.path(), which).toMatch(/^\/(profile|login|tenant-selection)?(\?|$)/)
        await waitFor(() => expect(document.querySelector('h1'), which).not.toBeNull())
        expect(document.body.textContent, which).not.toContain('Something went wrong')
        cleanup()
      }
    })
  }

  it('ignores and logs an organization id that is not a UUID', () => {
    openTab({ local: { ...storedFor(tenant.planner, tenant).local, currentTenantId: 'nonsense' } })
    expect(useSession.getState().tenantId).toBeNull()
    expect(vi.mocked(console.warn).mock.calls.flat()).toContain('Invalid tenant ID format')
  })

  it('keeps values for the lifetime of the page when the browser refuses storage', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('Quota exceeded', 'QuotaExceededError')
    })
    localStore.set('name', 'Dana')
    expect(localStore.get('name')).toBe('Dana')
    localStore.set('name', null)
    expect(localStore.get('name')).toBeNull()
  })
})

describe('drafts', () => {
  it('belong to one user, organization and record, survive a forced sign-in and are deleted when the organization is switched', () => {
    openTab(storedFor(tenant.planner, tenant))
    saveDraft('project', 'p1', { name: 'Gantry', version: 3 })
    expect(readDraft('project', 'p1')).toEqual({ name: 'Gantry', version: 3 })
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
