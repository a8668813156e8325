import { createFileRoute } from '@tanstack/react-router'
import { ListChecks } from 'lucide-react'
import { LaterScreen } from '#web/components/later-screen/later-screen.tsx'

export const Route = createFileRoute('/_authenticated/_tenant/operations')({ component: OperationsPage })

function OperationsPage() {
  return (
    <LaterScreen title="Operations" icon={<ListChecks />}>
      It will list the operations of all projects in one table. Until then, each project lists its own, and the schedule
      shows them all.
    </LaterScreen>
  )
}
