import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus, Printer } from 'lucide-react'
import { type ChangeEvent, useState } from 'react'
import { FloorIdentification, namesMonths, type TenantSettings } from '#contract/tenant-settings.ts'
import type { Worker } from '#contract/workers.ts'
import { deleteWorkerMutation, workersQuery } from '#web/api/floor/workers.queries.ts'
import { saveTenantSettingsMutation } from '#web/api/tenants/tenant-settings.mutations.ts'
import { Loaded } from '#web/components/loaded/loaded.tsx'
import { QrCode } from '#web/components/qr-code/qr-code.tsx'
import { formatCount } from '#web/lib/format-number.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClasses } from '#web/ui/button-classes.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { ScrapReasonsDialog } from './scrap-reasons-dialog.tsx'
import { WorkerDialog } from './worker-dialog.tsx'
import { type WorkerAction, WorkersList } from './workers-list.tsx'

const identificationWords = [
  { value: 'off', label: 'Reports name the tablet only' },
  { value: 'optional', label: 'People may say who they are' },
  { value: 'required', label: 'Each report needs a code or a badge' },
]

function RemoveDialog({ worker, onClose }: { worker: Worker; onClose: () => void }) {
  const remove = useMutation(deleteWorkerMutation(useQueryClient()))
  return (
    <ConfirmDialog
      danger
      open
      title={`Remove ${worker.name}?`}
      confirmLabel="Remove"
      busy={remove.isPending}
      busyLabel="Removing…"
      onConfirm={() => remove.mutate(worker.workerId, { onSettled: onClose })}
      onCancel={onClose}
    >
      The code stops working. Reports already sent keep the name for as long as your organization keeps names.
    </ConfirmDialog>
  )
}

/** The people on the floor, and whether tablets ask who they are. */
export function WorkersPanel({ settings }: { settings: TenantSettings }) {
  const query = useQuery(workersQuery())
  const save = useMutation(saveTenantSettingsMutation(useQueryClient()))
  const [opened, setOpened] = useState<'new' | 'scrap' | null>(null)
  const [chosen, setChosen] = useState<{ kind: WorkerAction; worker: Worker } | null>(null)
  const choose = (value: string) => {
    const asked = FloorIdentification.safeParse(value)
    if (!asked.success) return
    const change = { floorIdentification: asked.data, version: settings.version }
    save.mutate(change, { onSuccess: () => toast.success('Settings saved') })
  }
  const keep = (value: string) => {
    const keepNamesMonths = namesMonths.find((months) => String(months) === value) ?? null
    const change = { keepNamesMonths, version: settings.version }
    save.mutate(change, { onSuccess: () => toast.success('Settings saved') })
  }
  const separate = (event: ChangeEvent<HTMLInputElement>) => {
    const change = { separatesMachineTime: event.target.checked, version: settings.version }
    save.mutate(change, { onSuccess: () => toast.success('Settings saved') })
  }
  const close = () => {
    setOpened(null)
    setChosen(null)
  }
  return (
    <Panel
      title="People on the floor"
      actions={
        <Button size="small" icon={<Plus />} onClick={() => setOpened('new')}>
          New person
        </Button>
      }
    >
      <div className="flex flex-col gap-2 p-3">
        <SelectField
          label="Who worked"
          options={identificationWords}
          value={settings.floorIdentification}
          onChange={(event) => choose(event.target.value)}
        />
        <SelectField
          label="Keep names on reports for"
          placeholder="Forever"
          description="Then the names are removed; hours and pieces stay."
          options={namesMonths.map((months) => ({ value: String(months), label: formatCount(months, 'month') }))}
          value={String(settings.keepNamesMonths ?? '')}
          onChange={(event) => keep(event.target.value)}
        />
        <Checkbox
          label="Ask whether a person, a machine or both work"
          checked={settings.separatesMachineTime}
          onChange={separate}
        />
        <div className="flex flex-wrap gap-2">
          <Button size="small" onClick={() => setOpened('scrap')}>
            Scrap reasons
          </Button>
          <Link className={buttonClasses({ size: 'small' })} to="/badges">
            <Printer /> Print badges
          </Link>
        </div>
      </div>
      <Loaded query={query}>
        {(workers) =>
          workers.length > 0 && (
            <WorkersList workers={workers} onAction={(kind, worker) => setChosen({ kind, worker })} />
          )
        }
      </Loaded>
      {opened === 'scrap' && <ScrapReasonsDialog settings={settings} onClose={close} />}
      {opened === 'new' && <WorkerDialog worker={null} onClose={close} />}
      {chosen?.kind === 'edit' && <WorkerDialog worker={chosen.worker} onClose={close} />}
      {chosen?.kind === 'remove' && <RemoveDialog worker={chosen.worker} onClose={close} />}
      {chosen?.kind === 'badge' && (
        <Dialog open title={`Badge of ${chosen.worker.name}`} onOpenChange={(open) => open || close()}>
          <QrCode text={chosen.worker.badge || chosen.worker.code} label={`QR code of ${chosen.worker.name}`} />
        </Dialog>
      )}
    </Panel>
  )
}
