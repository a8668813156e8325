import type { Worker } from '#contract/workers.ts'
import { QrCode } from '#web/components/qr-code/qr-code.tsx'

/** The size of a badge: a credit card, which fits usual holders. */
const card = { width: '85.6mm', height: '54mm', breakInside: 'avoid' } as const

/** What a scanner reads from a badge: its own text, or the four digits. */
const textOf = ({ badge, code }: Worker): string => badge || code

/** The badges of people on the floor, to be cut out: each with its name, and its code as a QR code and as text. */
export const BadgeSheet = ({ workers, organization }: { workers: readonly Worker[]; organization: string }) => (
  <ul aria-label="Badges" className="flex flex-wrap gap-3">
    {workers.map((worker) => (
      <li
        key={worker.workerId}
        style={card}
        className="flex items-center gap-3 overflow-hidden border border-line-2 p-3"
      >
        <div className="shrink-0" style={{ width: '32mm' }}>
          <QrCode text={textOf(worker)} label={`QR code of ${worker.name}`} />
        </div>
        <div className="min-w-0 grow wrap-anywhere">
          <p className="text-ink-2 text-label">{organization}</p>
          <p className="font-semibold text-page">{worker.name}</p>
          <p className="tabular-nums">{textOf(worker)}</p>
        </div>
      </li>
    ))}
  </ul>
)
