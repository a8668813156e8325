import { ArrowLeft } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { TenantsScreen } from './tenants-screen.tsx'

/** All organizations before one is selected. A super admin creates the first one here, and manages all without joining one. */
export function ManagePage({ onBack }: { onBack: () => void }) {
  return (
    <main id="main" className="flex h-dvh flex-col bg-canvas">
      <PageHead
        title="Organizations"
        actions={
          <Button icon={<ArrowLeft />} onClick={onBack}>
            Select organization
          </Button>
        }
      />
      <TenantsScreen onLeft={onBack} />
    </main>
  )
}
