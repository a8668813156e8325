import { type ReactNode, useEffect, useRef } from 'react'

type FloorTitleProps = {
  /** Whether a button of the screen before led here, so that its focus is lost. */
  takesFocus: boolean
  className?: string
  children: ReactNode
}

/** The heading of a screen of the shop floor, where its reader goes on. */
export function FloorTitle({ takesFocus, className, children }: FloorTitleProps) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus && document.activeElement === document.body) title.current?.focus()
  }, [takesFocus])
  return (
    <h1 ref={title} tabIndex={-1} className={className}>
      {children}
    </h1>
  )
}
