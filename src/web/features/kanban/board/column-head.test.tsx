import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { KanbanCard } from '../model/kanban-card.ts'
import { ColumnHead } from './column-head.tsx'
import { KanbanContext } from './kanban-scene.ts'

const sumsOf = (cards: readonly object[]) => {
  const column = { id: 'in_progress', title: 'In Progress', items: cards as KanbanCard[] }
  const scene = { actions: {}, categories: new Map() }
  render(
    <KanbanContext value={scene as never}>
      <ColumnHead column={column as never} collapsed={false} titleId="head" />
    </KanbanContext>,
  )
  return screen.getByRole('paragraph')
}

it('the header of a column of operations counts the overdue and the projected late ones, and calls none of them late', () => {
  const operation = { type: 'operation', progress: 0, durationHours: 8 }
  const states = ['overdue', 'projectedLate', 'onTime']
  const sums = sumsOf(states.map((state) => ({ ...operation, state })))
  expect(sums.textContent).toBe('2 overdue or projected late · 24 h')
  expect(sums.querySelector('[title]')?.getAttribute('title')).toBe('2 overdue or projected late')
})

it('the header of a column of projects counts the late ones', () => {
  const project = { type: 'project', project: { state: 'late', hoursLeft: 8 } }
  expect(sumsOf([project]).textContent).toBe('1 late · 8 h')
})
