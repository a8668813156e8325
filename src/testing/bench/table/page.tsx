import '#web/styles/index.css'
import { filterOperations, type JudgedPlan } from '#domain/operation-lists/filter-operations.ts'
import { orderOperations } from '#domain/operation-lists/order-operations.ts'
import { paintedWhen, untilPainted } from '../paint.ts'
import { madePlan } from './made-plan.ts'
import { madeRow } from './made-row.ts'
import { watchFrames } from './watch-frames.ts'

const asked = new URLSearchParams(location.search)
const judged = madePlan(Number(asked.get('rows') ?? 100_000))
const status = 'Pending'

/** The first operation of what either table must show, told beforehand by the product's own rules. */
const firstOf = (plan: JudgedPlan, sortBy: 'name' | 'start', statuses?: [typeof status]): string => {
  const { rows } = filterOperations(plan, { statuses }, { fromMs: -Infinity, toMs: Infinity })
  const [first] = orderOperations(plan, {}, rows, { sortBy, sortOrder: 'asc' })
  return plan.plan.ids[first ?? -1] ?? ''
}
const wanted = {
  name: firstOf(judged, 'name'),
  start: firstOf(judged, 'start'),
  filter: firstOf(judged, 'start', [status]),
}

// Only the table asked for is loaded; its rows are there before anything is measured.
const table =
  asked.get('table') === 'ag-grid'
    ? (await import('./ag-grid-table.ts')).agGridTable(judged.plan.ids.map((_, row) => madeRow(judged, row)))
    : (await import('./our-table.tsx')).ourTable(judged)

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
  /** Milliseconds from the input that was watched for to the picture of what it brings about. */
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
