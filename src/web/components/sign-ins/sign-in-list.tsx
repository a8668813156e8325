import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { SignIn, SignInOutcome } from '#contract/sign-ins.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { browserWords } from '#web/lib/browser-words.ts'
import { formatShortDateTime } from '#web/lib/format-date.ts'
import { toneText } from '#web/ui/tones.ts'
import { useFirstRows } from '#web/ui/use-first-rows.tsx'

const outcomeWords: Record<SignInOutcome, string> = {
  password: 'Signed in',
  code: 'Signed in with a code',
  recoveryCode: 'Signed in with a recovery code',
  singleSignOn: 'Signed in with single sign-on',
  entered: 'Opened the organization',
  refused: 'Failed: wrong password or disabled account',
  codeMissing: 'Correct password, no code entered',
  wrongCode: 'Failed: wrong code',
}

const failed: ReadonlySet<SignInOutcome> = new Set(['refused', 'codeMissing', 'wrongCode'])

interface SignInListProps {
  signIns: readonly SignIn[]
  rowsAtOnce: number
  /** True if all of them are in one organization. */
  hidesTenant?: boolean
}

/** Sign-ins and failed attempts, newest first. A correct password without a code is listed too, because it may be an attack. */
export function SignInList({ signIns, rowsAtOnce, hidesTenant }: SignInListProps) {
  const dates = useDateSettings()
  const { first, more } = useFirstRows(signIns, rowsAtOnce)
  return (
    <>
      <ul className="divide-y divide-line">
        {first.map(({ signInId, at, outcome, address, userAgent, tenantName }) => (
          <li key={signInId} className="flex min-h-13 items-center gap-3 px-3 py-2">
            <span className={failed.has(outcome) ? toneText.atRisk : 'text-ink-3'}>
              {failed.has(outcome) ? <TriangleAlert /> : <CircleCheck />}
            </span>
            <div className="min-w-0 grow">
              <p>{outcomeWords[outcome]}</p>
              <p className="text-ink-3 text-label tabular-nums">
                {[formatShortDateTime(at, dates), browserWords(userAgent), address, !hidesTenant && tenantName]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
          </li>
        ))}
      </ul>
      {more}
    </>
  )
}
