import { describe, expect, it } from 'vitest'
import { ganttProject, prefixed, project2003, project2016, projectLibre } from '#testing/files/project-plans.ts'
import { readTableFile } from './read-table-file.ts'

const read = async (xml: string) => {
  const { header, rows, notes, foundCalendars } = await readTableFile(Buffer.from(xml), {})
  const records = rows.map((row) =>
    Object.fromEntries(header.map((title, index) => [title, row[index]]).filter(([, text]) => text !== '')),
  )
  return { records, notes, calendars: foundCalendars }
}

describe('a project plan', () => {
  it('of MS Project 2003 is imported with tasks, a lag, and calendar exceptions among the weekdays', async () => {
    const { records, calendars } = await read(project2003)
    expect(records).toMatchObject([
      { 'Project name': 'Frame', Priority: '70' },
      { Operation: 'Cut', Hours: '16', 'Work center': 'Saw', 'Progress %': '25' },
      { Operation: 'Weld', Hours: '8', Predecessors: '2FS+8h' },
    ])
    expect(records[2]).not.toHaveProperty('Work center')
    expect(calendars).toHaveLength(1)
    expect(calendars[0]?.periods.slice(0, 2)).toEqual([
      { weekday: 1, fromMinute: 480, toMinute: 720 },
      { weekday: 1, fromMinute: 780, toMinute: 1020 },
    ])
    expect(calendars[0]?.closedDays).toEqual(
      ['2026-12-24', '2026-12-25', '2026-12-26'].map((date) => ({ name: 'Closed', date })),
    )
  })

  it('of MS Project 2010 and later is imported without inactive tasks, and the rest is reported', async () => {
    const { records, notes, calendars } = await read(project2016)
    expect(records).toMatchObject([
      { 'Project name': 'Rotor', Customer: 'Berg', 'Planned ship date': '2027-01-29T17:00:00' },
      { Operation: 'Mill', Hours: '7.5', 'Work center': 'Mill 1' },
      { Operation: 'Cure', Hours: '48', Predecessors: '6FS+24eh' },
      { Operation: 'Done', Hours: '0', Predecessors: '8SS; 6FS+3.75h' },
    ])
    expect(notes).toEqual([
      'Elapsed durations are read as working hours: Cure.',
      'Inactive tasks are left out: Old way.',
      'Done: the lag of 50 % of Mill is read as 3.75 hours.',
      'Calendar Two shifts: other working times and repeated days are left out (Saturday shift, New Year).',
    ])
    expect(calendars.map(({ name, closedDays }) => [name, closedDays])).toEqual([
      ['Two shifts', [{ name: 'Christmas', date: '2026-12-25' }]],
    ])
    expect(calendars[0]?.periods[1]).toEqual({ weekday: 1, fromMinute: 840, toMinute: 1440 })
  })

  it('of ProjectLibre becomes one project, with textual flags and without the placeholder resource', async () => {
    const { records, calendars } = await read(projectLibre)
    expect(records).toMatchObject([
      { 'Project name': 'Gear box', Operation: 'Turn', Hours: '12', 'Work center': 'Lathe' },
      { 'Project name': 'Gear box', Operation: 'Grind', Hours: '4', Predecessors: '1' },
    ])
    expect(records[1]).not.toHaveProperty('Work center')
    expect(calendars[0]?.periods).toHaveLength(5)
  })

  it('of GanttProject gets its levels from outline numbers, and its project has the id 0', async () => {
    const { records } = await read(ganttProject)
    expect(records).toMatchObject([
      { 'Project name': 'Press 12' },
      { 'Project name': 'Press 12', Operation: 'Assemble', Hours: '24' },
      { 'Project name': 'Press 12', Operation: 'Test', Hours: '16', Predecessors: '1' },
    ])
    expect(records[1]).not.toHaveProperty('Scheduled start')
  })

  it('with prefixed element names is read', async () => {
    expect((await read(prefixed)).records).toMatchObject([{ 'Project name': 'Mast', Operation: 'Bend', Hours: '7.5' }])
  })
})
