import type { ReactNode } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { type MarkKind, markOf } from './mark.tsx'
import { type Tone, toneSurface } from './tones.ts'

type ChipProps = { tone?: Tone; icon?: ReactNode; children: ReactNode; className?: string }

/** A label on a tinted background, 20 px high. */
export function Chip({ tone = 'neutral', icon, children, className }: ChipProps) {
  return (
    <span
      className={classNames(
        'inline-flex h-5 max-w-full items-center gap-1 whitespace-nowrap rounded-inner border px-1.5 text-label [&_svg]:size-3.5',
        toneSurface[tone],
        className,
      )}
    >
      {icon}
      <span className="truncate">{children}</span>
    </span>
  )
}

/** A state as a chip with the icon and tone of its mark. */
export function StatusChip({ kind, children }: { kind: MarkKind; children: ReactNode }) {
  const { Icon, tone } = markOf(kind)
  return (
    <Chip tone={tone} icon={<Icon />}>
      {children}
    </Chip>
  )
}
