import { SlidersHorizontal } from 'lucide-react'
import type { ReactNode } from 'react'
import { LaterButton } from '#web/components/later-button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { GanttLook } from '../model/schedule-choices.ts'
import type { ScheduleView } from '../model/time-scale.ts'
import { menus } from './menus.ts'

export interface ViewOptionsProps {
  readonly onLook: (change: Partial<GanttLook>) => void
  readonly view: ScheduleView
  /** Further fields of the page. */
  readonly children?: ReactNode
}

const ViewOptionsPanel = menus.part(({ ViewOptionsPanel }) => ViewOptionsPanel)

const button = (
  <IconButton size="small" variant="default" label="View options" icon={<SlidersHorizontal />} aria-haspopup="dialog" />
)

/** Chooses what the schedule draws beside the bars, what their colors tell, and the order of the work centers. */
export const ViewOptions = (props: ViewOptionsProps) => (
  <LaterButton button={button} prepare={menus.prepare}>
    {(trigger) => <ViewOptionsPanel trigger={trigger} {...props} />}
  </LaterButton>
)
