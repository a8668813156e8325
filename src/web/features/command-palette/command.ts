import type { LucideIcon } from 'lucide-react'

export const commandGroups = ['Go to', 'Actions', 'Projects', 'Operations', 'Settings', 'Navigation'] as const
export type CommandGroup = (typeof commandGroups)[number]

/** Something the palette can do (specification 3, "Command"). */
export interface Command {
  /** Stable over sessions: recent commands are kept by it. */
  readonly id: string
  readonly group: CommandGroup
  readonly name: string
  readonly description: string
  readonly Icon?: LucideIcon
  /** The shortcut that does the same. */
  readonly keys?: string
  readonly run: () => void
}
