/** Blue is work and selection, red late, orange projected late, ochre at risk, green done, violet on hold. */
export type Tone = 'neutral' | 'primary' | 'late' | 'projectedLate' | 'atRisk' | 'onTime' | 'onHold'

export type MarkKind =
  | Exclude<Tone, 'neutral' | 'primary'>
  | 'done'
  | 'running'
  | 'planned'
  | 'cancelled'
  | 'unscheduled'
  | 'info'

/** The tone of each mark. */
export const markTones: Record<MarkKind, Tone> = {
  late: 'late',
  projectedLate: 'projectedLate',
  atRisk: 'atRisk',
  onTime: 'onTime',
  done: 'onTime',
  onHold: 'onHold',
  running: 'primary',
  planned: 'neutral',
  cancelled: 'neutral',
  unscheduled: 'neutral',
  info: 'primary',
}

export const toneText: Record<Tone, string> = {
  neutral: 'text-ink-2',
  primary: 'text-primary-text',
  late: 'text-crit-text',
  projectedLate: 'text-warn-text',
  atRisk: 'text-risk-text',
  onTime: 'text-ok-text',
  onHold: 'text-hold-text',
}

/** Tinted background, border and text of chips, alerts and tiles. */
export const toneSurface: Record<Tone, string> = {
  neutral: 'border-line-2 bg-sunken text-ink-2',
  primary: 'border-primary-line bg-primary-tint text-primary-text',
  late: 'border-crit-line bg-crit-tint text-crit-text',
  projectedLate: 'border-warn-line bg-warn-tint text-warn-text',
  atRisk: 'border-risk-line bg-risk-tint text-risk-text',
  onTime: 'border-ok-line bg-ok-tint text-ok-text',
  onHold: 'border-hold-line bg-hold-tint text-hold-text',
}

/** Solid fills for bars, dots and squares, which always have a word beside them. */
export const toneFill: Record<Tone, string> = {
  neutral: 'bg-ink-3',
  primary: 'bg-primary',
  late: 'bg-crit',
  projectedLate: 'bg-warn',
  atRisk: 'bg-risk',
  onTime: 'bg-ok',
  onHold: 'bg-hold',
}

/** The tones as CSS values, for drawing without classes. */
export const toneColor: Record<Tone, string> = {
  neutral: 'var(--ink-3)',
  primary: 'var(--primary)',
  late: 'var(--crit)',
  projectedLate: 'var(--warn)',
  atRisk: 'var(--risk)',
  onTime: 'var(--ok)',
  onHold: 'var(--hold)',
}
