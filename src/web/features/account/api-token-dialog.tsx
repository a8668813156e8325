import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ChangeEvent } from 'react'
import {
  type ApiTokenInput,
  ApiTokenInput as ApiTokenSchema,
  type ApiTokenScope,
  apiTokenDays,
  apiTokenScopes,
  mostMovedByToken,
  usualApplyLimits,
} from '#contract/api-tokens.ts'
import { mayMakeApiToken } from '#domain/access/api-token-scopes.ts'
import { createApiTokenMutation } from '#web/api/integrations/api-tokens.mutations.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { useContractForm } from '#web/components/form/use-contract-form.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { ShownOnceDialog } from '#web/components/shown-once/shown-once-dialog.tsx'
import { formatShipDate } from '#web/lib/format-date.ts'
import { useActor } from '#web/stores/actor.ts'
import { NumberField } from '#web/ui/number-field.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { Toggle } from '#web/ui/toggle.tsx'
import { scopeWords } from './scope-words.ts'

const scopeSentences: Readonly<Record<ApiTokenScope, string>> = {
  read: 'everything you can see',
  plan: 'everything you may change in planning',
}
const termOptions = apiTokenDays.map((days) => ({ value: String(days), label: `${days} days` }))

/** Creates an API token and shows it once. */
export function ApiTokenDialog({ onClose }: { onClose: () => void }) {
  const create = useMutation(createApiTokenMutation(useQueryClient()))
  const dates = useDateSettings()
  const values: ApiTokenInput = { name: '', scope: 'read', expiresInDays: 90, ...usualApplyLimits }
  const { form, submit, field, choice, ...frame } = useContractForm({
    schema: ApiTokenSchema,
    values,
    mode: 'onSubmit',
  })
  const actor = useActor()
  const scopes = apiTokenScopes.map((scope) => ({ scope, decision: mayMakeApiToken(actor, scope) }))
  const refusal = scopes.map(({ decision }) => (decision.ok ? null : decision.reason)).find((reason) => reason !== null)
  const toggle = (name: 'mayApply' | 'noNewLate' | 'noFrozen') => {
    const { value, onChange } = choice(name)
    return {
      checked: value ?? false,
      onChange: (event: ChangeEvent<HTMLInputElement>) => onChange(event.target.checked),
    }
  }
  const made = create.data
  if (made) {
    return (
      <ShownOnceDialog
        title={`API token ${made.name}`}
        description={`Programs send it as “Authorization: Bearer …”, until ${formatShipDate(made.expiresAt, dates)}.`}
        label="Token"
        text={made.apiToken ?? ''}
        hint="Store it like a password. It is shown only once."
        onClose={onClose}
      />
    )
  }
  return (
    <FormDialog
      size="small"
      title="New API token"
      description="With a token, a program works in this organization in your name."
      submitLabel="Create token"
      busyLabel="Creating…"
      frame={frame}
      onSubmit={submit((input) => create.mutateAsync(input.scope === 'read' ? { ...input, mayApply: false } : input))}
      onClose={onClose}
    >
      <TextField
        label="Name"
        required
        autoComplete="off"
        maxLength={80}
        description="What uses it, such as “Power BI report”"
        {...field('name')}
      />
      <SelectField
        label="Access"
        description={refusal ?? 'It can never do more than you can.'}
        options={scopes.map(({ scope, decision }) => ({
          value: scope,
          label: `${scopeWords[scope]}: ${scopeSentences[scope]}`,
          disabled: !decision.ok,
        }))}
        {...field('scope')}
      />
      <SelectField
        label="Expires after"
        options={termOptions}
        {...field('expiresInDays')}
        {...form.register('expiresInDays', { valueAsNumber: true })}
      />
      {form.watch('scope') === 'plan' && (
        <Toggle
          label="Assistants may apply proposals"
          description="Otherwise an assistant proposes, and you apply on screen"
          {...toggle('mayApply')}
        />
      )}
      {form.watch('scope') === 'plan' && form.watch('mayApply') && (
        <>
          <Toggle label="Only if no project becomes late" {...toggle('noNewLate')} />
          <Toggle label="Only if nothing moves in the freeze window" {...toggle('noFrozen')} />
          <NumberField
            label="At most this many operations"
            min={1}
            max={mostMovedByToken}
            {...field('mostMoved')}
            {...form.register('mostMoved', { valueAsNumber: true })}
          />
        </>
      )}
    </FormDialog>
  )
}
