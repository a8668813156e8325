import { useEffect, useEffectEvent } from 'react'
import { announce } from '#web/ui/live-region.tsx'
import type { GanttScene } from '../gantt-context.ts'
import type { MovePreview, ScheduleState } from '../schedule-store.ts'
import { linesOfPrice } from './move-price.tsx'
import { moveWrite } from './write-of.ts'

/** How long a bar must rest before its price is asked for. */
const restMs = 300

/**
 * Asks what a move would mean when its bar has rested, and tells it to screen readers. One question at a time: the next movement or the
 * end of the move takes it back. A question that fails says nothing.
 */
export const useMovePrice = (gantt: GanttScene | null): void => {
  const store = gantt?.store
  const ask = useEffectEvent(async (move: MovePreview, signal: AbortSignal): Promise<void> => {
    if (!gantt) return
    gantt.store.setState({ price: { move, effect: null } })
    const effect = await gantt.load.effect(moveWrite(gantt.model, move), signal).catch(() => null)
    if (signal.aborted) return
    gantt.store.setState({ price: effect && { move, effect } })
    if (effect)
      announce(
        linesOfPrice(gantt, { move, effect })
          .map(({ text }) => text)
          .join('. '),
      )
  })
  useEffect(() => {
    if (!store) return
    let asking = new AbortController()
    let timer = 0
    const takeBack = () => {
      clearTimeout(timer)
      asking.abort()
    }
    const follow = ({ move, price }: ScheduleState, before: ScheduleState) => {
      if (move === before.move) return
      takeBack()
      if (price) store.setState({ price: null })
      if (!move) return
      asking = new AbortController()
      const { signal } = asking
      timer = window.setTimeout(() => void ask(move, signal), restMs)
    }
    const stop = store.subscribe(follow)
    return () => {
      stop()
      takeBack()
    }
  }, [store])
}
