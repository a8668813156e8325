import { z } from 'zod/mini'
import { ifReadable } from '#contract/lenient-fields.ts'

/**
 * The state of a project page in the URL: open tab, open form ('project', 'copy', 'several', 'template',
 * 'save-template', 'new' or an operation's id), filters.
 */
export const ProjectSearch = z.object({
  tab: ifReadable(z.enum(['operations', 'why', 'history'])),
  edit: ifReadable(z.string()),
  /** 'closed' hides the panel at the right. */
  panel: ifReadable(z.literal('closed')),
  /** Only operations of these work centers. */
  centers: ifReadable(z.array(z.string())),
})
export type ProjectSearch = z.infer<typeof ProjectSearch>
