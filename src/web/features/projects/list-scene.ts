import { createContext, use } from 'react'
import type { Category } from '#contract/categories.ts'
import type { ListedProject } from '#contract/projects.ts'
import type { DateSettings } from '#web/lib/format-date.ts'

/** The data that all rows share. */
export interface ListScene {
  dates: DateSettings
  nowMs: number
  categories: ReadonlyMap<string, Category>
  onEdit: (project: ListedProject) => void
  onDelete: (project: ListedProject) => void
  /** Why the reader may not change or delete projects; null if they may. */
  changeRefusal: string | null
  deleteRefusal: string | null
}

export const ListContext = createContext<ListScene | null>(null)

export function useListScene(): ListScene {
  const scene = use(ListContext)
  if (!scene) throw new Error('A row is rendered outside its list')
  return scene
}
