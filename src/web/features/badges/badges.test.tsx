import { cleanup, screen, waitFor, within } from '@testing-library/react'
import axe from 'axe-core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { floorShop } from '#testing/floor-shop.ts'
import { stubResizeObserver } from '#testing/page-as-found.ts'
import { renderApp } from '#testing/render-app.tsx'
import { openTab, storedFor, useServer } from '#testing/web-harness.ts'

const { shop, admin } = floorShop()
beforeEach(stubResizeObserver)
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const openAs = (who: 'admin' | 'planner') => {
  useServer(shop.server.app, shop.tenant[who])
  openTab(storedFor(shop.tenant[who], shop.tenant))
  return renderApp('/badges')
}

describe('the badges of people on the floor', () => {
  it('an admin prints a badge of each active person, with name, code and text', async () => {
    await admin().post('/workers', { name: 'Ana Silva', code: '0042', badge: 'BADGE-7' })
    await admin().post('/workers', { name: 'Luis Ortega', code: '1180' })
    await admin().post('/workers', { name: 'Gone', code: '1181', isActive: false })
    let printed: string[] = []
    vi.spyOn(window, 'print').mockImplementation(() => {
      const badges = [...document.querySelectorAll('[data-print] li')]
      printed = badges.map(({ textContent }) => textContent ?? '')
    })
    const { user } = await openAs('admin')
    const list = within(await screen.findByRole('list', { name: 'Badges' }))
    expect(list.getAllByRole('img').map(({ ariaLabel }) => ariaLabel)).toEqual([
      'QR code of Ana Silva',
      'QR code of Luis Ortega',
    ])
    expect((await axe.run(screen.getByRole('list', { name: 'Badges' }))).violations).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Print on Letter' }))
    await waitFor(() => expect(printed).toHaveLength(2))
    expect(printed[0]).toMatch(/Ana SilvaBADGE-7$/)
    expect(printed[1]).toMatch(/Luis Ortega1180$/)
  })

  it('a planner sees the refusal, and no code', async () => {
    await admin().post('/workers', { name: 'Ana Silva', code: '0042' })
    await openAs('planner')
    expect(await screen.findByText(/Only admins of this organization can manage the people on the floor/)).toBeTruthy()
    expect(screen.queryByText('0042')).toBeNull()
  })

  it('a page without people says where they are added', async () => {
    await openAs('admin')
    expect(await screen.findByText('No people on the floor yet')).toBeTruthy()
    expect(screen.getByRole('button', { name: /Print on A4/ }).ariaDisabled).toBe('true')
  })
})
