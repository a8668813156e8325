import type { ReactNode } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { PageTitle } from './page-title.tsx'

export type PageHeadProps = {
  title: ReactNode
  /** Content beside the title: '24 of 148', a chip. */
  meta?: ReactNode
  /** Content before the title: the link back. */
  back?: ReactNode
  /** Actions at the right end, the primary button last. */
  actions?: ReactNode
  className?: string
}

/** The header of a page: h1, details and actions; 56 px high. */
export function PageHead({ title, meta, back, actions, className }: PageHeadProps) {
  return (
    <div
      className={classNames(
        'flex min-h-14 shrink-0 flex-wrap items-center gap-x-3 gap-y-2 px-5 py-2 max-md:px-4',
        className,
      )}
    >
      {back}
      <PageTitle className="min-w-0 truncate">{title}</PageTitle>
      {meta && <div className="flex min-w-0 items-center gap-2 text-ink-3">{meta}</div>}
      {actions && <div className="ml-auto flex flex-wrap items-center justify-end gap-2">{actions}</div>}
    </div>
  )
}
