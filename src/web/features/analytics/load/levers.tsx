import type { LateCauses } from '#contract/analytics.ts'
import { TryChangesButton } from '#web/components/proposals/try-changes-button.tsx'
import { shopWords } from '#web/components/remedies/remedy-effect.ts'
import { remedyTitle } from '#web/components/remedies/remedy-title.ts'
import type { DateSettings } from '#web/lib/format-date.ts'

type LeversProps = { label: string; levers: LateCauses['levers']; dates: DateSettings; nowMs: number }

/** Remedies that save late days at the bottleneck or for another cause, each of which can be tried first. */
export const Levers = ({ label, levers, ...reader }: LeversProps) => (
  <ul aria-label={label} className="flex flex-col gap-2 px-3 pb-3 empty:hidden">
    {levers.map((lever) => {
      const { code, operation, changes, method } = lever
      // Unlike on a project page, the text has to name the project.
      const title = `${operation ? `#${operation.projectNumber}: ` : ''}${remedyTitle(lever, reader)}`
      return (
        <li key={code} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <TryChangesButton size="small" changes={changes} method={method} title={title} />
          <span>{title}</span>
          <span className="text-ink-2">{shopWords(lever)}</span>
        </li>
      )
    })}
  </ul>
)
