import { Ban, LoaderCircle } from 'lucide-react'
import type { RunStatus } from '#contract/vocabulary.ts'
import { Chip } from '#web/ui/chip.tsx'
import { LateIcon, OnTimeIcon } from '#web/ui/icons/state-icons.tsx'

const looks = {
  Running: { tone: 'primary', icon: <LoaderCircle className="animate-spin" /> },
  Succeeded: { tone: 'onTime', icon: <OnTimeIcon /> },
  Failed: { tone: 'late', icon: <LateIcon /> },
  Cancelled: { tone: 'neutral', icon: <Ban /> },
} as const

export const RunStatusChip = ({ status }: { status: RunStatus }) => (
  <Chip tone={looks[status].tone} icon={looks[status].icon}>
    {status}
  </Chip>
)
