/** Small project plans in the formats of different programs, each with its own peculiarities. */

const task = (fields: readonly (readonly [string, string | number])[], more = ''): string =>
  `<Task>${fields.map(([name, value]) => `<${name}>${value}</${name}>`).join('')}${more}</Task>`

/** MS Project 2003: exceptions among the weekdays, minutes as the shape of a lag, no Active, no Manual. */
export const project2003 = `<?xml version="1.0" encoding="UTF-8"?>
<Project xmlns="http://schemas.microsoft.com/project"><UID>1</UID><Name>shop.mpp</Name><Title>Shop 2003</Title><ScheduleFromStart>1</ScheduleFromStart><CalendarUID>1</CalendarUID><MinutesPerDay>480</MinutesPerDay>
<Calendars><Calendar><UID>1</UID><Name>Standard</Name><IsBaseCalendar>1</IsBaseCalendar><WeekDays>
<WeekDay><DayType>1</DayType><DayWorking>0</DayWorking></WeekDay>
${[2, 3, 4, 5, 6].map((day) => `<WeekDay><DayType>${day}</DayType><DayWorking>1</DayWorking><WorkingTimes><WorkingTime><FromTime>08:00:00</FromTime><ToTime>12:00:00</ToTime></WorkingTime><WorkingTime><FromTime>13:00:00</FromTime><ToTime>17:00:00</ToTime></WorkingTime></WorkingTimes></WeekDay>`).join('')}
<WeekDay><DayType>7</DayType><DayWorking>0</DayWorking></WeekDay>
<WeekDay><DayType>0</DayType><DayWorking>0</DayWorking><TimePeriod><FromDate>2026-12-24T00:00:00</FromDate><ToDate>2026-12-26T23:59:00</ToDate></TimePeriod></WeekDay>
</WeekDays></Calendar></Calendars>
<Tasks>
${task([
  ['UID', 0],
  ['ID', 0],
  ['Type', 1],
  ['IsNull', 0],
  ['Name', 'Shop 2003'],
  ['OutlineNumber', 0],
  ['OutlineLevel', 0],
  ['Priority', 500],
  ['Summary', 1],
])}
${task([
  ['UID', 1],
  ['ID', 1],
  ['Type', 1],
  ['IsNull', 0],
  ['Name', 'Frame'],
  ['OutlineNumber', 1],
  ['OutlineLevel', 1],
  ['Priority', 700],
  ['Duration', 'PT24H0M0S'],
  ['Summary', 1],
])}
${task(
  [
    ['UID', 2],
    ['ID', 2],
    ['Type', 0],
    ['IsNull', 0],
    ['Name', 'Cut'],
    ['OutlineNumber', '1.1'],
    ['OutlineLevel', 2],
    ['Priority', 500],
    ['Start', '2026-12-01T08:00:00'],
    ['Finish', '2026-12-02T17:00:00'],
    ['Duration', 'PT16H0M0S'],
    ['DurationFormat', 7],
    ['Milestone', 0],
    ['Summary', 0],
    ['PercentComplete', 25],
    ['CalendarUID', -1],
  ],
  '<TimephasedData><Type>11</Type><UID>2</UID><Start>2026-12-01T08:00:00</Start><Finish>2026-12-02T08:00:00</Finish><Unit>2</Unit><Value>12.5</Value></TimephasedData>',
)}
${task(
  [
    ['UID', 3],
    ['ID', 3],
    ['Type', 0],
    ['IsNull', 0],
    ['Name', 'Weld'],
    ['OutlineNumber', '1.2'],
    ['OutlineLevel', 2],
    ['Duration', 'PT8H0M0S'],
    ['DurationFormat', 7],
    ['Summary', 0],
    ['PercentComplete', 0],
  ],
  '<PredecessorLink><PredecessorUID>2</PredecessorUID><Type>1</Type><CrossProject>0</CrossProject><LinkLag>4800</LinkLag><LagFormat>7</LagFormat></PredecessorLink>',
)}
</Tasks>
<Resources><Resource><UID>0</UID><ID>0</ID><Type>1</Type><IsNull>0</IsNull></Resource><Resource><UID>1</UID><ID>1</ID><Name>Saw</Name><Type>1</Type></Resource></Resources>
<Assignments><Assignment><UID>1</UID><TaskUID>2</TaskUID><ResourceUID>1</ResourceUID><TimephasedData><Type>1</Type><UID>1</UID><Unit>2</Unit><Value>PT8H0M0S</Value></TimephasedData></Assignment><Assignment><UID>2</UID><TaskUID>3</TaskUID><ResourceUID>-65535</ResourceUID></Assignment></Assignments>
</Project>`

