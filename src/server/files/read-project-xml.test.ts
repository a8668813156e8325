// @module-tag once
import { describe, expect, it } from 'vitest'
import { readTableFile } from './read-table-file.ts'

/** An MS Project file, reduced to the elements that the import reads. */
const file = (tasks: string, more = '') => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Project xmlns="http://schemas.microsoft.com/project">
  <SaveVersion>14</SaveVersion><Name>Shop plan.xml</Name>${more}
  <Tasks><Task><UID>0</UID><ID>0</ID><Name>Shop plan</Name><OutlineLevel>0</OutlineLevel><Summary>1</Summary></Task>${tasks}</Tasks>
  <Resources><Resource><UID>1</UID><Name>Saw</Name></Resource><Resource><UID>2</UID><Name>Welder &amp; fixture</Name></Resource></Resources>
  <Assignments>
    <Assignment><UID>1</UID><TaskUID>2</TaskUID><ResourceUID>1</ResourceUID></Assignment>
    <Assignment><UID>2</UID><TaskUID>3</TaskUID><ResourceUID>1</ResourceUID></Assignment>
    <Assignment><UID>3</UID><TaskUID>3</TaskUID><ResourceUID>2</ResourceUID></Assignment>
  </Assignments>
</Project>`

const task = (uid: number, name: string, level: number, more = '') =>
  `<Task><UID>${uid}</UID><ID>${uid}</ID><Name>${name}</Name><OutlineLevel>${level}</OutlineLevel>${more}</Task>`
const summary = (uid: number, name: string, level: number, more = '') =>
  task(uid, name, level, `<Summary>1</Summary>${more}`)
const link = (uid: number, more = '') =>
  `<PredecessorLink><PredecessorUID>${uid}</PredecessorUID>${more}</PredecessorLink>`

const read = async (xml: string) => {
  const { header, rows, notes, columns } = await readTableFile(Buffer.from(xml), {})
  const records = rows.map((row) => Object.fromEntries(header.map((title, index) => [title, row[index]])))
  return { records, notes, columns }
}

describe('a file of MS Project', () => {
  it('turns summary tasks into projects, tasks into operations, and resources into work centers', async () => {
    const { records, columns } = await read(
      file(
        summary(1, 'Frame &lt;A&gt;', 1, '<Priority>800</Priority><Deadline>2026-12-10T17:00:00</Deadline>') +
          task(
            2,
            'Cut',
            2,
            '<Duration>PT7H30M0S</Duration><PercentComplete>40</PercentComplete><Start>2026-12-01T08:00:00</Start>',
          ) +
          task(
            3,
            'Weld',
            2,
            `<Duration>PT16H0M0S</Duration><ConstraintType>2</ConstraintType>${link(2, '<Type>1</Type><LinkLag>2400</LinkLag><LagFormat>5</LagFormat>')}`,
          ),
      ),
    )
    expect(columns).not.toContain(null)
    expect(records).toMatchObject([
      { 'Project name': 'Frame <A>', Priority: '80', 'Planned ship date': '2026-12-10T17:00:00', Operation: '' },
      {
        'Project name': 'Frame <A>',
        Operation: 'Cut',
        Hours: '7.5',
        'Progress %': '40',
        'Work center': 'Saw',
        'Operation ID': '2',
      },
      { Operation: 'Weld', Hours: '16', Predecessors: '2FS+4h', 'People and tools': 'Welder & fixture', Pinned: 'yes' },
    ])
  })

  it('keeps the unsupported part of a link in its cell, so that the cell shows the error', async () => {
    const links = [
      link(2, '<Type>3</Type>'),
      link(2, '<Type>0</Type><LinkLag>600</LinkLag>'),
      link(2, '<LinkLag>-600</LinkLag>'),
      link(2, '<LinkLag>50</LinkLag><LagFormat>19</LagFormat>'),
      link(2, '<LinkLag>14400</LinkLag><LagFormat>8</LagFormat>'),
      link(1),
      link(99),
    ].join('')
    const { records, notes } = await read(file(summary(1, 'Frame', 1) + task(2, 'Cut', 2) + task(3, 'Weld', 2, links)))
    expect(records[2]?.Predecessors).toBe('2SS; 2FF+1h; 2FS-1h; 2FS+50%; 2FS+24eh')
    expect(notes).toContain('Weld: the link to Frame (a summary task) is left out.')
    expect(notes).toContain('Weld: the link to task 99 (not in the file) is left out.')
  })

  it('without summary tasks becomes one project, without inactive and empty tasks', async () => {
    const { records } = await read(
      file(
        `${task(2, 'Cut', 1) + task(3, 'Old', 1, '<Active>0</Active>')}<Task><UID>4</UID><IsNull>1</IsNull></Task>`,
        '<Title>Frame</Title>',
      ),
    )
    expect(records).toMatchObject([{ 'Project name': 'Frame', Operation: 'Cut' }])
  })

  it('reports content that rows cannot represent', async () => {
    const { notes, records } = await read(
      file(summary(1, 'Frame', 1, link(5)) + summary(2, 'Welding', 2) + task(3, 'Weld', 3) + summary(5, 'Rotor', 1)),
    )
    expect(records).toHaveLength(3)
    expect(notes).toEqual([
      '1 summary tasks inside projects are left out; their tasks are kept.',
      'Without a duration in the file: Weld.',
      'Frame: the link of this summary task to Rotor is left out.',
    ])
  })
})
