import { SheetTable, sheetCell } from '#web/components/print/sheet-table.tsx'
import type { DispatchList } from './plan-table.ts'

const heads = ['Start', 'End', 'Project', 'Operation', 'Work', 'Ship date', 'Notes']

/** A dispatch list for each work center, on separate pages, with room for notes. */
export function DispatchSheet({ lists, title }: { lists: readonly DispatchList[]; title: string }) {
  return lists.map(({ center, lines }) => (
    <section key={center} className="print-page">
      <h1 className="font-semibold text-page">{center}</h1>
      <p className="mb-2 text-ink-2 text-label">{title}</p>
      <SheetTable heads={heads}>
        {lines.map(({ operation, start, end, project, name, work, due }) => (
          <tr key={operation}>
            {[start, end, project, name, work, due].map((words, i) => (
              <td key={heads[i]} className={`${sheetCell} ${i < 2 ? 'whitespace-nowrap' : ''}`}>
                {words}
              </td>
            ))}
            <td className={`${sheetCell} w-1/5`} />
          </tr>
        ))}
      </SheetTable>
    </section>
  ))
}
