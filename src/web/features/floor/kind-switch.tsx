import { type IntervalTime, intervalTimes } from '#contract/vocabulary.ts'

const words: Readonly<Record<IntervalTime, string>> = { both: 'Both', attended: 'Person', machine: 'Machine' }

type KindSwitchProps = { name: string; value: IntervalTime; onChange: (value: IntervalTime) => void }

/** Whether a person works, a machine runs by itself, or both, from the next start on. */
export const KindSwitch = ({ name, value, onChange }: KindSwitchProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row in every browser.
  <div role="group" aria-label={`Who or what works on ${name}`} className="floor-actions floor-steps">
    {intervalTimes.map((time) => (
      <button
        key={time}
        type="button"
        className="floor-button"
        aria-pressed={value === time}
        onClick={() => onChange(time)}
      >
        {words[time]}
      </button>
    ))}
  </div>
)
