import { Copy } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import type { TemplateActions } from './use-template-actions.tsx'

/** The buttons Copy and Apply of a template of any origin. */
export function TemplateButtons({
  templateId,
  name,
  actions,
  refusal,
}: {
  templateId: string
  name: string
  actions: TemplateActions
  refusal: string | null
}) {
  return (
    <span className="ml-auto flex gap-1">
      <Button
        size="small"
        icon={<Copy />}
        aria-label={`Copy ${name}`}
        busy={actions.isCopying(templateId)}
        busyLabel="Copying…"
        disabledReason={refusal}
        onClick={() => actions.copy(templateId)}
      >
        Copy
      </Button>
      <Button
        size="small"
        aria-label={`Apply ${name}`}
        busy={actions.isOpening(templateId)}
        busyLabel="Opening…"
        disabledReason={refusal}
        onClick={() => actions.apply(templateId)}
      >
        Apply
      </Button>
    </span>
  )
}
