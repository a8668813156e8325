import { classNames } from '#web/lib/class-names.ts'

/** A block in the shape of the loading content: pass width and height (12 px high by default). Shown after 150 ms. */
export const Skeleton = ({ className = 'h-3 w-full' }: { className?: string }) => (
  <span aria-hidden="true" className={classNames('block animate-shimmer rounded-part bg-press', className)} />
)

const wordWidths = ['w-3/5', 'w-4/5', 'w-1/2', 'w-2/3', 'w-5/6']

type SkeletonRowsProps = {
  /** Column widths as grid tracks, the same as in the real table: '40px 1fr 120px'. */
  columns: string
  rows?: number
  /** What is loading, for screen readers. */
  label?: string
  className?: string
}

/** Placeholder rows with the real height and columns while a list loads. */
export function SkeletonRows({ columns, rows = 8, label = 'Loading', className }: SkeletonRowsProps) {
  const cells = columns
    .trim()
    .split(/\s+(?![^(]*\))/u)
    .map((_track, column) => ({ name: `column-${column}`, column }))
  const lines = Array.from({ length: rows }, (_, line) => ({ name: `row-${line}`, line }))
  return (
    <div role="status" aria-label={label} className={className}>
      {lines.map((row) => (
        <div
          key={row.name}
          className="grid h-row items-center gap-4 border-line border-b px-5 max-md:px-4"
          style={{ gridTemplateColumns: columns }}
        >
          {cells.map(({ name, column }) => (
            <Skeleton key={name} className={`h-3 ${wordWidths[(row.line + column) % wordWidths.length]}`} />
          ))}
        </div>
      ))}
    </div>
  )
}
