import { createFileRoute } from '@tanstack/react-router'
import { ShieldCheck } from 'lucide-react'
import { LaterScreen } from '#web/components/later-screen/later-screen.tsx'

export const Route = createFileRoute('/_authenticated/_tenant/admin-access')({ component: AdminAccessPage })

function AdminAccessPage() {
  return (
    <LaterScreen title="Admin access" icon={<ShieldCheck />}>
      It will show who holds which access, and let you ask for admin rights. Until then, ask the person who runs this
      installation.
    </LaterScreen>
  )
}
