import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import type { SourceOrigin } from '#contract/data-sources.ts'
import type { ExchangePlaces } from '#contract/exchange.ts'
import { Form } from '#web/components/form/form.tsx'
import { isTooLarge } from '#web/components/import/import-rows.ts'
import { importWords } from '#web/components/import/import-words.ts'
import { useSession } from '#web/stores/session.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { SignInFields } from '../fields/sign-in-fields.tsx'
import { schedulesOf } from './source-form.ts'
import type { SourceSetup } from './use-source-setup.ts'

type StepProps = { setup: SourceSetup; places: ExchangePlaces; hasSecret: boolean }

const kinds: readonly { value: SourceOrigin['kind']; label: string }[] = [
  { value: 'folder', label: 'A folder on the server' },
  { value: 'address', label: 'An address that the server fetches' },
  { value: 'pushed', label: 'A program that sends it' },
]

/** Id of the form, for its button in the head of the page. */
export const originForm = 'source-origin'

/** Why files of this kind cannot be read on this server; null if they can. */
export const missingPlace = (kind: SourceOrigin['kind'], { folder, allowedOrigins }: ExchangePlaces): string | null => {
  if (kind === 'folder' && folder === null)
    return `This server has no folder for your organization. Its operator can make one in EXCHANGE_FOLDER, named ${useSession.getState().tenantId}.`
  if (kind === 'address' && allowedOrigins.length === 0)
    return 'This server fetches no files. Its operator must list the allowed hosts in EXCHANGE_ALLOWED_HOSTS.'
  return null
}

/** The file in the organization's folder. */
const FolderFields = ({ setup, places }: Pick<StepProps, 'setup' | 'places'>) => (
  <TextField
    label="File name"
    required
    autoComplete="off"
    placeholder="orders*.csv"
    description={
      <>
        In the folder <span className="break-all">{places.folder}</span>. * stands for any characters; the newest file
        is read.
      </>
    }
    {...setup.form.field('origin.pattern')}
  />
)

/** The address, and how the server signs in there. */
function AddressFields({ setup, places, hasSecret }: StepProps) {
  const { field, form } = setup.form
  return (
    <>
      <TextField
        label="Address"
        type="url"
        required
        autoComplete="off"
        maxLength={2_000}
        placeholder={`${places.allowedOrigins[0] ?? 'https://erp.example.com'}/orders.csv`}
        description={`Allowed here: ${places.allowedOrigins.join(', ')}`}
        {...field('origin.url')}
      />
      <SignInFields
        kind={form.watch('origin.signIn.kind')}
        kindField={field('origin.signIn.kind')}
        headerField={field('origin.signIn.header')}
        userField={field('origin.signIn.user')}
        secretField={field('secret')}
        hasSecret={hasSecret}
      />
    </>
  )
}

/** A sample of the files that will be pushed. */
function SampleField({ setup }: Pick<StepProps, 'setup'>) {
  const input = useRef<HTMLInputElement>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const choose = (file: File) => {
    setRefusal(isTooLarge(file) ? 'The file is larger than 5 MB.' : null)
    if (!isTooLarge(file)) void setup.readSample(file)
  }
  return (
    <>
      <p className="text-ink-2">
        A program sends the file with an API token, whenever it has a new one. Its address is shown when the data source
        is set up. Choose a sample of such a file, so that its columns can be checked now.
      </p>
      {refusal && <Alert>{refusal}</Alert>}
      <div>
        <Button
          variant={setup.isRead ? 'default' : 'primary'}
          icon={<FileUp />}
          busy={setup.isReading}
          busyLabel="Reading…"
          onClick={() => input.current?.click()}
        >
          Choose sample file
        </Button>
      </div>
      <input
        ref={input}
        type="file"
        aria-label="Sample file"
        accept={importWords.projects.accept}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          const file = event.target.files?.[0]
          if (file) choose(file)
          // Without this, selecting the same file again after a correction would fire no change event.
          event.target.value = ''
        }}
      />
    </>
  )
}

/** The first step: the name, and where the file comes from. */
export function OriginStep({ setup, places, hasSecret }: StepProps) {
  const { form: frame } = setup
  const { field, form } = frame
  const kind = form.watch('origin.kind')
  const missing = missingPlace(kind, places)
  const kindField = field('origin.kind')
  return (
    <Panel title="Where the file comes from" className="w-full max-w-140">
      <Form
        id={originForm}
        frame={frame}
        onSubmit={() => {
          if (kind !== 'pushed' && missing === null) void setup.read()
        }}
        className="flex flex-col gap-3.5 p-3"
      >
        {setup.readProblem && <Alert>{setup.readProblem}</Alert>}
        <TextField
          label="Name"
          required
          autoComplete="off"
          placeholder="ERP orders"
          maxLength={80}
          {...field('name')}
        />
        <SelectField
          label="Where from"
          options={kinds}
          {...kindField}
          onChange={(event) => {
            void kindField.onChange(event)
            const possible = schedulesOf[form.getValues('origin.kind')]
            const [first = 'arrival'] = possible
            if (!possible.includes(form.getValues('schedule.kind'))) form.setValue('schedule.kind', first)
          }}
        />
        {missing ? (
          <Alert kind="info">{missing}</Alert>
        ) : kind === 'folder' ? (
          <FolderFields setup={setup} places={places} />
        ) : kind === 'address' ? (
          <AddressFields setup={setup} places={places} hasSecret={hasSecret} />
        ) : (
          <SampleField setup={setup} />
        )}
      </Form>
    </Panel>
  )
}
