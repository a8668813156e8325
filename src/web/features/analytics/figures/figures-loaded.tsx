import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Loaded } from '#web/components/loaded/loaded.tsx'
import { Panel } from '#web/ui/panel.tsx'

type FiguresLoadedProps<T> = {
  query: UseQueryResult<T>
  /** What stands here, for the frame that says that it could not be read. */
  title: string
  skeleton: ReactNode
  /** Of that frame. */
  className?: string
  children: (data: T) => ReactNode
}

/** Panels that depend on one query; where it fails a frame in their place names them. */
export function FiguresLoaded<T>({ query, title, skeleton, className, children }: FiguresLoadedProps<T>) {
  const loaded = <Loaded {...{ query, skeleton }}>{children}</Loaded>
  if (query.data !== undefined || !query.isError) return loaded
  return (
    <Panel title={title} className={className}>
      {loaded}
    </Panel>
  )
}
