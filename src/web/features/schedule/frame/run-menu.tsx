import { ChevronDown } from 'lucide-react'
import { memo } from 'react'
import { LaterButton } from '#web/components/later-button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { RunChoice } from '../schedule-opening.ts'
import { menus } from './menus.ts'

interface RunMenuProps {
  readonly onRun: (choice: RunChoice) => void
  /** Why the reader may start no run; null when they may. */
  readonly refusal: string | null
}

const RunWays = menus.part(({ RunWays }) => RunWays)

/** Ways to schedule beside "Schedule all" and its preview: the selected project, or the listed ones. */
export const RunMenu = memo(function RunMenu({ onRun, refusal }: RunMenuProps) {
  const look = { variant: 'primary', label: 'More ways to schedule', icon: <ChevronDown /> } as const
  if (refusal !== null) return <IconButton {...look} disabledReason={refusal} />
  return (
    <LaterButton button={<IconButton {...look} aria-haspopup="menu" />} prepare={menus.prepare}>
      {(trigger) => <RunWays trigger={trigger} onRun={onRun} />}
    </LaterButton>
  )
})
