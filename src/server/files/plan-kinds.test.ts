import { describe, expect, it } from 'vitest'
import { readTableFile } from './read-table-file.ts'

/** Tags with their texts: { UID: 1, Name: 'Cut' } */
const tags = (fields: Readonly<Record<string, string | number>>): string =>
  Object.entries(fields)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('')
const summary = (uid: number, name: string, fields = {}) =>
  `<Task>${tags({ UID: uid, ID: uid, Name: name, OutlineLevel: 1, Summary: 1, ...fields })}</Task>`
const task = (uid: number, name: string, fields: Readonly<Record<string, string | number>> = {}, more = '') =>
  `<Task>${tags({ UID: uid, ID: uid, Name: name, OutlineLevel: 2, Summary: 0, Duration: 'PT8H0M0S', DurationFormat: 7, ...fields })}${more}</Task>`
const link = (uid: number, fields = {}) =>
  `<PredecessorLink>${tags({ PredecessorUID: uid, Type: 1, ...fields })}</PredecessorLink>`
const resource = (uid: number, name: string, fields = {}) =>
  `<Resource>${tags({ UID: uid, Name: name, Type: 1, ...fields })}</Resource>`
const assign = (taskUid: number, resourceUid: number) =>
  `<Assignment>${tags({ UID: taskUid * 100 + resourceUid, TaskUID: taskUid, ResourceUID: resourceUid })}</Assignment>`
const plan = (tasks: string, { head = '<Title>Order 8</Title>', rest = '' } = {}) =>
  `<?xml version="1.0" encoding="UTF-8"?><Project xmlns="http://schemas.microsoft.com/project">${head}<Tasks>${tasks}</Tasks>${rest}</Project>`

const read = async (xml: string | Buffer) => {
  const { header, rows, notes, foundCalendars, isPlan } = await readTableFile(Buffer.from(xml))
  const records = rows.map((row) =>
    Object.fromEntries(header.map((title, at) => [title, row[at]]).filter(([, text]) => text !== '')),
  )
  const operations = records.filter((record) => record.Operation !== undefined)
  return { records, operations, notes, calendars: foundCalendars, isPlan }
}

describe('the duration of a task', () => {
  it.each([
    [{ Duration: 'PT7H30M0S' }, '7.5'],
    [{ Duration: 'P1W' }, '40'],
    [{ Duration: 'P5D' }, '40'],
    [{ Duration: 'P1DT4H' }, '12'],
    [{ Duration: 'P2D', DurationFormat: 8 }, '48'],
    [{ Duration: '', Manual: 1, ManualDuration: 'PT16H0M0S' }, '16'],
    [{ Duration: 'PT0H0M0S', Manual: 1, ManualDuration: 'PT16H0M0S' }, '16'],
    [{ Duration: 'PT0H0M0S' }, '0'],
    [{ Duration: '-PT8H0M0S' }, '-8'],
    [{ Duration: 'two days' }, 'two days'],
  ])('%j is %s hours', async (fields, hours) => {
    const { operations } = await read(plan(summary(1, 'Frame') + task(2, 'Cut', fields)))
    expect(operations[0]?.Hours).toBe(hours)
  })

  it('in days or weeks follows the calendar of the plan, and a note says so', async () => {
    const head = '<Title>T</Title><MinutesPerDay>600</MinutesPerDay><MinutesPerWeek>3000</MinutesPerWeek>'
    const { operations, notes } = await read(plan(summary(1, 'Frame') + task(2, 'Cut', { Duration: 'P1W' }), { head }))
    expect(operations[0]?.Hours).toBe('50')
    expect(notes).toEqual(['Durations in days and weeks are read as working time: Cut.'])
  })

  it('that is missing is reported', async () => {
    const { operations, notes } = await read(plan(summary(1, 'Frame') + task(2, 'Cut', { Duration: '' })))
    expect(operations[0]?.Hours).toBeUndefined()
    expect(notes).toEqual(['Without a duration in the file: Cut.'])
  })
})

