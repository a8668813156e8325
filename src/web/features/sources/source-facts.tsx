import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { DataSource } from '#contract/data-sources.ts'
import { fieldTitles } from '#domain/import/column-names.ts'
import { CopiedText } from '#web/components/shown-once/copied-text.tsx'
import { type DateSettings, formatShortDateTime } from '#web/lib/format-date.ts'
import { Panel } from '#web/ui/panel.tsx'
import { nextRunWords, originWords, pushCommand, scheduleWords, vanishedRules } from './source-words.ts'

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex flex-col gap-0.5 border-line px-3 py-2 not-first:border-t">
    <dt className="text-ink-3 text-label">{name}</dt>
    <dd className="break-words">{children}</dd>
  </div>
)

const signInWords = (origin: DataSource['origin']): string => {
  if (origin.kind !== 'address' || origin.signIn.kind === 'none') return ''
  return origin.signIn.kind === 'basic'
    ? `, signed in as ${origin.signIn.user}`
    : `, signed in with the header ${origin.signIn.header}`
}

const titlesOf = (fields: DataSource['rules']['ours']): string => fields.map((field) => fieldTitles[field]).join(', ')

/** The settings of a data source in words. */
export function SourceFacts({ source, dates }: { source: DataSource; dates: DateSettings }) {
  const { origin, schedule, reading, rules, isPaused, createdBy, createdAt } = source
  const { valueMeanings = [] } = reading
  const neverWaits = rules.mostChangedPercent === 100
  // "When a file arrives" says already when the next one is.
  const hasTime = schedule.kind !== 'arrival' || source.failures > 0
  const next = isPaused ? 'Paused: it does not run by itself.' : hasTime && `Next: ${nextRunWords(source, dates)}`
  return (
    <Panel title="Settings">
      <dl>
        <Fact name="Where from">
          {origin.kind === 'address' ? <span className="break-all">{origin.url}</span> : originWords(origin)}
          {signInWords(origin)}
        </Fact>
        <Fact name="Runs">
          {scheduleWords(schedule, dates.timeFormat)}
          {next && <span className="block text-ink-3">{next}</span>}
        </Fact>
        <Fact name="No longer in the file">
          {vanishedRules[rules.vanished].title}. {vanishedRules[rules.vanished].effect}
        </Fact>
        <Fact name="Changes made here">
          {rules.ours.length > 0
            ? `Stay in ${titlesOf(rules.ours)}. In all other columns the source wins.`
            : 'The source wins in all columns.'}
        </Fact>
        <Fact name="Waits for a person">
          {neverWaits
            ? 'Never: a run may change all of its records'
            : `If a run would change more than ${rules.mostChangedPercent} % of its records`}
        </Fact>
        <Fact name="Columns">{titlesOf(reading.columns.map(({ field }) => field))}</Fact>
        {valueMeanings.length > 0 && (
          <Fact name="Always read as">
            {valueMeanings.map(({ field, typed, means }) => (
              <span key={`${field} ${typed}`} className="block">
                {`${fieldTitles[field]}: “${typed}” as ${means}`}
              </span>
            ))}
          </Fact>
        )}
        <Fact name="Set up by">
          {createdBy}, {formatShortDateTime(createdAt, dates)}
        </Fact>
      </dl>
      {origin.kind === 'pushed' && (
        <div className="border-line border-t p-3">
          <CopiedText label="Send a file with" named="Command" text={pushCommand(source.sourceId)} isLong />
          <p className="mt-2 text-ink-3 text-label">
            CSV, Excel or MS Project, at most 5 MB. The token needs “Read and plan”:{' '}
            <Link to="/settings" hash="api-tokens" className="text-primary-text underline">
              create an API token
            </Link>
            .{!neverWaits && ' A first file that would create more than the limit waits for you.'}
          </p>
        </div>
      )}
    </Panel>
  )
}
