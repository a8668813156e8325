import { describe, expect, it } from 'vitest'
import type { Project } from '#contract/projects.ts'
import { buildKanban } from '#domain/kanban/build-kanban.ts'
import { phaseColumns } from '#domain/kanban/kanban-columns.ts'
import { manyProjects } from '#testing/bench/kanban/many-projects.ts'
import { type Columns, reuseColumns, withHeldCard } from './column-set.ts'
import { columnOf, compareCards } from './kanban-card.ts'
import { projectCard } from './project-cards.ts'

const projects = manyProjects(60, Date.parse('2026-11-18T16:00:00Z'))
const kanban = (list: readonly Project[]): Columns =>
  buildKanban(
    phaseColumns,
    list.map((project) => projectCard(project, null)),
    (card) => columnOf(card, 'phase'),
    compareCards,
  )
const changed = (project: Project, change: Partial<Project>) =>
  projects.map((other) => (other === project ? { ...project, ...change } : other))
const first = projects.find(({ currentPhase }) => currentPhase === 'engineering')
if (!first) throw new Error('No project in Engineering')

describe('reuseColumns', () => {
  it('keeps the objects of unchanged columns', () => {
    const before = kanban(projects)
    expect(reuseColumns(before, kanban(projects))).toBe(before)
    const after = reuseColumns(before, kanban(changed(first, { currentPhase: 'production' })))
    const kept = after.filter((column, index) => column === before[index]).map(({ id }) => id)
    expect(kept).toEqual(['submittals', 'complete', 'shipped', 'on_hold', 'cancelled'])
  })
})

describe('a dragged card', () => {
  const held = projectCard(first, null)
  it('stays in its column while another user moves it, but other cards move', () => {
    const other = projects.find((project) => project !== first && project.currentPhase === 'engineering')
    if (!other) throw new Error('No other project')
    const server = changed(first, { currentPhase: 'shipped', version: 2 }).map((project) =>
      project === other ? { ...other, currentPhase: 'production' as const } : project,
    )
    const shown = withHeldCard(kanban(server), held, 'phase')
    const idsIn = (id: string) => shown.find((column) => column.id === id)?.items.map((card) => card.id) ?? []
    expect(idsIn('engineering')).toContain(held.id)
    expect(idsIn('shipped')).not.toContain(held.id)
    expect(idsIn('engineering')).not.toContain(other.projectId)
    expect(idsIn('production')).toContain(other.projectId)
    expect(shown.flatMap(({ items }) => items)).toHaveLength(projects.length)
    expect(shown.find(({ id }) => id === 'engineering')?.items).toContain(held)
  })

  it('stays in its column even if another user deletes it', () => {
    const shown = withHeldCard(kanban(projects.filter((project) => project !== first)), held, 'phase')
    expect(shown).toEqual(kanban(projects))
  })

  it('the columns stay unchanged while no card is dragged or no data has changed', () => {
    const columns = kanban(projects)
    expect(withHeldCard(columns, null, 'phase')).toBe(columns)
    expect(withHeldCard(columns, held, 'phase').every((column, index) => column === columns[index])).toBe(true)
  })
})