describe('the resources of a task', () => {
  const tasks = summary(1, 'Frame') + task(2, 'Cut') + task(3, 'Weld') + task(4, 'Grind')
  const rest = (resources: string, assignments: readonly string[]) => ({
    rest: `<Resources>${resources}</Resources><Assignments>${assignments.join('')}</Assignments>`,
  })
  const workers = resource(1, 'Saw') + resource(2, 'Ana') + resource(3, 'Weld cell')

  it('become the same work centers in any order of assignments', async () => {
    const all = [assign(2, 1), assign(2, 2), assign(3, 2), assign(3, 3), assign(4, 1)]
    for (const assignments of [all, all.toReversed(), [...all.slice(2), ...all.slice(0, 2)]]) {
      const { operations } = await read(plan(tasks, rest(workers, assignments)))
      expect(operations).toMatchObject([
        { 'Work center': 'Saw', 'People and tools': 'Ana' },
        { 'Work center': 'Weld cell', 'People and tools': 'Ana' },
        { 'Work center': 'Saw' },
      ])
    }
  })

  it('that are material or cost are not imported', async () => {
    const other =
      resource(4, 'Plate', { Type: 0 }) +
      resource(5, 'Freight', { Type: 2 }) +
      resource(6, 'Fee', { IsCostResource: 1 })
    const assignments = [assign(2, 4), assign(2, 1), assign(3, 5), assign(4, 6)]
    const { operations, notes } = await read(plan(tasks, rest(workers + other, assignments)))
    expect(operations.map((one) => one['Work center'])).toEqual(['Saw', undefined, undefined])
    expect(notes).toEqual(['Material and costs are left out: Plate, Freight, Fee.'])
  })

  it('beyond one work center and people are reported', async () => {
    const { operations, notes } = await read(
      plan(tasks, rest(workers + resource(4, 'Crane'), [assign(2, 1), assign(3, 1), assign(2, 2), assign(2, 4)])),
    )
    expect(operations[0]).toMatchObject({ 'Work center': 'Saw', 'People and tools': 'Ana' })
    expect(notes).toEqual(['Cut: an operation needs one of people and tools, so Crane is left out.'])
  })
})

describe('the links of a task', () => {
  it('are imported if the predecessor is, and otherwise reported one by one', async () => {
    const links = [link(2), link(1), link(5), link(6), link(8), link(99), link(2, { CrossProject: 1 })].join('')
    const { operations, notes } = await read(
      plan(
        summary(1, 'Frame') +
          task(2, 'Cut') +
          task(5, 'Off', { Active: 0 }) +
          task(6, 'Ghost', { ExternalTask: 1 }) +
          task(4, 'Weld', {}, links) +
          summary(7, 'Rotor') +
          task(8, 'Turn'),
      ),
    )
    expect(operations.map(({ Operation }) => Operation)).toEqual(['Cut', 'Weld', 'Turn'])
    expect(operations[1]?.Predecessors).toBe('2')
    expect(notes).toEqual([
      'Inactive tasks are left out: Off.',
      'Tasks of other files are left out: Ghost.',
      ...[
        'Frame (a summary task)',
        'Off (inactive)',
        'Ghost (of another file)',
        'Turn (of another project)',
        'task 99 (not in the file)',
      ].map((what) => `Weld: the link to ${what} is left out.`),
      'Weld: the link to a task of another file is left out.',
    ])
  })

  it('with a lag in percent get the lag in hours', async () => {
    const { operations, notes } = await read(
      plan(
        summary(1, 'Frame') +
          task(2, 'Cut', { Duration: 'PT6H0M0S' }) +
          task(3, 'Weld', {}, link(2, { LinkLag: 50, LagFormat: 19 })),
      ),
    )
    expect(operations[1]?.Predecessors).toBe('2FS+3h')
    expect(notes).toEqual(['Weld: the lag of 50 % of Cut is read as 3 hours.'])
  })

  it('of summary tasks are reported', async () => {
    const { notes } = await read(
      plan(
        summary(1, 'Frame') +
          task(2, 'Cut') +
          `<Task>${tags({ UID: 3, Name: 'Rotor', OutlineLevel: 1, Summary: 1 })}${link(1)}</Task>`,
      ),
    )
    expect(notes).toEqual(['Rotor: the link of this summary task to Frame is left out.'])
  })
})

