import '#web/styles/index.css'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { ProjectPhase } from '#contract/vocabulary.ts'
import { buildKanban } from '#domain/kanban/build-kanban.ts'
import { type ColumnId, phaseColumns } from '#domain/kanban/kanban-columns.ts'
import { Kanban } from '#web/features/kanban/board/kanban.tsx'
import { type Columns, reuseColumns } from '#web/features/kanban/model/column-set.ts'
import { columnOf, compareCards, type KanbanCard } from '#web/features/kanban/model/kanban-card.ts'
import { projectCard } from '#web/features/kanban/model/project-cards.ts'
import { painted, untilPainted } from '../paint.ts'
import { benchNowMs, benchScene } from './bench-scene.ts'
import { manyProjects } from './many-projects.ts'
import { PlainKanban } from './plain-kanban.tsx'

const asked = new URLSearchParams(location.search)
const projects = manyProjects(Number(asked.get('cards') ?? 2_000), benchNowMs)
const { grouping, density, dates, nowMs, categories } = benchScene
const { toggleCollapsed, openProgress, hold, open } = benchScene.actions

/** The same data and the same move for both boards: one new record, the columns built anew. */
function Bench() {
  const [list, setList] = useState(projects)
  const before = useRef<Columns>([])
  const cards = list.map((project) => projectCard(project, null))
  const columns = reuseColumns(
    before.current,
    buildKanban<KanbanCard>(phaseColumns, cards, (card) => columnOf(card, 'phase'), compareCards),
  )
  before.current = columns
  const move = (card: KanbanCard, column: ColumnId) => {
    const currentPhase = column as ProjectPhase
    setList((all) => all.map((project) => (project.projectId === card.id ? { ...project, currentPhase } : project)))
    return true
  }
  return (
    <div style={{ display: 'flex', flexDirection: 'column', height: '100dvh', paddingTop: 40 }}>
      {asked.get('board') === 'plain' ? (
        <PlainKanban columns={columns} onMove={move} />
      ) : (
        <Kanban
          columns={columns}
          grouping={grouping}
          density={density}
          dates={dates}
          nowMs={nowMs}
          categories={categories}
          collapsed={[]}
          actions={{ move, toggleCollapsed, openProgress, hold, open }}
          onReorder={() => false}
        />
      )}
    </div>
  )
}

const bench = {
  mount: async () => {
    const startMs = performance.now()
    flushSync(() => createRoot(document.querySelector('#root') as HTMLElement).render(<Bench />))
    return (await painted()) - startMs
  },
  /** Milliseconds from the watched input to the frame with its result. */
  latency: Promise.resolve(0),
  watch: (input: string, selector: string): void => {
    bench.latency = untilPainted(input, () => document.querySelector(selector) !== null)
  },
}
declare global {
  interface Window {
    bench: typeof bench
  }
}
window.bench = bench
