import { z } from 'zod/mini'
import { ifReadable, withUsual } from '#contract/lenient-fields.ts'
import { noFilter, usualLook } from './model/schedule-choices.ts'

/** The defaults of the URL. */
export const defaultScheduleSearch = {
  view: 'gantt',
  zoom: 'days',
  stretch: 1,
  ...noFilter,
  ...usualLook,
} as const
const initial = defaultScheduleSearch

const word = (usual: string) => withUsual(z.string(), usual)
const flag = (usual: boolean) => withUsual(z.boolean(), usual)
const id = ifReadable(z.uuid())

/**
 * The state of the schedule in the URL. Other parameters are ignored. The first load contains this schema, so it does
 * not list the allowed words: `knownSearch` checks them.
 */
export const ScheduleSearch = z.object({
  view: word(initial.view),
  zoom: word(initial.zoom),
  /** Factor by which the days of the zoom level are wider than usual. */
  stretch: withUsual(z.number().check(z.minimum(0.1), z.maximum(10)), initial.stretch),
  /** Search words for the number or name of a project. */
  q: withUsual(z.coerce.string().check(z.maxLength(200)), initial.q),
  show: word(initial.show),
  /** Id of a work center, to show only its operations. */
  center: word(initial.center),
  only: word(initial.only),
  /** The meaning of the bar colors. */
  color: word(initial.color),
  links: flag(initial.links),
  done: flag(initial.done),
  critical: flag(initial.critical),
  forecast: flag(initial.forecast),
  /** 'last', or the id of a run. */
  baseline: word(initial.baseline),
  columns: withUsual(z.readonly(z.array(z.string())), [...initial.columns]),
  order: word(initial.order),
  group: word(initial.group),
  /** Whether the unscheduled operations are listed beside the Timeline. */
  pool: ifReadable(z.boolean()),
  /** The day in the middle of the first view. */
  date: ifReadable(z.iso.date()),
  /** Id of the operation in the side panel. */
  operation: id,
  /** Id of the proposal whose moves are drawn. */
  proposal: id,
  /** Whether work that the proposal does not move is shown too. */
  unchanged: ifReadable(z.boolean()),
})
export type ScheduleSearch = z.infer<typeof ScheduleSearch>
