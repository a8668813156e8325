import type { ReactNode } from 'react'

export interface BarRow {
  readonly key: string
  readonly name: ReactNode
  readonly value: number
  readonly text: string
  readonly title?: string
}

/** Named bars in rows, scaled to the longest one. Screen readers skip them and read the table instead. */
export const BarList = ({ rows }: { rows: readonly BarRow[] }) => {
  const longest = Math.max(...rows.map(({ value }) => value), 0.001)
  return (
    <div
      aria-hidden="true"
      className="grid grid-cols-[minmax(6rem,12.5rem)_minmax(3rem,1fr)_auto] items-center gap-x-3 gap-y-2 p-3"
    >
      {rows.map(({ key, name, value, text, title }) => (
        <div key={key} title={title} className="contents">
          <span className="truncate">{name}</span>
          <span className="h-2 rounded-mark bg-press">
            <span
              className="block h-full rounded-mark bg-primary"
              style={{ width: `${Math.max(1, (value / longest) * 100)}%` }}
            />
          </span>
          <span className="min-w-14 whitespace-nowrap text-right tabular-nums">{text}</span>
        </div>
      ))}
    </div>
  )
}
