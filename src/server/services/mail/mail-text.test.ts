// @module-tag bothEngines
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { escapeHtml, oneLine, writeMail } from './mail-text.ts'

it('a message says the same in plain text and in HTML', () => {
  const parts = [
    'Two & two.',
    { label: 'Open', href: 'https://plan.example/a?b=1&c=2' },
    { items: [{ title: 'A <b>', sentence: 'Is late.', href: 'https://plan.example/x' }] },
  ]
  expect(writeMail('a@b.example', 'Hello', parts)).toEqual({
    to: 'a@b.example',
    subject: 'Hello',
    text: 'Two & two.\n\nOpen:\nhttps://plan.example/a?b=1&c=2\n\n- A <b>\n  Is late.\n  https://plan.example/x\n',
    html:
      '<!doctype html><html lang="en-US"><body><p>Two &amp; two.</p>' +
      '<p><a href="https://plan.example/a?b=1&amp;c=2">Open</a></p>' +
      '<ul><li><a href="https://plan.example/x">A &lt;b&gt;</a><br>Is late.</li></ul></body></html>',
  })
})

it('a name never begins a line, a header or a tag', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      expect(oneLine(name)).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u)
      expect(escapeHtml(name)).not.toMatch(/[<>"']/)
      const { subject, text } = writeMail('a@b.example', name, [`Join ${name}`])
      expect(subject).not.toMatch(/[\r\n]/)
      expect(text.split('\n')).toHaveLength(2)
    }),
  )
})
