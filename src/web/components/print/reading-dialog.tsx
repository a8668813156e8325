import { useEffect, useState } from 'react'
import { formatNumber } from '#web/lib/format-number.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'

/** The dialog appears only if reading takes longer than this. */
const shownAfterMs = 300

interface ReadingDialogProps {
  /** Number of rows read so far, and in total; null if unknown. */
  readonly read: number
  readonly of: number | null
  /** 'operations' */
  readonly many: string
  readonly onCancel: () => void
}

/** Shows the progress of reading a long list, with a button that cancels it. */
export function ReadingDialog({ read, of, many, onCancel }: ReadingDialogProps) {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), shownAfterMs)
    return () => clearTimeout(timer)
  }, [])
  if (!isLong) return null
  return (
    <Dialog
      open
      onOpenChange={onCancel}
      size="small"
      title="Preparing to print"
      description={`${[read, of].flatMap((count) => (count === null ? [] : formatNumber(count))).join(' of ')} ${many} read`}
      footer={<Button onClick={onCancel}>Cancel</Button>}
    >
      <ProgressBar thick percent={of === null ? null : (100 * read) / Math.max(1, of)} label={`Reading the ${many}`} />
    </Dialog>
  )
}
