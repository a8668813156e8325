import { useMutation } from '@tanstack/react-query'
import { CloudOff, LogOut, Moon, Sun, X } from 'lucide-react'
import { useState } from 'react'
import { ianaZone } from '#contract/time-zones.ts'
import { errorSentence } from '#web/api/api-error.ts'
import { floorSignOutMutation } from '#web/api/floor/floor.mutations.ts'
import { storedDateSettings } from '#web/components/reader/use-date-settings.ts'
import { isDark } from '#web/lib/appearance.ts'
import { type DateSettings, formatShipDate, formatTime } from '#web/lib/format-date.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { toggleDarkMode, useAppearance } from '#web/stores/appearance.ts'
import { type KeptWork, mostWaiting, type QueuedReport } from '#web/stores/floor.ts'
import { type DrawnOperation, drawWork, reporterOf } from './drawn-work.ts'
import { FloorCard } from './floor-card.tsx'
import { SignOutDialog } from './floor-dialogs.tsx'
import { WhoDialog } from './floor-number-dialogs.tsx'
import { FloorTitle } from './floor-title.tsx'
import { reportWords } from './floor-words.ts'
import type { Floor, NewReport } from './use-floor.ts'

type FloorWorkProps = { work: KeptWork; floor: Floor }
type Drawn = ReturnType<typeof drawWork>[number]

/** Whether and when the server was last reached, and how many reports wait to be sent. */
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
        No connection since {at}. {wait || 'Your reports are saved and sent later.'}
      </p>
    </div>
  )
}

/** Refused reports, shown until the user has dismissed them. */
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
  ['scanned', 'Scanned'],
  ['today', 'Today'],
  ['next', 'Coming up'],
  ['onHold', 'On hold'],
]

type OnReport = (operation: DrawnOperation, made: NewReport) => void
type CenterQueueProps = FloorWorkProps & { center: Drawn; dates: DateSettings; onReport: OnReport }

