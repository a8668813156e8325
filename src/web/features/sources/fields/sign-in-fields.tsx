import type { ComponentProps } from 'react'
import type { AddressSignIn } from '#contract/exchange.ts'
import { PasswordField } from '#web/ui/password-field.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'

type Registered = Omit<ComponentProps<typeof TextField>, 'label'>

type SignInFieldsProps = {
  kind: AddressSignIn['kind']
  /** The registered controls. */
  kindField: Omit<ComponentProps<typeof SelectField>, 'label' | 'options'>
  headerField: Registered
  userField: Registered
  secretField: Omit<ComponentProps<typeof PasswordField>, 'label'>
  /** Whether a secret is stored, which is used if none is typed. */
  hasSecret: boolean
}

const signIns = [
  { value: 'none', label: 'None' },
  { value: 'header', label: 'A header, such as an API key' },
  { value: 'basic', label: 'User and password' },
]

/** How the server signs in at an address. */
export function SignInFields({ kind, kindField, headerField, userField, secretField, hasSecret }: SignInFieldsProps) {
  const secret = {
    autoComplete: 'off',
    maxLength: 4_000,
    required: !hasSecret,
    description: hasSecret ? 'Empty: the stored one is used.' : 'Stored, and never shown again.',
    ...secretField,
  }
  return (
    <>
      <SelectField label="Sign-in" options={signIns} {...kindField} />
      {kind === 'header' && (
        <>
          <TextField label="Header" required autoComplete="off" {...headerField} />
          <PasswordField label="Value of the header" {...secret} />
        </>
      )}
      {kind === 'basic' && (
        <>
          <TextField label="User" required autoComplete="off" {...userField} />
          <PasswordField label="Password" {...secret} />
        </>
      )}
    </>
  )
}
