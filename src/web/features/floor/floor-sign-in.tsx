import { useMutation } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { RequiredLine } from '#contract/fields.ts'
import { floorSignInMutation } from '#web/api/floor.mutations.ts'
import { EntrancePage } from '#web/components/entrance/entrance-page.tsx'
import { Form } from '#web/components/form/form.tsx'
import { useContractForm } from '#web/components/form/use-contract-form.ts'
import { Alert } from '#web/ui/alert.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { reportWords } from './floor-words.ts'
import type { SignedOut } from './use-floor.ts'

const Code = z.object({ code: RequiredLine('Device code', 40) })

type FloorSignInProps = { signedOut: SignedOut; onSignedIn: () => void }

/** Takes the code that an admin was shown. */
export function FloorSignIn({ signedOut: { reason, unsent }, onSignedIn }: FloorSignInProps) {
  const signIn = useMutation(floorSignInMutation())
  const { submit, field, ...frame } = useContractForm({ schema: Code, values: { code: '' }, mode: 'onSubmit' })
  const enter = submit(async ({ code }) => {
    await signIn.mutateAsync(code)
    onSignedIn()
  })
  return (
    <EntrancePage>
      <div className="floor-dialog px-8 pt-5 pb-8 max-sm:px-5">
        <h1 className="font-semibold text-figure">Shop floor</h1>
        {reason && <Alert kind="warning">{reason}</Alert>}
        {unsent.length > 0 && (
          <Alert>
            Not sent:
            <ul>
              {unsent.map((report) => (
                <li key={report.key}>{reportWords(report)}</li>
              ))}
            </ul>
          </Alert>
        )}
        <Form className="floor-dialog" frame={frame} onSubmit={enter}>
          <TextField
            label="Device code"
            description="An admin makes it under Admin, Settings, Shop floor."
            className="floor-code"
            required
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={12}
            {...field('code')}
          />
          <button type="submit" className="floor-button floor-primary" aria-busy={frame.isBusy}>
            {frame.isBusy ? 'Signing in…' : 'Sign in this device'}
          </button>
        </Form>
      </div>
    </EntrancePage>
  )
}
