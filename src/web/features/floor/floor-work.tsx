import { useMutation } from '@tanstack/react-query'
import { CloudOff, LogOut, Moon, Sun } from 'lucide-react'
import { useState } from 'react'
import { ianaZone } from '#contract/time-zones.ts'
import { errorSentence } from '#web/api/api-error.ts'
import { floorSignOutMutation } from '#web/api/floor.mutations.ts'
import { storedDateSettings } from '#web/components/reader/use-date-settings.ts'
import { isDark } from '#web/lib/appearance.ts'
import { type DateSettings, formatShipDate, formatTime } from '#web/lib/format-date.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { toggleDarkMode, useAppearance } from '#web/stores/appearance.ts'
import { type KeptWork, mostWaiting, type QueuedReport } from '#web/stores/floor.ts'
import { type DrawnOperation, drawWork } from './drawn-work.ts'
import { FloorCard } from './floor-card.tsx'
import { SignOutDialog } from './floor-dialogs.tsx'
import { reportWords } from './floor-words.ts'
import type { Floor } from './use-floor.ts'

type FloorWorkProps = { work: KeptWork; floor: Floor }
type Drawn = ReturnType<typeof drawWork>[number]

/** Whether the server was reached, when, and how many reports wait for it. */
function Connection({ work, floor, dates }: FloorWorkProps & { dates: DateSettings }) {
  const { query, reports } = floor
  const waiting = reports.filter(({ state }) => state === 'waiting').length
  const at = formatTime(new Date(work.askedAtMs + work.clockAheadMs).toISOString(), dates)
  const wait = waiting === 0 ? '' : `${formatCount(waiting, 'report')} ${waiting === 1 ? 'waits' : 'wait'} to be sent.`
  if (!query.isError) {
    return (
      <p className="floor-small" role="status">
        Updated {at}. {wait}
      </p>
    )
  }
  return (
    <div className="floor-message" data-tone="warning" role="status">
      <p>
        <CloudOff aria-hidden="true" className="mr-1.5 inline align-text-bottom" />
        No connection since {at}. {wait || 'What you report is kept and sent later.'}
      </p>
    </div>
  )
}

/** What the server did not accept, until somebody has read it. */
const Refusals = ({ refused, onDismiss }: { refused: readonly QueuedReport[]; onDismiss: (key: string) => void }) =>
  refused.map((report) => (
    <div key={report.key} className="floor-message" data-tone="error" role="alert">
      <p>
        <b>Not accepted: {reportWords(report)}.</b> {report.error}
      </p>
      <button type="button" className="floor-button" onClick={() => onDismiss(report.key)}>
        OK
      </button>
    </div>
  ))

const sectionTitles: readonly (readonly [section: DrawnOperation['section'], title: string])[] = [
  ['today', 'Today'],
  ['next', 'Coming up'],
  ['onHold', 'On hold'],
]

/** The queue of one work center: today, then what comes up, then what is on hold. */
function CenterQueue({ center, floor, dates }: { center: Drawn; floor: Floor; dates: DateSettings }) {
  const { name, operations, moreCount } = center
  const sections = Object.groupBy(operations, ({ section }) => section)
  const firstOpen = operations.find(({ isDone }) => !isDone)?.operationId
  const card = (operation: DrawnOperation) => (
    <FloorCard
      key={operation.operationId}
      operation={operation}
      isOpenAtFirst={operation.operationId === firstOpen || operation.actualStartDate !== null}
      dates={dates}
      nowMs={Date.now()}
      onReport={(made) => floor.report(operation, made)}
      onTakeBack={operation.waiting.some(({ key }) => key === floor.sendingKey) ? null : floor.takeBack}
    />
  )
  return (
    <section aria-label={name}>
      <h2>{name}</h2>
      {operations.length === 0 && <p className="floor-small">No open work here. New work appears by itself.</p>}
      {operations.length > 0 && !sections.today && <p className="floor-small">Nothing is planned for today.</p>}
      {/* One list: a card that moves from one section to the other stays itself, with the focus in it. */}
      <ul className="floor-list">
        {sectionTitles.flatMap(([section, title]) => {
          const list = sections[section] ?? []
          if (list.length === 0) return []
          return [
            <li key={title}>
              <h3>{title}</h3>
            </li>,
            ...list.map(card),
          ]
        })}
      </ul>
      {moreCount > 0 && (
        <p className="floor-small floor-more">{formatCount(moreCount, 'more operation')} after these.</p>
      )}
    </section>
  )
}

/** The work of the device's work centers, and what can be reported about it. */
export function FloorWork({ work, floor }: FloorWorkProps) {
  const { queue } = work
  const { reports, isFull, leave, takeBack } = floor
  const [isLeaving, setLeaving] = useState(false)
  const signOut = useMutation(floorSignOutMutation())
  const dark = useAppearance(isDark)
  const dates = { ...storedDateSettings(), zone: ianaZone(queue.timeZone) }
  return (
    <main className="floor">
      <header className="floor-head">
        <div className="floor-head-text">
          <h1>{queue.device.name}</h1>
          <p className="floor-small">
            {queue.organizationName} · {formatShipDate(queue.now, dates, Date.now())}
          </p>
        </div>
        <button
          type="button"
          className="floor-button floor-quiet"
          aria-label={dark ? 'Light theme' : 'Dark theme'}
          onClick={toggleDarkMode}
        >
          {dark ? <Sun /> : <Moon />}
        </button>
      </header>
      <Connection {...{ work, floor, dates }} />
      <Refusals refused={reports.filter(({ state }) => state === 'refused')} onDismiss={takeBack} />
      {isFull && (
        <div className="floor-message" data-tone="error" role="alert">
          <p>{mostWaiting} reports wait already. Connect the device before you report more.</p>
        </div>
      )}
      {drawWork(queue, reports).map((center) => (
        <CenterQueue key={center.categoryId} center={center} floor={floor} dates={dates} />
      ))}
      <footer className="floor-foot">
        <button type="button" className="floor-button floor-quiet" onClick={() => setLeaving(true)}>
          <LogOut />
          Sign out
        </button>
      </footer>
      {isLeaving && (
        <SignOutDialog
          waiting={reports.filter(({ state }) => state === 'waiting').length}
          isBusy={signOut.isPending}
          error={signOut.isError ? errorSentence(signOut.error) : null}
          onConfirm={() => signOut.mutate(undefined, { onSuccess: () => leave(null) })}
          onClose={() => setLeaving(false)}
        />
      )}
    </main>
  )
}
