import { type ReactNode, useState } from 'react'
import { ChangeEffect } from './change-effect.tsx'
import type { ChangeQuestion } from './use-confirm-change.tsx'

type FormQuestion = Omit<ChangeQuestion, 'title' | 'danger'>

/** The label of the form's button while it asks for confirmation, and why it waits. */
interface Confirming {
  submitLabel?: string
  disabledReason?: string
}

/**
 * Asks for confirmation inside a form, where `useConfirmChange` would open a second dialog. The first `ask` shows below
 * the fields what the change moves, and the second makes it. If `values`, the values of the form, change in between,
 * the effect is shown again first.
 */
export function useChangeInForm(values: unknown): {
  ask: (question: FormQuestion) => void
  confirming: Confirming
  effect: ReactNode
} {
  const key = JSON.stringify(values)
  const [asked, setAsked] = useState<{ key: string; question: FormQuestion; isKnown: boolean } | null>(null)
  const shown = asked?.key === key ? asked : null
  const ask = (question: FormQuestion) => {
    if (question.change === null || shown?.isKnown) void question.act().catch(() => undefined)
    else setAsked({ key, question, isKnown: false })
  }
  if (!shown?.question.change) return { ask, confirming: {}, effect: null }
  const { confirmLabel, note, change } = shown.question
  const onKnown = () => setAsked((now) => now && { ...now, isKnown: now.isKnown || now.key === key })
  return {
    ask,
    confirming: {
      submitLabel: confirmLabel,
      ...(!shown.isKnown && { disabledReason: 'Calculating the effect' }),
    },
    effect: (
      <div className="flex flex-col gap-3 border-line-2 border-t pt-3">
        {note}
        <ChangeEffect change={change} onKnown={onKnown} />
      </div>
    ),
  }
}
