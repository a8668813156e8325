import { z } from 'zod'
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

const word = (usual: string) => z.string().catch(usual).default(usual)
const flag = (usual: boolean) => z.boolean().catch(usual).default(usual)
const id = z.uuid().optional().catch(undefined)

/**
 * The state that the schedule keeps in the URL. Other parameters are ignored. The first load contains this schema, so it knows no
 * lists of words: `knownSearch` reads them.
 */
export const ScheduleSearch = z.object({
  view: word(initial.view),
  zoom: word(initial.zoom),
  /** How much wider than usual the days of the zoom are. */
  stretch: z.number().min(0.1).max(10).catch(initial.stretch).default(initial.stretch),
  /** Search words for the number or name of a project. */
  q: z.coerce.string().max(200).catch(initial.q).default(initial.q),
  show: word(initial.show),
  /** Id of a work center, to show only its operations. */
  center: word(initial.center),
  only: word(initial.only),
  /** What the colors of the bars tell. */
  color: word(initial.color),
  links: flag(initial.links),
  done: flag(initial.done),
  critical: flag(initial.critical),
  forecast: flag(initial.forecast),
  /** 'last', or the id of a run. */
  baseline: word(initial.baseline),
  columns: z
    .array(z.string())
    .readonly()
    .catch([...initial.columns])
    .default([...initial.columns]),
  order: word(initial.order),
  group: word(initial.group),
  /** Whether the unscheduled operations are listed beside the Timeline. */
  pool: z.boolean().optional().catch(undefined),
  /** The day in the middle of the first view. */
  date: z.iso.date().optional().catch(undefined),
  /** Id of the operation in the side panel. */
  operation: id,
  /** Id of the proposal whose moves are drawn. */
  proposal: id,
})
export type ScheduleSearch = z.infer<typeof ScheduleSearch>
