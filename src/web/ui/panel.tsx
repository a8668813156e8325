import { type ReactNode, useId } from 'react'
import { classNames } from '#web/lib/class-names.ts'

export type PanelProps = {
  title: ReactNode
  /** Content beside the title: a count. */
  meta?: ReactNode
  actions?: ReactNode
  children: ReactNode
  className?: string
}

/** A bordered region with a heading 36 px high. */
export function Panel({ title, meta, actions, children, className }: PanelProps) {
  const headingId = useId()
  return (
    <section
      aria-labelledby={headingId}
      className={classNames('flex min-w-0 flex-col overflow-hidden rounded border border-line-2 bg-surface', className)}
    >
      <header className="flex min-h-9 shrink-0 items-center gap-2 border-line border-b px-3">
        <h2 id={headingId} className="truncate font-semibold">
          {title}
        </h2>
        {meta}
        {actions && <div className="ml-auto flex items-center gap-2">{actions}</div>}
      </header>
      {children}
    </section>
  )
}
