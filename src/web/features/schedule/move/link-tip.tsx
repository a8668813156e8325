import { useLayoutEffect, useRef, useState } from 'react'
import { useGantt } from '../gantt-context.ts'
import type { Linking } from '../schedule-store.ts'
import { linkWords } from './link-words.ts'

/** What a link that is being drawn would mean. It is left of the pointer where the window ends before it would. */
export function LinkTip({ linking }: { linking: Linking }) {
  const { model } = useGantt()
  const { from, to, refusal, x, y } = linking
  const tip = useRef<HTMLDivElement>(null)
  const [before, setBefore] = useState(false)
  const isShown = to >= 0 && to !== from
  const words = refusal ?? linkWords(model, from, to)
  useLayoutEffect(() => {
    if (!isShown) return
    const edge = tip.current?.closest('[data-scroller]')?.getBoundingClientRect().right ?? 0
    const left = tip.current?.offsetParent?.getBoundingClientRect().left ?? 0
    setBefore(left + x + 12 + (tip.current?.offsetWidth ?? 0) > edge)
  }, [x, isShown])
  if (!isShown) return null
  return (
    <div
      ref={tip}
      className={`absolute w-max rounded border border-line-2 bg-raised px-2.5 py-2 text-label shadow-2 ${refusal ? 'text-crit-text' : ''}`}
      style={{ left: before ? x - 12 : x + 12, top: y + 16, translate: before ? '-100%' : '0' }}
    >
      {words}
    </div>
  )
}
