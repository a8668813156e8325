import { useEffect, useEffectEvent } from 'react'
import { announce } from '#web/ui/live-region.tsx'
import { useGantt } from '../gantt-context.ts'
import type { MovePreview } from '../schedule-store.ts'
import { linesOfPrice } from './move-price.tsx'
import { moveWrite } from './write-of.ts'

/** How long a bar must rest before its price is asked for. */
const restMs = 300

/**
 * Asks what a move would mean when its bar has rested, and tells it to screen readers. One question at a time: the next movement or the
 * end of the move takes it back. A question that fails says nothing.
 */
export function PriceOfMove({ move }: { move: MovePreview }) {
  const gantt = useGantt()
  const { store } = gantt
  const ask = useEffectEvent(async (asked: MovePreview, signal: AbortSignal): Promise<void> => {
    store.setState({ price: { move: asked, effect: null } })
    const effect = await gantt.load.effect(moveWrite(gantt.model, asked), signal).catch(() => null)
    if (signal.aborted) return
    store.setState({ price: effect && { move: asked, effect } })
    if (effect)
      announce(
        linesOfPrice(gantt, { move: asked, effect })
          .map(({ text }) => text)
          .join('. '),
      )
  })
  useEffect(() => {
    const asking = new AbortController()
    const timer = setTimeout(() => void ask(move, asking.signal), restMs)
    return () => {
      clearTimeout(timer)
      asking.abort()
      if (store.getState().price) store.setState({ price: null })
    }
  }, [store, move])
  return null
}
