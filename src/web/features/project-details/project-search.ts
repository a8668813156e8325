import { z } from 'zod/mini'
import { ifReadable } from '#contract/lenient-fields.ts'

/** The state of a project page in the URL: open tab, filters, and open form ('project', 'copy', ..., or an operation's id). */
export const ProjectSearch = z.object({
  tab: ifReadable(z.enum(['operations', 'why', 'history'])),
  edit: ifReadable(z.string()),
  /** 'closed' hides the panel at the right. */
  panel: ifReadable(z.literal('closed')),
  /** Only operations of these work centers. */
  centers: ifReadable(z.array(z.string())),
})
export type ProjectSearch = z.infer<typeof ProjectSearch>
