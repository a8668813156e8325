import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { aProject, fixtureNowMs as nowMs, fixtureZone as zone } from '#testing/builders/a-project.ts'
import { columnTotals } from '../model/column-totals.ts'
import type { OperationCard } from '../model/kanban-card.ts'
import { isLate } from '../model/kanban-card.ts'
import { projectCard } from '../model/project-cards.ts'
import { CardDeadline } from './card-deadline.tsx'

const shipped = '2026-11-02T16:00:00Z'
const soon = '2026-11-21T16:00:00Z'
const saidOf = (card: Parameters<typeof CardDeadline>[0]['card']) =>
  render(<CardDeadline card={card} zone={zone} nowMs={nowMs} />).container.textContent
const project = (change: Parameters<typeof aProject>[0]) => projectCard(aProject(change), null)
const operation = (change: Partial<OperationCard>) =>
  ({ type: 'operation', progress: 0, endMs: Date.parse(shipped), durationHours: 8, ...change }) as OperationCard

it('a project card shows the days late and the days past due', () => {
  expect(saidOf(project({ plannedShipDate: shipped, state: 'late', latenessDays: 28, pastDueDays: 16 }))).toBe(
    '28 d late16 d past due',
  )
  expect(saidOf(project({ plannedShipDate: soon, state: 'late', latenessDays: 4 }))).toBe('4 d latein 3 d')
  const cancelled = { state: 'cancelled', currentPhase: 'cancelled' } as const
  expect(saidOf(project({ plannedShipDate: shipped, ...cancelled }))).toBe('16 d past due')
})

it('the deadline of an operation card that ends at midnight is the day before', () => {
  expect(saidOf(operation({ state: 'onTime', endMs: Date.parse('2026-11-25T06:00:00Z') }))).toBe('in 6 d')
})

it('an operation card is late if the server says so, not if its planned end has passed', () => {
  const held = operation({ state: 'closed' })
  const overdue = operation({ state: 'overdue' })
  expect([saidOf(held), saidOf(overdue)]).toEqual(['', 'Overdue'])
  expect([held, overdue, operation({ state: 'overdue', progress: 1 })].map(isLate)).toEqual([false, true, false])
  const late = project({ state: 'late', latenessDays: 4 })
  expect(columnTotals([held, overdue, operation({ state: 'projectedLate' }), late]).late).toBe(3)
})
