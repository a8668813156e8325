import { type FormEvent, useState } from 'react'
import { isMovable } from '#domain/schedule/movable-plan.ts'
import { dateTimeInputValue, instantFromInput } from '#web/lib/date-input.ts'
import { Button } from '#web/ui/button.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { useBoard } from '../board-context.ts'
import { at } from '../model/at.ts'
import { previewMove } from '../schedule-store.ts'

/** A typed start: previews at once, stores on Enter or the button. Keyed by operation and start, so it follows fresh data. */
export function StartField({ operation }: { operation: number }) {
  const board = useBoard()
  const { model, clock, store } = board
  const present = dateTimeInputValue(at(model.startMs, operation), clock.zone)
  const [value, setValue] = useState(present)
  const [error, setError] = useState('')
  const movable = board.canEdit && isMovable(model, operation)
  const wanted = () => {
    const instant = instantFromInput(value, clock.zone)
    return instant === null ? null : Date.parse(instant)
  }
  const type = (text: string) => {
    setValue(text)
    setError('')
    const instant = instantFromInput(text, clock.zone)
    if (instant === null || text === present) store.setState({ move: null })
    else previewMove(store, operation, Date.parse(instant), false, 'keyboard')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const startMs = wanted()
    if (startMs === null) return setError('Enter a date and a time')
    if (value === present) return
    board.commit(previewMove(store, operation, startMs, false, 'keyboard'))
  }
  if (!movable) return null
  return (
    <form onSubmit={submit} className="flex items-end gap-2 border-line border-t px-4 py-3" noValidate>
      <DateField
        label="Start"
        size="small"
        withTime
        value={value}
        error={error}
        className="min-w-0 flex-1"
        onChange={(event) => type(event.target.value)}
      />
      <Button type="submit" size="small" disabled={value === present}>
        Move
      </Button>
    </form>
  )
}
