import { expect, it } from 'vitest'
import { fixedEndMs, linkEndMs } from './link-end.ts'

const zone = 'America/New_York'
const modifiedAt = new Date('2026-11-20T13:00:00Z')
const open = { currentPhase: 'production', status: 'In Progress', actualShipDate: null, modifiedAt } as const
const shipped = {
  currentPhase: 'shipped',
  status: 'Completed',
  actualShipDate: new Date('2026-10-25T13:00:00Z'),
  modifiedAt,
} as const

it.each([
  ['in30Days', '2026-12-18T09:00:00.000Z'],
  ['in90Days', '2027-02-16T09:00:00.000Z'],
  ['afterShipment', null],
] as const)('the term %s ends at a fixed time or with the shipment', (term, end) => {
  const endMs = fixedEndMs(term, Date.parse('2026-11-18T09:00:00Z'))
  expect(endMs === null ? null : new Date(endMs).toISOString()).toBe(end)
})

it('a link that ends with the shipment expires after the fourteenth day, across clock changes too', () => {
  const end = linkEndMs({ expiresAt: null }, shipped, zone)
  expect(end).toBe(Date.parse('2026-11-09T00:00:00-05:00'))
})

it.each([
  ['was cancelled', { currentPhase: 'cancelled' }],
  ['was cancelled after it had shipped', { currentPhase: 'cancelled', actualShipDate: shipped.actualShipDate }],
  ['shipped on an unknown day', { currentPhase: 'shipped' }],
] as const)('a link to a project that %s expires after the fourteenth day since its last change', (_, change) => {
  const end = linkEndMs({ expiresAt: null }, { ...open, ...change }, zone)
  expect(end).toBe(Date.parse('2026-12-05T00:00:00-05:00'))
})

it('a link that ends with the shipment has no end until something ships', () => {
  expect(linkEndMs({ expiresAt: null }, open, zone)).toBeNull()
  expect(linkEndMs({ expiresAt: null }, { ...open, actualShipDate: shipped.actualShipDate }, zone)).toBeNull()
  expect(linkEndMs({ expiresAt: null }, null, zone)).toBeNull()
})

it('a link with its own end keeps it, shipped or not', () => {
  const expiresAt = new Date('2027-01-01T00:00:00Z')
  for (const project of [open, shipped, null]) expect(linkEndMs({ expiresAt }, project, zone)).toBe(expiresAt.getTime())
})
