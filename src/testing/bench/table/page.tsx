import '#web/styles/index.css'
import { paintedWhen, untilPainted } from '../paint.ts'
import { madePlan } from './made-plan.ts'
import { madeRow } from './made-row.ts'
import { selectRows } from './select-rows.ts'
import { watchFrames } from './watch-frames.ts'

const asked = new URLSearchParams(location.search)
const plan = madePlan(Number(asked.get('rows') ?? 100_000))
const status = 'Pending'

/** The first operation that either table must show, computed beforehand by our own rules. */
const firstOf = (sortBy: 'name' | 'start', statuses?: [typeof status]): string =>
  plan.ids[selectRows(plan, { statuses, sortBy, sortOrder: 'asc' })[0] ?? -1] ?? ''
const wanted = { name: firstOf('name'), start: firstOf('start'), filter: firstOf('start', [status]) }

// Only the requested table is loaded, and its rows exist before the measurement.
const table =
  asked.get('table') === 'ag-grid'
    ? (await import('./ag-grid-table.ts')).agGridTable(plan.ids.map((_, row) => madeRow(plan, row)))
    : (await import('./our-table.tsx')).ourTable(plan)

const root = document.querySelector('#root') as HTMLElement
table.start?.(root)

const bench = {
  answeringMs: table.answeringMs,
  /** Milliseconds until the first rows are painted. */
  mount: async () => {
    const startMs = performance.now()
    table.mount(root)
    return (await paintedWhen(() => table.firstRow() !== null)) - startMs
  },
  /** Milliseconds from the watched input to the frame with its result. */
  latency: Promise.resolve(0),
  watchSort: (by: 'name' | 'start'): void => {
    bench.latency = untilPainted('click', () => table.firstRow() === wanted[by])
  },
  watchSelectAll: (): void => {
    bench.latency = untilPainted('click', table.allSelected)
  },
  filter: async () => {
    const startMs = performance.now()
    table.filter(status)
    return (await paintedWhen(() => table.firstRow() === wanted.filter)) - startMs
  },
}
declare global {
  interface Window {
    tableBench: typeof bench
  }
}
window.tableBench = bench
window.watchFrames = watchFrames
