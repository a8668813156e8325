import { type ComponentType, Suspense } from 'react'
import { useGanttState } from '../gantt-context.ts'
import type { ScheduleState } from '../schedule-store.ts'

/** A lazy part that is rendered only while the state needs it. There is nothing in its place until its code has been loaded. */
export const whileState = <Props extends object>(
  isNeeded: (state: ScheduleState) => boolean,
  Part: ComponentType<Props>,
) =>
  function WhileState(props: Props) {
    return (
      useGanttState(isNeeded) && (
        <Suspense fallback={null}>
          <Part {...props} />
        </Suspense>
      )
    )
  }
