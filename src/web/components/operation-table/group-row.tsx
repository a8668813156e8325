import { memo } from 'react'
import type { LineProps } from '#web/components/data-list/data-row.tsx'
import { ring, useLineFocus } from '#web/components/data-list/use-line-focus.ts'
import { classNames } from '#web/lib/class-names.ts'
import { GroupHeading, type GroupHeadingProps } from './group-heading.tsx'
import type { OperationList } from './use-operation-list.ts'

const GroupRow = memo(function GroupRow(props: LineProps & GroupHeadingProps) {
  const { index, topPx, heightPx, active, onActive, takesFocus, ...heading } = props
  const focus = useLineFocus<HTMLTableRowElement>(props)
  return (
    <tr
      {...focus}
      aria-rowindex={index + 2}
      className={classNames(
        'absolute left-0 flex w-full items-center border-line border-b bg-sunken contain-strict',
        ring,
      )}
      style={{ height: heightPx, top: topPx }}
    >
      <th
        scope="rowgroup"
        className="left-0 flex w-[min(100%,100vw)] group-data-scrolled/list:sticky items-center px-5 font-normal max-md:px-4"
      >
        <GroupHeading {...heading} />
      </th>
    </tr>
  )
})

/** Renders the group headings between the rows of a list. */
export const groupRowOf = (list: OperationList) => (groupIndex: number, line: LineProps) => {
  const { data, selecting, closed, toggleGroup, selectGroup } = list
  const group = data.groups?.[groupIndex]
  return (
    group && (
      <GroupRow
        {...line}
        group={group}
        groupIndex={groupIndex}
        key={line.index}
        first={data.rowAt(data.layout.spanOf(groupIndex)[0])}
        open={!closed.has(group.key)}
        selected={selecting.groupState(groupIndex)}
        onToggle={toggleGroup}
        onSelect={selectGroup}
      />
    )
  )
}
