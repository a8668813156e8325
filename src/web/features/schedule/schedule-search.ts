import { z } from 'zod'
import { barColors, centerOrders, noFilter, treeColumns, usualLook, workFilters } from './model/schedule-choices.ts'
import { type ScheduleZoom, scheduleZooms } from './model/schedule-zoom.ts'

/** The defaults of the URL. */
export const defaultScheduleSearch = {
  view: 'gantt' as 'gantt' | 'timeline',
  zoom: 'days' as ScheduleZoom,
  stretch: 1,
  ...noFilter,
  ...usualLook,
}
const initial = defaultScheduleSearch

/** The state that the schedule keeps in the URL. Other parameters are ignored. */
export const ScheduleSearch = z.object({
  view: z.enum(['gantt', 'timeline']).catch(initial.view).default(initial.view),
  zoom: z.enum(scheduleZooms).catch(initial.zoom).default(initial.zoom),
  /** How much wider than usual the days of the zoom are. */
  stretch: z.number().min(0.1).max(10).catch(initial.stretch).default(initial.stretch),
  /** Search words for the number or name of a project. */
  q: z.coerce.string().max(200).catch(initial.q).default(initial.q),
  show: z.enum(['all', 'late', 'unplaced']).catch(initial.show).default(initial.show),
  /** Id of a work center, to show only its operations. */
  center: z
    .union([z.uuid(), z.literal('')])
    .catch(initial.center)
    .default(initial.center),
  only: z
    .enum(['', ...workFilters])
    .catch(initial.only)
    .default(initial.only),
  /** What the colors of the bars tell. */
  color: z.enum(barColors).catch(initial.color).default(initial.color),
  links: z.boolean().catch(initial.links).default(initial.links),
  done: z.boolean().catch(initial.done).default(initial.done),
  critical: z.boolean().catch(initial.critical).default(initial.critical),
  forecast: z.boolean().catch(initial.forecast).default(initial.forecast),
  baseline: z
    .union([z.uuid(), z.enum(['', 'last'])])
    .catch(initial.baseline)
    .default(initial.baseline),
  columns: z.array(z.enum(treeColumns)).readonly().catch(initial.columns).default(initial.columns),
  order: z.enum(centerOrders).catch(initial.order).default(initial.order),
  /** Whether the unscheduled operations are listed beside the Timeline. */
  pool: z.boolean().optional().catch(undefined),
  /** The day in the middle of the first view. */
  date: z.iso.date().optional().catch(undefined),
  /** Id of the operation in the side panel. */
  operation: z.uuid().optional().catch(undefined),
  /** Id of the proposal whose moves are drawn. */
  proposal: z.uuid().optional().catch(undefined),
})
export type ScheduleSearch = z.infer<typeof ScheduleSearch>
