import { CalendarPlus, FileSpreadsheet, Image as ImageIcon, Link2, ListChecks, Printer } from 'lucide-react'
import { type ReactElement, useCallback, useState } from 'react'
import type { Paper } from '#web/components/print/print-sheet.tsx'
import { Menu, MenuHeading, MenuItem, MenuSeparator } from '#web/ui/menu.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { OutMenuProps } from './out-menu.tsx'
import { type OutputKind, PlanOutput } from './plan-output.tsx'

interface OutItemsProps extends OutMenuProps {
  readonly trigger: ReactElement
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
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

/** The button with the menu of outputs: a link, a file, a picture, or paper. */
export function OutItems({ trigger, open, onOpenChange, clock, view, scroller, onFollow }: OutItemsProps) {
  const [output, setOutput] = useState<{ kind: OutputKind; paper: Paper; fromMs: number; toMs: number } | null>(null)
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
      <Menu trigger={trigger} open={open} onOpenChange={onOpenChange}>
        <MenuItem icon={<Link2 />} onSelect={link}>
          Copy link to this view
        </MenuItem>
        <MenuItem icon={<FileSpreadsheet />} onSelect={() => start('csv')}>
          Download as CSV
        </MenuItem>
        <MenuItem icon={<ImageIcon />} onSelect={() => start('picture')}>
          Download as picture (PNG)
        </MenuItem>
        {onFollow && (
          <MenuItem icon={<CalendarPlus />} onSelect={onFollow}>
            Follow in a calendar
          </MenuItem>
        )}
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
      {output && <PlanOutput view={view} onDone={done} {...output} />}
    </>
  )
}
