import { classNames } from '#web/lib/class-names.ts'

const tones = {
  neutral: 'bg-press text-ink-2',
  primary: 'bg-primary-tint text-primary-text',
  crit: 'bg-crit-tint text-crit-text',
}

/** The classes of a count, for counts that are drawn by other components. */
export const countClasses = (tone: keyof typeof tones, className = '') =>
  classNames(
    'inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-inner px-1.5 font-semibold text-axis tabular-nums',
    tones[tone],
    className,
  )

/** A count in a tab or heading, 18 px high. `label` names what is counted if the surrounding text does not. */
export function CountBadge({
  count,
  tone = 'neutral',
  label,
}: {
  count: number
  tone?: keyof typeof tones
  label?: string
}) {
  return (
    <span className={countClasses(tone)}>
      {count.toLocaleString('en-US')}
      {label && <span className="sr-only"> {label}</span>}
    </span>
  )
}

/** The red badge on the bell; nothing at 0, '99+' above 99. */
export function Badge({ count }: { count: number }) {
  if (count <= 0) return null
  return (
    <span className="flex h-4 min-w-4 items-center justify-center rounded-full bg-crit px-1 font-semibold text-badge text-white tabular-nums">
      {count > 99 ? '99+' : count}
    </span>
  )
}
