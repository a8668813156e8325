import { ScanSearch } from 'lucide-react'
import type { ProposalChange, ProposalInput } from '#contract/proposals.ts'
import { useRefusal } from '#web/stores/actor.ts'
import { Button } from '#web/ui/button.tsx'
import { useTryFirst } from './use-try-first.ts'

type TryChangesButtonProps = {
  changes: ProposalChange[]
  /** The planning method; by default the work centers keep their order. */
  method?: ProposalInput['method']
  /** The subject of the proposal. */
  title?: string
  /** The late project that the changes are to help. */
  helpedProjectId?: string
  size?: 'small' | 'medium'
  className?: string
}

/** Opens a proposal with the changes of a dialog or a remedy. */
export function TryChangesButton({ size, className, method = 'keepSequence', ...input }: TryChangesButtonProps) {
  const { tryFirst, isBusy } = useTryFirst()
  return (
    <Button
      icon={<ScanSearch />}
      busy={isBusy}
      busyLabel="Computing…"
      disabledReason={useRefusal('tryPlans')}
      onClick={() => void tryFirst({ ...input, method })}
      size={size}
      className={className}
    >
      Try first
    </Button>
  )
}
