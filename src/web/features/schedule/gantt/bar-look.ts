import type { CSSProperties } from 'react'
import type { BarTone } from '../model/schedule-model.ts'

/** Background and border of a bar by its tone. */
export const toneClasses: Record<BarTone, string> = {
  planned: 'bg-bar border-primary-line',
  late: 'bg-bar-late border-crit-line',
  done: 'bg-bar-done border-bar-done',
  hold: 'bg-hold-tint border-hold-line',
}

/** A work center's color: a swatch of the theme ("w3") or the color an admin chose. */
export const swatch = (color: string | undefined): string => {
  if (!color) return 'var(--ink-3)'
  return /^w[1-8]$/.test(color) ? `var(--${color})` : color
}

/** The inner color of a bar with an edge of this color. */
export const mixed = (color: string): string => `color-mix(in oklab, ${color} 30%, var(--surface))`

/** The inner color and edge of a bar that is not colored by its status. */
export const colorStyle = (color: string | null): CSSProperties =>
  color === null ? {} : { backgroundColor: mixed(color), borderColor: color }

/** The edge of a bar on the critical path. */
export const criticalStyle: CSSProperties = { boxShadow: '0 0 0 1.5px var(--ink)' }

/** The edge of a bar that is picked to move together with others. */
export const pickedStyle: CSSProperties = { boxShadow: '0 0 0 2px var(--primary)' }

/** A narrower bar has no edge in the color of its work center; one below `tickPx` is a tick. */
const edgePx = 20
export const tickPx = 6

const flat = (color: string) => `linear-gradient(${color},${color})`

/** Edge of the work center and progress as layers of one background, so that a bar is one element. */
export const barGround = (widthPx: number, progressPercentage: number, color: string, done: boolean): CSSProperties => {
  const layers: [string, number][] = []
  if (widthPx >= edgePx) layers.push([flat(color), 4])
  if (!done && progressPercentage > 0)
    layers.push([flat('var(--bar-prog)'), (widthPx * Math.min(100, progressPercentage)) / 100])
  if (layers.length === 0) return {}
  return {
    backgroundImage: layers.map(([image]) => image).join(','),
    backgroundSize: layers.map(([, width]) => `${width.toFixed(1)}px 100%`).join(','),
    backgroundRepeat: 'no-repeat',
    backgroundOrigin: 'border-box',
  }
}
