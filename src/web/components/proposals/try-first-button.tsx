import { ScanSearch } from 'lucide-react'
import { useRefusal } from '#web/stores/actor.ts'
import { Button } from '#web/ui/button.tsx'

type TryFirstButtonProps = {
  /** The names of the changed fields. */
  changed: readonly string[]
  /** The fields that a proposal can change. */
  tried: readonly string[]
  busy: boolean
  onTry: () => unknown
}

/** Button beside Save: shows the effect of the changed fields before they are saved. */
export function TryFirstButton({ changed, tried, busy, onTry }: TryFirstButtonProps) {
  const refusal = useRefusal('tryPlans')
  const others = changed.some((name) => !tried.includes(name))
  return (
    <Button
      icon={<ScanSearch />}
      busy={busy}
      busyLabel="Computing…"
      disabledReason={
        refusal ??
        (changed.length === 0
          ? 'Change something first'
          : others && 'Only plan changes can be tried as a proposal. Save the other changes first.')
      }
      onClick={onTry}
    >
      Try first
    </Button>
  )
}
