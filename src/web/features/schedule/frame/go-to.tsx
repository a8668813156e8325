import { CalendarSearch } from 'lucide-react'
import type { RefObject } from 'react'
import { LaterButton } from '#web/components/later-button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { menus } from './menus.ts'
import type { ScrollerHandle } from './time-scroller.tsx'

export interface GoToProps {
  readonly scroller: RefObject<ScrollerHandle | null>
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

const GoToPanel = menus.part(({ GoToPanel }) => GoToPanel)

const button = (
  <IconButton size="small" variant="default" label="Go to" icon={<CalendarSearch />} aria-haspopup="dialog" />
)

/** Opens the ways to go elsewhere. */
export const GoTo = (props: GoToProps) => (
  <LaterButton button={button} prepare={menus.prepare} asked={props.open}>
    {(trigger) => <GoToPanel trigger={trigger} {...props} />}
  </LaterButton>
)
