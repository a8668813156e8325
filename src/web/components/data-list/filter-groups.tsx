import { Checkbox } from '#web/ui/checkbox.tsx'
import { FilterChip } from '#web/ui/filter-chip.tsx'
import { Popover } from '#web/ui/popover.tsx'

/** A filter with several options. */
export interface FilterGroup<Key extends string = string> {
  key: Key
  title: string
  options: readonly { value: string; label: string }[]
}

export type FilterGroupsProps<Key extends string> = {
  groups: readonly FilterGroup<Key>[]
  chosenOf: (key: Key) => readonly string[]
  /** Called with the selected values, in the order of the options. */
  onChoose: (key: Key, values: readonly string[]) => void
}

/** The selected values after one was switched on or off, in the order of the options. */
const toggled = ({ options }: FilterGroup, chosen: readonly string[], value: string): string[] =>
  options.map((option) => option.value).filter((item) => chosen.includes(item) !== (item === value))

/** The labels of the selected options, without the explanation after a comma: 'Critical, High'. */
const chosenWords = ({ options }: FilterGroup, chosen: readonly string[]): string =>
  options
    .filter(({ value }) => chosen.includes(value))
    .map(({ label }) => label.split(',')[0])
    .join(', ')

/** The search text as a filter in words; empty without a search. */
export const searchWords = (text: string): string[] => (text.trim() === '' ? [] : [`Search for "${text.trim()}"`])

/** The active filters in words: 'Priority is Critical, High'. */
export const groupFilterWords = <Key extends string>({
  groups,
  chosenOf,
}: Pick<FilterGroupsProps<Key>, 'groups' | 'chosenOf'>): string[] =>
  groups
    .filter(({ key }) => chosenOf(key).length > 0)
    .map((group) => `${group.title} is ${chosenWords(group, chosenOf(group.key))}`)

/** The options of one filter. */
export const FilterOptions = <Key extends string>({
  group,
  chosenOf,
  onChoose,
}: Omit<FilterGroupsProps<Key>, 'groups'> & { group: FilterGroup<Key> }) => (
  <fieldset className="flex min-w-0 flex-col gap-1.5">
    <legend className="mb-1.5 text-ink-3 text-label">{group.title}</legend>
    {group.options.map(({ value, label }) => (
      <Checkbox
        key={value}
        label={label}
        checked={chosenOf(group.key).includes(value)}
        onChange={() => onChoose(group.key, toggled(group, chosenOf(group.key), value))}
      />
    ))}
  </fieldset>
)

/** The active filters: each chip opens its options, and its cross removes the filter. */
export const FilterGroupChips = <Key extends string>({ groups, chosenOf, onChoose }: FilterGroupsProps<Key>) =>
  groups
    .filter(({ key }) => chosenOf(key).length > 0)
    .map((group) => (
      <Popover
        key={group.key}
        label={group.title}
        className="p-4"
        trigger={
          <FilterChip
            label={`${group.title} is`}
            value={chosenWords(group, chosenOf(group.key))}
            onRemove={() => onChoose(group.key, [])}
          />
        }
      >
        <FilterOptions group={group} chosenOf={chosenOf} onChoose={onChoose} />
      </Popover>
    ))
