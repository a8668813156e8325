import { useSuspenseQuery } from '@tanstack/react-query'
import { keptSignInDays } from '#contract/sign-ins.ts'
import { mySignInsQuery } from '#web/api/auth/sign-ins.queries.ts'
import { SignInList } from '#web/components/sign-ins/sign-in-list.tsx'
import { Panel } from '#web/ui/panel.tsx'

/** The reader's latest sign-ins, including failed attempts. */
export function SignInsPanel() {
  const { data: signIns } = useSuspenseQuery(mySignInsQuery())
  return (
    <Panel title="Recent sign-ins">
      <div id="sign-ins" className="scroll-mt-20">
        {signIns.length > 0 && <SignInList signIns={signIns} rowsAtOnce={5} />}
        <p className={`p-3 text-ink-3 ${signIns.length > 0 ? 'border-line border-t' : ''}`}>
          {signIns.length === 0
            ? `Your sign-ins will appear here and are kept for ${keptSignInDays} days.`
            : `Kept for ${keptSignInDays} days. If you do not recognize one, change your password.`}
        </p>
      </div>
    </Panel>
  )
}
