import { useSuspenseQuery } from '@tanstack/react-query'
import { CalendarOff, Plus, Upload } from 'lucide-react'
import { useState } from 'react'
import type { Holiday } from '#contract/holidays.ts'
import { weekdayOf } from '#domain/holidays/calendar-dates.ts'
import { holidayDates } from '#domain/holidays/holiday-rule.ts'
import { categoriesQuery } from '#web/api/categories/categories.queries.ts'
import { holidaysQuery } from '#web/api/working-time/holidays.queries.ts'
import { keptSubject } from '#web/components/form/use-record-form.ts'
import { useToday } from '#web/components/reader/use-today.ts'
import { useNarrow } from '#web/lib/use-narrow.ts'
import { useRefusal } from '#web/stores/actor.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { HolidayDialog, holidayEntity } from './holidays/holiday-dialog.tsx'
import { HolidayList } from './holidays/holiday-list.tsx'
import { ImportDialog } from './holidays/import-dialog.tsx'
import { TemplatesPanel } from './holidays/templates-panel.tsx'
import { ImportButton, SettingsImport } from './import-settings.tsx'
import { type DayLook, MonthGrid, monthsFrom } from './month-grid.tsx'
import { WorkingTimeFrame } from './working-time-frame.tsx'
import type { HolidaysSearch } from './working-time-search.ts'

const shownMonths = 8

const Legend = () => (
  <p className="flex flex-wrap gap-x-4 gap-y-1 text-ink-2 text-label">
    <span className="flex items-center gap-1.5">
      <span aria-hidden="true" className="size-3.5 rounded-part border border-crit-line bg-crit-tint" /> Closed all day
    </span>
    <span className="flex items-center gap-1.5">
      <span
        aria-hidden="true"
        className="size-3.5 rounded-part border border-warn-line border-b-2 border-b-warn bg-warn-tint"
      />
      Closed part of the day or one work center
    </span>
    <span className="flex items-center gap-1.5">
      <span aria-hidden="true" className="size-3.5 rounded-part outline-2 outline-primary -outline-offset-1" /> Today
    </span>
  </p>
)

/** The look of each day in the calendar. A full-day closure of the organization takes precedence over a partial holiday. */
const looksOf = (holidays: readonly Holiday[], lastYear: number): Map<string, DayLook> => {
  const looks = new Map<string, DayLook>()
  for (const holiday of holidays) {
    const look = holiday.fromMinute === null && holiday.categoryId === null ? 'closed' : 'part'
    for (const date of holidayDates(holiday, lastYear)) {
      if (looks.get(date)?.look !== 'closed') looks.set(date, { look, words: holiday.name })
    }
  }
  return looks
}

/** The page /holidays: the holidays, or the import of a table of them. */
export const HolidaysScreen = ({ search }: { search: HolidaysSearch }) =>
  search.edit === 'import' ? <SettingsImport kind="holidays" /> : <Holidays />

/** Holidays as a calendar and as a list, with the holiday templates. */
function Holidays() {
  const { data: holidays } = useSuspenseQuery(holidaysQuery())
  const { data: categories } = useSuspenseQuery(categoriesQuery())
  const refusal = useRefusal('manageHolidays')
  const [editing, setEditing] = useState(() => keptSubject<Holiday>(holidayEntity))
  const [importing, setImporting] = useState(false)
  const today = useToday()
  const narrow = useNarrow()
  const months = monthsFrom(today, shownMonths)
  const looks = looksOf(holidays, months.at(-1)?.year ?? 0)
  const importButton = { icon: <Upload />, disabledReason: refusal, onClick: () => setImporting(true) }
  const create = (
    <Button variant="primary" icon={<Plus />} disabledReason={refusal} onClick={() => setEditing('new')}>
      New holiday
    </Button>
  )
  return (
    <WorkingTimeFrame
      current="holidays"
      actions={
        <>
          {narrow ? (
            <IconButton label="Import calendar" variant="default" {...importButton} />
          ) : (
            <Button {...importButton}>Import calendar</Button>
          )}
          <ImportButton kind="holidays" />
          {create}
        </>
      }
    >
      <div className="flex grow max-xl:flex-col">
        <div className="flex min-w-0 grow flex-col">
          <div className="grid items-start gap-x-8 gap-y-4 bg-surface px-5 py-4 max-md:px-4 sm:grid-cols-2 lg:grid-cols-4">
            {months.map(({ year, month }) => (
              <MonthGrid
                key={`${year}-${month}`}
                year={year}
                month={month}
                today={today}
                dayLook={(date) => looks.get(date) ?? { look: weekdayOf(date) > 5 ? 'off' : 'open' }}
              />
            ))}
            <div className="col-span-full">
              <Legend />
            </div>
          </div>
          {holidays.length === 0 ? (
            <EmptyState icon={<CalendarOff />} title="No holidays" action={create}>
              Every scheduled shift day is a working day.
            </EmptyState>
          ) : (
            <HolidayList
              holidays={holidays}
              categories={categories}
              today={today}
              refusal={refusal}
              onEdit={setEditing}
            />
          )}
        </div>
        <TemplatesPanel refusal={refusal} />
      </div>
      {editing !== null && (
        <HolidayDialog
          holiday={editing === 'new' ? null : editing}
          categories={categories}
          today={today}
          onClose={() => setEditing(null)}
        />
      )}
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
    </WorkingTimeFrame>
  )
}
