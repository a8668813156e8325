import { z } from 'zod'

const absent = undefined

/** The state in the address of a project: open tab, open form ('project', 'copy', 'several', 'template', 'save-template', 'new' or an operation's id), filters. */
export const ProjectSearch = z.object({
  tab: z.enum(['operations', 'why', 'history']).optional().catch(absent),
  edit: z.string().optional().catch(absent),
  /** 'closed': the panel at the right is hidden. */
  panel: z.literal('closed').optional().catch(absent),
  /** Only operations of these work centers. */
  centers: z.array(z.string()).optional().catch(absent),
})
export type ProjectSearch = z.infer<typeof ProjectSearch>
