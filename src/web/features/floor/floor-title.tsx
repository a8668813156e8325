import { type ReactNode, useEffect, useRef } from 'react'

type FloorTitleProps = {
  /** Whether a button of the previous screen led here, so that its focus is lost. */
  takesFocus: boolean
  className?: string
  children: ReactNode
}

/** The heading of a shop-floor screen; it takes the focus after a change of screen. */
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
