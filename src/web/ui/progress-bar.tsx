import { classNames } from '#web/lib/class-names.ts'
import { type Tone, toneColor } from './tones.ts'

export type ProgressBarProps = {
  /** 0-100, clamped; null while unknown (indeterminate). */
  percent: number | null
  /** The accessible name: 'Progress of Conveyor Frame CF-200'. */
  label: string
  tone?: Tone
  /** 8 px high (run dialog) instead of 4 px. */
  thick?: boolean
  className?: string
}

/** A progress bar that turns green at 100 unless a tone is given. It is a single element, because tables have dozens of them. */
export function ProgressBar({ percent, label, tone, thick, className }: ProgressBarProps) {
  const clamped = percent === null || Number.isNaN(percent) ? null : Math.min(100, Math.max(0, percent))
  const fill = toneColor[tone ?? (clamped === 100 ? 'onTime' : 'primary')]
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={clamped === null ? undefined : Math.round(clamped)}
      className={classNames(
        'w-full overflow-hidden rounded-mark bg-press bg-no-repeat transition-[background-size] duration-200',
        thick ? 'h-2' : 'h-1',
        className,
      )}
      style={
        clamped === null
          ? undefined
          : { backgroundImage: `linear-gradient(${fill} 0 0)`, backgroundSize: `${clamped}% 100%` }
      }
    >
      {clamped === null && <div className="h-full w-1/4 animate-sweep rounded-mark" style={{ background: fill }} />}
    </div>
  )
}
