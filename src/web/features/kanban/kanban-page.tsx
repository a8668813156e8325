import { type ComponentProps, Suspense } from 'react'
import { KanbanScreen } from './kanban-screen.tsx'
import { KanbanSkeleton } from './kanban-skeleton.tsx'

/** The board, or its skeleton until the cards have loaded. */
export const KanbanPage = (props: ComponentProps<typeof KanbanScreen>) => (
  <Suspense fallback={<KanbanSkeleton />}>
    <KanbanScreen {...props} />
  </Suspense>
)
