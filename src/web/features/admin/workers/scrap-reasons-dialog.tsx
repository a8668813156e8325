import { useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { preprocess } from '#contract/fields.ts'
import { ScrapReasons, type TenantSettings } from '#contract/tenant-settings.ts'
import { saveTenantSettingsMutation } from '#web/api/tenants/tenant-settings.mutations.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { useContractForm } from '#web/components/form/use-contract-form.ts'
import { TextArea } from '#web/ui/text-area.tsx'

const Lines = preprocess(
  ({ scrapReasons }: { scrapReasons: string }) => ({
    scrapReasons: scrapReasons
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  }),
  z.object({ scrapReasons: ScrapReasons }),
)

/** Changes the short list from which the shop floor chooses why pieces are scrap. */
export function ScrapReasonsDialog({ settings, onClose }: { settings: TenantSettings; onClose: () => void }) {
  const save = useMutation({ ...saveTenantSettingsMutation(useQueryClient()), meta: { handled: true } })
  const {
    submit,
    field,
    form: _form,
    choice: _choice,
    problemOf: _problemOf,
    ...frame
  } = useContractForm({
    schema: Lines,
    values: { scrapReasons: settings.scrapReasons.join('\n') },
    mode: 'onSubmit',
  })
  return (
    <FormDialog
      size="small"
      title="Scrap reasons"
      description="Tablets offer these when pieces are scrap. One reason per line."
      submitLabel="Save"
      busyLabel="Saving…"
      frame={frame}
      onSubmit={submit(async (input) => {
        await save.mutateAsync({ ...input, version: settings.version })
        onClose()
      })}
      onClose={onClose}
    >
      <TextArea label="Reasons" required {...field('scrapReasons')} />
    </FormDialog>
  )
}
