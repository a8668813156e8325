import type { ComponentProps } from 'react'
import type { WorkInterval } from '#contract/work-intervals.ts'
import type { WorkerName } from '#contract/workers.ts'
import { ComboboxField, type ComboboxGroup } from '#web/ui/combobox-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'

/** Who worked, as the controls hold it. */
export interface PersonValues {
  /** The id of one of the people on the floor, `unknown` or `other`; `text` where the organization has no such list. */
  person: string
  workerName: string
}

const [unknown, other, text] = ['unknown', 'other', 'text']

export const personOf = (interval: WorkInterval | null, people: readonly WorkerName[]): PersonValues => {
  const workerName = interval?.workerName ?? ''
  if (people.length === 0 && !interval?.workerId) return { person: text, workerName }
  return { person: interval?.workerId ?? (workerName === '' ? unknown : other), workerName }
}

/** The same as the server reads it. */
export const namedPerson = ({ person, workerName }: PersonValues) => {
  if (person === unknown) return { workerId: null, workerName: '' }
  return person === other || person === text ? { workerId: null, workerName } : { workerId: person }
}

const groupsOf = (people: readonly WorkerName[], interval: WorkInterval | null): ComboboxGroup[] => {
  const listed = people.filter(({ workerId, isActive }) => isActive || workerId === interval?.workerId)
  // A person who was removed since stays the one who worked.
  const removed =
    interval?.workerId && !people.some(({ workerId }) => workerId === interval.workerId)
      ? [{ value: interval.workerId, label: interval.workerName || 'Removed person' }]
      : []
  return [
    { options: [{ value: unknown, label: 'Unknown' }] },
    {
      label: 'People on the floor',
      options: [...listed.map(({ workerId, name }) => ({ value: workerId, label: name })), ...removed],
    },
    { label: 'Others', options: [{ value: other, label: 'Someone else' }] },
  ]
}

type PersonFieldsProps = {
  people: readonly WorkerName[]
  interval: WorkInterval | null
  person: { value: string; onChange: (value: string) => void }
  name: Omit<ComponentProps<typeof TextField>, 'label'>
}

/** Who worked: one of the people on the floor, or anyone else by name. */
export function PersonFields({ people, interval, person, name }: PersonFieldsProps) {
  if (person.value === text) {
    return <TextField label="Worker" description="Leave empty if unknown" maxLength={200} {...name} />
  }
  return (
    <>
      <ComboboxField
        label="Worker"
        groups={groupsOf(people, interval)}
        value={person.value}
        nothingFound="No person found"
        onChange={person.onChange}
      />
      {person.value === other && <TextField label="Name" maxLength={200} {...name} />}
    </>
  )
}
