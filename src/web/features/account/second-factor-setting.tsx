import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { secondFactorQuery } from '#web/api/auth/second-factor.queries.ts'
import { lazyPart } from '#web/components/lazy-part.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { formatShipDate } from '#web/lib/format-date.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { Button } from '#web/ui/button.tsx'
import { Toggle } from '#web/ui/toggle.tsx'
import { toneText } from '#web/ui/tones.ts'

const TurnOnDialog = lazyPart(() =>
  import('./turn-on-second-factor-dialog.tsx').then(({ TurnOnSecondFactorDialog }) => TurnOnSecondFactorDialog),
)
const TurnOffDialog = lazyPart(() =>
  import('./prove-second-factor-dialog.tsx').then(({ TurnOffSecondFactorDialog }) => TurnOffSecondFactorDialog),
)
const NewCodesDialog = lazyPart(() =>
  import('./prove-second-factor-dialog.tsx').then(({ NewRecoveryCodesDialog }) => NewRecoveryCodesDialog),
)

const dialogs = { on: TurnOnDialog, off: TurnOffDialog, codes: NewCodesDialog }

/** The switch of two-factor authentication. It opens a dialog, because turning it on or off needs the password and a code. */
export function SecondFactorSetting() {
  const { data } = useSuspenseQuery(secondFactorQuery())
  const dates = useDateSettings()
  const [open, setOpen] = useState<keyof typeof dialogs | null>(null)
  const { onSince, recoveryCodesLeft } = data
  const Open = open && dialogs[open]
  return (
    <>
      <Toggle
        label="Two-factor authentication"
        description={
          onSince === null
            ? 'You sign in with your email and password alone'
            : `On since ${formatShipDate(onSince, dates)}: signing in also asks for a code`
        }
        checked={onSince !== null}
        onChange={() => setOpen(onSince === null ? 'on' : 'off')}
      />
      {onSince !== null && (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className={recoveryCodesLeft < 3 ? toneText.atRisk : 'text-ink-3'}>
            {formatCount(recoveryCodesLeft, 'recovery code')} left
          </p>
          <Button size="small" onClick={() => setOpen('codes')}>
            New recovery codes
          </Button>
        </div>
      )}
      {Open && (
        <Suspense fallback={null}>
          <Open onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  )
}
