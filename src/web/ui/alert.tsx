import { Info, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { LateIcon, OnTimeIcon, ProjectedLateIcon } from './icons/state-icons.tsx'
import { statusKinds } from './status-kinds.ts'
import { markTones, toneSurface } from './tones.ts'

/** Imported one by one instead of through all marks, because the sign-in page has alerts but no marks. */
const icons = { error: LateIcon, warning: ProjectedLateIcon, info: Info, success: OnTimeIcon } as const

export type AlertProps = {
  kind?: keyof typeof icons
  children: ReactNode
  /** If set, a cross closes the alert. */
  onDismiss?: () => void
  className?: string
}

/** A message in the flow of the page; screen readers announce errors at once. */
export function Alert({ kind = 'error', children, onDismiss, className }: AlertProps) {
  const Icon = icons[kind]
  const tone = markTones[statusKinds[kind]]
  return (
    <div
      role={kind === 'error' ? 'alert' : 'status'}
      className={classNames('flex items-start gap-2 rounded border px-3 py-2', toneSurface[tone], className)}
    >
      <Icon className="mt-0.5 size-4 shrink-0" />
      <div className="wrap-anywhere min-w-0 grow">{children}</div>
      {onDismiss && (
        <button
          type="button"
          aria-label="Dismiss"
          className="-my-0.5 -mr-1 flex size-6 shrink-0 items-center justify-center rounded-inner hover:bg-press"
          onClick={onDismiss}
        >
          <X className="size-3.5" />
        </button>
      )}
    </div>
  )
}