describe('the ids of a plan', () => {
  it('that several tasks share become unique', async () => {
    const { operations, notes } = await read(
      plan(summary(1, 'Frame') + task(2, 'Cut') + task(2, 'Weld') + task(3, 'Paint', {}, link(2))),
    )
    expect(operations.map((one) => [one['Operation ID'], one.Predecessors])).toEqual([
      ['2', undefined],
      ['2-2', undefined],
      ['3', '2'],
    ])
    expect(notes).toEqual(['Ids that several tasks have, of which links mean the first one: 2.'])
  })

  it('of several projects with one GUID come from their positions', async () => {
    const GUID = '3F2504E0-4F89-11D3-9A0C-0305E82C3301'
    const { records } = await read(
      plan(summary(1, 'Frame', { GUID }) + task(2, 'Cut') + summary(3, 'Rotor', { GUID }) + task(4, 'Turn')),
    )
    expect(records.map((one) => one['Project ID'])).toEqual(['Order 8 1', 'Order 8 1', 'Order 8 3', 'Order 8 3'])
  })

  it('do not prove that a plan was exported from this shop', async () => {
    expect((await read(plan(summary(1, 'Frame') + task(2, 'Cut')))).isPlan).toBe(true)
  })

  it('of empty rows and placeholders are ignored', async () => {
    const { operations } = await read(
      plan(`${summary(1, 'Frame')}<Task><UID>2</UID><IsNull>1</IsNull></Task>${task(3, ' ')}${task(4, 'Cut')}`),
    )
    expect(operations.map(({ Operation }) => Operation)).toEqual(['Cut'])
  })
})

describe('the calendars of a plan', () => {
  const day = (type: number, ...times: (readonly [from: string, to: string])[]) =>
    `<WeekDay>${tags({ DayType: type, DayWorking: 1 })}<WorkingTimes>${times
      .map(([FromTime, ToTime]) => `<WorkingTime>${tags({ FromTime, ToTime })}</WorkingTime>`)
      .join('')}</WorkingTimes></WeekDay>`
  const calendar = (name: string, week: string, more = '') =>
    `<Calendar>${tags({ UID: 1, Name: name, IsBaseCalendar: 1 })}<WeekDays>${week}</WeekDays>${more}</Calendar>`
  const calendarsOf = (...all: string[]) =>
    read(plan(summary(1, 'Frame') + task(2, 'Cut'), { head: `<Title>T</Title><Calendars>${all.join('')}</Calendars>` }))
  const night = ['22:00:00', '06:00:00'] as const

  it('run past midnight if the file does not split them', async () => {
    const { calendars } = await calendarsOf(calendar('Night', day(2, night) + day(7, ['20:00:00', '00:00:00'])))
    expect(calendars[0]?.periods).toEqual([
      { weekday: 1, fromMinute: 1320, toMinute: 1800 },
      { weekday: 6, fromMinute: 1200, toMinute: 1440 },
    ])
  })

  it('count a night shift once if the file repeats its end on the next day', async () => {
    const { calendars } = await calendarsOf(
      calendar('Night', day(2, night) + day(3, ['00:00:00', '06:00:00'], night) + day(1, night)),
    )
    expect(calendars[0]?.periods).toEqual([
      { weekday: 1, fromMinute: 1320, toMinute: 1800 },
      { weekday: 2, fromMinute: 1320, toMinute: 1800 },
      { weekday: 7, fromMinute: 1320, toMinute: 1800 },
    ])
  })

  it('with the same name are merged if they are equal, and renamed if they differ', async () => {
    const [one, other] = [day(2, ['08:00:00', '16:00:00']), day(2, ['06:00:00', '14:00:00'])]
    expect((await calendarsOf(calendar('Day', one), calendar('Day', one))).calendars).toHaveLength(1)
    const { calendars, notes } = await calendarsOf(calendar('Day', one), calendar('day', other))
    expect(calendars.map(({ name }) => name)).toEqual(['Day', 'day (2)'])
    expect(notes).toEqual(['Several calendars are called day, so this one is day (2).'])
  })

  it('contain their closed days, and recurring ones are reported', async () => {
    const exception = (name: string, from: string, to: string, fields = {}) =>
      `<Exception><TimePeriod>${tags({ FromDate: `${from}T00:00:00`, ToDate: `${to}T23:59:00` })}</TimePeriod>${tags({ Name: name, DayWorking: 0, ...fields })}</Exception>`
    const exceptions = `<Exceptions>${exception('Holidays', '2026-12-24', '2026-12-26', { Type: 1 })}${exception('Every other day', '2026-12-01', '2026-12-09', { Type: 1, Period: 2 })}${exception('Yearly', '2026-01-01', '2030-01-01', { Type: 2 })}</Exceptions>`
    const { calendars, notes } = await calendarsOf(calendar('Day', day(2, ['08:00:00', '16:00:00']), exceptions))
    expect(calendars[0]?.closedDays.map(({ date }) => date)).toEqual(['2026-12-24', '2026-12-25', '2026-12-26'])
    expect(notes).toEqual([
      'Calendar Day: other working times and repeated days are left out (Every other day, Yearly).',
    ])
  })
})

