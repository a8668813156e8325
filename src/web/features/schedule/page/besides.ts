import { laterParts } from '#web/components/lazy-part.ts'

/** What the page shows beside the plan: the selected operation, a proposal, and fields of the view options. */
export const besides = laterParts(() => import('./page-parts.ts'))
