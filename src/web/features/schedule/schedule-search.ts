import { z } from 'zod'

/** What the schedule keeps in the URL; anything else there is ignored. */
export const ScheduleSearch = z.object({
  view: z.enum(['gantt', 'timeline']).catch('gantt').default('gantt'),
  zoom: z.enum(['days', 'weeks', 'months']).catch('days').default('days'),
  /** Id of the operation in the side panel. */
  operation: z.uuid().optional().catch(undefined),
})
export type ScheduleSearch = z.infer<typeof ScheduleSearch>
