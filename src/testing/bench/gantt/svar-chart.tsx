import '@svar-ui/react-gantt/dist-full/index.css'
import { Gantt, Willow } from '@svar-ui/react-gantt'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { CompactSchedule } from '#contract/schedule.ts'
import { type ChartUnderTest, chartPx } from './chart-under-test.ts'

const scales = [
  { unit: 'week', step: 1, format: 'Week %w' },
  { unit: 'day', step: 1, format: '%D %j' },
]
const columns = [
  { id: 'text', header: 'Project, operation', flexgrow: 1 },
  { id: 'end', header: 'Ends', width: 84 },
  { id: 'slack', header: 'Slack', width: 96 },
]

interface SvarApi {
  exec: (action: string, data: object) => unknown
}

/** SVAR Gantt with its own virtual rows, bars in the free edition's usual look. */
export const svarChart = (plan: CompactSchedule): ChartUnderTest => {
  const { projects, operations, links } = plan
  const tasks = projects.ids.flatMap((id, project) => {
    const [first, last] = [projects.firstOperation[project] ?? 0, projects.firstOperation[project + 1] ?? 0]
    const rows = Array.from({ length: last - first }, (_, i) => first + i)
    const spans = rows.map((row) => [operations.startMs[row] ?? 0, operations.endMs[row] ?? 0] as const)
    const [start, end] = [Math.min(...spans.map(([from]) => from)), Math.max(...spans.map(([, to]) => to))]
    const summary = {
      id,
      text: projects.names[project] ?? '',
      type: 'summary',
      open: true,
      start: new Date(start),
      end: new Date(end),
      progress: 0,
      slack: `${projects.latenessDays[project]} d`,
    }
    const children = rows.map((row) => ({
      id: operations.ids[row] ?? '',
      text: operations.names[row] ?? '',
      type: 'task',
      start: new Date(operations.startMs[row] ?? 0),
      end: new Date(operations.endMs[row] ?? 0),
      progress: 0,
      parent: id,
      slack: '',
    }))
    return [summary, ...children]
  })
  const between = links.to.map((to, link) => ({
    id: link + 1,
    source: operations.ids[links.from[link] ?? 0] ?? '',
    target: operations.ids[to] ?? '',
    type: 'e2s',
  }))
  let api: SvarApi | null = null
  const keep = (given: SvarApi) => {
    api = given
  }
  return {
    mount: (root) => {
      flushSync(() =>
        createRoot(root).render(
          <div style={{ height: chartPx }}>
            {/* The theme must pass the height on, or else all rows are drawn. */}
            <style>{'.wx-theme { height: 100% }'}</style>
            <Willow>
              <Gantt
                init={keep}
                tasks={tasks}
                scales={scales}
                columns={columns}
                links={between}
                cellWidth={48}
                cellHeight={32}
                scaleHeight={24}
              />
            </Willow>
          </div>,
        ),
      )
    },
    change: (dates) =>
      flushSync(() => {
        for (const { row, startMs, endMs } of dates) {
          const task = { start: new Date(startMs), end: new Date(endMs) }
          api?.exec('update-task', { id: operations.ids[row] ?? '', task })
        }
      }),
  }
}
