import { useMutation } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useId } from 'react'
import { z } from 'zod/mini'
import { RequiredLine } from '#contract/fields.ts'
import { floorSignInMutation } from '#web/api/floor/floor.mutations.ts'
import { EntrancePage } from '#web/components/entrance/entrance-page.tsx'
import { Form } from '#web/components/form/form.tsx'
import { useContractForm } from '#web/components/form/use-contract-form.ts'
import { useRefusal } from '#web/stores/actor.ts'
import { useAppStore } from '#web/stores/app-store.ts'
import { Alert } from '#web/ui/alert.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { FloorTitle } from './floor-title.tsx'
import { reportWords } from './floor-words.ts'
import type { Floor, SignedOut } from './use-floor.ts'

const Code = z.object({ code: RequiredLine('Device code', 40) })

/** The code from the URL of a QR code. It is removed from the URL as soon as it is read. */
const useScannedCode = (): string => {
  const code = useLocation({ select: ({ hash }) => hash })
  const navigate = useNavigate()
  useEffect(() => {
    if (code !== '') void navigate({ to: '/floor', hash: '', replace: true })
  }, [code, navigate])
  return code
}

/** For a signed-in person, who may use the page under their own name. A device needs its own code, which an admin creates. */
function SignedInPerson({ floor }: { floor: Floor }) {
  const { userId, name, email, isAdmin, isSuperAdmin, tenantId } = useAppStore(({ session }) => session)
  const refusal = useRefusal('reportWork')
  const reasonId = useId()
  if (userId === null) return null
  const person = name ?? email ?? ''
  const link = 'text-primary-text underline'
  return (
    <>
      <p className="text-ink-2">{`You are signed in as ${person}.`}</p>
      {tenantId !== null && (
        <>
          <button
            type="button"
            className="floor-button"
            disabled={refusal !== null}
            aria-describedby={reasonId}
            onClick={floor.comeAsPerson}
          >
            {`Use it as ${person}`}
          </button>
          <p id={reasonId} className="text-ink-2">
            {refusal ?? 'You see the work centers that you choose, and report under your own name.'}
          </p>
        </>
      )}
      <p className="text-ink-2">
        {isAdmin || isSuperAdmin ? (
          <Link to="/admin" search={{ tab: 'settings' }} className={link}>
            Set up this tablet
          </Link>
        ) : (
          <>
            A tablet signs in with a code of its own: ask an admin for one, or{' '}
            <Link to="/schedule" className={link}>
              open the schedule
            </Link>
            .
          </>
        )}
      </p>
    </>
  )
}

type FloorSignInProps = { signedOut: SignedOut; floor: Floor; whyNoCard: string | null }

/** Signs a device in with its code, or lets a signed-in person continue under their own name. */
export function FloorSignIn({ signedOut: { reason, unsent }, floor, whyNoCard }: FloorSignInProps) {
  const isSignedOut = useAppStore(({ session }) => session.userId === null)
  const signIn = useMutation(floorSignInMutation())
  const { submit, field, ...frame } = useContractForm({
    schema: Code,
    values: { code: useScannedCode() },
    mode: 'onSubmit',
  })
  const enter = submit(async ({ code }) => {
    await signIn.mutateAsync(code)
    floor.onSignedIn()
  })
  return (
    <EntrancePage>
      <div className="floor-dialog px-8 pt-5 pb-8 max-sm:px-5">
        <FloorTitle takesFocus={floor.hasMoved} className="font-semibold text-figure">
          Shop floor
        </FloorTitle>
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
        {whyNoCard && <Alert kind="warning">{whyNoCard}</Alert>}
        <SignedInPerson floor={floor} />
        {isSignedOut && floor.asked && (
          <p className="text-ink-2">
            Your own phone or computer?{' '}
            <Link
              to="/login"
              search={{ redirect: `/floor?operation=${encodeURIComponent(floor.asked.operationId)}` }}
              className="text-primary-text underline"
            >
              Sign in with your account
            </Link>{' '}
            to open the scanned operation.
          </p>
        )}
        <Form className="floor-dialog" frame={frame} onSubmit={enter}>
          <TextField
            label="Device code"
            description="An admin creates it under Admin, Settings, Shop floor."
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
