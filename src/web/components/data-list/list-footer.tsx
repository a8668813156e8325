import type { ReactNode } from 'react'
import { formatNumber } from '#web/lib/format-number.ts'
import { KeyCap } from '#web/ui/key-cap.tsx'

/** The size of a list: '12 operations'. */
export const Total = ({ count, one }: { count: number; one: string }) => (
  <span>
    <b className="text-ink">{formatNumber(count)}</b> {count === 1 ? one : `${one}s`}
  </span>
)

/** Totals of the matching rows, and the keyboard hints of the list. */
export const ListFooter = ({
  keys,
  children,
}: {
  keys: readonly (readonly [keys: string, label: string])[]
  children: ReactNode
}) => (
  <footer className="flex h-9 shrink-0 items-center gap-4 overflow-hidden whitespace-nowrap border-line-2 border-t bg-canvas px-5 text-ink-2 text-label tabular-nums max-md:hidden">
    {children}
    <span className="ml-auto flex items-center gap-4 max-lg:hidden">
      {keys.map(([key, label]) => (
        <span key={key} className="flex items-center gap-1.5">
          {key.split(' ').map((cap) => (
            <KeyCap key={cap} keys={cap} />
          ))}
          {label}
        </span>
      ))}
    </span>
  </footer>
)
