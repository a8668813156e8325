import { createHash } from 'node:crypto'
import { localDay } from '#domain/projects/local-day.ts'
import {
  type CustomerStatusKind,
  customerDay,
  customerWords,
  type PhaseStep,
} from '#domain/status-links/customer-status.ts'
import { localMinute } from '#domain/time/zone-dates.ts'
import type { SharedStatus } from '../../services/status-links/read-status.ts'
import { Html, html } from './html.ts'
import { statusStyle } from './status-style.ts'

const styleHash = createHash('sha256').update(statusStyle).digest('base64')

/** Headers of the page and of its refusals. Nothing runs in it, and its address, which is a credential, is sent nowhere. */
export const statusPageHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': [
    `default-src 'none'`,
    `style-src 'sha256-${styleHash}'`,
    `img-src 'self'`,
    `form-action 'none'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; '),
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow, noarchive',
  'Cache-Control': 'no-store',
}

/** The mark of the product, as in `public/favicon.svg`. */
const mark = html`<svg viewBox="0 0 28 28" aria-hidden="true"><rect width="28" height="28" rx="6" fill="#3498db"/><g fill="#fff"><rect x="5" y="7" width="12" height="3.6" rx="1.8"/><rect x="8.5" y="12.2" width="13" height="3.6" rx="1.8"/><rect x="13.5" y="17.4" width="10" height="3.6" rx="1.8"/></g></svg>`

const shell = (title: string, body: Html): string =>
  html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow, noarchive"><meta name="referrer" content="no-referrer">
<meta name="format-detection" content="telephone=no"><link rel="icon" href="/favicon.svg" type="image/svg+xml">
<title>${title}</title><style>${new Html(statusStyle)}</style></head><body><main>${body}</main></body></html>
`.text

const drawn = (shapes: Html): Html =>
  html`<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${shapes}</svg>`

const icons = {
  check: drawn(html`<circle cx="12" cy="12" r="9"/><path d="m8.5 12.5 2.5 2.5 4.5-5.5"/>`),
  calendar: drawn(html`<rect x="4" y="5" width="16" height="15" rx="2"/><path d="M4 10h16M8.5 3v4M15.5 3v4"/>`),
  pause: drawn(html`<circle cx="12" cy="12" r="9"/><path d="M10 9.5v5M14 9.5v5"/>`),
  cross: drawn(html`<circle cx="12" cy="12" r="9"/><path d="m9.5 9.5 5 5M14.5 9.5l-5 5"/>`),
} as const

const looks: Readonly<Record<CustomerStatusKind, readonly [tone: string, icon: Html]>> = {
  onTime: ['ok', icons.check],
  complete: ['ok', icons.check],
  shipped: ['ok', icons.check],
  expected: ['primary', icons.calendar],
  promised: ['primary', icons.calendar],
  undated: ['plain', icons.calendar],
  onHold: ['hold', icons.pause],
  cancelled: ['plain', icons.cross],
}

const notes: Partial<Record<CustomerStatusKind, string>> = {
  onTime: 'The current forecast meets the promised date.',
  expected: 'This is the current forecast, and it may change.',
  onHold: 'Your contact can tell you more.',
  cancelled: 'Your contact can tell you more.',
}

const stepLooks: Readonly<Record<PhaseStep['is'], readonly [word: string, icon: Html]>> = {
  done: [
    'Done',
    html`<svg viewBox="0 0 22 22" aria-hidden="true"><circle cx="11" cy="11" r="10" fill="currentColor"/><path class="tick" d="m6.8 11.4 2.9 2.9 5.4-6.2" fill="none" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/></svg>`,
  ],
  current: [
    'Now',
    html`<svg viewBox="0 0 22 22" aria-hidden="true"><circle cx="11" cy="11" r="9" fill="none" stroke="currentColor" stroke-width="2"/><circle cx="11" cy="11" r="4.5" fill="currentColor"/></svg>`,
  ],
  toCome: [
    'To come',
    html`<svg viewBox="0 0 22 22" aria-hidden="true"><circle cx="11" cy="11" r="9" fill="none" stroke="currentColor" stroke-width="2"/></svg>`,
  ],
}

const stepOf = ({ title, is }: PhaseStep): Html => {
  const [word, icon] = stepLooks[is]
  return html`<li class="${is}">${icon}<b>${title}</b> <small>${word}</small></li>`
}

const fact = (label: string, value: string | null): Html | null =>
  value === null || value === '' ? null : html`<div><dt>${label}</dt><dd><bdi>${value}</bdi></dd></div>`

const two = (value: number): string => String(value).padStart(2, '0')

/** '18 Nov 2026, 10:05', by the clock of the zone. */
const moment = (ms: number, zone: string): string => {
  const minute = localMinute(ms, zone)
  return `${customerDay(localDay(ms, zone))}, ${two(Math.floor(minute / 60))}:${two(minute % 60)}`
}

const previewLine = html`<p class="preview">Preview: the customer sees this page without this line, at an address of its own.</p>`

/** The page of a status link, or its preview. It needs no script. */
export const writeStatusPage = (status: SharedStatus, { isPreview = false } = {}): string => {
  const { kind, promisedDay, projectNumber, projectName, reference, timeZone } = status
  const [tone, icon] = looks[kind]
  const note = notes[kind]
  const promised = promisedDay === null || kind === 'promised' ? null : customerDay(promisedDay)
  const facts = [
    fact('Promised date', promised),
    fact('Your reference', reference),
    fact('Project number', `#${projectNumber}`),
  ].filter((each) => each !== null)
  return shell(
    `${isPreview ? 'Preview of ' : ''}#${projectNumber} ${projectName}: ${customerWords(status)}`,
    html`${isPreview ? previewLine : null}<header>${mark}<bdi>${status.organization}</bdi></header>
<h1><bdi>${projectName}</bdi></h1>
<div class="status ${tone}">${icon}<div><strong>${customerWords(status)}</strong>${note === undefined ? null : html`<span class="note">${note}</span>`}</div></div>
<dl>${facts}</dl>
${status.steps.length === 0 ? null : html`<section class="phases"><h2>Phases</h2><ol>${status.steps.map(stepOf)}</ol></section>`}
<footer><p>Last updated ${moment(status.updatedMs, timeZone)}. Dates and times are shown in the ${timeZone} time zone.</p></footer>`,
  )
}

const sentencePage = (title: string, rest: string): string =>
  shell(title, html`<header>${mark}</header><h1>${title}</h1> <p>${rest}</p>`)

/** The one answer to every address that shows nothing: unknown, malformed, expired or revoked. */
export const gonePage = sentencePage('This link is no longer valid.', 'Ask your contact for a new one.')

/** The answer when the status cannot be shown at present. */
export const troublePage = (message: string): string => sentencePage('The status cannot be shown now.', message)
