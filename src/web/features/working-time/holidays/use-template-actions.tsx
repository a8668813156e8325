import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { applyTemplateMutation, copyTemplateMutation } from '#web/api/holidays.mutations.ts'
import { undoAction } from '#web/components/undo/undo.ts'
import { useConfirmChange } from '#web/components/working-time-change/use-confirm-change.tsx'
import { formatCount } from '#web/lib/format-number.ts'
import { toast } from '#web/ui/toast.tsx'

export interface TemplateActions {
  isApplying: (templateId: string) => boolean
  isCopying: (templateId: string) => boolean
  apply: (template: { templateId: string; name: string }) => void
  copy: (templateId: string) => void
  /** The dialog to render, which shows the effects on the plan before a template is applied. */
  dialog: ReactNode
}

/** The actions apply and copy, with the template on which each is busy. */
export function useTemplateActions(): TemplateActions {
  const client = useQueryClient()
  const apply = useMutation(applyTemplateMutation(client))
  const copy = useMutation(copyTemplateMutation(client))
  const { ask, dialog } = useConfirmChange()
  return {
    dialog,
    isApplying: (id) => apply.isPending && apply.variables === id,
    isCopying: (id) => copy.isPending && copy.variables === id,
    apply: ({ templateId, name }) =>
      ask({
        title: `Apply ${name}?`,
        confirmLabel: 'Add its holidays',
        change: { kind: 'template', templateId },
        act: async () => {
          const answer = await apply.mutateAsync(templateId)
          const { added, duplicates } = answer
          const already = duplicates.length > 0 ? `, ${duplicates.length} already there` : ''
          toast.success(`${formatCount(added.length, 'holiday')} added${already}`, undoAction(answer))
        },
      }),
    copy: (id) =>
      copy.mutate(id, {
        onSuccess: (copied) => toast.success(`${copied.name} added to the templates`, undoAction(copied)),
      }),
  }
}
