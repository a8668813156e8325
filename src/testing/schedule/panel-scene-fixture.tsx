import { useState } from 'react'
import { type OperationActions, OperationPanel } from '#web/features/schedule/panel/operation-panel.tsx'
import type { ScheduleGanttProps } from '#web/features/schedule/schedule-gantt.tsx'
import { Scene, stored } from './scene-fixture.tsx'

/** The schedule of a planner with the side panel of the selected operation. */
export function PanelScene({ panel, ...props }: Partial<ScheduleGanttProps> & { panel?: OperationActions }) {
  const [load] = useState(() => async (operationId: string) => stored(operationId))
  return (
    <Scene
      loadPlacement={load}
      panelOf={(operation) => <OperationPanel operation={operation} actions={{ ...props, ...panel }} />}
      {...props}
    />
  )
}
