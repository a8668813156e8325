import * as Radix from '@radix-ui/react-popover'
import { Check, ChevronDown } from 'lucide-react'
import { type KeyboardEvent, useContext, useEffect, useId, useRef, useState } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { Field, type FieldProps } from './field.tsx'
import { type InputSize, inputClasses } from './input-classes.ts'
import { LayerContext } from './layer.ts'

export type ComboboxOption = {
  value: string
  label: string
  /** Additional search words. */
  words?: string
}

/** Options under a heading. A group without a label comes first, without a heading. */
export type ComboboxGroup = { label?: string; options: readonly ComboboxOption[] }

export type ComboboxFieldProps = FieldProps & {
  id?: string
  groups: readonly ComboboxGroup[]
  value: string
  onChange: (value: string) => void
  size?: InputSize
  disabled?: boolean
  /** Text shown if nothing matches: 'No time zone found'. */
  nothingFound: string
}

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}+-]+/gu, ' ')
    .toLowerCase()

/** The groups, reduced to options that match every word of the query. */
const matching = (groups: readonly ComboboxGroup[], query: string): ComboboxGroup[] => {
  const words = plain(query).split(' ').filter(Boolean)
  const isFound = ({ label, words: more = '' }: ComboboxOption) => {
    const text = plain(`${label} ${more}`)
    return words.every((word) => text.includes(word))
  }
  return groups
    .map((group) => ({ ...group, options: group.options.filter(isFound) }))
    .filter(({ options }) => options.length > 0)
}

/** State of the open list: the query, the matches, and the option that Enter selects. */
function useComboboxList({ groups, value, onChange }: Pick<ComboboxFieldProps, 'groups' | 'value' | 'onChange'>) {
  const [isOpen, setOpen] = useState(false)
  const [query, setQuery] = useState<string | null>(null)
  const [active, setActive] = useState<string | null>(null)
  const found = isOpen ? matching(groups, query ?? '') : []
  const options = found.flatMap((group) => group.options)
  const chosen = groups.flatMap((group) => group.options).find((option) => option.value === value)
  const current = options.find((option) => option.value === active) ?? options[0]

  const open = () => {
    setOpen(true)
    setActive(value)
  }
  const close = () => {
    setOpen(false)
    setQuery(null)
  }
  const choose = (option: ComboboxOption | undefined) => {
    close()
    if (option && option.value !== value) onChange(option.value)
  }
  const move = (by: number) => {
    const at = current ? options.indexOf(current) : -1
    setActive(options.at((at + by + options.length) % Math.max(1, options.length))?.value ?? null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }
    const by = steps[event.key]
    if (by !== undefined) {
      event.preventDefault()
      if (isOpen) move(by)
      else open()
    } else if (isOpen && event.key === 'Enter') {
      event.preventDefault()
      choose(current)
    } else if (isOpen && event.key === 'Escape') {
      // Keeps the surrounding dialog open.
      event.stopPropagation()
      close()
    }
  }
  const type = (text: string) => {
    setOpen(true)
    setQuery(text)
    setActive(null)
  }
  return { isOpen, query, found, count: options.length, chosen, current, open, close, choose, type, onKeyDown }
}

type ListProps = { id: string; label: string; list: ReturnType<typeof useComboboxList>; nothingFound: string }

const optionId = (listId: string, { value }: ComboboxOption) => `${listId} ${value}`.replaceAll(' ', '-')

