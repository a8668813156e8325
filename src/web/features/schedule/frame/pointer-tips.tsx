import { useGanttState } from '../gantt-context.ts'
import { PoolTip } from '../move/pool-tip.tsx'
import { PriceOfMove } from '../move/price-of-move.ts'
import { RefusedDragTip } from '../move/refused-drag-tip.tsx'
import { BarTooltip } from './bar-tooltip.tsx'

/** The tips beside a bar or the pointer, and the price of a move. */
export function PointerTips() {
  const hovered = useGanttState((state) => state.hovered)
  const poolDrag = useGanttState((state) => state.poolDrag)
  const refusedDrag = useGanttState((state) => state.refusedDrag)
  const move = useGanttState((state) => state.move)
  return (
    <>
      {hovered && <BarTooltip hovered={hovered} />}
      {poolDrag && <PoolTip drag={poolDrag} />}
      {refusedDrag && <RefusedDragTip drag={refusedDrag} />}
      {move && <PriceOfMove move={move} />}
    </>
  )
}
