import { createFileRoute } from '@tanstack/react-router'
import { ShieldCheck } from 'lucide-react'
import { LaterScreen } from '#web/components/later-screen/later-screen.tsx'

export const Route = createFileRoute('/_authenticated/_tenant/admin')({ component: AdminPage })

function AdminPage() {
  return (
    <LaterScreen title="Admin" icon={<ShieldCheck />}>
      It will hold users, work centres and settings of the organization. Until then, the command line of the server
      creates users.
    </LaterScreen>
  )
}
