import { type ReactNode, useEffect, useRef } from 'react'
import { classNames } from '#web/lib/class-names.ts'

/** The initial document title: the name of the product. */
const ownTitle = document.title

/** The heading of a page. It also sets the document title, so that tabs and browser history can be told apart. */
export function PageTitle({ className, children }: { className?: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = [heading.current?.textContent, ownTitle].filter(Boolean).join(' · ')
  })
  useEffect(
    () => () => {
      document.title = ownTitle
    },
    [],
  )
  return (
    <h1 ref={heading} className={classNames('font-semibold text-page', className)}>
      {children}
    </h1>
  )
}
