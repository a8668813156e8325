import { CalendarPlus, FileSpreadsheet, Image as ImageIcon, Link2, ListChecks, Printer, Share } from 'lucide-react'
import { type RefObject, Suspense, useCallback, useState } from 'react'
import { lazyPart } from '#web/components/lazy-part.ts'
import { useScheduleMenuAsked } from '#web/components/print/ask-for-schedule-menu.ts'
import type { Paper } from '#web/components/print/print-sheet.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu, MenuHeading, MenuItem, MenuSeparator } from '#web/ui/menu.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { ScrollerHandle } from '../frame/time-scroller.tsx'
import type { ScheduleView } from '../model/time-scale.ts'
import type { ZoneClock } from '../model/zone-clock.ts'
import type { OutputKind } from './plan-output.tsx'

const PlanOutput = lazyPart(() => import('./plan-output.tsx').then(({ PlanOutput }) => PlanOutput))

interface OutMenuProps {
  readonly clock: ZoneClock
  readonly view: ScheduleView
  readonly scroller: RefObject<ScrollerHandle | null>
  /** Opens the dialog for following the plan in a calendar app. */
  readonly onFollow: () => void
}

/** The URL of this view with the day in the middle, so that the link shows the same days. */
const copyLink = async (day: string | null) => {
  const url = new URL(location.href)
  if (day) url.searchParams.set('date', day)
  try {
    await navigator.clipboard.writeText(url.href)
    toast.success('Link copied')
  } catch {
    toast.info('Copy the link from the address bar')
  }
}

/** Exports the schedule: as a link, a file, a picture, or on paper. */
export function OutMenu({ clock, view, scroller, onFollow }: OutMenuProps) {
  const [output, setOutput] = useState<{ kind: OutputKind; paper: Paper; fromMs: number; toMs: number } | null>(null)
  const [open, setOpen] = useState(false)
  const [isAsked, onAnswered] = useScheduleMenuAsked()
  const done = useCallback(() => setOutput(null), [])
  const start = (kind: OutputKind, paper: Paper = 'A4') => {
    const range = scroller.current?.range()
    if (range) setOutput({ kind, paper, ...range })
  }
  const link = () => {
    const range = scroller.current?.range()
    const middle = range ? clock.wallAt((range.fromMs + range.toMs) / 2) : null
    void copyLink(middle === null ? null : new Date(middle).toISOString().slice(0, 10))
  }
  return (
    <>
      <Menu
        trigger={<IconButton size="small" variant="default" label="Share and print" icon={<Share />} />}
        open={open || isAsked}
        onOpenChange={(next) => {
          setOpen(next)
          onAnswered()
        }}
      >
        <MenuItem icon={<Link2 />} onSelect={link}>
          Copy link to this view
        </MenuItem>
        <MenuItem icon={<FileSpreadsheet />} onSelect={() => start('csv')}>
          Download as CSV
        </MenuItem>
        <MenuItem icon={<ImageIcon />} onSelect={() => start('picture')}>
          Download as picture (PNG)
        </MenuItem>
        <MenuItem icon={<CalendarPlus />} onSelect={onFollow}>
          Follow in a calendar
        </MenuItem>
        <MenuSeparator />
        <MenuHeading>Print, or save as PDF</MenuHeading>
        {(['A4', 'Letter'] as const).map((paper) => (
          <MenuItem key={paper} icon={<Printer />} hint={paper} onSelect={() => start('plan', paper)}>
            This view
          </MenuItem>
        ))}
        {(['A4', 'Letter'] as const).map((paper) => (
          <MenuItem key={paper} icon={<ListChecks />} hint={paper} onSelect={() => start('dispatch', paper)}>
            Dispatch list
          </MenuItem>
        ))}
      </Menu>
      {output && (
        <Suspense fallback={null}>
          <PlanOutput view={view} onDone={done} {...output} />
        </Suspense>
      )}
    </>
  )
}
