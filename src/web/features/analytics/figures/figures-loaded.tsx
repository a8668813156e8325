import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Loaded } from '#web/components/loaded/loaded.tsx'
import { Panel } from '#web/ui/panel.tsx'

type FiguresLoadedProps<T> = {
  query: UseQueryResult<T>
  /** Title of the frame that replaces the panels if the query fails. */
  title: string
  skeleton: ReactNode
  /** Classes of that frame. */
  className?: string
  children: (data: T) => ReactNode
}

/** Panels that depend on one query. If it fails, a frame with their title replaces them. */
export function FiguresLoaded<T>({ query, title, skeleton, className, children }: FiguresLoadedProps<T>) {
  const loaded = (
    <Loaded query={query} skeleton={skeleton}>
      {children}
    </Loaded>
  )
  if (query.data !== undefined || !query.isError) return loaded
  return (
    <Panel title={title} className={className}>
      {loaded}
    </Panel>
  )
}
