import { cleanup, screen, within } from '@testing-library/react'
import axe from 'axe-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Assistant, assistantOf } from '#testing/assistants/assistant.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import type { Actor } from '#testing/builders/build-user.ts'
import { renderApp } from '#testing/render-app.tsx'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { openTab, storedFor, useServer } from '#testing/web-harness.ts'

let server: TestServer
let tenant: TestTenant
let planner: Assistant
beforeAll(async () => {
  server = await startServer()
})
beforeEach(async () => {
  tenant = await server.newTenant()
  planner = await assistantOf(server, tenant.planner, { name: 'Desk' })
})
afterAll(() => server.close())

const open = async (reader: Actor) => {
  cleanup()
  useServer(server.app, reader)
  openTab(storedFor(reader, tenant))
  const app = await renderApp('/assistants')
  await screen.findByRole('heading', { name: 'Assistants' })
  return app
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name }).value

describe('the page of assistants', () => {
  it('the page shows the address, the header and the settings of a client, each to copy', async () => {
    const app = await open(tenant.planner)
    expect(field('Address')).toBe(`${location.origin}/api/mcp`)
    expect(field('Header')).toBe('Authorization: Bearer sch_YOUR_TOKEN')
    expect(field('Run this in a terminal')).toContain(`${location.origin}/api/mcp`)
    await app.user.selectOptions(screen.getByRole('combobox', { name: 'Settings for' }), 'vsCode')
    const settings = JSON.parse(field('In .vscode/mcp.json'))
    expect(settings.servers.scheduler).toEqual({
      type: 'http',
      url: `${location.origin}/api/mcp`,
      headers: { Authorization: 'Bearer sch_YOUR_TOKEN' },
    })
    await app.user.click(screen.getByRole('button', { name: 'Copy address' }))
    expect(await navigator.clipboard.readText()).toBe(`${location.origin}/api/mcp`)
    expect(screen.getByRole('link', { name: 'create an API token' }).getAttribute('href')).toBe('/settings#api-tokens')
    const { violations } = await axe.run(screen.getByRole('main'), { rules: { 'color-contrast': { enabled: false } } })
    expect(violations).toEqual([])
  })

  it('the log shows what was asked and done: own calls, and for an admin all of them', async () => {
    const office = await assistantOf(server, tenant.admin, { name: 'Office' })
    await planner.call('find', { text: 'Pump' })
    await office.call('project', { project: 'Nothing' })
    await open(tenant.planner)
    expect(screen.getByRole('rowheader', { name: /^find/ }).textContent).toContain('{"text":"Pump"}')
    expect(screen.queryByRole('rowheader', { name: /^project/ })).toBeNull()
    await open(tenant.admin)
    const refused = screen.getByRole('row', { name: /^project/ })
    expect(within(refused).getByText('Refused')).toBeTruthy()
    expect(within(refused).getByText('No project has this number or name. Use find to look for it.')).toBeTruthy()
    expect(screen.getByRole('rowheader', { name: /^find/ })).toBeTruthy()
    const { violations } = await axe.run(screen.getByRole('main'), { rules: { 'color-contrast': { enabled: false } } })
    expect(violations).toEqual([])
  })

  it('earlier calls are shown on request', async () => {
    for (let index = 0; index < 52; index++) await planner.call('find', { text: `Word ${index}.` })
    const app = await open(tenant.planner)
    expect(screen.queryByText('{"text":"Word 0."}')).toBeNull()
    await app.user.click(screen.getByRole('button', { name: 'Show earlier calls' }))
    expect(await screen.findByText('{"text":"Word 0."}')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Show earlier calls' })).toBeNull()
  })
})
