import { type ReactNode, useId } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { CloseButton } from './close-button.tsx'

export type SidePanelProps = {
  title: ReactNode
  icon?: ReactNode
  /** A line above the title with the parent record. */
  overline?: ReactNode
  onClose?: () => void
  children: ReactNode
  footer?: ReactNode
  /** The width: 'w-76' (304 px) by default, 'w-92' (368 px) in project details. */
  className?: string
}

/** A column at the right with details of the selection; it does not take the focus. */
export function SidePanel({ title, icon, overline, onClose, children, footer, className = 'w-76' }: SidePanelProps) {
  const titleId = useId()
  return (
    <aside
      aria-labelledby={titleId}
      className={classNames(
        'flex min-h-0 shrink-0 animate-slide-in-right flex-col border-line-2 border-l bg-surface',
        className,
      )}
    >
      <header className="flex items-start gap-2 px-4 pt-3 pb-2">
        <div className="min-w-0 grow pt-1">
          {overline && <p className="text-ink-3 text-label">{overline}</p>}
          <h2 id={titleId} className="flex items-center gap-2 font-semibold">
            {icon}
            {title}
          </h2>
        </div>
        {onClose && <CloseButton label="Close panel" onClose={onClose} />}
      </header>
      <div className="min-h-0 grow overflow-y-auto">{children}</div>
      {footer && <footer className="flex shrink-0 flex-wrap gap-2 border-line border-t px-4 py-3">{footer}</footer>}
    </aside>
  )
}
