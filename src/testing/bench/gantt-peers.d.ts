/** The parts of the compared Gantt libraries that the benchmark uses, so that types can be checked where they are not installed. */
declare module 'dhtmlx-gantt' {
  export interface Task {
    id: string
    start_date: Date
    end_date: Date
  }
  export const gantt: {
    config: Record<string, unknown>
    init: (root: HTMLElement) => void
    parse: (data: { data: readonly object[]; links: readonly object[] }) => void
    getTask: (id: string) => Task
    updateTask: (id: string) => void
    batchUpdate: (change: () => void) => void
  }
}

declare module '@svar-ui/react-gantt' {
  import type { ReactNode } from 'react'

  export function Willow(props: { children: ReactNode }): ReactNode
  export function Gantt(props: {
    init: (api: { exec: (action: string, data: object) => unknown }) => void
    tasks: readonly object[]
    links: readonly object[]
    scales: readonly object[]
    columns: readonly object[]
    cellWidth: number
    cellHeight: number
    scaleHeight: number
  }): ReactNode
}

declare module '@svar-ui/react-gantt/dist-full/index.css'
declare module 'dhtmlx-gantt/codebase/dhtmlxgantt.css'
