import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Building2, Check, Lock, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { HolidayTemplate } from '#contract/holidays.ts'
import { deleteTemplateMutation } from '#web/api/working-time/holidays.mutations.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { Chip } from '#web/ui/chip.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useIsThere } from './apply-template-dialog.tsx'
import { TemplateButtons } from './template-buttons.tsx'
import type { TemplateActions } from './use-template-actions.tsx'

/** One template. System templates can be applied and copied; the organization's own can also be edited and deleted. */
export function TemplateCard({
  template,
  actions,
  refusal,
  onEdit,
}: {
  template: HolidayTemplate
  actions: TemplateActions
  refusal: string | null
  onEdit: (template: HolidayTemplate) => void
}) {
  const { templateId, name, isSystemTemplate, items } = template
  const remove = useMutation(deleteTemplateMutation(useQueryClient()))
  const [deleting, setDeleting] = useState(false)
  const isThere = useIsThere()
  const usual = items.filter(({ optional }) => !optional)
  const isApplied = usual.length > 0 && usual.every(isThere)
  return (
    <li className="rounded border border-line-2 bg-surface p-3">
      <div className="flex items-center gap-2">
        <span className="min-w-0 grow truncate font-semibold">{name}</span>
        <Chip tone={isSystemTemplate ? 'neutral' : 'primary'} icon={isSystemTemplate ? <Lock /> : <Building2 />}>
          {isSystemTemplate ? 'System' : 'Custom'}
        </Chip>
      </div>
      <div className="mt-1.5 flex items-center gap-1">
        <span className="text-ink-3 text-label">
          {formatCount(items.length, 'day')}
          {isApplied && (
            <span className="text-ok-text">
              {' '}
              <Check className="inline size-3" /> applied
            </span>
          )}
        </span>
        {!isSystemTemplate && (
          <>
            <IconButton
              size="small"
              label={`Edit template ${name}`}
              icon={<Pencil />}
              disabledReason={refusal}
              onClick={() => onEdit(template)}
            />
            <IconButton
              size="small"
              label={`Delete template ${name}`}
              icon={<Trash2 />}
              busy={remove.isPending}
              disabledReason={refusal}
              onClick={() => setDeleting(true)}
            />
          </>
        )}
        <TemplateButtons templateId={templateId} name={name} actions={actions} refusal={refusal} />
      </div>
      <ConfirmDialog
        open={deleting}
        danger
        title={`Delete template ${name}?`}
        confirmLabel="Delete"
        busy={remove.isPending}
        onConfirm={() => remove.mutate(templateId, { onSettled: () => setDeleting(false) })}
        onCancel={() => setDeleting(false)}
      >
        Holidays that were added from it stay.
      </ConfirmDialog>
    </li>
  )
}
