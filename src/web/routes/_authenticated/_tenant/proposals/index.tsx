import { createFileRoute } from '@tanstack/react-router'
import { ProposalsScreen } from '#web/features/proposals/proposals-screen.tsx'

export const Route = createFileRoute('/_authenticated/_tenant/proposals/')({ component: ProposalsScreen })