/** MS Project since 2010: a GUID on everything, exceptions in a list and once more among the weekdays, inactive and manual tasks, CRLF. */
export const project2016 = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Project xmlns="http://schemas.microsoft.com/project">
<SaveVersion>14</SaveVersion><BuildNumber>16.0.4266.1001</BuildNumber><Name>Shop 2016.xml</Name><GUID>11111111-2222-4333-8444-555555555555</GUID><Title>Shop 2016</Title><CalendarUID>3</CalendarUID>
<ExtendedAttributes><ExtendedAttribute><FieldID>188743731</FieldID><FieldName>Text1</FieldName><Alias>Customer</Alias></ExtendedAttribute></ExtendedAttributes>
<Calendars>
<Calendar><UID>3</UID><GUID>21111111-2222-4333-8444-555555555555</GUID><Name>Two shifts</Name><IsBaseCalendar>1</IsBaseCalendar><IsBaselineCalendar>0</IsBaselineCalendar><BaseCalendarUID>0</BaseCalendarUID>
<WeekDays>${[2, 3, 4, 5, 6].map((day) => `<WeekDay><DayType>${day}</DayType><DayWorking>1</DayWorking><WorkingTimes><WorkingTime><FromTime>06:00:00</FromTime><ToTime>14:00:00</ToTime></WorkingTime><WorkingTime><FromTime>14:00:00</FromTime><ToTime>00:00:00</ToTime></WorkingTime></WorkingTimes></WeekDay>`).join('')}<WeekDay><DayType>0</DayType><DayWorking>0</DayWorking><TimePeriod><FromDate>2026-12-25T00:00:00</FromDate><ToDate>2026-12-25T23:59:00</ToDate></TimePeriod></WeekDay></WeekDays>
<Exceptions>
<Exception><EnteredByOccurrences>0</EnteredByOccurrences><TimePeriod><FromDate>2026-12-25T00:00:00</FromDate><ToDate>2026-12-25T23:59:00</ToDate></TimePeriod><Occurrences>1</Occurrences><Name>Christmas</Name><Type>1</Type><DayWorking>0</DayWorking></Exception>
<Exception><EnteredByOccurrences>0</EnteredByOccurrences><TimePeriod><FromDate>2026-12-19T00:00:00</FromDate><ToDate>2026-12-19T23:59:00</ToDate></TimePeriod><Occurrences>1</Occurrences><Name>Saturday shift</Name><Type>1</Type><DayWorking>1</DayWorking><WorkingTimes><WorkingTime><FromTime>06:00:00</FromTime><ToTime>12:00:00</ToTime></WorkingTime></WorkingTimes></Exception>
<Exception><EnteredByOccurrences>1</EnteredByOccurrences><TimePeriod><FromDate>2026-01-01T00:00:00</FromDate><ToDate>2030-01-01T23:59:00</ToDate></TimePeriod><Occurrences>5</Occurrences><Name>New Year</Name><Type>2</Type><Month>0</Month><MonthDay>1</MonthDay><DayWorking>0</DayWorking></Exception>
</Exceptions></Calendar>
<Calendar><UID>4</UID><Name>Saw</Name><IsBaseCalendar>0</IsBaseCalendar><BaseCalendarUID>3</BaseCalendarUID></Calendar>
</Calendars>
<Tasks>
${task([
  ['UID', 0],
  ['GUID', '31111111-2222-4333-8444-555555555550'],
  ['ID', 0],
  ['Name', 'Shop 2016'],
  ['Active', 1],
  ['Manual', 0],
  ['OutlineNumber', 0],
  ['OutlineLevel', 0],
  ['Summary', 1],
])}
${task(
  [
    ['UID', 5],
    ['GUID', '31111111-2222-4333-8444-555555555551'],
    ['ID', 1],
    ['Name', 'Rotor'],
    ['Active', 1],
    ['Manual', 0],
    ['OutlineNumber', 1],
    ['OutlineLevel', 1],
    ['Summary', 1],
    ['Deadline', '2027-01-29T17:00:00'],
  ],
  '<ExtendedAttribute><FieldID>188743731</FieldID><Value>Berg</Value></ExtendedAttribute>',
)}
${task([
  ['UID', 6],
  ['GUID', '31111111-2222-4333-8444-555555555552'],
  ['ID', 2],
  ['Name', 'Mill'],
  ['Active', 1],
  ['Manual', 1],
  ['OutlineNumber', '1.1'],
  ['OutlineLevel', 2],
  ['Duration', 'PT7H30M0S'],
  ['ManualDuration', 'PT7H30M0S'],
  ['DurationFormat', 53],
  ['Summary', 0],
  ['Notes', 'Line 1&#13;&#10;Line 2'],
])}
${task([
  ['UID', 7],
  ['GUID', '31111111-2222-4333-8444-555555555553'],
  ['ID', 3],
  ['Name', 'Old way'],
  ['Active', 0],
  ['Manual', 0],
  ['OutlineNumber', '1.2'],
  ['OutlineLevel', 2],
  ['Duration', 'PT8H0M0S'],
  ['Summary', 0],
])}
${task(
  [
    ['UID', 8],
    ['GUID', '31111111-2222-4333-8444-555555555554'],
    ['ID', 4],
    ['Name', 'Cure'],
    ['Active', 1],
    ['Manual', 0],
    ['OutlineNumber', '1.3'],
    ['OutlineLevel', 2],
    ['Duration', 'PT48H0M0S'],
    ['DurationFormat', 8],
    ['Summary', 0],
  ],
  '<PredecessorLink><PredecessorUID>6</PredecessorUID><Type>1</Type><CrossProject>0</CrossProject><LinkLag>14400</LinkLag><LagFormat>8</LagFormat></PredecessorLink>',
)}
${task(
  [
    ['UID', 9],
    ['GUID', '31111111-2222-4333-8444-555555555556'],
    ['ID', 5],
    ['Name', 'Done'],
    ['Active', 1],
    ['Manual', 0],
    ['OutlineNumber', '1.4'],
    ['OutlineLevel', 2],
    ['Duration', 'PT0H0M0S'],
    ['DurationFormat', 7],
    ['Milestone', 1],
    ['Summary', 0],
  ],
  '<PredecessorLink><PredecessorUID>8</PredecessorUID><Type>3</Type><CrossProject>0</CrossProject><LinkLag>0</LinkLag><LagFormat>7</LagFormat></PredecessorLink><PredecessorLink><PredecessorUID>6</PredecessorUID><Type>1</Type><CrossProject>0</CrossProject><LinkLag>50</LinkLag><LagFormat>19</LagFormat></PredecessorLink>',
)}
</Tasks>
<Resources><Resource><UID>0</UID><Name></Name></Resource><Resource><UID>1</UID><Name>Mill 1</Name></Resource></Resources>
<Assignments><Assignment><UID>1</UID><TaskUID>6</TaskUID><ResourceUID>1</ResourceUID></Assignment></Assignments>
</Project>`.replaceAll('\n', '\r\n')

/** ProjectLibre: everything in one line, times with milliseconds of zero, links before the dates, an unassigned resource. */
export const projectLibre = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Project xmlns="http://schemas.microsoft.com/project"><Name>gear</Name><Title>Gear box</Title><Calendars><Calendar><UID>1</UID><Name>Standard</Name><IsBaseCalendar>true</IsBaseCalendar><WeekDays>${[1, 2, 3, 4, 5, 6, 7].map((day) => `<WeekDay><DayType>${day}</DayType><DayWorking>${day > 1 && day < 7}</DayWorking>${day > 1 && day < 7 ? '<WorkingTimes><WorkingTime><FromTime>08:00:00</FromTime><ToTime>16:00:00</ToTime></WorkingTime></WorkingTimes>' : ''}</WeekDay>`).join('')}</WeekDays></Calendar></Calendars><Tasks>${task(
  [
    ['UID', 1],
    ['ID', 1],
    ['Name', 'Turn'],
    ['OutlineLevel', 1],
    ['Summary', 'false'],
    ['Duration', 'PT12H0M0S'],
    ['PercentComplete', 0],
  ],
)}${task(
  [
    ['UID', 2],
    ['ID', 2],
    ['Name', 'Grind'],
    ['OutlineLevel', 1],
    ['Summary', 'false'],
  ],
  '<PredecessorLink><PredecessorUID>1</PredecessorUID><Type>1</Type><LinkLag>0</LinkLag></PredecessorLink><Duration>PT4H0M0S</Duration>',
)}</Tasks><Resources><Resource><UID>-65535</UID><Name>Unassigned</Name></Resource><Resource><UID>1</UID><Name>Lathe</Name></Resource></Resources><Assignments><Assignment><UID>1</UID><TaskUID>1</TaskUID><ResourceUID>1</ResourceUID></Assignment><Assignment><UID>2</UID><TaskUID>2</TaskUID><ResourceUID>-65535</ResourceUID></Assignment></Assignments></Project>`