function OptionList({ id, label, list: { found, current, chosen, choose, count }, nothingFound }: ListProps) {
  const box = useRef<HTMLDivElement>(null)
  const currentId = current && optionId(id, current)
  useEffect(() => {
    const option = currentId && document.getElementById(currentId)
    // Missing in test environments without layout.
    if (option) option.scrollIntoView?.({ block: 'nearest' })
  }, [currentId])
  return (
    <div ref={box} role="listbox" id={id} aria-label={label} className="p-1">
      {count === 0 && <p className="px-2 py-1.5 text-ink-3">{nothingFound}</p>}
      {found.map(({ label: heading, options }) => (
        // biome-ignore lint/a11y/useSemanticElements: a listbox may hold groups, but no fieldset.
        <div key={heading ?? ''} role="group" aria-label={heading}>
          {heading && (
            <div aria-hidden="true" className="px-2 pt-2 pb-1 text-ink-3 text-label">
              {heading}
            </div>
          )}
          {options.map((option) => (
            // The keyboard focus stays in the input, which names the active option.
            <div
              key={option.value}
              id={optionId(id, option)}
              role="option"
              aria-selected={option === chosen}
              tabIndex={-1}
              className={classNames(
                'flex min-h-8 cursor-pointer items-center gap-2 rounded-inner px-2 max-md:min-h-11',
                option === current ? 'bg-press' : 'hover:bg-hover',
              )}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(option)}
              onKeyDown={(event) => event.key === 'Enter' && choose(option)}
            >
              <span className="min-w-0 grow truncate">{option.label}</span>
              {option === chosen && <Check className="size-3.5 shrink-0" />}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

/**
 * Selects one option from a long list by typing. Arrow keys move and Enter selects; Escape and leaving the field
 * restore the previous choice.
 */
export function ComboboxField(props: ComboboxFieldProps) {
  const { label, hideLabel, description, error, required, className, id, size = 'medium', disabled } = props
  const layer = useContext(LayerContext)
  const list = useComboboxList(props)
  const listId = useId()
  const { isOpen, current } = list
  const input = useRef<HTMLInputElement>(null)
  const shown = list.query ?? list.chosen?.label ?? ''
  // Typing after a choice starts a new search.
  useEffect(() => {
    const box = input.current
    if (list.query === null && box === document.activeElement && box?.value === shown) box.select()
  }, [list.query, shown])
  return (
    <Field
      label={label}
      hideLabel={hideLabel}
      description={description}
      error={error}
      required={required}
      className={className}
      id={id}
    >
      {(aria) => (
        <Radix.Root open={isOpen} onOpenChange={(open) => open || list.close()}>
          <Radix.Anchor className="relative">
            <input
              {...aria}
              ref={input}
              type="text"
              role="combobox"
              autoComplete="off"
              spellCheck={false}
              aria-autocomplete="list"
              aria-expanded={isOpen}
              aria-controls={isOpen ? listId : undefined}
              aria-activedescendant={isOpen && current ? optionId(listId, current) : undefined}
              disabled={disabled}
              value={shown}
              className={inputClasses(size, { end: true })}
              onFocus={(event) => event.currentTarget.select()}
              onClick={(event) => {
                list.open()
                // The click put the caret into the text that is to be replaced.
                if (list.query === null) event.currentTarget.select()
              }}
              onChange={(event) => list.type(event.target.value)}
              onBlur={list.close}
              onKeyDown={list.onKeyDown}
            />
            <ChevronDown className="pointer-events-none absolute inset-y-0 right-2.5 my-auto text-ink-3" />
          </Radix.Anchor>
          <Radix.Portal>
            <Radix.Content
              role="presentation"
              align="start"
              sideOffset={4}
              collisionPadding={8}
              onOpenAutoFocus={(event) => event.preventDefault()}
              onCloseAutoFocus={(event) => event.preventDefault()}
              // A click into the input does not count as outside.
              onInteractOutside={(event) => event.preventDefault()}
              style={{ width: 'max(var(--radix-popover-trigger-width), 16rem)' }}
              className={classNames(
                layer,
                'max-h-(--radix-popover-content-available-height) max-w-[calc(100vw-16px)] overflow-auto rounded border border-line-2 bg-raised text-ink shadow-2',
              )}
            >
              <OptionList id={listId} label={label} list={list} nothingFound={props.nothingFound} />
            </Radix.Content>
          </Radix.Portal>
          <span role="status" className="sr-only">
            {list.query !== null && (list.count === 0 ? props.nothingFound : `${list.count} found`)}
          </span>
        </Radix.Root>
      )}
    </Field>
  )
}
