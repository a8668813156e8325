import { Play } from 'lucide-react'
import { PreviewButton } from '#web/components/proposals/preview-button.tsx'
import { useRefusal } from '#web/stores/actor.ts'
import { Button, type ButtonProps } from '#web/ui/button.tsx'
import { useRunRefusal } from './use-run-refusal.ts'
import { useScheduleAll, useStartRun } from './use-start-run.ts'

type Look = Pick<ButtonProps, 'variant'>

/** 'Schedule all' with its preview, or 'Schedule project' with an id. */
export function ScheduleButton({ projectId, variant = 'primary' }: Look & { projectId?: string }) {
  return projectId === undefined ? (
    <ScheduleAllButton variant={variant} />
  ) : (
    <ProjectButton projectId={projectId} variant={variant} />
  )
}

function ScheduleAllButton({ variant }: Look) {
  const { scheduleAll, asksOthers, isStarting, isComputing } = useScheduleAll()
  return (
    <>
      {!asksOthers && <PreviewButton className="max-md:hidden" />}
      <Button
        variant={variant}
        icon={<Play />}
        busy={isStarting || isComputing}
        busyLabel={isComputing ? 'Computing…' : 'Starting…'}
        disabledReason={useRefusal('tryPlans')}
        onClick={() => scheduleAll()}
      >
        Schedule all
      </Button>
    </>
  )
}

function ProjectButton({ projectId, variant }: Look & { projectId: string }) {
  const start = useStartRun()
  return (
    <Button
      variant={variant}
      icon={<Play />}
      busy={start.isPending}
      busyLabel="Starting…"
      disabledReason={useRunRefusal(true)}
      onClick={() => start.mutate({ projectId })}
    >
      Schedule project
    </Button>
  )
}
