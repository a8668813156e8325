import { z } from 'zod/mini'
import { withUsual } from '#contract/lenient-fields.ts'
import { priorityBands } from '#web/components/project-marks/priority-bands.ts'

const kanbanColumnIds = [
  'submittals',
  'engineering',
  'production',
  'complete',
  'shipped',
  'on_hold',
  'cancelled',
  'not_started',
  'in_progress',
  'completed',
] as const

/** The defaults of the URL. */
export const defaultKanbanSearch = {
  view: 'project' as 'project' | 'operation',
  group: 'phase' as 'phase' | 'status',
  q: '',
  category: [] as string[],
  priority: [] as (typeof priorityBands)[number][],
  late: false,
  collapsed: [] as (typeof kanbanColumnIds)[number][],
  density: 'comfortable' as 'comfortable' | 'compact',
}
const initial = defaultKanbanSearch

/** The state of the board in the URL. Each invalid field falls back to its default. */
export const KanbanSearch = z.object({
  view: withUsual(z.enum(['project', 'operation']), initial.view),
  group: withUsual(z.enum(['phase', 'status']), initial.group),
  q: withUsual(z.coerce.string().check(z.maxLength(200)), initial.q),
  /** Shows only cards at one of these work centers. */
  category: withUsual(z.array(z.uuid()), initial.category),
  priority: withUsual(z.array(z.enum(priorityBands)), initial.priority),
  late: withUsual(z.boolean(), initial.late),
  collapsed: withUsual(z.array(z.enum(kanbanColumnIds)), initial.collapsed),
  density: withUsual(z.enum(['comfortable', 'compact']), initial.density),
})
export type KanbanSearch = z.infer<typeof KanbanSearch>
export type OnKanbanSearch = (change: Partial<KanbanSearch>) => void

export const noFilters = { q: '', category: [], priority: [], late: false } satisfies Partial<KanbanSearch>

export const isFiltered = ({ q, category, priority, late }: KanbanSearch): boolean =>
  q.trim() !== '' || category.length + priority.length > 0 || late