/** The queue of one work center: today, then upcoming work, then work on hold. */
function CenterQueue({ center, work: { queue }, floor, dates, onReport }: CenterQueueProps) {
  const { name, operations, moreCount } = center
  const sections = Object.groupBy(operations, ({ section }) => section)
  const firstOpen = operations.find(({ isDone }) => !isDone)?.operationId
  const card = (operation: DrawnOperation) => (
    <FloorCard
      key={operation.operationId}
      operation={operation}
      centerName={name}
      isOpenAtFirst={operation.operationId === firstOpen || operation.actualStartDate !== null}
      onArrive={operation.operationId === floor.asked?.operationId ? floor.asked.onDone : null}
      dates={dates}
      nowMs={Date.now()}
      scrapReasons={queue.scrapReasons}
      asksWho={queue.identification !== 'off'}
      asksKind={queue.separatesMachineTime}
      onReport={(made) => onReport(operation, made)}
      onTakeBack={operation.waiting.some(({ key }) => key === floor.sendingKey) ? null : floor.takeBack}
    />
  )
  return (
    <section aria-label={name}>
      <h2>{name}</h2>
      {operations.every(({ section }) => section === 'scanned') && (
        <p className="floor-small">No open work here. New work appears automatically.</p>
      )}
      {operations.some(({ section }) => section !== 'scanned') && !sections.today && (
        <p className="floor-small">Nothing is planned for today.</p>
      )}
      {/* One list, so that a card that moves from one section to another stays mounted and keeps its focus. */}
      <ul className="floor-list">
        {sectionTitles.flatMap(([section, title]) => {
          const list = sections[section] ?? []
          if (list.length === 0) return []
          return [
            <li key={title} className="floor-section">
              <h3>{title}</h3>
              {section === 'scanned' && (
                <button type="button" className="floor-button floor-quiet" onClick={floor.closeScanned}>
                  <X />
                  Close
                </button>
              )}
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

/** The current reporter, and for a person the buttons for other work centers and for leaving. */
function FloorHead({ work: { queue }, floor, dates }: FloorWorkProps & { dates: DateSettings }) {
  const dark = useAppearance(isDark)
  return (
    <header className="floor-head">
      <div className="floor-head-text">
        <FloorTitle takesFocus={floor.hasMoved}>{reporterOf(queue)}</FloorTitle>
        <p className="floor-small">
          {queue.organizationName} · {formatShipDate(queue.now, dates, Date.now())}
        </p>
      </div>
      <div className="floor-head-actions">
        {'person' in queue && (
          <button type="button" className="floor-button floor-quiet" onClick={floor.askForChoice}>
            Work centers
          </button>
        )}
        <button
          type="button"
          className="floor-button floor-quiet"
          aria-label={dark ? 'Light theme' : 'Dark theme'}
          onClick={toggleDarkMode}
        >
          {dark ? <Sun /> : <Moon />}
        </button>
        {'person' in queue && (
          <button type="button" className="floor-button floor-quiet" onClick={floor.leaveAsPerson}>
            <LogOut />
            Leave
          </button>
        )}
      </div>
    </header>
  )
}

/** The sign-out button of a device is at the bottom of the page, where a glove does not press it by mistake. */
function DeviceFoot({ reports, leaveAsDevice }: Pick<Floor, 'reports' | 'leaveAsDevice'>) {
  const [isLeaving, setLeaving] = useState(false)
  const signOut = useMutation(floorSignOutMutation())
  return (
    <footer className="floor-foot">
      <button type="button" className="floor-button floor-quiet" onClick={() => setLeaving(true)}>
        <LogOut />
        Sign out
      </button>
      {isLeaving && (
        <SignOutDialog
          waiting={reports.filter(({ state }) => state === 'waiting').length}
          isBusy={signOut.isPending}
          error={signOut.isError ? errorSentence(signOut.error) : null}
          onConfirm={() => signOut.mutate(undefined, { onSuccess: () => leaveAsDevice(null) })}
          onClose={() => setLeaving(false)}
        />
      )}
    </footer>
  )
}

/** The work list of a device or a person, with everything that can be reported about it. */
export function FloorWork({ work, floor, whyNoCard }: FloorWorkProps & { whyNoCard: string | null }) {
  const { queue } = work
  const { reports, isFull, takeBack } = floor
  const dates = { ...storedDateSettings(), zone: ianaZone(queue.timeZone) }
  const centers = drawWork(queue, reports)
  const [unnamed, setUnnamed] = useState<Parameters<OnReport> | null>(null)
  const onReport: OnReport = (operation, made) =>
    queue.identification === 'off' ? floor.report(operation, made) : setUnnamed([operation, made])
  const reportAs = ([operation, made]: Parameters<OnReport>, code: string | null) => {
    setUnnamed(null)
    floor.report(operation, code === null ? made : { ...made, workerCode: code })
  }
  return (
    <main className="floor">
      <FloorHead work={work} floor={floor} dates={dates} />
      <Connection work={work} floor={floor} dates={dates} />
      <Refusals refused={reports.filter(({ state }) => state === 'refused')} onDismiss={takeBack} />
      {whyNoCard && (
        <div className="floor-message" data-tone="warning" role="alert">
          <p>{whyNoCard}</p>
          <button type="button" className="floor-button" onClick={floor.asked?.onDone}>
            OK
          </button>
        </div>
      )}
      {isFull && (
        <div className="floor-message" data-tone="error" role="alert">
          <p>{mostWaiting} reports are already waiting. Connect the device before you report more.</p>
        </div>
      )}
      {centers.length === 0 && (
        <p className="floor-small">You can no longer report at these work centers. Choose others.</p>
      )}
      {centers.map((center) => (
        <CenterQueue
          key={center.categoryId}
          center={center}
          work={work}
          floor={floor}
          dates={dates}
          onReport={onReport}
        />
      ))}
      {unnamed && (
        <WhoDialog
          isRequired={queue.identification === 'required'}
          onSubmit={(code) => reportAs(unnamed, code)}
          onClose={() => setUnnamed(null)}
        />
      )}
      {'device' in queue && <DeviceFoot reports={reports} leaveAsDevice={floor.leaveAsDevice} />}
    </main>
  )
}
