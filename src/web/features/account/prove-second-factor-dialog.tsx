import { useMutation, useQueryClient } from '@tanstack/react-query'
import { SecondFactorProof } from '#contract/second-factor.ts'
import { renewRecoveryCodesMutation, turnOffSecondFactorMutation } from '#web/api/auth/second-factor.mutations.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { useContractForm } from '#web/components/form/use-contract-form.ts'
import { PasswordField } from '#web/ui/password-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'

type ProofDialogProps = {
  title: string
  description: string
  submitLabel: string
  danger?: boolean
  onProof: (proof: SecondFactorProof) => Promise<unknown>
  onClose: () => void
}

/** Asks for the same proof as a sign-in: the password and a code. */
function ProofDialog({ onProof, ...dialog }: ProofDialogProps) {
  const { submit, field, ...frame } = useContractForm({
    schema: SecondFactorProof,
    values: { currentPassword: '', code: '' },
    mode: 'onSubmit',
  })
  return (
    <FormDialog {...dialog} size="small" busyLabel="Checking…" frame={frame} onSubmit={submit(onProof)}>
      <PasswordField label="Current password" {...field('currentPassword')} />
      <TextField
        label="Code"
        autoComplete="one-time-code"
        maxLength={40}
        description="From your authenticator app, or a recovery code"
        {...field('code')}
      />
    </FormDialog>
  )
}

export function TurnOffSecondFactorDialog({ onClose }: { onClose: () => void }) {
  const turnOff = useMutation(turnOffSecondFactorMutation(useQueryClient()))
  return (
    <ProofDialog
      danger
      title="Turn off two-factor authentication?"
      description="Signing in will ask for your password alone, and your recovery codes stop working."
      submitLabel="Turn off"
      onProof={async (proof) => {
        await turnOff.mutateAsync(proof)
        toast.success('Two-factor authentication is off')
        onClose()
      }}
      onClose={onClose}
    />
  )
}

/** Creates new recovery codes and shows them once. */
export function NewRecoveryCodesDialog({ onClose }: { onClose: () => void }) {
  const renew = useMutation(renewRecoveryCodesMutation(useQueryClient()))
  if (renew.data) return <RecoveryCodesDialog codes={renew.data.recoveryCodes} onClose={onClose} />
  return (
    <ProofDialog
      title="New recovery codes"
      description="You get ten new codes. The old ones stop working."
      submitLabel="Create new codes"
      onProof={(proof) => renew.mutateAsync(proof)}
      onClose={onClose}
    />
  )
}
