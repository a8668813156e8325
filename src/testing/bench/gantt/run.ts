/** `npm run bench:ui -- gantt`: our Gantt and Timeline compared with DHTMLX Gantt and SVAR Gantt, interleaved, medians. */

import { openSite } from '../bench-site.ts'
import { openBrowser } from '../measure-page.ts'
import { installPeers } from '../peers.ts'
import { cascadePart } from './cascade-part.ts'
import { clickPart } from './click-part.ts'
import { dragPart } from './drag-part.ts'
import { mountPart } from './mount-part.ts'
import { scrollPart } from './scroll-part.ts'

const rounds = 3
const parts = { mount: mountPart, scroll: scrollPart, drag: dragPart, cascade: cascadePart, click: clickPart }

/** Measures everything, or only some parts: mount, scroll, drag, cascade, click. */
export const run = async (only: readonly string[] = Object.keys(parts)): Promise<void> => {
  if (!['dhtmlx-gantt', '@svar-ui/react-gantt'].every(installPeers)) {
    console.error('The peers cannot be installed here (the lines above say why): there is nothing to compare with.')
    process.exitCode = 1
    return
  }
  const site = await openSite(import.meta.dirname)
  const browser = await openBrowser()
  try {
    for (const [name, part] of Object.entries(parts))
      if (only.includes(name)) await part({ browser, url: site.url }, rounds)
  } finally {
    await browser.close()
    site.close()
  }
}
