import { z } from 'zod'
import { priorityBands } from '#web/components/project-marks/priority-bands.ts'

export const kanbanColumnIds = [
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

/** The state that the board keeps in the URL. Each invalid field falls back to its default. */
export const KanbanSearch = z.object({
  view: z.enum(['project', 'operation']).catch(initial.view).default(initial.view),
  group: z.enum(['phase', 'status']).catch(initial.group).default(initial.group),
  q: z.coerce.string().max(200).catch(initial.q).default(initial.q),
  /** Shows only cards at one of these work centers. */
  category: z.array(z.uuid()).catch(initial.category).default(initial.category),
  priority: z.array(z.enum(priorityBands)).catch(initial.priority).default(initial.priority),
  late: z.boolean().catch(initial.late).default(initial.late),
  collapsed: z.array(z.enum(kanbanColumnIds)).catch(initial.collapsed).default(initial.collapsed),
  density: z.enum(['comfortable', 'compact']).catch(initial.density).default(initial.density),
})
export type KanbanSearch = z.infer<typeof KanbanSearch>
export type OnKanbanSearch = (change: Partial<KanbanSearch>) => void

export const noFilters = { q: '', category: [], priority: [], late: false } satisfies Partial<KanbanSearch>

export const isFiltered = ({ q, category, priority, late }: KanbanSearch): boolean =>
  q.trim() !== '' || category.length + priority.length > 0 || late
