import { createFileRoute } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { LaterScreen } from '#web/components/later-screen/later-screen.tsx'

export const Route = createFileRoute('/_authenticated/_tenant/overdue-operations')({ component: OverduePage })

function OverduePage() {
  return (
    <LaterScreen title="Overdue" icon={<TriangleAlert />}>
      It will list every operation past its due date with its cause, for bulk triage. Until then, late projects come
      first in the project list, and the schedule marks what ends late.
    </LaterScreen>
  )
}
