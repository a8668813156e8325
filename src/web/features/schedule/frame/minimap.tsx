import { memo, type RefObject, Suspense, useEffect, useState } from 'react'
import { whenIdle } from '#web/lib/when-idle.ts'
import { extras } from './extras.ts'
import type { ScrollerHandle } from './time-scroller.tsx'

/** Height of the strip. */
export const heightPx = 24

export const stripClasses = 'relative shrink-0 border-line-2 border-t bg-canvas max-md:hidden'

/** The place of the strip while there is none. */
export const StripSpace = () => <div className={stripClasses} style={{ height: heightPx }} />

export interface MinimapProps {
  readonly scroller: RefObject<ScrollerHandle | null>
}

const PlanStrip = extras.part(({ PlanStrip }) => PlanStrip)

/** The whole plan in one strip, which follows the first picture. */
export const Minimap = memo(function Minimap(props: MinimapProps) {
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => whenIdle(() => setDrawn(true)), [])
  if (!isDrawn) return <StripSpace />
  return (
    <Suspense fallback={<StripSpace />}>
      <PlanStrip {...props} />
    </Suspense>
  )
})
