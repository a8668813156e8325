import { laterParts } from '#web/components/lazy-part.ts'

/** What appears around the bars after the first picture: tips, marks, the list of unscheduled work, and the minimap. */
export const extras = laterParts(() => import('./extra-parts.ts'))
