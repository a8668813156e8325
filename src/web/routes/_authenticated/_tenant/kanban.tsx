import { createFileRoute } from '@tanstack/react-router'
import { Kanban } from 'lucide-react'
import { LaterScreen } from '#web/components/later-screen/later-screen.tsx'

export const Route = createFileRoute('/_authenticated/_tenant/kanban')({ component: KanbanPage })

function KanbanPage() {
  return (
    <LaterScreen title="Kanban Board" icon={<Kanban />}>
      It will show projects and operations as cards by phase and by status, moved by dragging. Until then, phase and
      status are columns of the project list.
    </LaterScreen>
  )
}
