import { ScanSearch } from 'lucide-react'
import type { ProposalChange, ProposalInput } from '#contract/proposals.ts'
import { Button } from '#web/ui/button.tsx'
import { useTryFirst } from './use-try-first.ts'

type TryChangesButtonProps = {
  changes: ProposalChange[]
  /** How the plan is made; the work centers keep their order unless it is given. */
  method?: ProposalInput['method']
  /** What the proposal is about. */
  title?: string
  size?: 'small' | 'medium'
  className?: string
}

/** Opens a proposal with changes that a dialog or a remedy offers. */
export function TryChangesButton({ changes, method = 'keepSequence', title, size, className }: TryChangesButtonProps) {
  const { tryFirst, isBusy } = useTryFirst()
  return (
    <Button
      icon={<ScanSearch />}
      busy={isBusy}
      busyLabel="Computing…"
      onClick={() => void tryFirst({ changes, method, ...(title && { title }) })}
      {...{ size, className }}
    >
      Try first
    </Button>
  )
}
