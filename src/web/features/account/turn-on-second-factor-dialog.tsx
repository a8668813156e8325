import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { SecondFactorStart, SignInCodeInput } from '#contract/second-factor.ts'
import { confirmSecondFactorMutation, startSecondFactorMutation } from '#web/api/auth/second-factor.mutations.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { useContractForm } from '#web/components/form/use-contract-form.ts'
import { QrCode } from '#web/components/qr-code/qr-code.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'

interface AppSecret {
  appSecret: string
  appUri: string
}

/** Turns on two-factor authentication in three steps: the password, a first code of the app, the recovery codes. */
export function TurnOnSecondFactorDialog({ onClose }: { onClose: () => void }) {
  const [secret, setSecret] = useState<AppSecret | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes) return <RecoveryCodesDialog codes={codes} onClose={onClose} />
  if (secret) return <ConfirmStep secret={secret} onConfirmed={setCodes} onClose={onClose} />
  return <PasswordStep onSecret={setSecret} onClose={onClose} />
}

function PasswordStep({ onSecret, onClose }: { onSecret: (secret: AppSecret) => void; onClose: () => void }) {
  const start = useMutation(startSecondFactorMutation())
  const { submit, field, ...frame } = useContractForm({
    schema: SecondFactorStart,
    values: { currentPassword: '' },
    mode: 'onSubmit',
  })
  return (
    <FormDialog
      size="small"
      title="Turn on two-factor authentication"
      description="After that, signing in also asks for a code from an authenticator app on your phone."
      submitLabel="Continue"
      busyLabel="Checking…"
      frame={frame}
      onSubmit={submit(async (input) => onSecret(await start.mutateAsync(input)))}
      onClose={onClose}
    >
      <PasswordField label="Current password" {...field('currentPassword')} />
    </FormDialog>
  )
}

type ConfirmStepProps = {
  secret: AppSecret
  onConfirmed: (recoveryCodes: readonly string[]) => void
  onClose: () => void
}

/** Grouped by four, for easier typing. */
const grouped = (text: string) => text.match(/.{1,4}/g)?.join(' ') ?? ''

function ConfirmStep({ secret: { appSecret, appUri }, onConfirmed, onClose }: ConfirmStepProps) {
  const confirm = useMutation(confirmSecondFactorMutation(useQueryClient()))
  const { submit, field, ...frame } = useContractForm({
    schema: SignInCodeInput,
    values: { code: '' },
    mode: 'onSubmit',
  })
  return (
    <FormDialog
      size="small"
      title="Scan the code with your authenticator app"
      description="Your other sessions end when you turn it on."
      submitLabel="Turn on"
      busyLabel="Turning on…"
      frame={frame}
      onSubmit={submit(async (input) => onConfirmed((await confirm.mutateAsync(input)).recoveryCodes))}
      onClose={onClose}
    >
      <QrCode text={appUri} label="QR code for your authenticator app" />
      <p className="text-ink-3">
        No camera? Type this key into the app:{' '}
        <span className="select-all font-semibold text-ink tabular-nums">{grouped(appSecret)}</span>
      </p>
      <TextField
        label="Code"
        required
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={12}
        description="The 6 digits that the app shows now"
        {...field('code')}
      />
    </FormDialog>
  )
}
