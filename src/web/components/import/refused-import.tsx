import { FileUp } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Replaces an import that the reader may not perform: shows the reason and a link back. */
export const RefusedImport = ({ refusal, onClose }: { refusal: string; onClose: () => void }) => (
  <EmptyState className="grow" icon={<FileUp />} title="Import" action={<Button onClick={onClose}>Back</Button>}>
    {refusal}
  </EmptyState>
)
