import 'dhtmlx-gantt/codebase/dhtmlxgantt.css'
import { gantt } from 'dhtmlx-gantt'
import type { CompactSchedule } from '#contract/schedule.ts'
import { type ChartUnderTest, chartPx } from './chart-under-test.ts'

const day = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', weekday: 'short', month: 'numeric', day: 'numeric' })

/** DHTMLX Gantt as recommended for many tasks: smart rendering, which is on by default, and no elements for cells. */
export const dhtmlxChart = (plan: CompactSchedule): ChartUnderTest => {
  const { projects, operations, links } = plan
  const tasks = projects.ids.flatMap((id, project) => {
    const [first, last] = [projects.firstOperation[project] ?? 0, projects.firstOperation[project + 1] ?? 0]
    const children = Array.from({ length: last - first }, (_, i) => first + i).map((row) => ({
      id: operations.ids[row] ?? '',
      text: operations.names[row] ?? '',
      start_date: new Date(operations.startMs[row] ?? 0),
      end_date: new Date(operations.endMs[row] ?? 0),
      progress: 0,
      parent: id,
      slack: '',
    }))
    const slack = `${projects.latenessDays[project]} d`
    return [{ id, text: projects.names[project] ?? '', type: 'project', open: true, progress: 0, slack }, ...children]
  })
  const between = links.to.map((to, link) => ({
    id: link + 1,
    source: operations.ids[links.from[link] ?? 0] ?? '',
    target: operations.ids[to] ?? '',
    type: '0',
  }))
  return {
    mount: (root) => {
      root.style.height = `${chartPx}px`
      Object.assign(gantt.config, {
        row_height: 32,
        bar_height: 20,
        scale_height: 48,
        min_column_width: 48,
        grid_width: 412,
        show_task_cells: false,
        static_background: true,
        duration_unit: 'hour',
        round_dnd_dates: false,
        scales: [
          { unit: 'week', step: 1, format: 'Week %W' },
          { unit: 'day', step: 1, format: '%D %j' },
        ],
        columns: [
          { name: 'text', label: 'Project, operation', tree: true, width: '*' },
          {
            name: 'end_date',
            label: 'Ends',
            width: 84,
            template: (task: { end_date: Date }) => day.format(task.end_date),
          },
          { name: 'slack', label: 'Slack', width: 96 },
        ],
      })
      gantt.init(root)
      gantt.parse({ data: tasks, links: between })
    },
    change: (dates) =>
      gantt.batchUpdate(() => {
        for (const { row, startMs, endMs } of dates) {
          const task = gantt.getTask(operations.ids[row] ?? '')
          task.start_date = new Date(startMs)
          task.end_date = new Date(endMs)
          gantt.updateTask(task.id)
        }
      }),
  }
}
