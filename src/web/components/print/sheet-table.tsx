import type { ReactNode } from 'react'

/** The classes of a cell on paper. */
export const sheetCell = 'border-line-2 border-b px-1.5 py-1 text-left align-top'

/** A table on paper: its column heads, and the rows as children. */
export const SheetTable = ({ heads, children }: { heads: readonly string[]; children: ReactNode }) => (
  <table className="w-full border-collapse text-label tabular-nums">
    <thead>
      <tr>
        {heads.map((head) => (
          <th key={head} scope="col" className={`${sheetCell} font-semibold`}>
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
)
