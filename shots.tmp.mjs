import { chromium } from '@playwright/test'
const [,, port, tag, iso, theme='light', w='1440', h='900'] = process.argv
const b = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox','--disable-gpu'] })
const c = await b.newContext({ viewport: { width: +w, height: +h }, colorScheme: theme, reducedMotion: 'reduce' })
const p = await c.newPage()
await p.clock.install({ time: new Date(iso) }); await p.clock.resume()
p.on('pageerror', e => console.log('ERR', e.message))
await p.goto(`http://localhost:${port}/login`)
await p.getByLabel(/email/i).first().fill('planner@example.com')
await p.getByLabel(/password/i).first().fill('Demo-Schedule-1')
await p.getByRole('button', { name: /sign in|log in/i }).click()
await p.waitForURL(u => !u.pathname.includes('login'), { timeout: 20000 })
for (const [name, path] of [['dash','/'],['projects','/projects'],['kanban','/kanban'],['schedule','/schedule'],['overdue','/overdue-operations'],['behind','/overdue-operations?tab=behindPlan'],['analytics','/analytics'],['operations','/operations']]) {
  await p.goto(`http://localhost:${port}${path}`); await p.waitForLoadState('networkidle').catch(()=>{}); await p.waitForTimeout(900)
  await p.screenshot({ path: `/tmp/shots/${tag}-${name}.png` })
}
await b.close()
