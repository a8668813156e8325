import type { ReactNode } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { type Tone, toneSurface } from './tones.ts'

export type EmptyStateProps = {
  icon: ReactNode
  title: string
  /** One line about what to do next. */
  children?: ReactNode
  /** The button that creates the first item. */
  action?: ReactNode
  tone?: Tone
  role?: 'status' | 'alert'
  className?: string
}

/** Replaces an empty list: icon tile, title, one line and a button. */
export function EmptyState({ icon, title, children, action, tone = 'neutral', role, className }: EmptyStateProps) {
  return (
    <div
      role={role}
      className={classNames('flex flex-col items-center justify-center px-4 py-10 text-center', className)}
    >
      <span
        aria-hidden="true"
        className={classNames(
          'mb-3 flex size-10 items-center justify-center rounded border [&_svg]:size-5',
          toneSurface[tone],
        )}
      >
        {icon}
      </span>
      <p className="font-semibold text-lead">{title}</p>
      {children != null && <p className="mt-1.5 max-w-100 text-ink-3">{children}</p>}
      {action && <div className="mt-4 flex flex-wrap items-center justify-center gap-2">{action}</div>}
    </div>
  )
}
