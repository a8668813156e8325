import type { ReactNode } from 'react'
import type { Proposal } from '#contract/proposals.ts'
import { Chip, StatusChip } from '#web/ui/chip.tsx'

const chips: Record<Proposal['state'], ReactNode> = {
  current: <Chip tone="primary">Not applied</Chip>,
  stale: <StatusChip kind="atRisk">Out of date</StatusChip>,
  applied: <StatusChip kind="onTime">Applied</StatusChip>,
}

export const StateChip = ({ state }: Pick<Proposal, 'state'>) => chips[state]
