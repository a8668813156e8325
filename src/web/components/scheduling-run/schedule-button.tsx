import { Play } from 'lucide-react'
import { PreviewButton } from '#web/components/proposals/preview-button.tsx'
import { Button, type ButtonProps } from '#web/ui/button.tsx'
import { useRunRefusal } from './use-run-refusal.ts'
import { useStartRun } from './use-start-run.ts'

/** 'Schedule all' with its preview, or 'Schedule project' with an id. */
export function ScheduleButton({
  projectId,
  variant = 'primary',
}: {
  projectId?: string
  variant?: ButtonProps['variant']
}) {
  const start = useStartRun()
  const refusal = useRunRefusal(projectId)
  return (
    <>
      {projectId === undefined && <PreviewButton className="max-md:hidden" />}
      <Button
        variant={variant}
        icon={<Play />}
        busy={start.isPending}
        busyLabel="Starting…"
        disabledReason={refusal}
        onClick={() => start.mutate({ projectId })}
      >
        {projectId === undefined ? 'Schedule all' : 'Schedule project'}
      </Button>
    </>
  )
}
