import { ScanSearch } from 'lucide-react'
import { useNarrow } from '#web/lib/use-narrow.ts'
import { useRefusal } from '#web/stores/actor.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useTryFirst } from './use-try-first.ts'

interface PreviewButtonProps {
  className?: string
  /** Whether only the icon is shown on screens that are not wide. */
  short?: boolean
}

/** Shows what "Schedule all" would do now, before anything moves. */
export function PreviewButton({ className, short = false }: PreviewButtonProps) {
  const { tryFirst, isBusy } = useTryFirst()
  const narrow = useNarrow(1280)
  const look = {
    icon: <ScanSearch />,
    busy: isBusy,
    disabledReason: useRefusal('tryPlans'),
    onClick: () => void tryFirst({ changes: [], method: 'optimize' }),
    ...(className !== undefined && { className }),
  }
  if (short && narrow) return <IconButton label="Preview" size="small" variant="default" {...look} />
  return (
    <Button busyLabel="Computing…" size={short ? 'small' : 'medium'} {...look}>
      Preview
    </Button>
  )
}
