import { type ReactNode, useState } from 'react'
import type { WorkingTimeChange } from '#contract/working-time.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ChangeEffect } from './change-effect.tsx'

export interface ChangeQuestion {
  title: string
  confirmLabel: string
  /** True for changes that remove working time or records. */
  danger?: boolean
  /** Other effects of the change besides the moves. */
  note?: ReactNode
  /** The change to preview; null if the plan does not depend on it, so that it is made without a question. */
  change: WorkingTimeChange | null
  /** Makes the change; the caller shows its error. */
  act: () => Promise<unknown>
}

function ConfirmChange({ question, onClose }: { question: ChangeQuestion; onClose: () => void }) {
  const { title, confirmLabel, danger, note, change, act } = question
  const [isKnown, setIsKnown] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const confirm = () => {
    setIsBusy(true)
    void act().then(onClose, onClose)
  }
  return (
    <ConfirmDialog
      open
      title={title}
      confirmLabel={confirmLabel}
      danger={danger}
      busy={isBusy}
      disabledReason={isKnown ? null : 'Calculating the effect'}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <div className="flex flex-col gap-3">
        {note}
        {change && <ChangeEffect change={change} onKnown={() => setIsKnown(true)} />}
      </div>
    </ConfirmDialog>
  )
}

/**
 * For changes of working time outside a dialog: `ask` shows what the change moves and makes it when confirmed; the
 * caller renders `dialog`. A form in a dialog asks with `useChangeInForm`.
 */
export function useConfirmChange(): { ask: (question: ChangeQuestion) => void; dialog: ReactNode } {
  const [question, setQuestion] = useState<ChangeQuestion | null>(null)
  return {
    ask: (next) => (next.change ? setQuestion(next) : void next.act().catch(() => undefined)),
    dialog: question && <ConfirmChange question={question} onClose={() => setQuestion(null)} />,
  }
}
