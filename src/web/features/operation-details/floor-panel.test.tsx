import { cleanup, screen, waitFor, within } from '@testing-library/react'
import axe from 'axe-core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { MemberAccess } from '#contract/vocabulary.ts'
import { minuteMs } from '#domain/time/units.ts'
import { floorShop } from '#testing/floor-shop.ts'
import { stubResizeObserver } from '#testing/page-as-found.ts'
import { renderApp } from '#testing/render-app.tsx'
import { openTab, storedFor, useServer } from '#testing/web-harness.ts'

const { shop, pass, admin, planner, addWork, report } = floorShop()
beforeEach(stubResizeObserver)
afterEach(cleanup)

const open = async (access: MemberAccess, { projectId, operationId }: { projectId: string; operationId: string }) => {
  const actor = await shop.server.newUser({ memberOf: [{ tenantId: shop.tenant.tenantId, access }] })
  useServer(shop.server.app, actor)
  openTab(storedFor(actor, shop.tenant, { access }))
  return renderApp(`/projects/${projectId}/operations/${operationId}`)
}
const panel = async () => within(await screen.findByRole('region', { name: 'Reports from the floor' }))

/** Work of 40 pieces in 40 hours, with reports of a person. */
const paint = async () => {
  const work = await addWork('Paint', 0, { durationHours: 40, quantity: 40 })
  await admin().post('/workers', { name: 'Ana', code: '0042' })
  const { version } = (await planner().get('/organisation')).body
  await admin().put('/organisation', { floorIdentification: 'required' }, { 'If-Match': String(version) })
  const say = async (fields: Parameters<typeof report>[1]) =>
    expect((await report(work.operationId, { workerCode: '0042', ...fields })).status).toBe(200)
  await say({ kind: 'pieces', good: 12, scrap: 1, scrapReason: 'Damaged' })
  await pass(minuteMs)
  await say({ kind: 'pause', reason: 'Break' })
  return { ...work, say }
}

describe('the reports of the shop floor on the page of an operation', () => {
  it('a planner sees the pieces, why they are scrap, and who reported them', async () => {
    await open('plan', await paint())
    const shown = await panel()
    expect(shown.getByText('12 of 40 good, 1 scrap')).toBeTruthy()
    const lines = shown.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(lines).toEqual([
      expect.stringMatching(/^Paused: Break.* · Ana · Saw tablet$/),
      expect.stringMatching(/^12 good, 1 scrap: Damaged.* · Ana · Saw tablet$/),
    ])
    expect((await axe.run(screen.getByRole('region', { name: 'Reports from the floor' }))).violations).toEqual([])
  })

  it('a viewer sees the pieces without names, and why they cannot propose rework', async () => {
    await open('view', await paint())
    const shown = await panel()
    expect(shown.getByText('12 of 40 good, 1 scrap')).toBeTruthy()
    expect(shown.queryByText(/Ana/)).toBeNull()
    expect(shown.getByRole('button', { name: /Propose rework/ }).ariaDisabled).toBe('true')
  })

  it('a proposal adds the hours of the scrapped pieces to the hours left', async () => {
    const work = await paint()
    const { user, path } = await open('plan', work)
    const shown = await panel()
    expect(shown.getByText('Making 1 piece again takes 1 h by the estimate.')).toBeTruthy()
    await user.click(shown.getByRole('button', { name: 'Propose rework' }))
    await waitFor(() => expect(path()).toMatch(/^\/proposals\//))
    const proposal = (await planner().get(path())).body
    expect(proposal).toMatchObject({ title: '1 of 40 scrapped at Paint', changes: [{ operationId: work.operationId }] })
    const { durationHours, progressPercentage } = proposal.changes[0].fields
    expect(durationHours * (1 - progressPercentage / 100)).toBeCloseTo(29, 3)
    expect(await work.read()).toMatchObject({ durationHours: 40 })
  })

  it('rework of finished work needs an operation of its own', async () => {
    const work = await paint()
    await work.say({ kind: 'done' })
    await open('plan', work)
    const button = (await panel()).getByRole('button', { name: /Propose rework/ })
    expect(button.ariaDisabled).toBe('true')
  })

  it('work without reports has no such panel', async () => {
    await open('plan', await addWork('Paint', 0))
    await screen.findByRole('region', { name: 'History' })
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Reports from the floor' })).toBeNull())
  })
})