/** GanttProject: no Summary, only the number of the outline, ids from 0, comments between the elements. */
export const ganttProject = `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<Project xmlns="http://schemas.microsoft.com/project"><SaveVersion>9</SaveVersion><Name>Press</Name>
<Tasks><!-- from the chart -->
${task([
  ['UID', 0],
  ['ID', 0],
  ['Name', 'Press 12'],
  ['OutlineNumber', '1'],
  ['Duration', 'PT40H0M0S'],
])}
${task([
  ['UID', 1],
  ['ID', 1],
  ['Name', 'Assemble'],
  ['OutlineNumber', '1.1'],
  ['Duration', 'PT24H0M0S'],
  ['ConstraintDate', '1970-01-01T01:00:00'],
])}
${task(
  [
    ['UID', 2],
    ['ID', 2],
    ['Name', 'Test'],
    ['OutlineNumber', '1.2'],
    ['Duration', 'PT16H0M0S'],
  ],
  '<PredecessorLink><PredecessorUID>1</PredecessorUID><Type>1</Type><CrossProject>0</CrossProject></PredecessorLink>',
)}
</Tasks></Project>`

/** A library that writes every name with a prefix, and durations without minutes and seconds. */
export const prefixed = `<?xml version="1.0"?>
<ns0:Project xmlns:ns0="http://schemas.microsoft.com/project"><ns0:Title>Mast</ns0:Title><ns0:Tasks><ns0:Task><ns0:UID>4</ns0:UID><ns0:Name>Bend</ns0:Name><ns0:OutlineLevel>1</ns0:OutlineLevel><ns0:Duration>PT7.5H</ns0:Duration></ns0:Task></ns0:Tasks></ns0:Project>`
