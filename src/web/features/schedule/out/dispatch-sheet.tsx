import type { DispatchList } from './plan-table.ts'

const heads = ['Start', 'End', 'Project', 'Operation', 'Work', 'Ship date', 'Notes']
const cell = 'border-line-2 border-b px-1.5 py-1 text-left align-top'

/** A dispatch list for each work center, on separate pages, with room for notes. */
export function DispatchSheet({ lists, title }: { lists: readonly DispatchList[]; title: string }) {
  return lists.map(({ center, lines }) => (
    <section key={center} className="print-page">
      <h1 className="font-semibold text-page">{center}</h1>
      <p className="mb-2 text-ink-2 text-label">{title}</p>
      <table className="w-full border-collapse text-label tabular-nums">
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col" className={`${cell} font-semibold`}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ operation, start, end, project, name, work, due }) => (
            <tr key={operation}>
              {[start, end, project, name, work, due].map((words, i) => (
                <td key={heads[i]} className={`${cell} ${i < 2 ? 'whitespace-nowrap' : ''}`}>
                  {words}
                </td>
              ))}
              <td className={`${cell} w-1/5`} />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  ))
}
