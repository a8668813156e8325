import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { errorSentence } from '#web/api/api-error.ts'
import { floorSignInMutation } from '#web/api/floor.mutations.ts'
import { EntrancePage } from '#web/components/entrance/entrance-page.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { reportWords } from './floor-words.ts'
import type { SignedOut } from './use-floor.ts'

type FloorSignInProps = { signedOut: SignedOut; onSignedIn: () => void }

/** Takes the code that an admin was shown. */
export function FloorSignIn({ signedOut: { reason, unsent }, onSignedIn }: FloorSignInProps) {
  const [code, setCode] = useState('')
  const signIn = useMutation(floorSignInMutation())
  return (
    <EntrancePage>
      <form
        className="floor-dialog px-8 pt-5 pb-8 max-sm:px-5"
        onSubmit={(event) => {
          event.preventDefault()
          if (code.trim() !== '' && !signIn.isPending) signIn.mutate(code, { onSuccess: onSignedIn })
        }}
      >
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
        <TextField
          label="Device code"
          description="An admin makes it under Admin, Settings, Shop floor."
          className="floor-code"
          required
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={12}
          value={code}
          error={signIn.isError ? errorSentence(signIn.error) : undefined}
          onChange={({ target }) => setCode(target.value)}
        />
        <button type="submit" className="floor-button floor-primary" aria-busy={signIn.isPending}>
          {signIn.isPending ? 'Signing in…' : 'Sign in this device'}
        </button>
      </form>
    </EntrancePage>
  )
}
