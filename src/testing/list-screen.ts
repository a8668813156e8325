import { cleanup } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import type { TestTenant } from './builders/build-tenant.ts'
import type { Actor } from './builders/build-user.ts'
import { stubResizeObserver } from './page-as-found.ts'
import { renderApp } from './render-app.tsx'
import { startServer, type TestServer } from './server-harness.ts'
import { openTab, storedFor, type TestBrowser, useServer } from './web-harness.ts'

interface ListScreenOptions {
  readonly name?: string
  readonly timeZone?: string
  /** The server's time at the start of each test; defaults to the test clock's. */
  readonly at?: string
}

/**
 * For a test file about a list: one server, and for each test a new organization and a window of 1440 x 700 px. jsdom
 * has no layout, and a list renders only the rows that fit its height.
 */
export const listScreen = ({ at, ...named }: ListScreenOptions = {}) => {
  let server: TestServer
  let tenant: TestTenant
  let browser: TestBrowser
  beforeAll(async () => {
    stubResizeObserver()
    server = await startServer()
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(700)
    vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1440)
    Element.prototype.scrollTo = () => {}
    Element.prototype.scrollIntoView ??= () => {}
    if (at !== undefined) server.clock.set(at)
    tenant = await server.newTenant(named)
  })
  afterEach(() => {
    cleanup()
    vi.restoreAllMocks()
  })
  return {
    get server() {
      return server
    },
    get tenant() {
      return tenant
    },
    /** The browser of the last opened screen. */
    get browser() {
      return browser
    },
    /** Renders the application at a path for a person, by default the planner. */
    open: (path: string, actor: Actor = tenant.planner) => {
      browser = useServer(server.app, actor)
      openTab(storedFor(actor, tenant, actor === tenant.admin ? { isAdmin: 'true' } : {}))
      return renderApp(path)
    },
  }
}
