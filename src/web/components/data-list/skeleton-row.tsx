import { Skeleton } from '#web/ui/skeleton.tsx'
import { type ColumnLook, cellClasses, tableStyle } from './column-style.ts'

const widths = ['w-3/5', 'w-4/5', 'w-1/2', 'w-2/3']

type SkeletonRowProps = { index: number; offset: number; topPx: number; heightPx: number; looks: readonly ColumnLook[] }

/** The placeholder of a row that is being loaded. */
export const SkeletonRow = ({ index, offset, topPx, heightPx, looks }: SkeletonRowProps) => (
  <tr
    aria-rowindex={index + 2}
    aria-busy="true"
    data-offset={offset}
    className="absolute left-0 grid w-full border-line border-b bg-surface"
    style={{ ...tableStyle(looks), height: heightPx, top: topPx }}
  >
    {looks.map((look, column) => (
      <td key={`${look.widthPx}-${look.stays ?? column}`} className={cellClasses(look)}>
        <Skeleton className={`h-3 ${column === 0 ? 'w-4' : widths[(offset + column) % widths.length]}`} />
      </td>
    ))}
  </tr>
)
