import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { HolidayTemplate } from '#contract/holidays.ts'
import { copyTemplateMutation } from '#web/api/working-time/holidays.mutations.ts'
import { holidayTemplateQuery } from '#web/api/working-time/holidays.queries.ts'
import { undoAction } from '#web/components/undo/undo.ts'
import { toast } from '#web/ui/toast.tsx'
import { ApplyTemplateDialog } from './apply-template-dialog.tsx'

export interface TemplateActions {
  /** True while the days of a template are read, before its dialog opens. */
  isOpening: (templateId: string) => boolean
  isCopying: (templateId: string) => boolean
  apply: (templateId: string) => void
  copy: (templateId: string) => void
  /** The dialog to render, in which the days of a template are selected. */
  dialog: ReactNode
}

/** The actions apply and copy, with the template that each is currently working on. */
export function useTemplateActions(): TemplateActions {
  const client = useQueryClient()
  const open = useMutation({ mutationFn: (id: string) => client.fetchQuery(holidayTemplateQuery(id)) })
  const copy = useMutation(copyTemplateMutation(client))
  const [applied, setApplied] = useState<HolidayTemplate | null>(null)
  return {
    dialog: applied && <ApplyTemplateDialog template={applied} onClose={() => setApplied(null)} />,
    isOpening: (id) => open.isPending && open.variables === id,
    isCopying: (id) => copy.isPending && copy.variables === id,
    apply: (id) => open.mutate(id, { onSuccess: setApplied }),
    copy: (id) =>
      copy.mutate(id, {
        onSuccess: (copied) => toast.success(`${copied.name} added to the templates`, undoAction(copied)),
      }),
  }
}
