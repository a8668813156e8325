import type { KanbanScene } from '#web/features/kanban/board/kanban-scene.ts'

/** A fixed instant from which ship dates are counted. */
export const benchNowMs = Date.parse('2026-11-18T16:00:00Z')

const nothing = () => {}

export const benchScene: KanbanScene = {
  grouping: 'phase',
  density: 'comfortable',
  narrow: false,
  dates: { zone: 'America/Chicago', dateFormat: 'MM/dd/yyyy', timeFormat: '12h' },
  nowMs: benchNowMs,
  categories: new Map(),
  actions: {
    move: () => false,
    step: nothing,
    focusBeside: nothing,
    toggleExpanded: nothing,
    toggleCollapsed: nothing,
    openProgress: nothing,
    hold: nothing,
    open: nothing,
  },
  landing: { current: null },
  reveal: new Map(),
}
