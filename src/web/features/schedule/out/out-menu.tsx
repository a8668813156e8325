import { Share } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { LaterButton } from '#web/components/later-button.tsx'
import { useScheduleMenuAsked } from '#web/components/print/ask-for-schedule-menu.ts'
import type { ZoneClock } from '#web/components/time-chart/zone-clock.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { menus } from '../frame/menus.ts'
import type { ScrollerHandle } from '../frame/time-scroller.tsx'
import type { ScheduleView } from '../model/time-scale.ts'

export interface OutMenuProps {
  readonly clock: ZoneClock
  readonly view: ScheduleView
  readonly scroller: RefObject<ScrollerHandle | null>
  /** Opens the dialog for following the plan in a calendar app. */
  readonly onFollow: () => void
}

const OutItems = menus.part(({ OutItems }) => OutItems)

const button = (
  <IconButton size="small" variant="default" label="Share and print" icon={<Share />} aria-haspopup="menu" />
)

/** Exports the schedule: as a link, a file, a picture, or on paper. */
export function OutMenu(props: OutMenuProps) {
  const [open, setOpen] = useState(false)
  const [isAsked, onAnswered] = useScheduleMenuAsked()
  const change = (next: boolean) => {
    setOpen(next)
    onAnswered()
  }
  return (
    <LaterButton button={button} prepare={menus.prepare} asked={isAsked}>
      {(trigger) => <OutItems trigger={trigger} open={open || isAsked} onOpenChange={change} {...props} />}
    </LaterButton>
  )
}
