import { type LineFocus, ring, useLineFocus } from '#web/components/data-list/use-line-focus.ts'
import { classNames } from '#web/lib/class-names.ts'
import { GroupHeading, type GroupHeadingProps } from '../group-heading.tsx'

/** The head of a group of cards. */
export function GroupHead({ index, active, onActive, takesFocus, ...heading }: LineFocus & GroupHeadingProps) {
  const focus = useLineFocus<HTMLDivElement>({ index, active, onActive, takesFocus })
  return (
    <div
      {...focus}
      className={classNames('relative flex h-full items-center border-line border-b bg-sunken px-5 max-md:px-4', ring)}
    >
      <GroupHeading {...heading} />
    </div>
  )
}
