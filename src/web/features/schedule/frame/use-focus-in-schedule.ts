import { type FocusEvent, type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { barId } from '../gantt/row-id.ts'
import type { GanttScene } from '../gantt-context.ts'

/**
 * For the element around the schedule: keeps the focus in it when the focused element disappears. A closed panel returns the focus to where
 * it was before. An undone run can take the focused bar with it, and then the focus goes to the current row, or to the schedule itself.
 */
export const useFocusInSchedule = (gantt: GanttScene | null) => {
  const schedule = useRef<HTMLElement>(null)
  const focused = useRef<HTMLElement>(null)
  const outsidePanel = useRef<HTMLElement>(null)
  const selected = useRef(-1)
  useLayoutEffect(() => {
    const before = selected.current
    selected.current = gantt?.selected ?? -1
    if (focused.current?.isConnected !== false || document.activeElement !== document.body) return
    focused.current = null
    const places = [
      outsidePanel.current,
      document.getElementById(barId(before)),
      schedule.current?.querySelector<HTMLElement>('[role=row][tabindex="0"]'),
      schedule.current,
    ]
    places.find((place) => place?.isConnected)?.focus({ preventScroll: true })
  })
  return {
    ref: schedule,
    tabIndex: -1,
    onFocus: ({ currentTarget, target }: FocusEvent<HTMLElement>) => {
      // The focus of dialogs and menus arrives here too, although they are elsewhere on the page.
      if (!(target instanceof HTMLElement) || !currentTarget.contains(target)) return
      focused.current = target
      if (!target.closest('aside')) outsidePanel.current = target
    },
  }
}

/** Escape in the chart or in the panel closes the panel, unless it has already ended something smaller, such as a move. */
export const closesPanel = ({ selected, select }: GanttScene) => ({
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Escape' || event.defaultPrevented || selected < 0) return
    event.preventDefault()
    select(-1)
  },
})
