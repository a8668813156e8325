import type { KeyboardEvent } from 'react'
import { useShortcuts } from '#web/components/shortcuts/use-shortcuts.ts'
import type { ScheduleZoom } from '../model/schedule-zoom.ts'
import { zoomBy } from '../model/time-scale.ts'

const listed = [
  { keys: '+', label: 'Zoom in' },
  { keys: '-', label: 'Zoom out' },
]

/** `+` and `-` zoom in and out while the schedule has the focus. */
export const useZoomKeys = (zoom: ScheduleZoom, onZoom: (zoom: ScheduleZoom) => void) => {
  useShortcuts('Schedule', listed)
  return {
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const typing = (event.target as Element).closest('input:not([type="radio"]), textarea, select, [contenteditable]')
      if (typing || event.ctrlKey || event.metaKey || event.altKey) return
      const step = event.key === '+' || event.key === '=' ? 1 : event.key === '-' ? -1 : 0
      const next = zoomBy(zoom, step)
      if (next !== zoom) onZoom(next)
    },
  }
}
