import type { KeyboardEvent } from 'react'
import { useShortcuts } from '#web/components/shortcuts/use-shortcuts.ts'
import type { ScheduleZoom } from '../model/schedule-zoom.ts'
import { zoomBy } from '../model/time-scale.ts'

const listed = [
  { keys: '+', label: 'Zoom in' },
  { keys: '-', label: 'Zoom out' },
  { keys: 'G', label: 'Go to a date, or fit the plan' },
  { keys: 'Escape', label: 'Close the panel' },
]

/** While the schedule has the focus, `+` and `-` zoom in and out, and `G` goes to a date. */
export const useZoomKeys = (zoom: ScheduleZoom, onZoom: (zoom: ScheduleZoom) => void, onGoTo: () => void) => {
  useShortcuts('Schedule', listed)
  return {
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const typing = (event.target as Element).closest('input:not([type="radio"]), textarea, select, [contenteditable]')
      if (typing || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === 'g') {
        event.preventDefault()
        return onGoTo()
      }
      const step = event.key === '+' || event.key === '=' ? 1 : event.key === '-' ? -1 : 0
      const next = zoomBy(zoom, step)
      if (next !== zoom) onZoom(next)
    },
  }
}