describe('the text of a plan', () => {
  it.each([
    ['windows-1251', Buffer.from([0xd1, 0xe2, 0xe0, 0xf0, 0xea, 0xe0]), 'Сварка'],
    ['ISO-8859-1', Buffer.from('Fr\xe4sen', 'latin1'), 'Fräsen'],
    ['UTF-8', Buffer.from('Fräsen'), 'Fräsen'],
    // A program that converted the file and left its first line alone.
    ['UTF-16', Buffer.from('Fräsen'), 'Fräsen'],
    ['ibm850', Buffer.from([0x46, 0x72, 0x84, 0x73, 0x65, 0x6e]), 'Fräsen'],
  ])('is read in the encoding that it declares: %s', async (encoding, name, text) => {
    const [before = '', behind = ''] = plan(summary(1, 'Frame') + task(2, 'NAME'))
      .replace('UTF-8', encoding)
      .split('NAME')
    const { operations } = await read(Buffer.concat([Buffer.from(before), name, Buffer.from(behind)]))
    expect(operations[0]?.Operation).toBe(text)
  })

  it('may be UTF-16, with or without a byte order mark', async () => {
    const xml = plan(summary(1, 'Frame') + task(2, 'Fräsen')).replace('UTF-8', 'UTF-16')
    for (const bytes of [
      Buffer.from(`\uFEFF${xml}`, 'utf16le'),
      Buffer.from(xml, 'utf16le'),
      Buffer.from(`\uFEFF${xml}`, 'utf16le').swap16(),
    ]) {
      expect((await read(bytes)).operations[0]?.Operation).toBe('Fräsen')
    }
  })

  it('that contradicts its declared encoding is refused, unless the user chooses an encoding', async () => {
    const xml = Buffer.from(plan(summary(1, 'Frame') + task(2, 'Fr\xe4sen')), 'latin1')
    await expect(readTableFile(xml)).rejects.toThrow('some of its bytes are not')
    const { rows } = await readTableFile(xml, { choice: { encoding: 'windows-1252' } })
    expect(rows[1]).toContain('Fräsen')
    await expect(readTableFile(Buffer.from(plan('').replace('UTF-8', 'x-nothing')))).rejects.toThrow('not known')
  })

  it('decodes numeric references, CDATA sections and line endings', async () => {
    const name = 'A&#x26;B &#1046; <![CDATA[<C> & D]]> &quot;E&quot;&#13;&#10;F'
    const { operations } = await read(plan(summary(1, 'Frame') + task(2, name, { Notes: 'one\r\ntwo\rthree' })))
    expect(operations[0]).toMatchObject({ Operation: 'A&B Ж <C> & D "E"\r\nF', Notes: 'one\ntwo\nthree' })
  })

  it.each(['&undefined;', '<b>', '<a></b>', '&#xZZ;'])('that is not well-formed is refused: %s', async (name) => {
    await expect(readTableFile(Buffer.from(plan(summary(1, 'Frame') + task(2, name))))).rejects.toThrow('well-formed')
  })
})
