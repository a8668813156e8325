import type { LucideIcon } from 'lucide-react'

export const commandGroups = ['Go to', 'Actions', 'Projects', 'Operations', 'Settings', 'Navigation'] as const
export type CommandGroup = (typeof commandGroups)[number]

/** A command of the palette. */
export interface Command {
  /** Stable across sessions, because recent commands are stored by id. */
  readonly id: string
  readonly group: CommandGroup
  readonly name: string
  readonly description: string
  /** True if the description is the reason why the reader may not select it. */
  readonly isRefused?: boolean
  readonly Icon?: LucideIcon
  /** The shortcut for the same action. */
  readonly keys?: string
  readonly run: () => void
}
