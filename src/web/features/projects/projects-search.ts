import { z } from 'zod'
import { ProjectPhase, ProjectState } from '#contract/vocabulary.ts'
import { priorityBands } from '#web/components/project-marks/priority-bands.ts'

/** Columns that can be hidden. The checkbox, number, name and row menu are always shown. */
export const optionalColumns = [
  'customer',
  'state',
  'phase',
  'priority',
  'progress',
  'shipDate',
  'due',
  'projected',
  'forecast',
  'slack',
  'operations',
  'hoursLeft',
  'now',
] as const
export type OptionalColumn = (typeof optionalColumns)[number]
const hiddenAtFirst: readonly OptionalColumn[] = ['customer', 'operations', 'hoursLeft']

export const projectViews = ['open', 'late', 'pastDue', 'shipsSoon', 'all'] as const
export type ProjectView = (typeof projectViews)[number]

export const sortColumns = ['number', 'name', ...optionalColumns.filter((id) => id !== 'due' && id !== 'now')] as const
export type SortColumn = (typeof sortColumns)[number]

/** The defaults of the URL. */
export const defaultProjectsSearch = {
  view: 'open' as ProjectView,
  q: '',
  phase: [] as z.infer<typeof ProjectPhase>[],
  state: [] as z.infer<typeof ProjectState>[],
  priority: [] as (typeof priorityBands)[number][],
  shipBefore: '',
  sort: 'shipDate' as SortColumn,
  order: 'asc' as 'asc' | 'desc',
  columns: optionalColumns.filter((id) => !hiddenAtFirst.includes(id)) as OptionalColumn[],
  density: 'comfortable' as 'comfortable' | 'compact',
}
const initial = defaultProjectsSearch

/** Old addresses can contain 'projectedLate', which was a separate state of a project. */
const late = (word: unknown) => (word === 'projectedLate' ? 'late' : word)

const day = z.union([z.literal(''), z.iso.date()])

/** The state that the list keeps in the URL. Each invalid field falls back to its default. */
export const ProjectsSearch = z.object({
  view: z.preprocess(late, z.enum(projectViews)).catch(initial.view).default(initial.view),
  q: z.coerce.string().max(200).catch(initial.q).default(initial.q),
  phase: z.array(ProjectPhase).catch(initial.phase).default(initial.phase),
  state: z.array(z.preprocess(late, ProjectState)).catch(initial.state).default(initial.state),
  priority: z.array(z.enum(priorityBands)).catch(initial.priority).default(initial.priority),
  shipBefore: day.catch(initial.shipBefore).default(initial.shipBefore),
  sort: z.enum(sortColumns).catch(initial.sort).default(initial.sort),
  order: z.enum(['asc', 'desc']).catch(initial.order).default(initial.order),
  columns: z.array(z.enum(optionalColumns)).catch(initial.columns).default(initial.columns),
  density: z.enum(['comfortable', 'compact']).catch(initial.density).default(initial.density),
  /** The open form: 'new', or the id of the project it edits; 'import' in place of the list. */
  edit: z
    .union([z.literal(['new', 'import']), z.uuid()])
    .optional()
    .catch(undefined),
})
export type ProjectsSearch = z.infer<typeof ProjectsSearch>

/** Writes a change to the URL; 'push' lets the browser's back button undo it. */
export type OnProjectsSearch = (change: Partial<ProjectsSearch>, how?: 'push' | 'replace') => void

export const noFilters = { q: '', phase: [], state: [], priority: [], shipBefore: '' } satisfies Partial<ProjectsSearch>

/** True when a filter is set in addition to the view. */
export const isFiltered = ({ q, phase, state, priority, shipBefore }: ProjectsSearch): boolean =>
  q.trim() !== '' || phase.length + state.length + priority.length > 0 || shipBefore !== ''
