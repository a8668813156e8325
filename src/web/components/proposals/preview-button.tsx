import { ScanSearch } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { useTryFirst } from './use-try-first.ts'

/** Shows what "Schedule all" would do now, before anything moves. */
export function PreviewButton({ className }: { className?: string }) {
  const { tryFirst, isBusy } = useTryFirst()
  return (
    <Button
      icon={<ScanSearch />}
      className={className}
      busy={isBusy}
      busyLabel="Computing…"
      onClick={() => void tryFirst({ changes: [], method: 'optimize' })}
    >
      Preview
    </Button>
  )
}
