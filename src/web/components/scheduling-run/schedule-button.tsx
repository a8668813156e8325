import { Play } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { useStartRun } from './use-start-run.ts'

/** 'Schedule all', or 'Schedule project' with an id. */
export function ScheduleButton({ projectId }: { projectId?: string }) {
  const start = useStartRun()
  return (
    <Button
      variant="primary"
      icon={<Play />}
      busy={start.isPending}
      busyLabel="Starting…"
      onClick={() => start.mutate({ projectId })}
    >
      {projectId === undefined ? 'Schedule all' : 'Schedule project'}
    </Button>
  )
}
