import { createFileRoute } from '@tanstack/react-router'
import { ChartColumn } from 'lucide-react'
import { LaterScreen } from '#web/components/later-screen/later-screen.tsx'

export const Route = createFileRoute('/_authenticated/_tenant/analytics')({ component: AnalyticsPage })

function AnalyticsPage() {
  return (
    <LaterScreen title="Analytics" icon={<ChartColumn />}>
      It will show lateness, load and on-time delivery over time. Until then, load by work centre stands in the timeline
      of the schedule.
    </LaterScreen>
  )
}
