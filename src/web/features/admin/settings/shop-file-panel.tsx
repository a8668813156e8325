import { Download } from 'lucide-react'
import { useState } from 'react'
import { mostShopFileWeeks } from '#contract/exports.ts'
import { shopFileHref } from '#web/api/files/exports.mutations.ts'
import { buttonClasses } from '#web/ui/button-classes.ts'
import { NumberField } from '#web/ui/number-field.tsx'
import { Panel } from '#web/ui/panel.tsx'

/** A whole number of weeks within the limits; null = the text is none. */
const weeksOf = (text: string): number | null => {
  const weeks = text.trim() === '' ? 0 : Number(text)
  return Number.isInteger(weeks) && Math.abs(weeks) <= mostShopFileWeeks ? weeks : null
}

/** Saves the whole shop as a file that others can schedule and check. */
export function ShopFilePanel() {
  const [text, setText] = useState('0')
  const weeks = weeksOf(text)
  return (
    <Panel title="Shop file">
      <div className="flex flex-col items-start gap-3 p-3">
        <p className="text-ink-3">
          The whole shop with its current plan as one file, for people who compare schedulers or look into a plan. Names
          and ids are replaced. Hours, links, dates, priorities, shifts and the time zone are kept.
        </p>
        <NumberField
          label="Move all dates by"
          unit="weeks"
          value={text}
          onChange={(event) => setText(event.target.value)}
          error={weeks === null ? `Enter a whole number from -${mostShopFileWeeks} to ${mostShopFileWeeks}` : null}
        />
        {weeks !== null && (
          <a className={buttonClasses()} href={shopFileHref(weeks)} download>
            <Download />
            Save shop file
          </a>
        )}
      </div>
    </Panel>
  )
}
