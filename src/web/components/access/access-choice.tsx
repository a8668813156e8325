import { useId } from 'react'
import { type MemberAccess, memberAccesses } from '#contract/vocabulary.ts'
import { accessNames, accessSentences } from '#domain/access/access-words.ts'

type AccessChoiceProps = {
  choices?: readonly MemberAccess[]
  value: MemberAccess
  onChange: (access: MemberAccess) => void
  /** One line of help below; shows the reason if the choice is disabled. */
  description?: string | undefined
  disabled?: boolean
}

/** A choice of the access of a member, with an explanation of each option. */
export function AccessChoice(props: AccessChoiceProps) {
  const { choices = memberAccesses, value, onChange, description, disabled } = props
  const id = useId()
  return (
    <fieldset className="min-w-0" disabled={disabled} aria-describedby={description && `${id}-help`}>
      <legend className="mb-1 text-ink-2 text-label">Access</legend>
      <div className="flex flex-col rounded border border-line-2">
        {choices.map((access) => (
          <label
            key={access}
            className="flex min-w-0 cursor-pointer items-start gap-2 border-line px-3 py-1.5 not-first:border-t has-checked:bg-primary-tint has-focus-visible:outline-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={id}
              aria-label={accessNames[access]}
              aria-describedby={`${id}-${access}`}
              checked={value === access}
              onChange={() => onChange(access)}
              className="mt-1 accent-primary-mark outline-none"
            />
            <span className="min-w-0">
              <span className="block">{accessNames[access]}</span>
              <span id={`${id}-${access}`} className="block text-ink-3 text-label">
                {accessSentences[access]}
              </span>
            </span>
          </label>
        ))}
      </div>
      {description && (
        <p id={`${id}-help`} className="mt-1 text-ink-3 text-label">
          {description}
        </p>
      )}
    </fieldset>
  )
}
