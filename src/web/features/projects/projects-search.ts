import { z } from 'zod/mini'
import { preprocess } from '#contract/fields.ts'
import { ifReadable, withUsual } from '#contract/lenient-fields.ts'
import { ProjectPhase, ProjectState } from '#contract/vocabulary.ts'
import { type ChanceBand, chanceBands } from '#domain/odds/chance-bands.ts'
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
  'date80',
  'chance',
  'slack',
  'operations',
  'hoursLeft',
  'now',
] as const
export type OptionalColumn = (typeof optionalColumns)[number]
const hiddenAtFirst: readonly OptionalColumn[] = ['customer', 'date80', 'operations', 'hoursLeft']

export const projectViews = ['open', 'late', 'pastDue', 'shipsSoon', 'all'] as const
export type ProjectView = (typeof projectViews)[number]

const sortColumns = ['number', 'name', ...optionalColumns.filter((id) => id !== 'due' && id !== 'now')] as const
export type SortColumn = (typeof sortColumns)[number]

/** The defaults of the URL. */
export const defaultProjectsSearch = {
  view: 'open' as ProjectView,
  q: '',
  phase: [] as z.infer<typeof ProjectPhase>[],
  state: [] as z.infer<typeof ProjectState>[],
  priority: [] as (typeof priorityBands)[number][],
  chance: [] as ChanceBand[],
  shipBefore: '',
  sort: 'shipDate' as SortColumn,
  order: 'asc' as 'asc' | 'desc',
  columns: optionalColumns.filter((id) => !hiddenAtFirst.includes(id)) as OptionalColumn[],
  density: 'comfortable' as 'comfortable' | 'compact',
}
const initial = defaultProjectsSearch

/** Old URLs can contain 'projectedLate', which was a separate state of a project. */
const late = (word: unknown) => (word === 'projectedLate' ? 'late' : word)

const day = z.union([z.literal(''), z.iso.date()])

/** The state of the list in the URL. Each invalid field falls back to its default. */
export const ProjectsSearch = z.object({
  view: withUsual(preprocess(late, z.enum(projectViews)), initial.view),
  q: withUsual(z.coerce.string().check(z.maxLength(200)), initial.q),
  phase: withUsual(z.array(ProjectPhase), initial.phase),
  state: withUsual(z.array(preprocess(late, ProjectState)), initial.state),
  priority: withUsual(z.array(z.enum(priorityBands)), initial.priority),
  chance: withUsual(z.array(z.enum(chanceBands)), initial.chance),
  shipBefore: withUsual(day, initial.shipBefore),
  sort: withUsual(z.enum(sortColumns), initial.sort),
  order: withUsual(z.enum(['asc', 'desc']), initial.order),
  columns: withUsual(z.array(z.enum(optionalColumns)), initial.columns),
  density: withUsual(z.enum(['comfortable', 'compact']), initial.density),
  /** The open form: 'new', or the id of the project it edits; 'import' replaces the list. */
  edit: ifReadable(z.union([z.literal(['new', 'import']), z.uuid()])),
})
export type ProjectsSearch = z.infer<typeof ProjectsSearch>

/** Writes a change to the URL; 'push' lets the browser's back button undo it. */
export type OnProjectsSearch = (change: Partial<ProjectsSearch>, how?: 'push' | 'replace') => void

export const noFilters = {
  q: '',
  phase: [],
  state: [],
  priority: [],
  chance: [],
  shipBefore: '',
} satisfies Partial<ProjectsSearch>

/** True if a filter is active in addition to the view. */
export const isFiltered = ({ q, phase, state, priority, chance, shipBefore }: ProjectsSearch): boolean =>
  q.trim() !== '' || phase.length + state.length + priority.length + chance.length > 0 || shipBefore !== ''
